package predict

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/land"
	"voxtide/protocol"
	"voxtide/timestream"
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

// TestPlotStopsWater: own water runs over where an update brings the edge of a plot, and runs there no more: each cell that turned is
// corrected because the server moved it. Far within the plot, or off it, water has no such cause.
func TestPlotStopsWater(t *testing.T) {
	bucket, ok := world.ItemNamed("water_bucket")
	if !ok {
		t.Fatal("no such item")
	}
	for _, heights := range []land.Heights{{}, {LowY: -4, TopY: 8}} {
		p, s := joinedPredictor(t, 0)
		at := world.Pos{X: 1, Z: 3}
		w := s.begin()
		w.Edit(1, &edits.Edit{Kind: edits.SetInventorySlot, Stream: own, Stack: world.Stack{Item: bucket, Count: 1}})
		s.tell(t, p)
		p.AddAction(&actions.Action{Kind: actions.Place, Number: 1, At: t0 + 1000, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}})
		now := t0 + timestream.Time(2*timestream.Second)
		p.AdvanceTo(now)
		beyond := at.Next(world.East)
		if b, _ := p.R.W.Block(beyond); b == world.Air {
			t.Fatal("no water runs there")
		}
		w = s.begin()
		e := edits.ClaimEdit(land.Claim{LowX: at.X + 1, LowZ: -60, HighX: at.X + 200, HighZ: 60, Heights: heights, Owner: 7}, true)
		w.Edit(0, &e)
		s.tell(t, p)
		p.AdvanceTo(now)
		if b, _ := p.R.W.Block(beyond); b != world.Air {
			t.Fatalf("%v is there yet", b)
		}
		if n := len(p.influences.claims); n > 0 {
			t.Errorf("%v: %d claims would be the cause in the next frame, too", heights, n)
		}
		turned := 0
		for _, x := range p.Corrections {
			if x.Kind == KindBlocks {
				turned++
			}
			if x.Cause != protocol.CauseServerMoved {
				t.Errorf("%v: the %v", heights, &x)
			}
		}
		box := boxOfClaim(e.Claim())
		for _, c := range []struct {
			x    int32
			near bool
		}{{-31, false}, {-30, true}, {2, true}, {33, true}, {34, true}, {35, false}, {100, false}, {168, false}, {169, true}, {233, true}, {234, false}} {
			if at := (world.Pos{X: c.x, Y: 200}); heights.Whole() && box.edgeWithin(at, waterReach) != c.near {
				t.Errorf("the edge of %v near %v: %v", box, at, !c.near)
			}
		}
		if t.Logf("%v: %d cells of %d corrections", heights, turned, len(p.Corrections)); turned < 3 {
			t.Error("too few")
		}
	}
}
