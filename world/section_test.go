package world

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/internal/wire"
)

// random returns a random source whose seed is printed, and the number of rounds.
func random(t testing.TB, n int) (*rand.Rand, int) { return testrand.New(t), testrand.Rounds(n) }

// agree compares a section with its model in every accessor.
func agree(t *testing.T, s *Section, model *[SectionCells]Block) {
	t.Helper()
	count, hash := 0, uint64(0)
	var cells [SectionCells]Block
	s.Cells(&cells)
	for i, b := range model {
		if g := s.Get(i); g != b || cells[i] != b {
			t.Fatalf("cell %d: got %v and %v, want %v", i, g, cells[i], b)
		}
		if b != Air {
			count++
			hash ^= cellHash(i, b)
		}
	}
	if s.Hash() != hash {
		t.Fatal("a hash that is not the sum of its cells")
	}
	if s.NonAirCount() != count {
		t.Fatalf("count %d, want %d", s.NonAirCount(), count)
	}
	again := SectionOf(model)
	if again.Hash() != s.Hash() {
		t.Fatal("hash depends on the way")
	}
	if !bytes.Equal(AppendSection(nil, s), AppendSection(nil, again)) {
		t.Fatal("bytes depend on the way")
	}
}

func TestSectionAgainstModel(t *testing.T) {
	r, n := random(t, 60)
	for range n {
		var model [SectionCells]Block
		fill := Block(r.IntN(3))
		s := NewSection(fill)
		for i := range model {
			model[i] = fill
		}
		kinds := 1 + r.IntN(1<<r.IntN(12)) // up to 11 bits: not all are blocks, to reach the width of 16
		for range r.IntN(6000) {
			i, b := r.IntN(SectionCells), Block(r.IntN(kinds))
			if old := s.Set(i, b); old != model[i] {
				t.Fatalf("old %v, want %v", old, model[i])
			}
			model[i] = b
		}
		agree(t, s, &model)
		c := s.Clone()
		c.Set(5, s.Get(5)+1)
		agree(t, s, &model)
		before := s.Memory()
		s.Compact()
		if s.Memory() > before+64 {
			t.Fatalf("compact: %d bytes from %d", s.Memory(), before)
		}
		agree(t, s, &model)
		for i := range model {
			s.Set(i, Air)
		}
		if s.Hash() != 0 || s.NonAirCount() != 0 {
			t.Fatal("empty section has a hash")
		}
		s.Compact()
		if b, ok := s.Uniform(); !ok || b != Air {
			t.Fatal("empty section is not uniform")
		}
	}
}

func TestSectionBytes(t *testing.T) {
	r, n := random(t, 100)
	for range n {
		s := NewSection(Block(r.IntN(BlockCount)))
		kinds := 1 + r.IntN(BlockCount)
		for range r.IntN(3000) {
			s.Set(r.IntN(SectionCells), Block(r.IntN(kinds)))
		}
		raw := AppendSection(nil, s)
		rd := wire.NewReader(raw)
		got, err := ReadSection(&rd)
		if err != nil || rd.End() != nil {
			t.Fatal(err, rd.Err())
		}
		var model [SectionCells]Block
		s.Cells(&model)
		agree(t, got, &model)
		cut := wire.NewReader(raw[:r.IntN(len(raw))])
		if _, err := ReadSection(&cut); err == nil {
			t.Fatal("took a cut section")
		}
	}
}

func FuzzReadSection(f *testing.F) {
	s := NewSection(Stone)
	f.Add(AppendSection(nil, s))
	for i := range 40 {
		s.Set(i*7, Block(i))
		if i%13 == 1 {
			f.Add(AppendSection(nil, s))
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		rd := wire.NewReader(raw)
		s, err := ReadSection(&rd)
		if err != nil {
			return
		}
		if again := AppendSection(nil, s); !bytes.Equal(again, raw[:len(raw)-rd.Len()]) {
			t.Fatal("two encodings of one section")
		}
		var model [SectionCells]Block
		s.Cells(&model)
		agree(t, s, &model)
	})
}

func TestSectionAllocs(t *testing.T) {
	s := NewSection(Air)
	for b := range BlockCount {
		s.Set(b, Block(b))
	}
	i := 0
	if n := testing.AllocsPerRun(1000, func() {
		s.Set(i&4095, Block(i%BlockCount))
		i += 7
		_ = s.Get(i & 4095)
	}); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

func TestBlocks(t *testing.T) {
	names := map[string]Block{}
	for i := range Blocks {
		b, info := Block(i), &Blocks[i]
		if info.Name == "" {
			t.Errorf("block %d has no row", i)
		}
		if _, ok := names[info.Name]; ok {
			t.Errorf("name %q twice", info.Name)
		}
		names[info.Name] = b
		if info.Light > 15 || info.Sound >= SoundCount || info.Tint >= TintCount || int(info.Drops) >= BlockCount {
			t.Errorf("%v: out of range", b)
		}
		if info.Opaque && !b.Full() && info.Class != ClassLava { // lava fills its cell, and bodies pass through
			t.Errorf("%v: opaque but not full", b)
		}
		if harm := map[string]uint8{"cactus": 1, "lava": 4}[info.Name]; info.Harm != harm {
			t.Errorf("%v: harms by %d", b, info.Harm)
		}
		if info.Liquid && b.Solid() || info.Climbable && b.Solid() || info.Falls && !b.Full() {
			t.Errorf("%v: wrong shape", b)
		}
		if b != Air && info.Faces[Up] == "" {
			t.Errorf("%v: no texture", b)
		}
		if b.Solid() != (len(b.Boxes()) > 0) {
			t.Errorf("%v: Solid and Boxes differ", b)
		}
		for _, x := range b.Boxes() {
			for a := range 3 {
				if x.Lo[a] < 0 || x.Lo[a] >= x.Hi[a] || x.Hi[a] > 16 {
					t.Errorf("%v: box %v", b, x)
				}
			}
		}
	}
	if Block(60000).Solid() || Block(60000).String() != "air" {
		t.Error("an unknown block is not like air")
	}
}

func BenchmarkSectionGet(b *testing.B) {
	s := NewSection(Air)
	for i := range SectionCells {
		s.Set(i, Block(i%20))
	}
	sum := 0
	for i := 0; b.Loop(); i++ {
		sum += int(s.Get(i & 4095))
	}
	_ = sum
}

func BenchmarkSectionSet(b *testing.B) {
	s := NewSection(Air)
	for i := 0; b.Loop(); i++ {
		s.Set(i*5&4095, Block(i%20))
	}
}

func BenchmarkSectionOf(b *testing.B) {
	var cells [SectionCells]Block
	for i := range cells {
		cells[i] = Block(i / 300)
	}
	for b.Loop() {
		SectionOf(&cells)
	}
}

// BenchmarkReadSection reads a section as land has them: stone with ores, a surface, air.
func BenchmarkReadSection(b *testing.B) {
	var cells [SectionCells]Block
	for i := range cells {
		switch {
		case i/256 > 9:
			cells[i] = Air
		case i/256 > 6 && i%7 < 3:
			cells[i] = Dirt
		default:
			cells[i] = Stone
		}
		if i%97 == 0 && i < 2000 {
			cells[i] = Sand
		}
	}
	raw := AppendSection(nil, SectionOf(&cells))
	for b.Loop() {
		r := wire.NewReader(raw)
		if _, err := ReadSection(&r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendSection(b *testing.B) {
	var cells [SectionCells]Block
	for i := range cells {
		cells[i] = Block(i / 300)
	}
	s := SectionOf(&cells)
	var buf []byte
	for b.Loop() {
		buf = AppendSection(buf[:0], s)
	}
}

// TestSectionMemory logs and bounds the memory of a section: none per cell for a uniform one, and otherwise its packed
// indices and palette.
func TestSectionMemory(t *testing.T) {
	for _, c := range []struct{ kinds, most int }{{1, 128}, {2, 768}, {4, 1280}, {16, 2304}, {256, 4864}, {BlockCount, 16384}} {
		s := NewSection(Stone)
		for i := range SectionCells {
			s.Set(i, Block(i%c.kinds))
		}
		s.Compact()
		t.Logf("%d kinds: %d bytes", c.kinds, s.Memory())
		if s.Memory() > c.most {
			t.Errorf("%d kinds: %d bytes, want at most %d", c.kinds, s.Memory(), c.most)
		}
	}
}
