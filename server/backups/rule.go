package backups

import (
	"fmt"
	"time"

	"voxtide/internal/faults"
)

// Rule says which copies are kept: the last ones, and the newest of each of the last hours, days and weeks that have one. The zero value keeps
// all.
type Rule struct{ Last, Hourly, Daily, Weekly int }

// IsZero reports whether all copies are kept.
func (r Rule) IsZero() bool { return r == Rule{} }

// String writes the rule as people read it.
func (r Rule) String() string {
	return fmt.Sprintf("last %d, hourly %d, daily %d, weekly %d", r.Last, r.Hourly, r.Daily, r.Weekly)
}

// Kept returns which of some copies stay, by their times, the oldest first. The newest always stays.
func (r Rule) Kept(times []time.Time) []bool {
	kept := make([]bool, len(times))
	if len(times) == 0 {
		return kept
	}
	kept[len(times)-1] = true
	if r.IsZero() {
		for i := range kept {
			kept[i] = true
		}
		return kept
	}
	for _, span := range []struct {
		most int
		of   func(t time.Time, i int) string // the span of time in which a copy lies
	}{
		{r.Last, func(_ time.Time, i int) string { return fmt.Sprint(i) }},
		{r.Hourly, func(t time.Time, _ int) string { return t.Format("2006-01-02 15 -0700") }},
		{r.Daily, func(t time.Time, _ int) string { return t.Format("2006-01-02") }},
		{r.Weekly, func(t time.Time, _ int) string { y, w := t.ISOWeek(); return fmt.Sprint(y, " ", w) }},
	} {
		before, n := "", 0
		for i := len(times) - 1; i >= 0 && n < span.most; i-- {
			s := span.of(times[i], i)
			if s == before && !faults.Active(faults.BackupsOfOneHour) {
				continue
			}
			before, kept[i] = s, true
			n++
		}
	}
	return kept
}
