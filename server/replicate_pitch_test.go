package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server/rollback"
	"voxtide/world"
)

// TestPitchIsToldToOthers: the pitch of a player is told to those near, when it has changed and ten times a second at most, and again
// to a client that has forgotten it. No player is told its own.
func TestPitchIsToldToOthers(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	sees := func(h *testClient, want int8) {
		t.Helper()
		if got := h.dumb.PitchOf(bob.stream()); got != want {
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
	if ann.fullUpdates != 2 {
		t.Fatal("not told again")
	}
	sees(ann, 59)

	bob.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 100}}, r.s.Now())
	r.play(30)
	bob.pitch = -90
	n := ann.looks
	r.play(60)
	if ann.looks != n {
		t.Fatal("told from afar")
	}
	sees(ann, 59)
	bob.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 5}}, r.s.Now())
	r.play(30)
	sees(ann, -90)
}

// TestStrikesAreSeen: a player who changes a block is seen to do so; one who changes a block far away, as a rollback does, is not.
func TestStrikesAreSeen(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	ev := ann.dumb.PendingEvents()
	struck := func(want bool) {
		t.Helper()
		r.play(10)
		if got := len(ev.Swings) == 1 && ev.Swings[0] == bob.stream(); got != want || len(ev.Swings) > 1 || len(bob.dumb.PendingEvents().Swings) > 0 {
			t.Fatalf("struck: %v, to bob himself: %v", ev.Swings, bob.dumb.PendingEvents().Swings)
		}
		ev.Swings = ev.Swings[:0]
	}
	bob.do(placeBeside(4), r.s.Now())
	struck(true)
	struck(false)
	b := rollback.Restore{Pos: world.Pos{X: 12, Y: -1, Z: 2}, Expected: world.Stone, Target: world.Air}
	roll := &rollback.Job{Author: bob.stream(), Complete: true}
	roll.Add(b)
	r.s.StartRollback(roll)
	struck(false)
	if at, _ := ann.dumb.World().Block(b.Pos); at != world.Air {
		t.Fatal("the rollback was not seen")
	}
}

// TestEmotesAreSeen: those who see a player are told of an emote, once, and neither the player nor who is far away; more than the rate are
// refused, and so is a number that is no emote.
func TestEmotesAreSeen(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob, far := r.join("ann"), r.join("bob"), r.join("far")
	r.play(60)
	far.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 500}}, r.s.Now())
	r.play(30)
	told := func(h *testClient) (n int) {
		n = len(h.dumb.PendingEvents().Emotes)
		h.dumb.PendingEvents().Emotes = nil
		return n
	}
	bob.do(actions.Action{Kind: actions.MakeEmote, Emote: edits.EmoteWave}, r.s.Now())
	r.play(10)
	if e := ann.dumb.PendingEvents().Emotes; len(e) != 1 || e[0].By != bob.stream() || e[0].Kind != edits.EmoteWave {
		t.Fatalf("ann is told %v", e)
	}
	if told(ann) != 1 || told(bob) != 0 || told(far) != 0 {
		t.Error("others than those who see bob are told")
	}
	for range 20 {
		bob.do(actions.Action{Kind: actions.MakeEmote, Emote: edits.EmoteNod}, r.s.Now())
		r.play(1)
	}
	r.play(10)
	if n := told(ann); n < 3 || n > 7 || len(bob.why) < 10 {
		t.Errorf("of 20 in a third of a second ann is told %d, %d are refused", n, len(bob.why))
	}
	bob.do(actions.Action{Kind: actions.MakeEmote, Emote: edits.EmoteCount}, r.s.Now())
	r.play(10)
	if !bob.conn.closed {
		t.Error("an emote that there is not")
	}
}
