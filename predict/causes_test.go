package predict

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// story is what an update brings besides the ack of an own placement that the server did not perform.
type story struct {
	name  string
	tell  func(w *protocol.UpdateWriter, at world.Pos)
	cause protocol.Cause
}

// undone plays a placement that the server acks and does not perform, with the rest of the update, and returns the
// corrections.
func undone(t *testing.T, st *story) map[CorrectionKind][]Correction {
	p, s := joinedPredictor(t, 2)
	// A body a block away from the placement is not in its way.
	at := world.Pos{X: 1, Z: 3}
	p.AddAction(&actions.Action{Kind: actions.Place, Number: 1, At: t0 + 1000, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}})
	p.AdvanceTo(t0 + 2000)
	if b, _ := p.R.W.Block(at); b != world.Dirt || p.R.W.Player(own).Slots[0].Count != 63 {
		t.Fatalf("%s: %v placed, %v left", st.name, b, p.R.W.Player(own).Slots[0])
	}
	w := s.begin()
	if st.tell != nil {
		st.tell(w, at)
	}
	w.Advance(own, t0+1500, nil)
	w.Ack(own, 1)
	if st.cause == protocol.CauseServerMoved && st.name == "claimed" {
		w.Refusal(1, actions.Claimed, "")
	}
	if st.name == "disk" {
		w.Refusal(1, actions.DiskFull, "")
	}
	s.tell(t, p)
	out := map[CorrectionKind][]Correction{}
	if c, ok := p.AdvanceTo(t0 + 2000); ok {
		out[c.Kind] = append(out[c.Kind], c)
	}
	for _, c := range p.Corrections {
		out[c.Kind] = append(out[c.Kind], c)
	}
	if p.AdvanceTo(t0 + 2000); len(p.Corrections) > 0 {
		t.Fatalf("%s: corrected once more: %v", st.name, &p.Corrections[0])
	}
	return out
}

// TestUnexplained: a placement that the server acks as done and has not performed is a correction of the block, of the
// inventory and of the body's allowances; none has a cause, whatever others do elsewhere.
func TestUnexplained(t *testing.T) {
	other := own + 1
	far := world.Pos{X: 20, Z: 20}
	set := func(w *protocol.UpdateWriter, seq uint64, author timestream.Stream, at world.Pos, b world.Block) {
		w.Edit(seq, &edits.Edit{Kind: edits.SetBlock, Author: author, Pos: at, Block: b})
	}
	stories := []story{
		{"nothing", nil, protocol.Unexplained},
		{"edit elsewhere", func(w *protocol.UpdateWriter, at world.Pos) { set(w, 101, other, far, world.Stone) }, protocol.Unexplained},
		{"edit three away", func(w *protocol.UpdateWriter, at world.Pos) {
			set(w, 101, other, world.Pos{X: at.X + 3, Y: 5, Z: at.Z}, world.Stone)
		}, protocol.Unexplained},
		{"bodies pass by", func(w *protocol.UpdateWriter, at world.Pos) {
			w.Advance(other, t0+1500, nil)
			w.ServerMoved(world.AvatarID(other))
		}, protocol.Unexplained},
		{"another stalls", func(w *protocol.UpdateWriter, at world.Pos) { w.Stall(other) }, protocol.Unexplained},
		{"another's section", func(w *protocol.UpdateWriter, at world.Pos) {
			sub := edits.SubscriptionEdit(own, world.Subscription{Section: world.SectionPos{X: 40}, Epoch: 77})
			w.Edit(101, &sub)
		}, protocol.Unexplained},
		{"a gift to another slot", func(w *protocol.UpdateWriter, at world.Pos) {
			w.Edit(101, &edits.Edit{Kind: edits.SetInventorySlot, Stream: own, Slot: 7, Stack: world.StackOf(world.Stone, 3)})
		}, protocol.Unexplained},
		{"the body is moved", func(w *protocol.UpdateWriter, at world.Pos) { w.ServerMoved(world.AvatarID(own)) }, protocol.Unexplained},
		{"edit of the cell", func(w *protocol.UpdateWriter, at world.Pos) { set(w, 101, other, at, world.Planks) }, protocol.CauseEdit},
		{"claimed", nil, protocol.CauseServerMoved},
		{"disk", nil, protocol.CauseDisk},
		{"stall", func(w *protocol.UpdateWriter, at world.Pos) { w.Stall(own) }, protocol.CauseStall},
	}
	said := map[protocol.Cause]int{}
	for i := range stories {
		st := &stories[i]
		got := undone(t, st)
		if len(got[KindBlocks]) != 1 || len(got[KindInventory]) != 1 {
			t.Errorf("%s: corrections %v", st.name, got)
			continue
		}
		for kind, list := range got {
			for _, c := range list {
				want := st.cause
				if st.name == "the body is moved" && kind == KindBody {
					want = protocol.CauseServerMoved
				}
				if c.Cause != want {
					t.Errorf("%s: the %v, not for %v", st.name, &c, want)
				}
				said[c.Cause]++
			}
		}
		if st.name == "edit elsewhere" && len(got[KindBody]) != 1 {
			t.Errorf("%s: no correction of what the body has used up", st.name)
		}
	}
	t.Logf("causes given: %v", said)
}

// TestUnexplainedBody: a correction of the body has no cause if no other body is near.
func TestUnexplainedBody(t *testing.T) {
	for _, near := range []bool{false, true} {
		p, s := joinedPredictor(t, 2)
		p.AddAction(key(1, t0+1000, world.KeyForward))
		p.AdvanceTo(t0 + 120_000)
		e := p.R.W.Entity(p.R.W.Find(world.AvatarID(own)))
		at := e.Motion.Pos.Block()
		w := s.begin()
		cell := world.Pos{X: at.X + 30, Z: at.Z}
		if near {
			cell = at
		}
		w.Edit(101, &edits.Edit{Kind: edits.SetBlock, Author: own + 1, Pos: cell, Block: world.Water})
		w.Advance(own, t0+1500, nil)
		w.Ack(own, 1) // and the body stood still
		s.tell(t, p)
		c, ok := p.AdvanceTo(t0 + 120_000)
		want := protocol.Unexplained
		if near {
			want = protocol.CauseEdit
		}
		if !ok || c.Kind != KindBody || c.Cause != want {
			t.Errorf("near %v: corrected %v, %v", near, ok, &c)
		}
	}
}

// TestNoCorrectionOfOthersDoing: a change by others to cells and slots without a prediction is no correction, nor is a
// change that a prediction confirms.
func TestNoCorrectionOfOthersDoing(t *testing.T) {
	p, s := joinedPredictor(t, 1)
	at := world.Pos{X: 1, Z: 3}
	p.AddAction(&actions.Action{Kind: actions.Place, Number: 1, At: t0 + 1000, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}})
	p.AdvanceTo(t0 + 2000)
	m := p.R.W.Entity(p.R.W.Find(world.AvatarID(own))).Motion
	w := s.begin()
	w.Edit(101, &edits.Edit{Kind: edits.SetBlock, Author: own, Pos: at, Block: world.Dirt})
	w.Edit(102, &edits.Edit{Kind: edits.SetInventorySlot, Author: own, Stream: own, Slot: 0, Stack: world.StackOf(world.Dirt, 63)})
	w.Edit(103, &edits.Edit{Kind: edits.SetInventorySlot, Stream: own, Slot: 3, Stack: world.StackOf(world.Stone, 9)})
	w.Edit(104, &edits.Edit{Kind: edits.SetBlock, Author: own + 1, Pos: world.Pos{X: 5, Z: 5}, Block: world.Planks})
	base := p.shownMotion // the body as first received, extrapolated
	base.PlaceFullAt, base.ActFullAt, base.BreakFullAt = 0, 0, 0
	w.Motion(world.AvatarID(own), t0+2000, &base, &m)
	w.Advance(own, t0+2000, nil)
	w.Ack(own, 1)
	s.tell(t, p)
	if c, ok := p.AdvanceTo(t0 + 2000); ok || len(p.Corrections) > 0 {
		t.Fatalf("corrected: %v, %v", &c, p.Corrections)
	}
	if p.R.W.Player(own).Slots[3].Count != 9 {
		t.Fatal("the gift did not come")
	}
}

// TestBrokeAnotherBlock: the block that the own player broke from afar turns out to have been another one, which somebody had put there. What
// goes into the bag is another thing for that reason, however far the cell is from the own path; without that edit there is no reason.
func TestBrokeAnotherBlock(t *testing.T) {
	far, elsewhere := world.Pos{Z: -5}, world.Pos{X: 12, Z: -5}
	for _, c := range []struct {
		at    world.Pos
		cause protocol.Cause
	}{{far, protocol.CauseEdit}, {elsewhere, protocol.Unexplained}} {
		p, s := joinedPredictor(t, 1)
		w := s.begin()
		w.Edit(101, &edits.Edit{Kind: edits.SetBlock, Author: own + 1, Pos: far, Block: world.Dirt})
		s.tell(t, p)
		p.AdvanceTo(t0 + 500)
		p.AddAction(&actions.Action{Kind: actions.StartBreak, Number: 1, At: t0 + 1000, Pos: far, Aim: actions.Aim{8, 16, 8}})
		p.AddAction(&actions.Action{Kind: actions.FinishBreak, Number: 2, At: t0 + 3_000_000, Pos: far, Aim: actions.Aim{8, 16, 8}})
		now := t0 + 3_100_000
		p.AdvanceTo(now)
		if b, _ := p.R.W.Block(far); b != world.Air {
			t.Fatalf("%v is there after it was broken", b)
		}
		w = s.begin()
		author := own + 1
		if c.at == elsewhere { // the server says that it was sand all along, and nobody did it
			author = own
			w.Edit(102, &edits.Edit{Kind: edits.SetBlock, Author: own + 1, Pos: elsewhere, Block: world.Sand})
		}
		w.Edit(103, &edits.Edit{Kind: edits.SetBlock, Author: author, Pos: far, Block: world.Sand})
		s.tell(t, p)
		if _, wrong := p.AdvanceTo(now); wrong {
			t.Errorf("%v: the body is corrected", c.at)
		}
		if len(p.Corrections) == 0 {
			t.Fatalf("%v: another block in the bag is no correction", c.at)
		}
		for i := range p.Corrections {
			if k := &p.Corrections[i]; k.Kind != KindInventory || k.Cause != c.cause {
				t.Errorf("%v: %v, not for %v", c.at, k, c.cause)
			}
		}
	}
}
