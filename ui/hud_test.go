package ui

import (
	"testing"

	"voxtide/world"
)

// TestHUD: counts in survival only, the name after a change, toasts and warnings for their time.
func TestHUD(t *testing.T) {
	r := newHarness(t)
	r.expectText("20", "64")
	if _, ok := r.find("1"); ok {
		t.Error("a single block is counted")
	}
	r.s.Survival = false
	r.draw()
	if len(r.f.texts) > 0 {
		t.Errorf("%v", r.f.texts)
	}
	r.s.Selected = 4
	r.feed()
	r.expectText(ItemName(uint16(world.Stone) + 1))
	r.now += heldItemFor + heldItemFade
	r.s.Refusals = []string{"too far", "somebody is in the way"}
	r.feed()
	r.expectText("Somebody is in the way")
	r.now += toastFor + toastFade
	r.feed()
	if len(r.f.texts) > 0 {
		t.Errorf("%v", r.f.texts)
	}
	r.s.Unacked = unackedWarning + 1
	r.draw()
	r.expectText("Lag: 17 actions are not confirmed yet")
	for _, w := range []struct {
		silent  float64
		unacked int
		want    string
	}{
		{0.4, 0, "No response from the server"},
		{3.9, 0, "No response from the server for 3 s"},
		{3.9, 1, "No response from the server for 3 s; 1 action is not confirmed"},
		{9.9, 17, "No response from the server for 9 s; 17 actions are not confirmed"},
	} {
		r.s.SilentFor, r.s.Unacked = w.silent, w.unacked
		r.draw()
		r.expectText(w.want)
	}
	r.s.SilentFor = 3.9
	r.s.Resuming = true
	r.draw()
	r.expectText("Reconnecting … 3 s")
}

// TestHUDAllocations: a frame without news allocates nothing.
func TestHUDAllocations(t *testing.T) {
	r := newHarness(t)
	r.f.forgetful = true
	if n := testing.AllocsPerRun(100, func() {
		r.u.Feed(1, nil)
		r.u.Draw(1280, 720, &r.s)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
