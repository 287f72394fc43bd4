package world

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"voxtide/internal/wire"
	"voxtide/timestream"
)

// randomPart draws a part of a box, which a block may hold or not.
func randomPart(r *rand.Rand) BoxPart {
	switch r.IntN(9) {
	case 2:
		return BoxPart{Part: PartOffer, Offer: randomOffer(r)}
	case 0:
		return BoxPart{Part: PartText, Text: []string{"", "Ann's", "to the\nwell"}[r.IntN(3)]}
	case 1:
		return BoxPart{Part: PartFire, Since: timestream.Time(r.IntN(3)) * 1e6, Heat: timestream.Duration(r.IntN(3)) * timestream.Second}
	}
	v := BoxPart{Part: uint8(r.IntN(BoxSlotsMax))}
	if r.IntN(3) > 0 {
		all := AppendItems(nil)
		it := all[r.IntN(len(all))]
		v.Stack = Stack{Item: it, Count: uint8(1 + r.IntN(int(it.Info().StackMax)))}
		if most := int(it.Info().WearMax); most > 0 {
			v.Stack.Wear = uint16(r.IntN(most))
		}
	}
	if r.IntN(2) == 0 {
		v.Part %= ovenSlots
	}
	return v
}

// randomOffer draws an offer, or none.
func randomOffer(r *rand.Rand) Offer {
	pick, _ := ItemNamed("iron_pick")
	all := [...]Offer{{}, {Goods: StackOf(Stone, 5), Price: StackOf(Dirt, 2), By: 3}, {Goods: StackOf(Stone, 5), Price: StackOf(Dirt, 3), By: 3},
		{Goods: Stack{Item: pick, Count: 1}, Price: StackOf(Planks, 64), By: 1 << 31}, {Goods: StackOf(Dirt, 2), Price: StackOf(Stone, 5), By: 3}, {Goods: StackOf(Stone, 5), Price: StackOf(Dirt, 2), By: 4}}
	return all[r.IntN(len(all))]
}

// TestBoxesAgainstModel sets parts of boxes at random, and compares every accessor, the hash and the bytes with a model.
func TestBoxesAgainstModel(t *testing.T) {
	r, n := random(t, 40)
	var blocks []Block
	for _, name := range []string{"chest", "barrel", "furnace", "kiln", "campfire", "oak_sign", "stone"} {
		b, known := BlockNamed(name)
		if !known {
			t.Fatalf("no block %q", name)
		}
		blocks = append(blocks, b)
	}
	set, refused, hashes := 0, 0, 0
	for range n {
		s := NewSection(Air)
		model := map[int]map[uint8]BoxPart{}
		cells := make([]int, 8)
		for i := range cells {
			cells[i] = r.IntN(SectionCells)
			s.Set(cells[i], blocks[r.IntN(len(blocks))])
		}
		for range 150 {
			cell, v := cells[r.IntN(len(cells))], randomPart(r)
			was, hash := s.BlockEntity(cell).Part(v.Part), s.Hash()
			if ok := s.SetBoxPart(cell, v); ok != s.Get(cell).Holds(&v) {
				t.Fatalf("%+v in %v: set %v", v, s.Get(cell), ok)
			} else if !ok {
				refused++
				continue
			}
			set++
			if was != v {
				if hashes++; s.Hash() == hash {
					t.Fatalf("the hash of %+v is that of %+v", v, was)
				}
			}
			if model[cell] == nil {
				model[cell] = map[uint8]BoxPart{}
			}
			if model[cell][v.Part] = v; v.IsEmpty() {
				delete(model[cell], v.Part)
			}
			agreeOnBoxes(t, s, model)
		}
		c := s.Clone()
		for _, cell := range c.AppendBlockEntityCells(nil) {
			c.SetBoxPart(cell, BoxPart{Part: 0, Stack: StackOf(Stone, 1)})
		}
		agreeOnBoxes(t, s, model)
		for cell, parts := range model {
			for part := range parts {
				s.SetBoxPart(cell, BoxPart{Part: part})
			}
		}
		if s.more != nil || s.MoreHash() != 0 {
			t.Fatal("an empty box is not forgotten")
		}
	}
	t.Logf("%d parts set, %d refused, %d changes of the hash", set, refused, hashes)
}

func agreeOnBoxes(t *testing.T, s *Section, model map[int]map[uint8]BoxPart) {
	t.Helper()
	var cells [SectionCells]Block
	s.Cells(&cells)
	again := SectionOf(&cells)
	held := 0
	for cell, parts := range model {
		if len(parts) > 0 {
			held++
		}
		for part, v := range parts {
			if got := s.BlockEntity(cell).Part(part); got != v {
				t.Fatalf("cell %d: %+v, want %+v", cell, got, v)
			}
			again.SetBoxPart(cell, v)
		}
	}
	if n := len(s.AppendBlockEntityCells(nil)); n != held {
		t.Fatalf("%d boxes, want %d", n, held)
	}
	b := AppendSection(nil, s)
	r := wire.NewReader(b)
	read, err := ReadSection(&r)
	if err != nil || r.End() != nil || read.Hash() != s.Hash() || !bytes.Equal(AppendSection(nil, read), b) {
		t.Fatalf("read back: %v", err)
	}
	if again.Hash() != s.Hash() || !bytes.Equal(AppendSection(nil, again), b) || SectionOf(&cells).Hash()^s.MoreHash() != s.Hash() {
		t.Fatal("hash or bytes depend on the way")
	}
	for cell, parts := range model {
		for part, v := range parts {
			if got := read.BlockEntity(cell).Part(part); got != v {
				t.Fatalf("cell %d, read back: %+v, want %+v", cell, got, v)
			}
		}
	}
}

// FuzzSectionWithBoxes: whatever is read is written again as the same bytes, and has the hash of what it holds.
func FuzzSectionWithBoxes(f *testing.F) {
	s := NewSection(Air)
	chest, _ := BlockNamed("chest")
	s.Set(7, chest)
	s.SetBoxPart(7, BoxPart{Part: 3, Stack: StackOf(Stone, 5)})
	f.Add(AppendSection(nil, s))
	s.SetBoxPart(7, BoxPart{Part: PartOffer, Offer: Offer{Goods: StackOf(Stone, 5), Price: StackOf(Dirt, 2), By: 3}})
	f.Add(AppendSection(nil, s))
	s.SetBoxPart(7, BoxPart{Part: 3})
	f.Add(AppendSection(nil, s))
	f.Add(AppendSection(nil, NewSection(Stone)))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		s, err := ReadSection(&r)
		if err != nil || r.Len() > 0 {
			return
		}
		again := wire.NewReader(AppendSection(nil, s))
		if s2, err := ReadSection(&again); err != nil || s2.Hash() != s.Hash() {
			t.Fatalf("written and read again: %v", err)
		}
	})
}

// TestBoxesHaveABound: a section holds at most BoxesMax boxes, and its bytes stay within what disk and wire take.
func TestBoxesHaveABound(t *testing.T) {
	cairn, _ := BlockNamed("cairn") // of all boxes it has most slots
	s := NewSection(cairn)
	pick, _ := ItemNamed("iron_pick")
	worn := Stack{Item: pick, Count: 1, Wear: pick.Info().WearMax - 1}
	for i := range SectionCells {
		for slot := range uint8(BoxSlotsMax) {
			if ok := s.SetBoxPart(i, BoxPart{Part: slot, Stack: worn}); ok != (i < BoxesMax) {
				t.Fatalf("box %d: set %v", i, ok)
			}
		}
	}
	n := len(AppendSection(nil, s))
	t.Logf("%d boxes: %d bytes, %d in memory", BoxesMax, n, s.Memory())
	if n > 40<<10 {
		t.Errorf("%d bytes", n)
	}
	if plain := NewSection(Stone); plain.more != nil || plain.Memory() > 256 {
		t.Errorf("plain land takes %d bytes", plain.Memory())
	}
}
