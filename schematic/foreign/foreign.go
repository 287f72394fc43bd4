// Package foreign knows the blocks of other games by name: those that are ours under another name, and for the others which of ours is nearest by
// shape and colour.
//
// Data flow: a decoder of a foreign file hands a Translator each name of its palette, once, and says how many cells have it; the Translator's report
// says what was replaced. Encoders ask MinecraftName and LuantiName. Owner: a Translator belongs to one goroutine; the tables are read only.
// Invariants: each state of each of our blocks, written by name and read again, is the same state; every name gives a block of ours.
package foreign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"voxtide/world"
)

// own is the namespace of the blocks that no other game has.
const own = "voxtide:"

// Translator gives the blocks of ours for foreign ones, and remembers what was replaced. The zero value is ready.
type Translator struct {
	replaced map[string]*Replacement
}

// Replacement is a foreign block for which there is none of ours.
type Replacement struct {
	Name  string      // in its game
	By    world.Block // what stands for it
	Cells int
}

// Report is what a translation replaced, the most frequent first.
type Report []Replacement

// Report returns what was replaced so far.
func (t *Translator) Report() Report {
	out := Report{}
	for _, r := range t.replaced {
		if r.Cells > 0 {
			out = append(out, *r)
		}
	}
	slices.SortFunc(out, func(a, b Replacement) int { return cmp.Or(b.Cells-a.Cells, strings.Compare(a.Name, b.Name)) })
	return out
}

// linesMax bounds the lines of a report, replacedMax the names of a translation.
const (
	linesMax    = 10
	replacedMax = 1 << 14
)

// Lines describes a report, for people: the first linesMax replacements, and how many more there are.
func (r Report) Lines() (out []string) {
	if len(r) == 0 {
		return nil
	}
	cells := 0
	for i := range r {
		cells += r[i].Cells
	}
	out = append(out, fmt.Sprintf("%d cells of %d blocks that there are not here became others:", cells, len(r)))
	for i := range r[:min(len(r), linesMax)] {
		out = append(out, fmt.Sprintf("  %s -> %v, %d cells", r[i].Name, r[i].By, r[i].Cells))
	}
	if n := len(r) - linesMax; n > 0 {
		out = append(out, fmt.Sprintf("  ... and %d more", n))
	}
	return out
}

// Found is a block of ours for a foreign one.
type Found struct {
	Block world.Block
	entry *Replacement // nil: it is the same block
}

// Count adds cells that have the block.
func (f *Found) Count(cells int) {
	if f.entry != nil {
		f.entry.Cells += cells
	}
}

// replace remembers that a block stands for a foreign one.
func (t *Translator) replace(name string, by world.Block) Found {
	if t.replaced == nil {
		t.replaced = map[string]*Replacement{}
	}
	e := t.replaced[name]
	if e == nil {
		e = &Replacement{Name: name, By: by}
		if len(t.replaced) < replacedMax {
			t.replaced[name] = e
		}
	}
	return Found{by, e}
}

// ownNamed returns the block of a name in our own namespace.
func ownNamed(name string) (world.Block, bool) {
	state, mine := strings.CutPrefix(name, own)
	if !mine {
		return world.Air, false
	}
	return world.BlockNamed(state)
}
