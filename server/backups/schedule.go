package backups

import (
	"fmt"
	"time"

	"github.com/adhocore/gronx"
)

// Schedule says when copies are made: at the times of five cron words, and each time that a span has passed. The zero value is never.
type Schedule struct {
	At    string // minute, hour, day, month, weekday
	Every time.Duration
}

// everyMin is the least time between two copies.
const everyMin = 5 * time.Second

// IsZero reports whether no copies are made by themselves.
func (s Schedule) IsZero() bool { return s == Schedule{} }

// Validate returns what is wrong with a schedule, nil if nothing is.
func (s Schedule) Validate() error {
	if s.Every != 0 && (s.Every < everyMin || s.Every > 366*24*time.Hour) {
		return fmt.Errorf("every is %v, not %v to a year", s.Every, everyMin)
	}
	if s.At == "" {
		return nil
	}
	if words, err := gronx.Segments(s.At); err != nil || !gronx.IsValid(s.At) || len(words) != 6 || words[0] != "0" {
		return fmt.Errorf("at is %.60q, not minute, hour, day, month and weekday, such as \"0 4 * * *\" for each day at 4:00", s.At)
	}
	if _, err := gronx.NextTickAfter(s.At, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), false); err != nil {
		return fmt.Errorf("at is %.60q, which never comes", s.At)
	}
	return nil
}

// Next returns when the next copy after a time is due; false for never.
func (s Schedule) Next(after time.Time) (due time.Time, ok bool) {
	if s.Every > 0 {
		due, ok = after.Add(s.Every), true
	}
	if s.At != "" {
		if t, err := gronx.NextTickAfter(s.At, after, false); err == nil && (!ok || t.Before(due)) {
			due, ok = t, true
		}
	}
	return due, ok
}
