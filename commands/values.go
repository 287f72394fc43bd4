package commands

import (
	"fmt"
	"strconv"
	"strings"
)

// namedTimes are the times of day that have a name, in minutes since midnight. The sun rises at 6 and sets at 18.
var namedTimes = []struct {
	name    string
	minutes int64
}{{"day", 7 * 60}, {"noon", 12 * 60}, {"dusk", 18 * 60}, {"night", 20 * 60}, {"midnight", 0}}

// durationUnits are the units of durations, in seconds, the longest first.
var durationUnits = []struct {
	name    byte
	seconds int64
}{{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}}

// offeredDurations are the durations that completion offers.
var offeredDurations = []string{"30m", "2h", "1d", "7d"}

func parseNumber(a *Arg, text string) (v Value, err string) {
	n, e := strconv.ParseInt(text, 10, 64)
	if e != nil || n < a.Min || n > a.Max {
		return v, fmt.Sprintf("%s is %s, not %d to %d", a.Name, quoteForError(text), a.Min, a.Max)
	}
	v.Number = n
	return v, ""
}

// parseTimeOfDay parses a time of day to minutes since midnight.
func parseTimeOfDay(text string) (v Value, err string) {
	for _, c := range namedTimes {
		if strings.EqualFold(c.name, text) {
			v.Number = c.minutes
			return v, ""
		}
	}
	h, m, ok := strings.Cut(text, ":")
	hour, e1 := strconv.ParseUint(h, 10, 8)
	minute, e2 := strconv.ParseUint(m, 10, 8)
	if !ok || e1 != nil || e2 != nil || len(h) > 2 || len(m) != 2 || hour > 23 || minute > 59 {
		return v, fmt.Sprintf("%s is not a time of day: use day, noon, dusk, night, midnight or HH:MM", quoteForError(text))
	}
	v.Number = int64(hour*60 + minute)
	return v, ""
}

// parseCoordinate parses one coordinate of a position.
func parseCoordinate(text string) (at int32, relative, ok bool) {
	text, relative = strings.CutPrefix(text, "~")
	if relative && text == "" {
		return 0, true, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	return int32(n), relative, err == nil && n >= -positionMax && n <= positionMax
}

// parseDuration parses a duration (90s, 30m, 1h30m, 7d) to seconds.
func parseDuration(text string) (v Value, err string) {
	bad := fmt.Sprintf("%s is not a duration: use 90s, 30m, 2h or 7d, at most %dd", quoteForError(text), durationDaysMax)
	rest, u := text, 0
	for rest != "" {
		n := 0
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		count, e := strconv.ParseInt(rest[:n], 10, 32)
		if e != nil || n == len(rest) {
			return v, bad
		}
		for u < len(durationUnits) && durationUnits[u].name != rest[n]|0x20 {
			u++
		}
		if u == len(durationUnits) {
			return v, bad
		}
		v.Number += count * durationUnits[u].seconds
		rest, u = rest[n+1:], u+1
	}
	if v.Number < 1 || v.Number > durationDaysMax*86400 {
		return Value{}, bad
	}
	return v, ""
}

// ParseDuration returns the seconds of a duration like 2h30m; false for a text that is none.
func ParseDuration(text string) (seconds int64, ok bool) {
	v, err := parseDuration(text)
	return v.Number, err == ""
}

// durationText writes a duration in the form in which it is parsed.
func durationText(seconds int64) string {
	var b strings.Builder
	for _, u := range durationUnits {
		if n := seconds / u.seconds; n > 0 {
			b.WriteString(strconv.FormatInt(n, 10))
			b.WriteByte(u.name)
			seconds -= n * u.seconds
		}
	}
	return b.String()
}

// FormatDuration writes a number of seconds in the form in which durations are parsed, like 2h30m; 0s for less than one.
func FormatDuration(seconds int64) string {
	if seconds < 1 {
		return "0s"
	}
	return durationText(seconds)
}

// FormatTimeOfDay writes minutes since midnight as HH:MM.
func FormatTimeOfDay(minutes int64) string {
	return fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60)
}
