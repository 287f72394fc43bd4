package commands

import (
	"fmt"
	"strconv"
	"strings"
)

// clocks are the times of day that have a name, in minutes since midnight. The sun rises at 6 and sets at 18.
var clocks = []struct {
	name    string
	minutes int64
}{{"day", 7 * 60}, {"noon", 12 * 60}, {"dusk", 18 * 60}, {"night", 20 * 60}, {"midnight", 0}}

// units are those of durations, in seconds, the longest first.
var units = []struct {
	name    byte
	seconds int64
}{{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}}

// spans are the durations that are offered.
var spans = []string{"30m", "2h", "1d", "7d"}

func number(a *Arg, text string) (v Value, err string) {
	n, e := strconv.ParseInt(text, 10, 64)
	if e != nil || n < a.Min || n > a.Max {
		return v, fmt.Sprintf("%s is %s, not %d to %d", a.Name, shown(text), a.Min, a.Max)
	}
	v.Number = n
	return v, ""
}

// clock reads a time of day.
func clock(text string) (v Value, err string) {
	for _, c := range clocks {
		if strings.EqualFold(c.name, text) {
			v.Number = c.minutes
			return v, ""
		}
	}
	h, m, ok := strings.Cut(text, ":")
	hour, e1 := strconv.ParseUint(h, 10, 8)
	minute, e2 := strconv.ParseUint(m, 10, 8)
	if !ok || e1 != nil || e2 != nil || len(h) > 2 || len(m) != 2 || hour > 23 || minute > 59 {
		return v, fmt.Sprintf("%s is no time of day: day, noon, dusk, night, midnight or HH:MM", shown(text))
	}
	v.Number = int64(hour*60 + minute)
	return v, ""
}

// coordinate reads one part of a position.
func coordinate(text string) (at int32, relative, ok bool) {
	text, relative = strings.CutPrefix(text, "~")
	if relative && text == "" {
		return 0, true, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	return int32(n), relative, err == nil && n >= -pointMax && n <= pointMax
}

// duration reads a span such as 90s, 30m, 1h30m or 7d.
func duration(text string) (v Value, err string) {
	bad := fmt.Sprintf("%s is no span of time: such as 90s, 30m, 2h or 7d, at most %dd", shown(text), daysMax)
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
		for u < len(units) && units[u].name != rest[n]|0x20 {
			u++
		}
		if u == len(units) {
			return v, bad
		}
		v.Number += count * units[u].seconds
		rest, u = rest[n+1:], u+1
	}
	if v.Number < 1 || v.Number > daysMax*86400 {
		return Value{}, bad
	}
	return v, ""
}

// span writes a duration as it is read.
func span(seconds int64) string {
	var b strings.Builder
	for _, u := range units {
		if n := seconds / u.seconds; n > 0 {
			b.WriteString(strconv.FormatInt(n, 10))
			b.WriteByte(u.name)
			seconds -= n * u.seconds
		}
	}
	return b.String()
}

// Span writes a number of seconds as people and the parser read it: 2h30m. Less than a second is 0s.
func Span(seconds int64) string {
	if seconds < 1 {
		return "0s"
	}
	return span(seconds)
}

// Time writes minutes since midnight as HH:MM.
func Time(minutes int64) string { return fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60) }
