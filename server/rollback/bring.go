package rollback

import (
	"voxtide/store"
	"voxtide/world"
)

// A region that is brought back from a backup is an ordinary rollback: its cells come from the copy instead of the history, by Query.Cells. Unlike
// one of a player's changes it sets a cell whatever stands there now; only what others put into boxes since stays.

// bringCellsMax bounds the cells of a region that is brought back at once.
const bringCellsMax = 1 << 21

// regionCells returns the cells of a region.
func regionCells(b *store.Box) int64 {
	return int64(b.Max.X-b.Min.X+1) * int64(b.Max.Y-b.Min.Y+1) * int64(b.Max.Z-b.Min.Z+1)
}

// EachCell calls f with each cell of a section that lies in a region, as what is to be set there.
func EachCell(s *world.Section, at world.SectionPos, box store.Box, f func(Restore) error) error {
	for cell := range world.SectionCells {
		p := at.PosAt(cell)
		if p.X < box.Min.X || p.X > box.Max.X || p.Y < box.Min.Y || p.Y > box.Max.Y || p.Z < box.Min.Z || p.Z > box.Max.Z {
			continue
		}
		r := Restore{Pos: p, Target: s.Get(cell), Any: true}
		if x := s.BlockEntity(cell); x != nil {
			for i := range world.BoxSlotsMax {
				r.addPart(x.Part(uint8(i)))
			}
			r.addPart(x.Part(world.PartText))
			r.addPart(x.Part(world.PartFire))
			r.addPart(x.Part(world.PartOffer))
		}
		if err := f(r); err != nil {
			return err
		}
	}
	return nil
}

// SetPart has the job put a part into the block at the cell, where nothing is now.
func (r *Restore) SetPart(v world.BoxPart) { r.addPart(v) }

// addPart adds a part that holds something, and is set where nothing is now.
func (r *Restore) addPart(v world.BoxPart) {
	if !v.IsEmpty() {
		r.Parts = append(r.Parts, store.PartHistory{Last: world.BoxPart{Part: v.Part}, Restore: v})
	}
}

// fromCopy hands the cells of Query.Cells to the job, a slice at a time.
func (w *scan) fromCopy(add func(Restore), flush func() error) error {
	n := 0
	cells := w.Cells
	if w.Build != nil {
		cells = w.buildCells
	}
	return cells(func(r Restore) error {
		add(r)
		if n++; n%StepSlice != 0 {
			return nil
		}
		if err := w.checkStop(); err != nil {
			return err
		}
		return flush()
	})
}
