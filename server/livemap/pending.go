package livemap

import (
	"time"

	"voxtide/world"
)

// column is a column of sections.
type column struct{ x, z int32 }

func columnOf(p world.Pos) column { return column{p.X >> 4, p.Z >> 4} }

// pendingChanges holds the changes that the store may not have yet: the store has what is durable, and the page shows what
// players see. A cell stays until it is found in the store.
type pendingChanges struct {
	cells      map[column]map[world.Pos]pendingCell
	count      int
	overflowed bool // some changes were dropped
}

// pendingCell is a changed cell.
type pendingCell struct {
	block world.Block
	since time.Time
}

func (r *pendingChanges) init() { *r = pendingChanges{cells: map[column]map[world.Pos]pendingCell{}} }

// set adds a change.
func (r *pendingChanges) set(c change, now time.Time) {
	at := columnOf(c.pos)
	of := r.cells[at]
	if _, known := of[c.pos]; !known {
		if r.count >= pendingMax {
			r.overflowed = true
			return
		}
		r.count++
	}
	if of == nil {
		of = map[world.Pos]pendingCell{}
		r.cells[at] = of
	}
	of[c.pos] = pendingCell{c.block, now}
}

// drop removes a cell if it has not changed since it was looked for in the store.
func (r *pendingChanges) drop(p world.Pos, was pendingCell) {
	at := columnOf(p)
	if of := r.cells[at]; of != nil && of[p] == was {
		r.count--
		if delete(of, p); len(of) == 0 {
			delete(r.cells, at)
		}
	}
}

// change is a changed block.
type change struct {
	pos   world.Pos
	block world.Block
}
