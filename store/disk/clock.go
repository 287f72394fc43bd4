package disk

import (
	"log/slog"
	"sync"
	"time"

	"voxtide/faults"
)

// A machine may start with a clock that is years off, ahead or behind. What goes for good when its time has come, history that is old
// enough and bans that are over, goes by the date of the world: that of its last batch, moved on by the time that the process
// has run, and by what the clock says as far as that can be believed.
const (
	// clockSlack is how far a clock may be set without a word, and be unsteady while it is watched.
	clockSlack = time.Minute
	// clockJump is how far ahead of the date of the world the clock may be and is believed at once: the world was not open.
	clockJump = 48 * time.Hour
	// clockTrust is how long a clock that is farther off than that, or behind, must go steadily before it is believed all the same.
	clockTrust = 12 * time.Hour
)

// clock knows the date of a world. Any goroutine may ask it.
type clock struct {
	wall func() int64 // ms since 1970
	log  *slog.Logger

	mu    sync.Mutex
	date  int64 // believed, 0: none yet
	at    time.Time
	off   int64     // by how much the wall clock is off; 0: it is believed
	since time.Time // for how long it has been so
}

// now returns the date, in ms since 1970.
func (c *clock) now() int64 {
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
	case off >= -clockSlack.Milliseconds() && off <= clockJump.Milliseconds():
		c.believe(max(before, wall), "the clock of this machine is right again")
	case c.off == 0 || max(off-c.off, c.off-off) > clockSlack.Milliseconds():
		c.off, c.since = off, now
		c.log.Warn("the clock of this machine is not believed: no history and no ban ends by it before it has gone steadily for long, or is set right",
			"clock", day(wall), "last known", day(c.date), "steadily for", clockTrust.String())
	case now.Sub(c.since) >= clockTrust:
		c.believe(wall, "the clock of this machine has gone steadily, and is believed")
	}
	return c.date
}

// believe takes a date over from the wall clock.
func (c *clock) believe(date int64, text string) {
	c.date = date
	if c.off != 0 {
		c.off = 0
		c.log.Warn(text, "clock", day(date))
	}
}

// doubt returns by how much the wall clock is off, 0 where it is believed.
func (c *clock) doubt() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(c.off) * time.Millisecond
}

func day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }

// Date returns the date of the world, in ms since 1970: by it what is over is dropped for good. Any goroutine may call it.
func (s *Store) Date() int64 { return s.clock.now() }

// ClockOff returns by how much the clock of the machine is off the date of the world where it is not believed, else 0. Any goroutine
// may call it.
func (s *Store) ClockOff() time.Duration { return s.clock.doubt() }
