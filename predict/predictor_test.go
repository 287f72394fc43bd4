package predict

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// TestPlaceShowsAtOnceAndARefusalGivesItBack places a block that the server refuses: it shows in the same frame and is
// taken back with the ack, and so is the item.
func TestPlaceShowsAtOnceAndARefusalGivesItBack(t *testing.T) {
	p, s := joinedPredictor(t, 0)
	p.AdvanceTo(t0 + 1)
	p.VisibleChanges(p.Now())
	p.AddAction(put(1, t0+2, 3))
	p.AdvanceTo(t0 + 1000)
	cell := world.Pos{X: 3, Z: 3}
	if b, _ := p.World().Block(cell); b != world.Dirt || p.World().Player(own).Slots[0].Count != 63 {
		t.Fatal("the block is not in the same frame")
	}
	if v := p.VisibleChanges(p.Now()); len(v) != 1 || v[0].Pos != cell || v[0].Before != world.Air {
		t.Fatalf("visible: %v", v)
	}
	w := s.begin()
	w.Advance(own, t0+500, nil)
	w.Ack(own, 1)
	w.Refusal(1, actions.Occupied, "")
	s.tell(t, p)
	p.AdvanceTo(t0 + 2000)
	if b, _ := p.World().Block(cell); b != world.Air || p.World().Player(own).Slots[0].Count != 64 {
		t.Fatal("the refusal did not give it back")
	}
	if v := p.VisibleChanges(p.Now()); len(v) != 1 || v[0].Before != world.Dirt {
		t.Fatalf("visible: %v", v)
	}
}

// TestConfirmedPredictionChangesNothingVisible acks a prediction with the same edit: no section is meshed again.
func TestConfirmedPredictionChangesNothingVisible(t *testing.T) {
	p, s := joinedPredictor(t, 0)
	p.AdvanceTo(t0 + 1)
	p.AddAction(put(1, t0+2, 3))
	p.AdvanceTo(t0 + 1000)
	p.VisibleChanges(p.Now())
	s.edits++
	w := s.begin()
	w.Edit(s.edits, &edits.Edit{Kind: edits.SetBlock, Author: own, Pos: world.Pos{X: 3, Z: 3}, Block: world.Dirt})
	w.Advance(own, t0+500, nil)
	w.Ack(own, 1)
	s.tell(t, p)
	p.AdvanceTo(t0 + 2000)
	if v := p.VisibleChanges(p.Now()); len(v) != 0 {
		t.Fatalf("visible: %v", v)
	}
	if p.UnackedCount() != 0 {
		t.Fatal("the ack did not pop the action")
	}
}

// TestPeersActionsAreKeyedByStream adds a peer's action before the server sends it, and then the ack that drops it.
func TestPeersActionsAreKeyedByStream(t *testing.T) {
	p, s := joinedPredictor(t, 1)
	p.AdvanceTo(t0 + 100_000)
	peer := own + 1
	a := put(1, t0+50_000, 3) // it is before the end of the prediction
	p.AddPeerAction(peer, a)
	p.AdvanceTo(t0 + 110_000)
	if b, _ := p.World().Block(a.Pos); b != world.Dirt {
		t.Fatal("the peer's block does not show")
	}
	w := s.begin()
	w.Advance(own, t0+60_000, nil)
	w.Ack(peer, 1) // refused: no edit
	s.tell(t, p)
	p.AdvanceTo(t0 + 120_000)
	if b, _ := p.World().Block(a.Pos); b != world.Air {
		t.Fatal("the ack did not pop the peer's action")
	}
	p.AddPeerAction(peer, a) // comes again, late
	p.AdvanceTo(t0 + 130_000)
	if b, _ := p.World().Block(a.Pos); b != world.Air {
		t.Fatal("an acked action of a peer was taken again")
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, others := range []int{0, 50} {
		p, f, to := loadedPredictor(t, others, 10, 200*timestream.Millisecond)
		again(t, p, f, to)
		if n := testing.AllocsPerRun(50, func() { again(t, p, f, to) }); n != 0 {
			t.Errorf("%v allocations a frame with %d others", n, others)
		}
	}
}

// BenchmarkRepredictOwn is one frame with an update at a round trip of 200 ms and 10 un-acked actions: budget 50 µs.
func BenchmarkRepredictOwn(b *testing.B) {
	p, f, to := loadedPredictor(b, 0, 10, 200*timestream.Millisecond)
	b.ReportAllocs()
	for b.Loop() {
		again(b, p, f, to)
	}
}

// BenchmarkRepredict50 is the same with 50 others near at 500 ms: budget 0.5 ms.
func BenchmarkRepredict50(b *testing.B) {
	p, f, to := loadedPredictor(b, 50, 10, 500*timestream.Millisecond)
	b.ReportAllocs()
	for b.Loop() {
		again(b, p, f, to)
	}
}
