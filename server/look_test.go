package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/world"
)

// TestOthersAreSeenToLookUp: how far up somebody looks is told to those near, when it has changed and ten times a second at
// most, and again to who has forgotten it. Nobody is told their own.
func TestOthersAreSeenToLookUp(t *testing.T) {
	r := newRig(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	sees := func(h *hand, want int8) {
		t.Helper()
		if got := h.dumb.Pitch(bob.stream()); got != want {
			t.Fatalf("%s sees bob look up by %d, not %d", h.name, got, want)
		}
	}
	bob.pitch = 35
	r.play(10)
	sees(ann, 35)
	r.play(60)
	if ann.looks != 1 || bob.looks != 0 {
		t.Fatalf("told %d times to ann, %d to bob", ann.looks, bob.looks)
	}
	for i := range 60 {
		bob.pitch = int8(i)
		r.play(1)
	}
	if ann.looks < 8 || ann.looks > 12 {
		t.Fatalf("told %d times in a second", ann.looks)
	}
	r.play(10)
	sees(ann, 59)
	ann.agrees()

	ann.resume(r)
	r.play(10)
	if ann.wholes != 2 {
		t.Fatal("not told anew")
	}
	sees(ann, 59)

	bob.do(actions.Action{Kind: actions.Goto, Pos: world.Pos{X: 100}}, r.s.Now())
	r.play(30)
	bob.pitch = -90
	n := ann.looks
	r.play(60)
	if ann.looks != n {
		t.Fatal("told from afar")
	}
	sees(ann, 59)
	bob.do(actions.Action{Kind: actions.Goto, Pos: world.Pos{X: 5}}, r.s.Now())
	r.play(30)
	sees(ann, -90)
}

// TestStrikesAreSeen: who changes a block is seen to do so, who changed one far away, as a rollback does, is not.
func TestStrikesAreSeen(t *testing.T) {
	r := newRig(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	ev := ann.dumb.Happened()
	struck := func(want bool) {
		t.Helper()
		r.play(10)
		if got := len(ev.Struck) == 1 && ev.Struck[0] == bob.stream(); got != want || len(ev.Struck) > 1 || len(bob.dumb.Happened().Struck) > 0 {
			t.Fatalf("struck: %v, to bob himself: %v", ev.Struck, bob.dumb.Happened().Struck)
		}
		ev.Struck = ev.Struck[:0]
	}
	bob.do(place(4), r.s.Now())
	struck(true)
	struck(false)
	b := Back{Pos: world.Pos{X: 12, Y: -1, Z: 2}, Now: world.Stone, Then: world.Air}
	roll := &Rollback{Author: bob.stream(), Last: true}
	roll.Add(b)
	r.s.Roll(roll)
	struck(false)
	if at, _ := ann.dumb.World().Block(b.Pos); at != world.Air {
		t.Fatal("the rollback was not seen")
	}
}
