package building

import (
	"fmt"

	"voxtide/world"
)

// Box is a box of cells, both corners inclusive.
type Box struct{ Low, High world.Pos }

// BoxOf returns the box between two corners.
func BoxOf(a, b world.Pos) Box {
	return Box{
		world.Pos{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)},
		world.Pos{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)},
	}
}

// edge bounds the coordinates of cells that are built on, in blocks from the origin along X and Z.
const edge = 30_000_000

// Check returns why nothing may be built in a box, nil if it may. Errors: ErrHeight, ErrTooFar.
func (b Box) Check() error {
	if !b.Low.InHeight() || !b.High.InHeight() {
		return ErrHeight
	}
	if b.Low.X < -edge || b.Low.Z < -edge || b.High.X > edge || b.High.Z > edge {
		return ErrTooFar
	}
	return nil
}

// Cells returns the number of cells.
func (b Box) Cells() int64 {
	return int64(b.High.X-b.Low.X+1) * int64(b.High.Y-b.Low.Y+1) * int64(b.High.Z-b.Low.Z+1)
}

// Size returns the size along X, Y, Z in blocks.
func (b Box) Size() [3]int32 {
	return [3]int32{b.High.X - b.Low.X + 1, b.High.Y - b.Low.Y + 1, b.High.Z - b.Low.Z + 1}
}

// String writes the box, for people.
func (b Box) String() string {
	return fmt.Sprintf("from %d %d %d to %d %d %d", b.Low.X, b.Low.Y, b.Low.Z, b.High.X, b.High.Y, b.High.Z)
}

// Moved returns the box moved by some blocks along X, Y, Z.
func (b Box) Moved(by [3]int32) Box { return Box{moved(b.Low, by), moved(b.High, by)} }

func moved(p world.Pos, by [3]int32) world.Pos {
	return world.Pos{X: p.X + by[0], Y: p.Y + by[1], Z: p.Z + by[2]}
}

// each calls f with the part of the box in each section that it touches, until its first error.
func (b Box) each(f func(part Box) error) error {
	low, high := b.Low.Section(), b.High.Section()
	for x := low.X; x <= high.X; x++ {
		for z := low.Z; z <= high.Z; z++ {
			for y := low.Y; y <= high.Y; y++ {
				o := world.SectionPos{X: x, Y: y, Z: z}.Origin()
				const last = world.SectionSize - 1
				if err := f(Box{
					world.Pos{X: max(b.Low.X, o.X), Y: max(b.Low.Y, o.Y), Z: max(b.Low.Z, o.Z)},
					world.Pos{X: min(b.High.X, o.X+last), Y: min(b.High.Y, o.Y+last), Z: min(b.High.Z, o.Z+last)},
				}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// eachCell calls f with each cell of the box, from the bottom up, until its first error.
func (b Box) eachCell(f func(p world.Pos) error) error {
	for y := b.Low.Y; y <= b.High.Y; y++ {
		for z := b.Low.Z; z <= b.High.Z; z++ {
			for x := b.Low.X; x <= b.High.X; x++ {
				if err := f(world.Pos{X: x, Y: y, Z: z}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// EachEdge calls f with the cells along the edges of the box, of long edges some.
func (b Box) EachEdge(f func(world.Pos)) {
	const most = 96 // cells along an edge
	size := b.Size()
	at := func(axis int, from [3]bool, i int32) world.Pos {
		var by [3]int32
		for j := range by {
			if from[j] {
				by[j] = size[j] - 1
			}
		}
		by[axis] = i
		return moved(b.Low, by)
	}
	for axis := range 3 {
		for corner := range 4 {
			var from [3]bool
			from[(axis+1)%3], from[(axis+2)%3] = corner&1 != 0, corner&2 != 0
			if from[(axis+1)%3] && size[(axis+1)%3] == 1 || from[(axis+2)%3] && size[(axis+2)%3] == 1 {
				continue
			}
			step := max(1, (size[axis]+most-1)/most)
			for i := int32(0); i < size[axis]; i += step {
				f(at(axis, from, i))
			}
		}
	}
}
