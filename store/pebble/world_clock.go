package pebble

import (
	"log/slog"
	"sync"
	"time"

	"voxtide/internal/faults"
)

// A machine may start with a clock that is years off, ahead or behind. So records that expire for good, old history and bans,
// expire by the date of the world: the date of its last batch, plus the time that the process has run, corrected by the clock
// as far as that can be trusted.
const (
	// clockTolerance is how far a clock may be set, or drift while it is watched, without being distrusted.
	clockTolerance = time.Minute
	// clockJumpMax is how far ahead of the date of the world a clock may be to be trusted at once: the world was closed
	// meanwhile.
	clockJumpMax = 48 * time.Hour
	// clockTrustAfter is how long a clock that is farther off, or behind, must run steadily before it is trusted all the same.
	clockTrustAfter = 12 * time.Hour
)

// worldClock keeps the date of a world. Any goroutine may ask it.
type worldClock struct {
	wall func() int64 // ms since 1970
	log  *slog.Logger

	mu          sync.Mutex
	date        int64 // the last date; 0: none yet
	at          time.Time
	offset      int64     // how far the wall clock is off; 0: it is trusted
	offsetSince time.Time // since when
}

// now returns the date, in ms since 1970.
func (c *worldClock) now() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, wall := time.Now(), c.wall()
	if c.date == 0 || faults.Active(faults.ClockBelieved) {
		c.date, c.at = wall, now
		return wall
	}
	before, ms := c.date, now.Sub(c.at).Milliseconds()
	c.date, c.at = c.date+ms, c.at.Add(time.Duration(ms)*time.Millisecond)
	off := wall - c.date
	switch {
	case off >= -clockTolerance.Milliseconds() && off <= clockJumpMax.Milliseconds():
		c.trust(max(before, wall), "the clock of this machine is right again")
	case c.offset == 0 || max(off-c.offset, c.offset-off) > clockTolerance.Milliseconds():
		c.offset, c.offsetSince = off, now
		c.log.Warn("the clock of this machine is not believed: no history and no ban ends by it before it has gone steadily for long, or is set right",
			"clock", formatMinute(wall), "last known", formatMinute(c.date), "steadily for", clockTrustAfter.String())
	case now.Sub(c.offsetSince) >= clockTrustAfter:
		c.trust(wall, "the clock of this machine has gone steadily, and is believed")
	}
	return c.date
}

// trust takes the date of the wall clock over.
func (c *worldClock) trust(date int64, text string) {
	c.date = date
	if c.offset != 0 {
		c.offset = 0
		c.log.Warn(text, "clock", formatMinute(date))
	}
}

// distrusted returns how far the wall clock is off, 0 if it is trusted.
func (c *worldClock) distrusted() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(c.offset) * time.Millisecond
}

func formatMinute(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }
