// Package keep holds short texts that live long.
//
// Each string on the heap is an object, and one that stays keeps all the memory around it from being given back: a server into which 300 players come had a block of
// 8 kB left for nearly each short text of each of them, with nothing else in it. Texts puts them side by side.
//
// Owner: the one that has the Texts. Invariants: a kept text is equal to the one that was given, for ever; a block is garbage when none of its texts is in use.
package keep

import "strings"

const (
	blockBytes = 4096            // of a block
	longest    = blockBytes / 16 // of a text in one, in bytes: a longer one is an object of its own
)

// Texts keeps texts. The zero value is ready. It must not be copied.
type Texts struct{ block strings.Builder }

// Keep returns a copy of a text.
func (t *Texts) Keep(text string) string {
	if len(text) > longest {
		return strings.Clone(text)
	}
	if t.block.Cap()-t.block.Len() < len(text) {
		t.block.Reset()
		t.block.Grow(blockBytes)
	}
	from := t.block.Len()
	t.block.WriteString(text)
	return t.block.String()[from:]
}
