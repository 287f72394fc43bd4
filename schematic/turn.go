package schematic

import "voxtide/world"

// Axis is an axis of a schematic: X to the east, Y up, Z to the south.
type Axis uint8

// The axes.
const (
	AxisX Axis = iota
	AxisY
	AxisZ
)

// turnedFacing is the value of PropFacing after a quarter turn clockwise, as seen from above: north becomes east.
var turnedFacing = [4]int{3, 2, 0, 1}

// Turned returns a schematic after quarter turns clockwise, as seen from above, about the cell of whom it was copied by. Blocks turn with it.
func (s *Schematic) Turned(quarters int) *Schematic {
	for range (quarters%4 + 4) % 4 {
		t := New([3]int32{s.Size[2], s.Size[1], s.Size[0]})
		t.Offset = [3]int32{-(s.Offset[2] + s.Size[2] - 1), s.Offset[1], s.Offset[0]}
		s.moveInto(t, func(x, y, z int32) int { return t.Index(s.Size[2]-1-z, y, x) }, Turn)
		s = t
	}
	return s
}

// Mirrored returns a schematic mirrored along an axis, about the cell of whom it was copied by. Blocks are mirrored with it.
func (s *Schematic) Mirrored(a Axis) *Schematic {
	t := New(s.Size)
	t.Offset = s.Offset
	t.Offset[a] = -(s.Offset[a] + s.Size[a] - 1)
	s.moveInto(t, func(x, y, z int32) int {
		at := [3]int32{x, y, z}
		at[a] = s.Size[a] - 1 - at[a]
		return t.Index(at[0], at[1], at[2])
	}, func(b world.Block) world.Block { return Mirror(b, a) })
	return t
}

// moveInto moves all cells to their new places in another schematic.
func (s *Schematic) moveInto(t *Schematic, to func(x, y, z int32) int, state func(world.Block) world.Block) {
	for i, b := range s.Blocks {
		x, y, z := s.At(i)
		n := to(x, y, z)
		if t.Blocks[n] = state(b); len(s.Texts) > 0 {
			t.SetText(n, s.Texts[i])
		}
	}
}

// Turn returns the state of a block after a quarter turn clockwise, as seen from above.
func Turn(b world.Block) world.Block {
	if hasFacing(b) {
		b = b.With(world.PropFacing, turnedFacing[b.Get(world.PropFacing)])
	}
	if axis := b.Get(world.PropAxis); axis != 0 {
		b = b.With(world.PropAxis, 3-axis)
	}
	return withSides(b, func(side int) int { return turnedFacing[side] })
}

// Mirror returns the state of a block that is mirrored along an axis.
func Mirror(b world.Block, a Axis) world.Block {
	if a == AxisY {
		if half := b.Get(world.PropHalf); b.Class() != world.ClassBed && b.Has(world.PropHalf) && half != world.BothHalves {
			b = b.With(world.PropHalf, 1-half)
		}
		return b
	}
	other := func(side int) int { // north and south are 0 and 1, west and east 2 and 3
		if (side >= 2) == (a == AxisX) {
			return side ^ 1
		}
		return side
	}
	if hasFacing(b) {
		b = b.With(world.PropFacing, other(b.Get(world.PropFacing)))
	}
	if b.Has(world.PropHinge) {
		b = b.With(world.PropHinge, 1-b.Get(world.PropHinge))
	}
	return withSides(b, other)
}

// hasFacing reports whether a block faces some side; a torch on the floor is the same from all.
func hasFacing(b world.Block) bool {
	return b.Has(world.PropFacing) && (b.Class() != world.ClassTorch || b.Get(world.PropWall) == 1)
}

// withSides moves the sides to which a block is joined.
func withSides(b world.Block, to func(side int) int) world.Block {
	if bits := b.Get(world.PropJoins); bits != 0 {
		moved := 0
		for side := range 4 {
			if bits&(1<<side) != 0 {
				moved |= 1 << to(side)
			}
		}
		b = b.With(world.PropJoins, moved)
	}
	return b
}
