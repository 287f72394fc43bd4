package terrain

import (
	"slices"

	"voxtide/client/cell"
	"voxtide/predict"
	"voxtide/world"
	"voxtide/world/light"
)

// urgentDistanceMax is how many blocks from the camera a change counts as the player's own.
const urgentDistanceMax = 10

// editor applies changed blocks to the loaded sections.
type editor struct {
	grid    *grid
	queue   *queue
	edited  []*section         // sections with changes of this frame
	columns []*column          // columns whose heightmap this frame's changes moved
	urgent  []world.SectionPos // sections that changed near the player in this frame
}

// apply applies the blocks that look different from the last frame: all blocks first, then all heightmaps, then the meshes
// and light that depend on them, so that these see the terrain before and after all changes.
func (e *editor) apply(w Source, changed []predict.BlockChange, eye [3]float64) {
	e.urgent = e.urgent[:0]
	if len(changed) == 0 {
		return
	}
	for i := range changed {
		p := changed[i].Pos.Section()
		s, blocks := e.grid.sections[p], w.Section(p)
		if s == nil || blocks == nil || s.blocksBefore != nil {
			continue
		}
		s.blocksBefore = s.blocks
		s.setBlocks(blocks)
		e.edited = append(e.edited, s)
	}
	for i := range changed {
		if before, now, ok := e.changedCell(changed[i].Pos); ok && light.IsOpaque(before) != light.IsOpaque(now) {
			e.updateHeightmap(changed[i].Pos, light.IsOpaque(now))
		}
	}
	for i := range changed {
		at := changed[i].Pos
		before, now, ok := e.changedCell(at)
		if !ok {
			continue
		}
		own := cell.Within(at, eye, urgentDistanceMax)
		eachTouching(at, func(p world.SectionPos) {
			e.queue.edit(p)
			if own && !slices.Contains(e.urgent, p) {
				e.urgent = append(e.urgent, p)
			}
		})
		e.queue.relightEdit(at, before, now)
	}
	for _, s := range e.edited {
		s.blocksBefore = nil
	}
	for _, c := range e.columns {
		c.heightmapBefore = nil
	}
	e.edited, e.columns = e.edited[:0], e.columns[:0]
}

// changedCell returns the block of a cell before and after this frame's changes, and whether they differ.
func (e *editor) changedCell(at world.Pos) (before, now world.Block, ok bool) {
	s := e.grid.sections[at.Section()]
	if s == nil || s.blocksBefore == nil {
		return before, now, false
	}
	i := at.Index()
	before, now = s.blocksBefore.Get(i), s.blocks.Get(i)
	return before, now, before != now
}

// updateHeightmap updates a column's heightmap for a cell that now stops light or lets it through.
func (e *editor) updateHeightmap(at world.Pos, stops bool) {
	c := e.grid.column(at.Section())
	i := int(at.X&15 | at.Z&15<<4)
	if stops && int32(c.heightmap[i]) >= at.Y || !stops && int32(c.heightmap[i]) != at.Y {
		return
	}
	if c.heightmapBefore == nil {
		c.heightmapBefore = c.heightmap
		e.columns = append(e.columns, c)
		h := *c.heightmap
		c.heightmap = &h
	}
	here, s := at.Section(), e.grid.sections[at.Section()]
	c.heightmap.SetBlock(i, at.Y, stops, func(y int32) world.Block {
		if p := (world.SectionPos{X: here.X, Y: y >> 4, Z: here.Z}); p != here {
			here, s = p, e.grid.sections[p]
		}
		if s == nil {
			return world.Air
		}
		return s.blocks.Get(i | int(y&15)<<8)
	})
}
