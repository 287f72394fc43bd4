package server

import (
	"slices"
	"testing"

	"voxtide/transport"
)

// TestOthersAreTold: a player is told at joining where other servers of the world are, and again when that changes, once.
func TestOthersAreTold(t *testing.T) {
	var others []string
	h := newHarness(t, func(c *Config) { c.Others = func() []string { return others } })
	ann := h.joinAs("ann", transport.Identity{1})
	h.play(10)
	if len(ann.welcome.Others) != 0 {
		t.Fatalf("%v", ann.welcome.Others)
	}
	for _, others = range [][]string{{"b.example:1"}, {"b.example:1", "c.example:1"}, nil} {
		h.play(20)
		if !slices.Equal(ann.welcome.Others, others) {
			t.Errorf("%v was told, not %v", ann.welcome.Others, others)
		}
		ann.welcome.Others = []string{"kept"}
		if h.play(20); ann.welcome.Others[0] != "kept" {
			t.Errorf("%v was told again", others)
		}
	}
}
