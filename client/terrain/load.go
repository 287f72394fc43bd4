package terrain

import (
	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/world"
	"voxtide/world/light"
)

// loader adds sections that came and removes sections that went, and keeps the heightmaps of their columns.
type loader struct {
	grid    *grid
	queue   *queue
	uploads *uploads
	hold    *hold
	stale   [][2]int32 // columns whose heightmap must be rebuilt
}

// load adds a section, or replaces the blocks of a loaded one.
func (l *loader) load(p world.SectionPos, blocks *world.Section, biomes protocol.Biomes) {
	s := l.grid.sections[p]
	fresh := s == nil
	if fresh {
		s = l.add(p)
	}
	s.setBlocks(blocks)
	s.biomes = biomes
	key := [2]int32{p.X, p.Z}
	c := l.grid.columns[key]
	if c == nil {
		c = &column{heightmap: &emptyHeightmap}
		l.grid.columns[key] = c
		l.clearTints(p)
	}
	if fresh {
		c.sectionCount++
		l.raiseHeightmap(key, c, p.Y, blocks)
	} else {
		l.markHeightmapStale(key, c)
	}
	eachAround(p, l.queue.invalidate)
	l.queue.invalidate(p)
}

// add adds a section that is not loaded. The version makes meshes that were requested before it was unloaded count as old.
func (l *loader) add(p world.SectionPos) *section {
	s := &section{neighbours: neighboursAll, shownVersion: l.queue.version, meshHash: emptyMeshHash, lod: mesh.LevelCount - 1}
	if old := l.grid.awaited[p]; old != nil {
		s.meshHash, s.drawn, s.offered, s.copied = old.meshHash, old.drawn, old.offered, old.copied // the renderer still has that mesh
		delete(l.grid.awaited, p)
	}
	l.grid.sections[p] = s
	eachAround(p, func(q world.SectionPos) {
		n := l.grid.sections[q]
		switch {
		case n != nil:
			n.neighbours++
		case q.Origin().InHeight():
			s.neighbours--
		}
	})
	return s
}

// clearTints forgets the tints of the 9 columns around a new one: tints blend the biomes of neighbours.
func (l *loader) clearTints(p world.SectionPos) {
	for z := p.Z - 1; z <= p.Z+1; z++ {
		for x := p.X - 1; x <= p.X+1; x++ {
			if c := l.grid.columns[[2]int32{x, z}]; c != nil {
				c.tints = nil
			}
		}
	}
}

// unload removes a section. The renderer keeps the mesh of an awaited section, which is being resent, so that no hole shows.
func (l *loader) unload(p world.SectionPos, awaited bool) {
	s := l.grid.sections[p]
	if s == nil {
		return
	}
	l.hold.unload(p, s, awaited)
	delete(l.grid.sections, p)
	eachAround(p, func(q world.SectionPos) {
		if n := l.grid.sections[q]; n != nil {
			n.neighbours--
		}
	})
	key := [2]int32{p.X, p.Z}
	if c := l.grid.columns[key]; c.sectionCount > 1 {
		c.sectionCount--
		l.markHeightmapStale(key, c)
	} else {
		delete(l.grid.columns, key)
	}
	if awaited {
		l.grid.awaited[p] = s
	} else {
		l.uploads.drop(p)
	}
}

// dropAbandoned makes the renderer forget the awaited sections that will not come after all.
func (l *loader) dropAbandoned(w Source) {
	for p := range l.grid.awaited {
		if !w.Awaited(p) {
			delete(l.grid.awaited, p)
			l.uploads.drop(p)
		}
	}
}

// raiseHeightmap adds the blocks of a new section to its column's heightmap.
func (l *loader) raiseHeightmap(key [2]int32, c *column, y int32, blocks *world.Section) {
	if c.heightmapStale {
		return
	}
	h := *c.heightmap
	if h.AddSection(y, blocks) {
		l.setHeightmap(key, c, &h)
	}
}

// markHeightmapStale notes that a heightmap may have to be lowered. It is rebuilt when all sections of the frame are unloaded.
func (l *loader) markHeightmapStale(key [2]int32, c *column) {
	if !c.heightmapStale {
		c.heightmapStale = true
		l.stale = append(l.stale, key)
	}
}

// rebuildHeightmaps rebuilds the heightmaps that may have to be lowered.
func (l *loader) rebuildHeightmaps() {
	for _, key := range l.stale {
		if c := l.grid.columns[key]; c != nil && c.heightmapStale {
			c.heightmapStale = false
			h := l.grid.heightmapOf(key)
			l.setHeightmap(key, c, &h)
		}
	}
	l.stale = l.stale[:0]
}

// setHeightmap replaces a column's heightmap and relights the sections between the old and new heights, plus skyLightReach
// blocks around.
func (l *loader) setHeightmap(key [2]int32, c *column, h *light.Heightmap) {
	lo, hi := int32(world.MaxY), int32(light.NoHeight)
	for i := range h {
		if a, b := int32(c.heightmap[i]), int32(h[i]); a != b {
			lo, hi = min(lo, a, b), max(hi, a, b)
		}
	}
	if lo > hi {
		return
	}
	kept := *h
	c.heightmap = &kept
	for y := (lo - skyLightReach) >> 4; y <= (hi+skyLightReach+1)>>4; y++ {
		for dz := int32(-1); dz <= 1; dz++ {
			for dx := int32(-1); dx <= 1; dx++ {
				l.queue.relight(world.SectionPos{X: key[0] + dx, Y: y, Z: key[1] + dz})
			}
		}
	}
}
