package predict

import (
	"testing"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// TestLetGo: a plate was pressed until a second from now, and the own player is about to walk over it, which then changes nothing. The
// server lets it go before the own stream comes there, so that he presses it again, for longer: a correction of
// the plate, whose cause is the stall in which the server took the stream's checks over, or that it did so. Let go at its end the plate is as
// predicted, and another outcome has no cause.
func TestLetGo(t *testing.T) {
	plate, known := world.ItemNamed("oak_plate")
	if !known {
		t.Fatal("there are no plates")
	}
	const (
		end          = t0 + 1_000_000
		pressedAgain = "at its end, and pressed for no reason"
	)
	for name, c := range map[string]struct {
		stamp  timestream.Time
		stall  bool
		cause  protocol.Cause
		change bool
	}{
		"in a stall":  {t0 + 500, true, protocol.CauseStall, true},
		"handed over": {t0 + 500, false, protocol.CauseServerMoved, true},
		"at its end":  {end, false, 0, false},
		pressedAgain:  {end, false, protocol.Unexplained, true},
	} {
		p, s := joinedPredictor(t, 0)
		p.AddAction(key(1, t0+1000, world.KeyForward))
		p.AdvanceTo(t0 + 450_000)
		at := p.R.W.Entity(p.R.W.Find(world.AvatarID(own))).Motion.Pos.Block()
		w := s.begin()
		on := plate.Block().With(world.PropOn, 1)
		w.Edit(101, &edits.Edit{Kind: edits.SetBlock, Author: own, Pos: at, Block: on, Before: on, At: end})
		w.Edit(102, &edits.Edit{Kind: edits.AddSupportCheck, Author: own, Stream: own, Pos: at})
		s.tell(t, p)
		p.ResetTime()
		p.AdvanceTo(t0 + 1_300_000)
		if b, _ := p.R.W.Block(at); b != plate.Block() {
			t.Fatalf("%s: the plate is %v after its end", name, b)
		}
		walked := p.R.W.Entity(p.R.W.Find(world.AvatarID(own))).Motion
		w = s.begin()
		w.Edit(103, &edits.Edit{Kind: edits.RemoveSupportCheck, Author: own, Stream: own, Pos: at})
		w.Edit(104, &edits.Edit{Kind: edits.SetBlock, Author: own, Pos: at, Block: plate.Block()})
		if name == pressedAgain {
			w.Edit(105, &edits.Edit{Kind: edits.SetBlock, Author: own, Pos: at, Block: on, Before: on, At: end + 900_000})
		}
		if c.stall {
			w.Stall(own)
		}
		if c.stamp == end { // the whole walk came, too
			base := p.receivedMotion()
			w.Motion(world.AvatarID(own), t0+1_300_000, &base, &walked)
			w.Ack(own, 1)
			w.Advance(own, t0+1_300_000, nil)
		} else {
			w.Advance(own, c.stamp, nil)
		}
		s.tell(t, p)
		if fix, wrong := p.AdvanceTo(t0 + 1_300_000); wrong {
			t.Errorf("%s: %v", name, &fix)
		}
		if changed := len(p.Corrections) == 1 && p.Corrections[0].Kind == KindBlocks && p.Corrections[0].Cause == c.cause; changed != c.change || len(p.Corrections) > 1 {
			t.Errorf("%s: corrections %v", name, p.Corrections)
		}
	}
}

// TestOpensWhenAnotherGoes: the own player walks over a plate and then over the trapdoor beside it, which stays shut in the prediction
// while another body stands where its panel would be. That body turns out to have gone: the trapdoor opens, and the own body walks on the
// ground. Whose body was in the way is the cause; nobody's body leaves a correction without one.
func TestOpensWhenAnotherGoes(t *testing.T) {
	plate, _ := world.ItemNamed("oak_plate")
	trapdoor, known := world.ItemNamed("oak_trapdoor")
	if !known {
		t.Fatal("there are no trapdoors")
	}
	causes := map[protocol.Cause]int{}
	for _, near := range []bool{true, false} {
		p, s := joinedPredictor(t, 1)
		p.AddAction(key(1, t0+1000, world.KeyForward))
		p.AdvanceTo(t0 + 450_000)
		from := p.R.W.Entity(p.R.W.Find(world.AvatarID(own))).Motion.Pos
		p.AdvanceTo(t0 + 650_000)
		to := p.R.W.Entity(p.R.W.Find(world.AvatarID(own))).Motion.Pos
		pressed, door := from.Block(), from.Block()
		if to[0] != from[0] || to[2] >= from[2] {
			t.Fatalf("walks from %v to %v, not north", from, to)
		}
		door.Z--
		shut := trapdoor.Block().With(world.PropFacing, facingWith(t, trapdoor.Block(), world.Box{Hi: [3]int8{3, 16, 16}}))
		w := s.begin()
		w.Edit(101, &edits.Edit{Kind: edits.SetBlock, Author: own, Pos: pressed, Block: plate.Block()})
		w.Edit(102, &edits.Edit{Kind: edits.SetBlock, Author: own, Pos: door, Block: shut})
		stands := world.Entity{ID: world.AvatarID(own + 1), Kind: world.KindAvatar, Stream: own + 1, At: t0}
		stands.Motion.Pos = world.BottomCentre(door)
		stands.Motion.Pos[0] -= 700_000_000
		stands.Motion.Flags = world.OnGround
		w.Edit(0, &edits.Edit{Kind: edits.SpawnEntity, Number: 1, Entity: stands})
		s.tell(t, p)
		p.ResetTime()
		now := t0 + 650_000
		p.AdvanceTo(now)
		if b, _ := p.R.W.Block(door); b != shut {
			t.Fatalf("near %v: it is %v while somebody stands in its way", near, b)
		}
		gone := stands.Motion
		gone.Pos[0] -= 20_000_000_000
		w = s.begin()
		if near {
			w.Motion(stands.ID, t0+400_000, &stands.Motion, &gone)
		} else { // it has not been there, as far as this client was told: what happened has no cause
			stands.Motion = gone
			w.Edit(0, &edits.Edit{Kind: edits.SpawnEntity, Number: 1, Entity: stands})
		}
		w.Advance(own+1, t0+400_000, nil)
		s.tell(t, p)
		c, wrong := p.AdvanceTo(now)
		if b, _ := p.R.W.Block(door); b.Get(world.PropOpen) != 1 || !wrong {
			t.Fatalf("near %v: it is %v with nobody in its way; corrected %v", near, b, wrong)
		}
		causes[c.Cause]++
		if want := map[bool]protocol.Cause{true: protocol.CauseBody, false: protocol.Unexplained}[near]; c.Cause != want {
			t.Errorf("near %v: %v, not for %v", near, &c, want)
		}
	}
	t.Logf("causes given: %v", causes)
}

// facingWith returns the facing with which an open block fills a box.
func facingWith(t *testing.T, b world.Block, box world.Box) int {
	for f := range 4 {
		if boxes := b.With(world.PropFacing, f).With(world.PropOpen, 1).Boxes(); len(boxes) == 1 && boxes[0] == box {
			return f
		}
	}
	t.Fatalf("%v opens to no box %v", b, box)
	return 0
}

// receivedMotion returns the own body as received, extrapolated to where the test's updates extrapolate it.
func (p *Predictor) receivedMotion() (m world.Motion) {
	p.InspectReceived(func(w *world.World) {
		e := w.Entity(w.Find(world.AvatarID(p.Own)))
		m = e.Motion.Extrapolated(timestream.Time(t0 + 1_300_000).Sub(e.At))
	})
	return m
}
