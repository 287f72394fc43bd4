package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// TestUnackedOverAKill: the un-acked actions of a killed server's client are performed by the next server, in whatever order messages
// arrive; the client goes on with the sections that it holds, and is told the changes that were stored and that it missed.
func TestUnackedOverAKill(t *testing.T) {
	for _, slow := range []bool{false, true} { // sections load at once, or after a while
		m := store.NewMemory(nil)
		change := func(c *Config) {
			c.Creative, c.Store = false, m
			if slow {
				c.SectionSource = &slowLand{OnDemand: sections.OnDemand{Store: m, Generate: flatSection}, wait: 20}
			}
		}
		r := newHarness(t, change)
		ann, bob := r.join("ann"), r.join("bob")
		r.play(120)
		ann.agrees()
		aim := actions.Aim{8, 16, 8}
		target := world.Pos{X: 1, Y: -1, Z: 1}
		ann.do(actions.Action{Kind: actions.StartBreak, Pos: target, Aim: aim}, r.s.Now())
		r.play(3)
		ann.conn.full, bob.conn.full = true, true // from here on no message arrives
		seen := bob.do(placeBeside(3), r.s.Now())
		r.play(6)
		if blockBeside(bob, 3) != world.Stone || bob.acked >= seen.Number {
			t.Fatal("what is to be missed has not happened, or was told")
		}
		last := r.s.World().Player(ann.stream()).LastAction
		ann.conn.in = nil
		lost := []actions.Action{
			ann.do(placeBeside(1), r.s.Now()+1),
			ann.do(actions.Action{Kind: actions.FinishBreak, Pos: target, Aim: aim}, r.s.Now().Add(1300*timestream.Millisecond)),
			ann.do(placeBeside(2), r.s.Now().Add(1500*timestream.Millisecond)),
		}
		if lost[0].Number != last+1 {
			t.Fatalf("%d after %d", lost[0].Number, last)
		}
		before := r.hands
		m2 := m.Crash(r.now)
		m = m2
		now := r.now
		r = newHarness(t, change)
		r.now = now
		r.hands = before
		ann.resume(r)
		bob.resume(r)
		r.steps(40)
		r.play(60)
		b, _ := r.s.World().Block(target)
		if len(ann.why) > 0 || ann.acked < lost[2].Number || blockBeside(ann, 1) != world.Stone || blockBeside(ann, 2) != world.Stone || b != world.Air {
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

// TestChangedBeforeTheKill: a section whose snapshot is newer than a client's copy is sent again, and no other is.
func TestChangedBeforeTheKill(t *testing.T) {
	m := store.NewMemory(nil)
	change := func(c *Config) { c.Store, c.SaveEvery = m, 100*time.Millisecond }
	r := newHarness(t, change)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	ann.conn.full = true
	bob.do(placeBeside(1), r.s.Now())
	r.play(60) // and its snapshot is saved
	before := r.hands
	m = m.Crash(r.now)
	now := r.now
	r = newHarness(t, change)
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

// slowLand delivers requested sections some steps later.
type slowLand struct {
	sections.OnDemand
	wait, steps int
}

func (l *slowLand) Ready() (sections.Loaded, bool) {
	if l.steps++; l.steps < l.wait {
		return sections.Loaded{}, false
	}
	return l.OnDemand.Ready()
}

func (l *slowLand) Immediate() bool { return false }
