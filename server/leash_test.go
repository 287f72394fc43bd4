package server

import (
	"testing"
	"time"
)

// TestLeash: while the leash binds nothing is told, not even motion, between two steps neither; then all is told, and nothing is lost.
func TestLeash(t *testing.T) {
	binds := false
	asked := time.Duration(0)
	h := newHarness(t, func(c *Config) {
		c.Leash = func(now time.Duration) bool { asked = now; return binds }
	})
	ann := h.joinAs("ann", [32]byte{1})
	h.steps(30)
	if asked != h.s.clock.mono {
		t.Fatalf("asked at %v, the step is at %v", asked, h.s.clock.mono)
	}
	binds = true
	was := h.s.Metrics().Updates
	told := len(ann.updates)
	h.steps(30)
	h.s.ReleaseDurable(h.now)
	if len(ann.updates) != told {
		t.Fatalf("%d updates were told on the leash", len(ann.updates)-told)
	}
	binds = false
	h.steps(5)
	if len(ann.updates) == told || h.s.Metrics().Updates == was {
		t.Fatal("nothing was told afterwards")
	}
}
