package farland

import (
	"voxtide/protocol"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

// Source is the stored land. Any goroutine may call it.
type Source interface {
	// Section returns the stored state of a section.
	Section(p world.SectionPos) (store.Stored, error)
	// Columns returns the columns of a rectangle of which the store holds something, at Y 0, at most max.
	Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error)
}

// column is a column of sections.
type column struct{ x, z int32 }

func columnOf(p world.Pos) column { return column{p.X >> 4, p.Z >> 4} }

// looksMax is how many columns are kept, of some two kilobytes each.
const looksMax = 16 << 10

// looks keeps what columns that were touched look like from above, and how their ground was: a tile of a town in which many build, which is made
// again, looks at the columns alone that have changed. It keeps nothing at first.
type looks struct {
	gen     worldgen.Generator
	source  Source
	pack    protocol.Packer
	surface [256]landscape.SurfaceColumn // of the column that is looked at, as it was generated

	kept   map[column]*look
	later  map[column]uint64 // changes that the store may not have: until it has them a column is looked at again
	stored uint64            // the change up to which the store has all
	all    uint64            // until the store has this change all columns are looked at again
}

// top is the highest block of a place that is neither air nor part of a tree or a plant.
type top struct {
	y     int16
	block world.Block // Air: none is stored
}

// look is the 256 places of a column, by x + 16*z.
type look struct {
	ground [256]int16 // y of the top of the land as it was generated, or of the water over it
	tops   [256]top
	any    bool // the store has something of it
	valid  bool // tops and any are as they are; ground always is
}

// changed notes a change of a column.
func (l *looks) changed(at column, change uint64) {
	if k := l.kept[at]; k != nil {
		k.valid = false
	}
	if l.later == nil {
		l.later = map[column]uint64{}
	}
	l.later[at] = change
}

// forget forgets what the store had, until it has a change.
func (l *looks) forget(change uint64) {
	for _, k := range l.kept {
		k.valid = false
	}
	clear(l.later)
	l.all = change
}

// of returns what a column looks like. It is for the caller until the next call.
func (l *looks) of(at column) (k *look, err error) {
	if k = l.kept[at]; k == nil {
		if k = (&look{}); l.kept == nil || len(l.kept) >= looksMax {
			l.kept = map[column]*look{}
		}
		l.gen.Surface(at.x, at.z, &l.surface)
		for i := range k.ground {
			k.ground[i] = l.surface[i].Ground
			if l.surface[i].Block == world.Water {
				k.ground[i] = l.surface[i].Y
			}
		}
		l.kept[at] = k
	}
	if k.valid {
		return k, nil
	}
	if k.tops, k.any, err = l.from(at); err == nil && l.stored >= l.all && l.later[at] <= l.stored {
		delete(l.later, at)
		k.valid = true
	}
	return k, err
}

// from returns the tops of the 256 places of a column, by x + 16*z, as far as the store has sections of it.
func (l *looks) from(c column) (tops [256]top, any bool, err error) {
	var leaves [256]bool // leaves were seen, and nothing since that is not of a tree
	left := len(tops)
	for y := int32(world.MaxY >> 4); y >= world.MinY>>4 && left > 0; y-- {
		at := world.SectionPos{X: c.x, Y: y, Z: c.z}
		stored, err := l.source.Section(at)
		if err != nil {
			return tops, false, err
		}
		if stored.Packed == nil && len(stored.Changes) == 0 {
			continue
		}
		b := sections.Build(stored, l.gen.Section, &l.pack, at)
		if b.Err != nil {
			return tops, false, b.Err
		}
		s := b.Section
		any = true
		for i := range tops {
			for k := 15; k >= 0 && tops[i].block == world.Air; k-- {
				b := s.Get(i | k<<8)
				info := b.Info()
				switch {
				case info.Class == world.ClassLeaves:
					leaves[i] = true
				case b != world.Water && !b.Solid(), leaves[i] && isLog(b):
				default:
					tops[i] = top{int16(at.Origin().Y) + int16(k), b}
					left--
				}
			}
		}
	}
	return tops, any, nil
}

// isLog reports whether a block is of a tree's trunk, of any wood.
func isLog(b world.Block) bool {
	k := b.Kind().Info()
	return k.Class == world.ClassPillar && k.Group == world.GroupWood
}
