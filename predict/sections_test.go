package predict

import (
	"testing"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/world"
)

// TestSnapshotsOfOtherEpochs: snapshots of other epochs are thrown away, and one ahead of the updates waits: law 6.
func TestSnapshotsOfOtherEpochs(t *testing.T) {
	p, s := joinedPredictor(t, 0)
	far := world.SectionPos{X: 9}
	cell := far.PosAt(0)
	s.edits = 110
	w := s.begin()
	sub := edits.SubscriptionEdit(own, world.Subscription{Section: far, Epoch: 2})
	w.Edit(105, &sub)
	w.Edit(108, &edits.Edit{Kind: edits.SetBlock, Author: 7, Pos: cell, Block: world.Glass})
	s.tell(t, p)
	p.ApplySnapshot(protocol.Snapshot{Section: far, Epoch: 1, AtEdit: 90}, world.NewSection(world.Sand))
	if p.World().HasSection(far) {
		t.Fatal("a snapshot of an old epoch was taken")
	}
	p.ApplySnapshot(protocol.Snapshot{Section: far, Epoch: 2, AtEdit: 112}, world.NewSection(world.Planks))
	if p.World().HasSection(far) {
		t.Fatal("a snapshot ahead of the updates was taken at once")
	}
	s.edits = 111 // an update that does not reach it
	w = s.begin()
	w.Edit(111, &edits.Edit{Kind: edits.SetBlock, Author: 7, Pos: cell.Above().Above(), Block: world.Glass})
	s.tell(t, p)
	if p.World().HasSection(far) {
		t.Fatal("a snapshot ahead of the updates was taken")
	}
	s.edits = 113
	w = s.begin()
	w.Edit(113, &edits.Edit{Kind: edits.SetBlock, Author: 7, Pos: cell.Above(), Block: world.Glass})
	s.tell(t, p)
	if b, _ := p.World().Block(cell); b != world.Planks {
		t.Fatalf("an edit older than the snapshot came after it: %v", b)
	}
	if b, _ := p.World().Block(cell.Above()); b != world.Glass {
		t.Fatal("an edit newer than the snapshot is missing")
	}
}

// TestEarlySnapshots: sections that come before the updates that open them are kept up to a bound, beyond which
// Overflowed is set; those of epochs that the updates have reached are forgotten, however many there were.
func TestEarlySnapshots(t *testing.T) {
	p, s := joinedPredictor(t, 0)
	far := func(i int) world.SectionPos { return world.SectionPos{X: 100 + int32(i%1000), Z: int32(i / 1000)} }
	for i := range 3 * earlyMax { // opened and closed again before the section came
		sub := edits.SubscriptionEdit(own, world.Subscription{Section: far(i), Epoch: uint32(2 + i)})
		shut := edits.SubscriptionEdit(own, world.Subscription{Section: far(i)})
		w := s.begin()
		w.Edit(1, &sub)
		w.Edit(1, &shut)
		s.tell(t, p)
		p.ApplySnapshot(protocol.Snapshot{Section: far(i), Epoch: uint32(2 + i), AtEdit: 1}, world.NewSection(world.Stone))
	}
	if len(p.early) != 0 || p.Overflowed {
		t.Fatalf("%d sections of closed epochs are kept", len(p.early))
	}
	next := uint32(2 + 3*earlyMax)
	for i := range earlyMax {
		p.ApplySnapshot(protocol.Snapshot{Section: far(i), Epoch: next + uint32(i), AtEdit: 1}, world.NewSection(world.Stone))
	}
	if len(p.early) != earlyMax || p.Overflowed {
		t.Fatalf("%d of %d early sections are kept, lost %v", len(p.early), earlyMax, p.Overflowed)
	}
	p.ApplySnapshot(protocol.Snapshot{Section: far(earlyMax), Epoch: next + earlyMax, AtEdit: 1}, world.NewSection(world.Stone))
	if !p.Overflowed {
		t.Fatal("one too many is forgotten")
	}
	sub := edits.SubscriptionEdit(own, world.Subscription{Section: far(7), Epoch: next + 7})
	s.begin().Edit(1, &sub)
	s.tell(t, p)
	if p.R.W.Section(far(7)) == nil || len(p.early) != earlyMax-8 {
		t.Fatalf("an early section was not taken, %d are left", len(p.early))
	}
	p.ForgetPending()
	if len(p.early) != 0 || p.Overflowed {
		t.Fatal("ForgetPending left early sections")
	}
}

// TestWaitingEdits: edits of a section that has not come are kept up to a bound, beyond which Overflowed is set.
func TestWaitingEdits(t *testing.T) {
	p, s := joinedPredictor(t, 0)
	at := world.SectionPos{X: 100}
	sub := edits.SubscriptionEdit(own, world.Subscription{Section: at, Epoch: 9})
	s.begin().Edit(1, &sub)
	s.tell(t, p)
	tell := func(n int) {
		w := s.begin()
		for range n {
			s.edits++
			w.Edit(s.edits, &edits.Edit{Kind: edits.SetBlock, Pos: at.PosAt(int(s.edits) % world.SectionCells), Block: world.Dirt})
		}
		s.tell(t, p)
	}
	tell(waitingEditsMax)
	if p.Overflowed {
		t.Fatal("lost at the bound")
	}
	if tell(1); !p.Overflowed || len(p.sections[at].waitingEdits) != waitingEditsMax {
		t.Fatal("not lost beyond the bound")
	}
}
