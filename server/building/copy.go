package building

import (
	"fmt"

	"voxtide/schematic"
	"voxtide/world"
)

// Copied is what copying a box gave.
type Copied struct {
	*schematic.Schematic
	Boxes  int // chests and the like that hold something: they are copied empty
	Halves int // halves of doors and beds that were left out, as their others lie outside
}

// Copy reads a box as seen from a cell. Stacks, fires and cairns are left out. Errors: ErrNoCells for a box that no schematic can be, those of read.
func Copy(read Read, box Box, from world.Pos) (c Copied, err error) {
	if !schematic.Fits(box.Size()) {
		return c, ErrNoCells
	}
	c.Schematic = schematic.New(box.Size())
	c.Offset = [3]int32{box.Low.X - from.X, box.Low.Y - from.Y, box.Low.Z - from.Z}
	err = box.each(func(at Box) error {
		s, err := read(at.Low.Section())
		if err != nil {
			return err
		}
		return at.eachCell(func(p world.Pos) error {
			b := s.Get(p.Index())
			if b.Class() == world.ClassCairn {
				return nil
			}
			i := c.Index(p.X-box.Low.X, p.Y-box.Low.Y, p.Z-box.Low.Z)
			c.Blocks[i] = b
			if x := s.BlockEntity(p.Index()); x != nil {
				if len(x.Slots) > 0 {
					c.Boxes++
				}
				c.SetText(i, textOf(s, p))
			}
			return nil
		})
	})
	if err == nil {
		c.Halves = c.Trim()
	}
	return c, err
}

// Paste sets the cells of a schematic about a cell; without air, only those that hold something. Errors: ErrHeight, ErrTooFar.
func Paste(s *schematic.Schematic, about world.Pos, air bool) (*Operation, error) {
	low := moved(about, s.Offset)
	box := Box{low, moved(low, [3]int32{s.Size[0] - 1, s.Size[1] - 1, s.Size[2] - 1})}
	if err := box.Check(); err != nil {
		return nil, err
	}
	return &Operation{Text: fmt.Sprintf("paste %v", box), Box: box, cells: func(_ Read, f func(Cell) error) error {
		return box.each(func(at Box) error {
			return at.eachCell(func(p world.Pos) error {
				i := s.Index(p.X-low.X, p.Y-low.Y, p.Z-low.Z)
				if b := s.Blocks[i]; air || b != world.Air {
					return f(Cell{p, b, s.Texts[i]})
				}
				return nil
			})
		})
	}}, nil
}

// Stack copies a box a number of times, each copy beside the one before on a side. Errors: ErrHeight, ErrTooFar.
func Stack(box Box, times int32, side world.Face) (*Operation, error) {
	size, step := box.Size(), world.Pos{}.Next(side)
	by := [3]int32{step.X * size[0], step.Y * size[1], step.Z * size[2]}
	all := func(n int32) [3]int32 { return [3]int32{by[0] * n, by[1] * n, by[2] * n} }
	whole := Box{box.Moved(all(1)).Low, box.Moved(all(1)).High}
	if far := box.Moved(all(times)); true {
		whole = Box{BoxOf(whole.Low, far.Low).Low, BoxOf(whole.High, far.High).High}
	}
	if err := whole.Check(); err != nil {
		return nil, err
	}
	return &Operation{Text: fmt.Sprintf("stack %d times %v", times, box), Box: whole, cells: func(read Read, f func(Cell) error) error {
		c, err := Copy(read, box, box.Low)
		if err != nil {
			return err
		}
		for n := int32(1); n <= times; n++ {
			one, err := Paste(c.Schematic, moved(box.Low, all(n)), true)
			if err != nil {
				return err
			}
			if err := one.Cells(read, f); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}
