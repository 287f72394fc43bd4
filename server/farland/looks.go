package farland

import "voxtide/world"

// looksMax is how many columns are kept, of some two kilobytes each.
const looksMax = 16 << 10

// looks keeps what columns that were touched look like from above, and how their ground was: a tile of a town in which many build, which is made
// again, looks at the columns alone that have changed. The zero value keeps nothing yet.
type looks struct {
	kept   map[column]*look
	later  map[column]uint64 // changes that the store may not have: until it has them a column is looked at again
	stored uint64            // the change up to which the store has all
	all    uint64            // until the store has this change all columns are looked at again
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

// lookAt returns what a column looks like. It is for the caller until the next call.
func (t *tiles) lookAt(at column) (k *look, err error) {
	l := &t.looks
	if k = l.kept[at]; k == nil {
		if k = (&look{}); l.kept == nil || len(l.kept) >= looksMax {
			l.kept = map[column]*look{}
		}
		t.gen.Surface(at.x, at.z, &t.surface)
		for i := range k.ground {
			k.ground[i] = t.surface[i].Ground
			if t.surface[i].Block == world.Water {
				k.ground[i] = t.surface[i].Y
			}
		}
		l.kept[at] = k
	}
	if k.valid {
		return k, nil
	}
	if k.tops, k.any, err = t.look(at); err == nil && l.stored >= l.all && l.later[at] <= l.stored {
		delete(l.later, at)
		k.valid = true
	}
	return k, err
}
