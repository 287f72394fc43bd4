package netlab

import (
	"testing"
	"time"
)

// TestTakeovers is a first run.
func TestTakeovers(t *testing.T) {
	for seed := range uint64(4) {
		c := Config{Seed: seed, RTT: 60 * ms, Duration: 15 * time.Second, Scenario: "take-overs"}
		Find(c.Scenario).Set(&c)
		r := run(t, c)
		t.Logf("%+v corrections %v", r.TakeOver, r.Causes)
	}
}
