package actions

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/world"
)

// Use{Pos, Aim, Want} works a door, a gate, a trapdoor, a lever or a button: it is open, or on, as the player wants it. It says what is wanted, not
// that it changes, so that two players who want the same do not undo each other. A lever works what it reaches in the same transaction.
// Who uses a bed at night lies down in it; the server notes whose bed it is now.

func use(c Context, a *Action) Refusal {
	if r := checkSections(c, a.Pos); r != Done {
		return r
	}
	b, _ := c.W.Block(a.Pos)
	p, usable := UsedProperty(b)
	if b.Class() == world.ClassBed {
		return lieDown(c, a, b)
	}
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
	if faults.Active(faults.UseToggles) {
		want = 1 - b.Get(p)
	}
	if !spend(&m.PlaceFullAt, c.Stamp, placeCost, placeBurst) {
		return whyTooFast(m.PlaceFullAt, c.Stamp, placeBurst)
	}
	c.setMotion(&m)
	switch {
	case b.Get(p) == want, edits.LetsGo(b.Class()) && want == 0: // a button goes off by itself
		return Done
	case edits.LetsGo(b.Class()):
		c.Press(c.Stream, a.Pos, c.At)
		return Done
	case p == world.PropOpen:
		return c.setOpen(a.Pos, b, want)
	}
	return c.setLever(a.Pos, b.With(p, want))
}

// setOpen opens or shuts a block, of a door both halves. A body in the way refuses it.
func (c Context) setOpen(p world.Pos, b world.Block, open int) Refusal {
	cells, blocks, n := edits.Halves(c.W, p, b, open)
	for i := range n {
		if why := c.bodyInTheWay(cells[i], blocks[i]); why != Done && !faults.Active(faults.DoorsThroughBodies) {
			return why
		}
	}
	for i := range n {
		c.SetState(cells[i], blocks[i])
	}
	return Done
}

// setLever switches a lever: what it reaches opens, or shuts unless another device that is on reaches it.
func (c Context) setLever(p world.Pos, lever world.Block) (why Refusal) {
	c.SetState(p, lever)
	on := lever.Get(world.PropOn)
	c.Reached(c.Stream, p, lever, func(q world.Pos, b world.Block) {
		powered := edits.Powered(c.W, q) || b.Class() == world.ClassDoor && edits.Powered(c.W, edits.OtherHalf(q, b))
		if b.Get(world.PropOpen) != on && (on == 1 || !powered) && why == Done && !faults.Active(faults.LeverAlone) {
			why = c.setOpen(q, b, on)
		}
	})
	return why
}

// UsedProperty returns the property that Use changes; false for a block that cannot be used so.
func UsedProperty(b world.Block) (p world.Property, usable bool) {
	switch b.Class() {
	case world.ClassDoor, world.ClassGate, world.ClassTrapdoor:
		return world.PropOpen, true
	case world.ClassLever, world.ClassButton:
		return world.PropOn, true
	}
	return 0, false
}

// lieDown lays the player's body on the middle of a bed, if it is night, nobody lies there, and the body stands still. Otherwise nothing
// happens but that the server is told of the bed.
func lieDown(c Context, a *Action, bed world.Block) Refusal {
	m := c.motion()
	if r := checkTarget(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	if !spend(&m.PlaceFullAt, c.Stamp, placeCost, placeBurst) {
		return whyTooFast(m.PlaceFullAt, c.Stamp, placeBurst)
	}
	on := MiddleOfBed(a.Pos, bed)
	for near := c.W.AwakeNear(on, world.Vec{on[0] + 1, on[1] + 1, on[2] + 1}); near.Next(); {
		if e := c.W.Entity(near.Slot); near.Slot != c.avatar && e.Motion.Flags&world.Lying != 0 && e.Motion.Pos == on && !faults.Active(faults.BedForTwo) {
			return BodyInPlace
		}
	}
	if c.W.IsNight(c.Stamp) && m.Keys&^world.KeySneak == 0 && m.Flags&world.OnGround != 0 && m.Flags&world.Suspended == 0 {
		m.Pos, m.Vel, m.BlockedVel = on, world.Vec{}, [2]int64{}
		m.Flags |= world.Lying
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	}
	c.setMotion(&m)
	return Done
}

// MiddleOfBed returns where a body lies in a bed, of which one half is at a cell.
func MiddleOfBed(p world.Pos, bed world.Block) world.Vec {
	a, b := world.BottomCentre(p), world.BottomCentre(edits.OtherHalf(p, bed))
	return world.Vec{(a[0] + b[0]) / 2, a[1] + 9*world.Unit/16, (a[2] + b[2]) / 2} //exact: halves of a block
}

// Usable reports whether Use does something with a block.
func Usable(b world.Block) bool {
	_, usable := UsedProperty(b)
	return usable || b.Class() == world.ClassBed
}

func writeUse(b []byte, a *Action) []byte { return wire.AppendBool(writeTarget(b, a), a.Want) }

func readUse(r *wire.Reader, a *Action) {
	readTarget(r, a)
	a.Want = r.Bool()
}
