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
