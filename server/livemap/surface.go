package livemap

import (
	"container/list"
	"strings"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// surface is a column of sections from above, by x + 16*z. Block is the highest block; Cover is the highest opaque block,
// which may be the same. A surface never changes once it is returned.
type surface [256]landscape.SurfaceColumn

// visible reports whether a cell can be seen from above, if it holds a block.
func (p *surface) visible(at world.Pos) bool {
	return at.Y >= int32(p[at.X&15|at.Z&15<<4].Ground)
}

// fillCover sets Ground and Cover of a generated column whose highest block is opaque.
func fillCover(t *landscape.SurfaceColumn) {
	if isOpaque(t.Block) {
		t.Ground, t.Cover = t.Y, t.Block
	}
}

// isOpaque reports whether a block hides the blocks below it. Leaves are drawn as if they did.
func isOpaque(b world.Block) bool {
	switch b.Shape() {
	case world.ShapeFull:
		return b != world.Glass
	case world.ShapeSlab, world.ShapeSlabTop, world.ShapeStairsNorth, world.ShapeStairsSouth, world.ShapeStairsWest, world.ShapeStairsEast,
		world.ShapeCarpet, world.ShapeCactus:
		return true
	}
	return false
}

// hideOre has stone for ores, and other blocks as they are: a column whose sections were read looks as it did before something in it
// changed, and the map shows nobody where to dig.
var hideOre = func() (t [world.BlockCount]world.Block) {
	for b := range world.Block(world.BlockCount) {
		if t[b] = b; strings.HasSuffix(b.Kind().String(), "_ore") {
			t[b] = world.Stone
		}
	}
	return t
}()

// surfaceCache holds the surfaces that were used last.
type surfaceCache struct {
	byColumn map[column]*list.Element
	order    list.List // of *cachedSurface, the newest first
	building map[column]*surfaceBuild
}

type cachedSurface struct {
	column  column
	surface *surface
}

// surfaceBuild is a surface that is being built.
type surfaceBuild struct {
	workers int
	stale   bool // the column has changed since
}

func (ps *surfaceCache) init() {
	ps.byColumn, ps.building = map[column]*list.Element{}, map[column]*surfaceBuild{}
}

// get returns the surface of a column, nil if it is not cached.
func (ps *surfaceCache) get(at column) *surface {
	e := ps.byColumn[at]
	if e == nil {
		return nil
	}
	ps.order.MoveToFront(e)
	return e.Value.(*cachedSurface).surface
}

// drop removes the surface of a column.
func (ps *surfaceCache) drop(at column) {
	if e := ps.byColumn[at]; e != nil {
		ps.order.Remove(e)
		delete(ps.byColumn, at)
	}
	if b := ps.building[at]; b != nil {
		b.stale = true
	}
}

func (ps *surfaceCache) clear() {
	clear(ps.byColumn)
	ps.order.Init()
	for _, b := range ps.building {
		b.stale = true
	}
}

// begin notes that a surface is being built.
func (ps *surfaceCache) begin(at column) *surfaceBuild {
	b := ps.building[at]
	if b == nil || b.stale {
		b = &surfaceBuild{}
		ps.building[at] = b
	}
	b.workers++
	return b
}

// end adds a surface that was built, unless its column changed meanwhile; nil for one that could not be built.
func (ps *surfaceCache) end(at column, b *surfaceBuild, p *surface) {
	if b.workers--; b.workers == 0 && ps.building[at] == b {
		delete(ps.building, at)
	}
	if p == nil || b.stale || ps.byColumn[at] != nil {
		return
	}
	ps.byColumn[at] = ps.order.PushFront(&cachedSurface{at, p})
	for len(ps.byColumn) > surfacesMax {
		e := ps.order.Back()
		delete(ps.byColumn, e.Value.(*cachedSurface).column)
		ps.order.Remove(e)
	}
}
