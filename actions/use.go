package actions

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/world"
)

// Use{Pos, Aim, Want} works a door, a gate, a trapdoor or a lever: it is open, or on, as the player wants it. It says what is wanted, not
// that it changes, so that two players who want the same do not undo each other.

func use(c Context, a *Action) Refusal {
	if r := checkSections(c, a.Pos); r != Done {
		return r
	}
	b, _ := c.W.Block(a.Pos)
	p, usable := UsedProperty(b)
	if !usable {
		return TargetChanged
	}
	m := c.motion()
	if r := checkTarget(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	want := 0
	if a.Want {
		want = 1
	}
	if !spend(&m.PlaceFullAt, c.Stamp, placeCost, placeBurst) {
		return whyTooFast(m.PlaceFullAt, c.Stamp, placeBurst)
	}
	c.setMotion(&m)
	if b.Get(p) == want {
		return Done
	}
	cells, blocks := [2]world.Pos{a.Pos}, [2]world.Block{b.With(p, want)}
	n := 1
	if b.Class() == world.ClassDoor {
		cells[1] = edits.OtherHalf(a.Pos, b)
		other, _ := c.W.Block(cells[1])
		if other.Kind() == b.Kind() && !faults.Active(faults.HalfADoor) {
			blocks[1], n = other.With(p, want), 2
		}
	}
	for i := range n {
		if why := findBodyInTheWay(c.W, cells[i], blocks[i]); why != Done && !faults.Active(faults.DoorsThroughBodies) {
			return why
		}
	}
	for i := range n {
		c.Do(edits.Edit{Kind: edits.SetBlock, Pos: cells[i], Block: blocks[i]})
		c.WakeAround(cells[i])
	}
	return Done
}

// UsedProperty returns the property that Use changes; false for a block that cannot be used so.
func UsedProperty(b world.Block) (p world.Property, usable bool) {
	switch b.Class() {
	case world.ClassDoor, world.ClassGate, world.ClassTrapdoor:
		return world.PropOpen, true
	case world.ClassLever:
		return world.PropOn, true
	}
	return 0, false
}

func writeUse(b []byte, a *Action) []byte { return wire.AppendBool(writeTarget(b, a), a.Want) }

func readUse(r *wire.Reader, a *Action) {
	readTarget(r, a)
	a.Want = r.Bool()
}
