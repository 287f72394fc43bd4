package light

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// edit changes one block the way a client does: in its section, in the heightmap and in the cells of the reference.
func (w *terrain) edit(x, y, z int, b world.Block) {
	w.cells[cellAt(x, y, z)] = b
	s := x/size + z/size*wide + y/size*wide*wide
	w.sections[s] = w.sections[s].Clone()
	w.sections[s].Set(x&15|z&15<<4|y&15<<8, b)
	c := x/size + z/size*wide
	w.tops[c].SetBlock(x&15|z&15<<4, int32(y), IsOpaque(b), func(y int32) world.Block {
		if y < 0 {
			return world.Air
		}
		return w.cells[cellAt(x, int(y), z)]
	})
}

// TestEdits: after random sequences of edits, and after each of them was undone, the light of all sections around
// equals the rules applied to the whole. Most edits are of lamps, near the borders of sections.
func TestEdits(t *testing.T) {
	r := testrand.New(t)
	s := &Scratch{}
	for round := range testrand.Rounds(6) {
		w := caves(r)
		if round%3 == 2 {
			w = chaos(r)
		}
		var undo []func()
		for range 4 {
			for range 1 + r.IntN(25) {
				x, y, z := place(r), place(r), place(r)
				b := world.Block(r.IntN(world.BlockCount))
				if r.IntN(2) == 0 {
					b = [...]world.Block{world.Torch, world.Lamp, world.Air, world.Stone, world.Leaves, world.Glass}[r.IntN(6)]
				}
				before := w.cells[cellAt(x, y, z)]
				w.edit(x, y, z, b)
				undo = append(undo, func() { w.edit(x, y, z, before) })
			}
			w.ref = w.naive()
			for i := range 8 {
				w.check(t, s, 1+i&1, 1+i>>1&1, 1+i>>2)
			}
		}
		for i := len(undo) - 1; i >= 0; i-- {
			undo[i]()
		}
		w.ref = w.naive()
		for i := range 8 {
			w.check(t, s, 1+i&1, 1+i>>1&1, 1+i>>2)
		}
	}
}

// place returns a coordinate, half of the time at a border between sections.
func place(r *rand.Rand) int {
	if r.IntN(2) == 0 {
		return size*(1+r.IntN(wide-1)) - r.IntN(2)
	}
	return r.IntN(blocks)
}

// TestATorchComesAndGoes: a torch in a closed hall lights it as far as the rules say, across the borders of sections,
// and leaves nothing behind.
func TestATorchComesAndGoes(t *testing.T) {
	w := &terrain{}
	for i := range w.cells {
		x, z, y := i%blocks, i/blocks%blocks, i/blocks/blocks
		if x < 12 || x >= 52 || z < 12 || z >= 52 || y < 12 || y >= 52 {
			w.cells[i] = world.Stone
		}
	}
	w.settle()
	s := &Scratch{}
	check := func() {
		t.Helper()
		w.ref = w.naive()
		for i := range 8 {
			w.check(t, s, 1+i&1, 1+i>>1&1, 1+i>>2)
		}
	}
	dark := append([]uint8(nil), w.ref...)
	for _, at := range [...][3]int{{31, 31, 31}, {32, 32, 32}, {16, 47, 31}} {
		w.edit(at[0], at[1], at[2], world.Torch)
		check()
		give := int(world.Blocks[world.Torch].Light)
		if got := w.ref[cellAt(at[0], at[1]-give+1, at[2])]; at[1] == 31 && got != 1 {
			t.Errorf("light %02x at the end of its reach", got)
		}
		w.edit(at[0], at[1], at[2], world.Air)
		check()
		for i := range dark {
			if w.ref[i] != dark[i] {
				t.Fatalf("%02x is left at %d", w.ref[i], i)
			}
		}
	}
}
