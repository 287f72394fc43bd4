package building

import (
	"voxtide/schematic"
	"voxtide/timestream"
	"voxtide/world"
)

// BuildersMax is the number of players whose selections and clipboards are kept: those who used theirs last.
const BuildersMax = 32

// Builder is what the server remembers of a player who builds.
type Builder struct {
	Corners [2]world.Pos
	Set     [2]bool              // which corners are set
	Clip    *schematic.Schematic // the clipboard; nil: nothing was copied
	Pending *Operation           // is shown, and waits to be confirmed; nil: none
	used    uint64
}

// Selection returns the selected box; false if a corner is missing.
func (b *Builder) Selection() (Box, bool) {
	return BoxOf(b.Corners[0], b.Corners[1]), b.Set[0] && b.Set[1]
}

// Table holds the builders. Its zero value is empty.
type Table struct {
	builders map[timestream.Stream]*Builder
	uses     uint64
}

// Of returns what is remembered of a player. It may forget the player who has built nothing for longest.
func (t *Table) Of(player timestream.Stream) *Builder {
	t.uses++
	b := t.builders[player]
	if b == nil {
		if t.builders == nil {
			t.builders = map[timestream.Stream]*Builder{}
		}
		if len(t.builders) >= BuildersMax {
			var oldest timestream.Stream
			least := ^uint64(0)
			for of, o := range t.builders {
				if o.used < least {
					oldest, least = of, o.used
				}
			}
			delete(t.builders, oldest)
		}
		b = &Builder{}
		t.builders[player] = b
	}
	b.used = t.uses
	return b
}
