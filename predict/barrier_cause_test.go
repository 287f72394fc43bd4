package predict

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/land"
	"voxtide/protocol"
	"voxtide/world"
)

// TestBorderComesAndGoes: a placement beyond the border is refused until an update moves the border away, and one inside it is until the
// border comes: the block, the bag and the body are corrected, each because the server moved it.
func TestBorderComesAndGoes(t *testing.T) {
	for _, c := range []struct{ from, to int32 }{{2, 40}, {40, 2}} {
		p, s := joinedPredictor(t, 0)
		at := world.Pos{X: 1, Z: 3}
		border := func(reach int32) {
			w := s.begin()
			e := edits.BorderEdit(land.Border{R: reach})
			w.Edit(0, &e)
			s.tell(t, p)
		}
		border(c.from)
		p.AddAction(&actions.Action{Kind: actions.Place, Number: 1, At: t0 + 1000, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}})
		p.AdvanceTo(t0 + 2000)
		if b, _ := p.R.W.Block(at); (b == world.Dirt) != (c.from > c.to) {
			t.Fatalf("border %d: %v is there", c.from, b)
		}
		border(c.to)
		body, moved := p.AdvanceTo(t0 + 2000)
		if b, _ := p.R.W.Block(at); (b == world.Dirt) != (c.to > c.from) {
			t.Fatalf("border %d: %v is there", c.to, b)
		}
		if !moved || len(p.Corrections) != 2 {
			t.Fatalf("border %d: %v, %v are corrected", c.to, moved, p.Corrections)
		}
		t.Logf("border %d to %d: the body and %d more are corrected", c.from, c.to, len(p.Corrections))
		for _, x := range append(p.Corrections, body) {
			if x.Cause != protocol.CauseServerMoved {
				t.Errorf("border %d: the %v", c.to, &x)
			}
		}
	}
}

// TestPlotComesAndGoes: a door of which one half would be in a plot and the other one above it is refused until an update takes the plot
// away, and one beside which none is until the plot comes: what is corrected is so because the server moved it.
func TestPlotComesAndGoes(t *testing.T) {
	door, ok := world.BlockNamed("oak_door")
	if !ok {
		t.Fatal("no such door")
	}
	for _, comes := range []bool{false, true} {
		p, s := joinedPredictor(t, 0)
		at := world.Pos{X: 1, Z: 3}
		plot := func(there bool) {
			w := s.begin()
			e := edits.ClaimEdit(land.Claim{LowX: -8, LowZ: -8, HighX: 8, HighZ: 8, Heights: land.Heights{LowY: -4, TopY: at.Y + 1}, Owner: 7}, there)
			w.Edit(0, &e)
			s.tell(t, p)
		}
		w := s.begin()
		w.Edit(1, &edits.Edit{Kind: edits.SetInventorySlot, Stream: own, Stack: world.StackOf(door, 5)})
		s.tell(t, p)
		if !comes {
			plot(true)
		}
		p.AddAction(&actions.Action{Kind: actions.Place, Number: 1, At: t0 + 1000, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}})
		p.AdvanceTo(t0 + 2000)
		if b, _ := p.R.W.Block(at); (b.Class() == world.ClassDoor) != comes {
			t.Fatalf("comes %v: %v is there", comes, b)
		}
		plot(comes)
		body, moved := p.AdvanceTo(t0 + 2000)
		if b, _ := p.R.W.Block(at); (b.Class() == world.ClassDoor) == comes {
			t.Fatalf("comes %v: %v is there", comes, b)
		}
		if !moved || len(p.Corrections) < 2 {
			t.Fatalf("comes %v: %v, %v are corrected", comes, moved, p.Corrections)
		}
		t.Logf("comes %v: the body and %d more are corrected", comes, len(p.Corrections))
		for _, x := range append(p.Corrections, body) {
			if x.Cause != protocol.CauseServerMoved {
				t.Errorf("comes %v: the %v", comes, &x)
			}
		}
	}
}
