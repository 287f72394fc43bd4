package reliable

import (
	"testing"
	"time"
)

// TestSleepingPumpWakes: however long an end has had nothing to do, so that its pump sleeps without an end, what is flushed or closed
// leaves at once.
func TestSleepingPumpWakes(t *testing.T) {
	h, to := serving(t, Config{})
	c, far := dial(t, h, to, socket(t), Config{})
	for _, hub := range []*Hub{h, c.hub} {
		eventually(t, "all is said, and the pump sleeps for long", func() bool {
			time.Sleep(10 * ms)
			return time.Duration(hub.sleepsUntil.Load())-hub.now() > 30*time.Minute
		})
	}
	arrives(t, far, c)
	arrives(t, c, far)
	c.Close("over")
	eventually(t, "gone", func() bool { return h.Stats().Open == 0 })
}
