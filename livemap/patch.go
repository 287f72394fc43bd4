package livemap

import (
	"container/list"

	"voxtide/world"
	"voxtide/worldgen"
)

// patch is how a column of sections looks from above, by x + 16*z. Block is the highest block; if it hides what is
// below, Cover is the same block, else the highest one that does. It is never changed once it is handed out.
type patch [256]worldgen.Top

// shows tells whether a cell can be seen from above, whatever is put there.
func (p *patch) shows(at world.Pos) bool {
	return at.Y >= int32(p[at.X&15|at.Z&15<<4].Ground)
}

// settle makes a natural column a column of a patch: what hides the ground is what is seen.
func settle(t *worldgen.Top) {
	if hides(t.Block) {
		t.Ground, t.Cover = t.Y, t.Block
	}
}

// hides tells whether nothing is seen through a block from above. Leaves are drawn as if they did.
func hides(b world.Block) bool {
	switch b.Shape() {
	case world.ShapeFull:
		return b != world.Glass
	case world.ShapeSlab, world.ShapeSlabTop, world.ShapeStairsNorth, world.ShapeStairsSouth, world.ShapeStairsWest, world.ShapeStairsEast,
		world.ShapeCarpet, world.ShapeCactus:
		return true
	}
	return false
}

// patches are the columns that were looked at lately.
type patches struct {
	of       map[chunk]*list.Element
	order    list.List // of *seen, the newest first
	building map[chunk]*building
}

type seen struct {
	at chunk
	p  *patch
}

// building is a column that is being looked at.
type building struct {
	workers int
	stale   bool // it has changed since
}

func (ps *patches) init() {
	ps.of, ps.building = map[chunk]*list.Element{}, map[chunk]*building{}
}

// get returns a column, nil if it is not known.
func (ps *patches) get(at chunk) *patch {
	e := ps.of[at]
	if e == nil {
		return nil
	}
	ps.order.MoveToFront(e)
	return e.Value.(*seen).p
}

// drop lets a column be looked at anew.
func (ps *patches) drop(at chunk) {
	if e := ps.of[at]; e != nil {
		ps.order.Remove(e)
		delete(ps.of, at)
	}
	if b := ps.building[at]; b != nil {
		b.stale = true
	}
}

func (ps *patches) clear() {
	clear(ps.of)
	ps.order.Init()
	for _, b := range ps.building {
		b.stale = true
	}
}

// begin says that a column is being looked at.
func (ps *patches) begin(at chunk) *building {
	b := ps.building[at]
	if b == nil || b.stale {
		b = &building{}
		ps.building[at] = b
	}
	b.workers++
	return b
}

// end enters a column that was looked at, unless it changed meanwhile; nil for one that could not be.
func (ps *patches) end(at chunk, b *building, p *patch) {
	if b.workers--; b.workers == 0 && ps.building[at] == b {
		delete(ps.building, at)
	}
	if p == nil || b.stale || ps.of[at] != nil {
		return
	}
	ps.of[at] = ps.order.PushFront(&seen{at, p})
	for len(ps.of) > patchesMax {
		e := ps.order.Back()
		delete(ps.of, e.Value.(*seen).at)
		ps.order.Remove(e)
	}
}
