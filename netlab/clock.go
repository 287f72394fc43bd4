package netlab

import "time"

// clock is a client's own monotonic clock as a function of virtual time: it begins anywhere, drifts, stands while the
// machine sleeps, and may be made to run slowly by a cheat.
type clock struct {
	offset time.Duration
	drift  int64         // parts per million too fast
	lost   time.Duration // by standing or running slowly
}

// at gives its reading.
func (c *clock) at(now time.Duration) time.Duration {
	return c.offset + now + now/1e6*time.Duration(c.drift) - c.lost
}
