package farland

import (
	"slices"

	"voxtide/protocol"
	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

// tiles makes tiles and keeps them. The worker's goroutine alone uses it.
type tiles struct {
	cache cache
	looks looks
	gen   worldgen.Generator

	out     protocol.FarTile
	corners [protocol.FarSide * protocol.FarSide]landscape.SurfaceColumn
	ground  [protocol.FarSide * protocol.FarSide]int16 // y of the highest block of the corners, without woods
	covers  map[protocol.FarCover]uint8                // of out, by their number
	columns []world.SectionPos
	built   built
}

func newTiles(land worldgen.Land, source Source) *tiles {
	gen := worldgen.New(land)
	return &tiles{gen: gen, looks: looks{gen: gen, source: source}, covers: map[protocol.FarCover]uint8{}}
}

// tile returns a tile, and reports whether it had to be made. Its bytes never change.
func (t *tiles) tile(p protocol.FarPlace) (k *kept, made bool, err error) {
	if k = t.cache.get(p); k != nil {
		return k, false, nil
	}
	if err = t.make(p); err != nil {
		return nil, true, err
	}
	return t.cache.put(p, slices.Clip(protocol.AppendFarTile(nil, &t.out))), true, nil
}

// make makes a tile in out.
func (t *tiles) make(p protocol.FarPlace) error {
	t.out.Place, t.out.Covers, t.out.Boxes = p, t.out.Covers[:0], t.out.Boxes[:0]
	clear(t.covers)
	t.natural()
	return t.addBuilt()
}

// setCover sets the cover of a cell. When there are too many covers the cell keeps the one that it has.
func (t *tiles) setCover(cell int, c protocol.FarCover) {
	n, known := t.covers[c]
	if !known {
		if len(t.out.Covers) == protocol.FarCoversMax {
			return
		}
		n = uint8(len(t.out.Covers))
		t.covers[c] = n
		t.out.Covers = append(t.out.Covers, c)
	}
	t.out.Cells[cell] = n
}
