package livemap

import (
	"errors"
	"fmt"
	"maps"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

// surfaceReader finds the surfaces of columns. One goroutine uses it.
type surfaceReader struct {
	ground       *ground
	gen          worldgen.Generator
	pack         protocol.Packer
	generated    [256]landscape.SurfaceColumn
	cells        [world.SectionCells]world.Block
	blocksBefore map[world.Pos]world.Block // the earlier blocks of the column that is being read
}

func (b *surfaceReader) init(g *ground) {
	b.ground, b.gen, b.blocksBefore = g, worldgen.New(g.land), map[world.Pos]world.Block{}
}

// errTooMuchHistory says that a column has changed too often since a time to be drawn as of it.
var errTooMuchHistory = errors.New("livemap: too much has changed since")

// surface returns the surface of a column; at is the time as in Tile, kept says that the store holds something of the column.
// Only the store is asked for the past: changes that it does not have yet are later.
func (b *surfaceReader) surface(c column, at int64, kept bool) (*surface, error) {
	m := b.ground
	m.mu.Lock()
	recent := len(m.pending.cells[c]) > 0
	old := at != 0 && (kept || recent)
	if !old {
		if p := m.surfaces.get(c); p != nil {
			m.mu.Unlock()
			return p, nil
		}
		was := m.surfaces.begin(c)
		now := maps.Clone(m.pending.cells[c])
		m.mu.Unlock()
		p, err := b.buildSurface(c, now, kept)
		m.mu.Lock()
		m.surfacesBuilt++
		m.surfaces.end(c, was, p)
		m.mu.Unlock()
		return p, err
	}
	m.mu.Unlock()
	return b.surfaceAt(c, at)
}

// surfaceAt returns a past surface of a column. It reads the present state first, and then the changes to undo, so that a
// change in between is undone too.
func (b *surfaceReader) surfaceAt(c column, at int64) (*surface, error) {
	p, err := b.buildSurface(c, nil, true)
	if err != nil {
		return nil, err
	}
	if err := b.readBefore(c, at); err != nil {
		return nil, err
	}
	if len(b.blocksBefore) == 0 {
		return p, nil
	}
	was := map[world.Pos]pendingCell{}
	for at, block := range b.blocksBefore {
		was[at] = pendingCell{block: block}
	}
	return b.buildSurface(c, was, true)
}

// readBefore fills blocksBefore with the blocks of a column that have changed since a time, as they were then.
func (b *surfaceReader) readBefore(c column, at int64) error {
	clear(b.blocksBefore)
	lo := world.SectionPos{X: c.x, Y: world.MinY >> 4, Z: c.z}.Origin()
	q := store.Query{Box: &store.Box{Min: lo, Max: world.Pos{X: lo.X + 15, Y: world.MaxY, Z: lo.Z + 15}}, Since: at + 1}
	looked := 0
	mark, err := b.ground.source.ScanChanges(&q, store.Cursor{}, historyReadMax, func(p *store.HistoryEntry) bool {
		if _, known := b.blocksBefore[p.Pos]; !known { // a cell's changes come in order: the first one holds the earlier block
			b.blocksBefore[p.Pos] = p.Before
		}
		looked++
		return true
	})
	if err == nil && !mark.Done && looked >= historyReadMax {
		err = fmt.Errorf("%w: column %d,%d", errTooMuchHistory, c.x, c.z)
	}
	return err
}

// naturalTop returns the y above which a column is air as it was generated.
func (b *surfaceReader) naturalTop(c column) int32 {
	b.gen.Surface(c.x, c.z, &b.generated)
	top := int32(world.MinY)
	for i := range b.generated {
		top = max(top, int32(b.generated[i].Y))
	}
	return top
}

// buildSurface builds the surface of a column as it is generated or, if the store holds something of it, as it is stored, with
// some cells replaced.
func (b *surfaceReader) buildSurface(c column, over map[world.Pos]pendingCell, kept bool) (*surface, error) {
	b.gen.Surface(c.x, c.z, &b.generated)
	p := surface(b.generated)
	for i := range p {
		fillCover(&p[i])
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
		some, err := b.fillCells(at, over, natural)
		if err != nil {
			return nil, err
		}
		if some {
			left -= p.addSection(&b.cells, at)
		}
	}
	for i := range p { // columns without ground
		if p[i].Cover == world.Air {
			if p[i].Ground = world.MinY - 1; p[i].Block == world.Air {
				p[i].Y = p[i].Ground
			}
		}
	}
	return &p, nil
}

// fillCells fills the cells of a section; false if all are air. Above natural only changed cells are not air.
func (b *surfaceReader) fillCells(at world.SectionPos, over map[world.Pos]pendingCell, natural int32) (some bool, err error) {
	stored, err := b.ground.source.Section(at)
	if err != nil {
		return false, err
	}
	switch {
	case stored.Packed != nil:
		s, err := b.pack.Unpack(stored.Packed)
		if err != nil {
			return false, fmt.Errorf("livemap: section %v: %w", at, err)
		}
		some = s.NonAirCount() > 0
		s.Cells(&b.cells)
	case at.Origin().Y <= natural:
		s := b.gen.Section(at)
		some = s.NonAirCount() > 0
		s.Cells(&b.cells)
	default:
		clear(b.cells[:])
	}
	for _, c := range stored.Changes {
		b.cells[c.Pos.Index()] = c.Block
		some = true
	}
	for p, f := range over {
		if p.Section() == at {
			b.cells[p.Index()] = f.block
			some = true
		}
	}
	return some, nil
}

// addSection scans the cells of a section from above, after the sections above it. It returns the number of columns in which
// nothing below can be seen.
func (p *surface) addSection(cells *[world.SectionCells]world.Block, at world.SectionPos) (done int) {
	y0 := int16(at.Origin().Y)
	for i := range p {
		t := &p[i]
		for k := 15; k >= 0 && t.Cover == world.Air; k-- {
			block := hideOre[cells[i|k<<8]]
			if block == world.Air {
				continue
			}
			y := y0 + int16(k)
			if t.Block == world.Air || block == world.Water && t.Block != world.Water {
				t.Y, t.Block = y, block
			}
			if isOpaque(block) {
				t.Ground, t.Cover = y, block
				done++
			}
		}
	}
	return done
}

// topOf returns the surface at one place.
func (b *surfaceReader) topOf(x, z int32, at int64) (landscape.SurfaceColumn, error) {
	c := columnOf(world.Pos{X: x, Z: z})
	kept, err := b.storedColumns(c, c)
	if err != nil {
		return landscape.SurfaceColumn{}, err
	}
	p, err := b.surface(c, at, kept[c])
	if err != nil {
		return landscape.SurfaceColumn{}, err
	}
	return p[x&15|z&15<<4], nil
}

// storedColumns lists the columns of a rectangle that may differ from the generated land.
func (b *surfaceReader) storedColumns(from, to column) (map[column]bool, error) {
	at := func(c column) world.SectionPos { return world.SectionPos{X: c.x, Z: c.z} }
	list, err := b.ground.source.Columns(nil, at(from), at(to), storedColumnsMax)
	if err != nil {
		return nil, err
	}
	out := make(map[column]bool, len(list))
	for _, p := range list {
		out[column{p.X, p.Z}] = true
	}
	return out, nil
}

// isCached reports whether the surface of a column is known already.
func (b *surfaceReader) isCached(c column, at int64) bool {
	b.ground.mu.Lock()
	defer b.ground.mu.Unlock()
	return at == 0 && b.ground.surfaces.byColumn[c] != nil
}
