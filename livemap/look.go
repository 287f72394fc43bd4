package livemap

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
	"voxtide/worldgen"
)

// brush looks at the land from above and draws it. One goroutine uses it.
type brush struct {
	m    *Map
	gen  *worldgen.Generator
	pack protocol.Packer
	near view // of scales 0 and 1
	far  far  // of the others
	tops [256]worldgen.Top
	cell [world.SectionCells]world.Block
	past map[world.Pos]world.Block // of the column that is looked at: what was there
	out  canvas
}

func (b *brush) init(m *Map) {
	b.m, b.gen, b.past = m, worldgen.New(m.cfg.Seed), map[world.Pos]world.Block{}
}

// errHistory says that a column has changed too often since a time to be drawn as it was.
var errHistory = errors.New("livemap: too much has changed since")

// column looks at a column of sections; at is the time as in Tile, kept tells that the store has something of it.
// The store alone is asked for the past: what it does not have yet is later than any past.
func (b *brush) column(c chunk, at int64, kept bool) (*patch, error) {
	m := b.m
	m.mu.Lock()
	recent := len(m.recent.cells[c]) > 0
	old := at != 0 && (kept || recent)
	if !old {
		if p := m.patches.get(c); p != nil {
			m.mu.Unlock()
			return p, nil
		}
		was := m.patches.begin(c)
		now := maps.Clone(m.recent.cells[c])
		m.mu.Unlock()
		p, err := b.build(c, now, kept)
		m.mu.Lock()
		m.counts.Patches++
		m.patches.end(c, was, p)
		m.mu.Unlock()
		return p, err
	}
	m.mu.Unlock()
	return b.asOf(c, at)
}

// asOf builds a column as it was. What is kept is read first, and then what is to be undone, so that nothing that was
// written in between is left in.
func (b *brush) asOf(c chunk, at int64) (*patch, error) {
	p, err := b.build(c, nil, true)
	if err != nil {
		return nil, err
	}
	clear(b.past)
	lo := world.SectionPos{X: c.x, Y: world.MinY >> 4, Z: c.z}.Origin()
	q := store.Query{Box: &store.Box{Min: lo, Max: world.Pos{X: lo.X + 15, Y: world.MaxY, Z: lo.Z + 15}}, Since: at + 1}
	looked := 0
	mark, err := b.m.cfg.Land.Each(&q, store.Mark{}, pastMax, func(p *store.Past) bool {
		if _, known := b.past[p.Pos]; !known { // a cell's changes come in order: the first one has what was before all
			b.past[p.Pos] = p.Before
		}
		looked++
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case !mark.Over && looked >= pastMax:
		return nil, fmt.Errorf("%w: column %d,%d", errHistory, c.x, c.z)
	case len(b.past) == 0:
		return p, nil
	}
	was := map[world.Pos]fresh{}
	for at, block := range b.past {
		was[at] = fresh{block: block}
	}
	return b.build(c, was, true)
}

// build looks at a column: as it is generated, or else as it is kept, with some cells that are otherwise.
func (b *brush) build(c chunk, over map[world.Pos]fresh, kept bool) (*patch, error) {
	b.gen.Tops(c.x, c.z, &b.tops)
	p := patch(b.tops)
	for i := range p {
		settle(&p[i])
	}
	if !kept && len(over) == 0 {
		return &p, nil
	}
	natural := int32(world.MinY)
	for i := range p {
		natural = max(natural, int32(p[i].Y))
		p[i].Block, p[i].Cover = world.Air, world.Air
	}
	left := len(p)
	for y := int32(world.MaxY >> 4); y >= world.MinY>>4 && left > 0; y-- {
		at := world.SectionPos{X: c.x, Y: y, Z: c.z}
		some, err := b.section(at, over, natural)
		if err != nil {
			return nil, err
		}
		if some {
			left -= p.scan(&b.cell, at)
		}
	}
	for i := range p { // the void
		if p[i].Cover == world.Air {
			if p[i].Ground = world.MinY - 1; p[i].Block == world.Air {
				p[i].Y = p[i].Ground
			}
		}
	}
	return &p, nil
}

// section fills the cells of a section; false if all are air. Above natural there is nothing that was not changed.
func (b *brush) section(at world.SectionPos, over map[world.Pos]fresh, natural int32) (some bool, err error) {
	stored, err := b.m.cfg.Land.Section(at)
	if err != nil {
		return false, err
	}
	switch {
	case stored.Packed != nil:
		s, err := b.pack.Unpack(stored.Packed)
		if err != nil {
			return false, fmt.Errorf("livemap: section %v: %w", at, err)
		}
		some = s.Count() > 0
		s.Cells(&b.cell)
	case at.Origin().Y <= natural:
		s := b.gen.Section(at)
		some = s.Count() > 0
		s.Cells(&b.cell)
	default:
		clear(b.cell[:])
	}
	for _, c := range stored.Changes {
		b.cell[c.Pos.Index()] = c.Block
		some = true
	}
	for p, f := range over {
		if p.Section() == at {
			b.cell[p.Index()] = f.block
			some = true
		}
	}
	return some, nil
}

// scan looks through the cells of a section from above, below those that were looked through before. It returns of how
// many columns nothing more can be seen.
func (p *patch) scan(cells *[world.SectionCells]world.Block, at world.SectionPos) (done int) {
	y0 := int16(at.Origin().Y)
	for i := range p {
		t := &p[i]
		for k := 15; k >= 0 && t.Cover == world.Air; k-- {
			block := cells[i|k<<8]
			if block == world.Air {
				continue
			}
			y := y0 + int16(k)
			if t.Block == world.Air || block == world.Water && t.Block != world.Water {
				t.Y, t.Block = y, block
			}
			if hides(block) {
				t.Ground, t.Cover = y, block
				done++
			}
		}
	}
	return done
}

// top looks at one place.
func (b *brush) top(x, z int32, at int64) (worldgen.Top, error) {
	c := chunkOf(world.Pos{X: x, Z: z})
	kept, err := b.kept(c, c)
	if err != nil {
		return worldgen.Top{}, err
	}
	p, err := b.column(c, at, kept[c])
	if err != nil {
		return worldgen.Top{}, err
	}
	return p[x&15|z&15<<4], nil
}

// kept lists the columns of a rectangle that are not as they are generated, or may be not.
func (b *brush) kept(from, to chunk) (map[chunk]bool, error) {
	at := func(c chunk) world.SectionPos { return world.SectionPos{X: c.x, Z: c.z} }
	list, err := b.m.cfg.Land.Columns(nil, at(from), at(to), keptMax)
	if err != nil {
		return nil, err
	}
	out := make(map[chunk]bool, len(list))
	for _, p := range list {
		out[chunk{p.X, p.Z}] = true
	}
	return out, nil
}

// lately lists the columns of a rectangle that changed since the store was last looked at, in order.
func (m *Map) lately(from, to chunk) (out []chunk) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for c := range m.recent.cells {
		if from.x <= c.x && c.x <= to.x && from.z <= c.z && c.z <= to.z {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b chunk) int {
		if a.x != b.x {
			return int(a.x - b.x)
		}
		return int(a.z - b.z)
	})
	return out
}
