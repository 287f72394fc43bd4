package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// TestUnackedOverAKill: what was un-acked when a server was killed is performed by the next one, in whatever order words arrive;
// what a client holds it goes on with, and it is told what it missed: what was kept and never told.
func TestUnackedOverAKill(t *testing.T) {
	for _, slow := range []bool{false, true} { // the land comes at once, or in a while
		m := store.NewMemory(nil)
		change := func(c *Config) {
			c.Creative, c.Store = false, m
			if slow {
				c.Land = &slowLand{instant: instant{store: m, generate: flat}, wait: 20}
			}
		}
		r := newRig(t, change)
		ann, bob := r.join("ann"), r.join("bob")
		r.play(120)
		ann.agrees()
		aim := actions.Aim{8, 16, 8}
		target := world.Pos{X: 1, Y: -1, Z: 1}
		ann.do(actions.Action{Kind: actions.Dig, Pos: target, Aim: aim}, r.s.Now())
		r.play(3)
		ann.conn.full, bob.conn.full = true, true // from here on nothing comes down
		seen := bob.do(place(3), r.s.Now())
		r.play(6)
		if at(bob, 3) != world.Stone || bob.acked >= seen.Number {
			t.Fatal("what is to be missed has not happened, or was told")
		}
		last := r.s.World().Player(ann.stream()).Last
		ann.conn.in = nil
		lost := []actions.Action{
			ann.do(place(1), r.s.Now()+1),
			ann.do(actions.Action{Kind: actions.Dug, Pos: target, Aim: aim}, r.s.Now().Add(1300*timestream.Millisecond)),
			ann.do(place(2), r.s.Now().Add(1500*timestream.Millisecond)),
		}
		if lost[0].Number != last+1 {
			t.Fatalf("%d after %d", lost[0].Number, last)
		}
		before := r.hands
		m2 := m.Crash(r.now)
		m = m2
		now := r.now
		r = newRig(t, change)
		r.now = now
		r.hands = before
		ann.resume(r)
		bob.resume(r)
		r.steps(40)
		r.play(60)
		b, _ := r.s.World().Block(target)
		if len(ann.why) > 0 || ann.acked < lost[2].Number || at(ann, 1) != world.Stone || at(ann, 2) != world.Stone || b != world.Air {
			t.Errorf("slow %v: refused %v, acked %d of %d, %v", slow, ann.why, ann.acked, lost[2].Number, b)
		}
		if n := r.s.Metrics().Snapshots; n > 0 {
			t.Errorf("slow %v: %d sections were sent again", slow, n)
		}
		ann.agrees()
		bob.agrees()
		if got, _ := ann.dumb.World().Block(world.Pos{X: 3, Z: 2}); got != world.Stone {
			t.Errorf("slow %v: ann missed what bob had built: %v", slow, got)
		}
	}
}

// TestChangedBeforeTheKill: a section whose snapshot is newer than what a client holds comes again, and no other does.
func TestChangedBeforeTheKill(t *testing.T) {
	m := store.NewMemory(nil)
	change := func(c *Config) { c.Store, c.SaveEvery = m, 100*time.Millisecond }
	r := newRig(t, change)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	ann.conn.full = true
	bob.do(place(1), r.s.Now())
	r.play(60) // and it is saved whole
	before := r.hands
	m = m.Crash(r.now)
	now := r.now
	r = newRig(t, change)
	r.now, r.hands = now, before
	ann.resume(r)
	bob.resume(r)
	r.steps(2)
	r.play(120)
	ann.agrees()
	bob.agrees()
	if n := r.s.Metrics().Snapshots; n != 1 {
		t.Errorf("%d sections were sent again, want 1", n)
	}
}

// slowLand gives what is wanted so many steps later.
type slowLand struct {
	instant
	wait, steps int
}

func (l *slowLand) Ready() (Loaded, bool) {
	if l.steps++; l.steps < l.wait {
		return Loaded{}, false
	}
	return l.instant.Ready()
}

func (l *slowLand) Instant() bool { return false }
