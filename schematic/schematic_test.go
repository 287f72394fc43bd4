package schematic

import (
	"testing"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/world"
)

// random returns a schematic of all sorts of states, whole doors and beds among them.
func random(t *testing.T) *Schematic {
	r := testrand.New(t)
	s := New([3]int32{1 + r.Int32N(9), 2 + r.Int32N(6), 1 + r.Int32N(9)})
	s.Offset = [3]int32{r.Int32N(21) - 10, r.Int32N(21) - 10, r.Int32N(21) - 10}
	for i := range s.Blocks {
		s.Blocks[i] = world.Block(r.IntN(world.BlockCount))
		if s.Blocks[i].HasText() {
			s.SetText(i, "hello")
		}
	}
	s.Trim()
	return s
}

// TestTurnsComeBack: four quarter turns and two mirrorings are nothing, a turn and its opposite too, and mirroring along both level axes is
// half a turn; each for every state of every block.
func TestTurnsComeBack(t *testing.T) {
	turned, mirrored := 0, 0
	for n := range world.BlockCount {
		b := world.Block(n)
		if got := Turn(Turn(Turn(Turn(b)))); got != b {
			t.Errorf("four turns of %v: %v", b, got)
		}
		for a := AxisX; a <= AxisZ; a++ {
			if got := Mirror(Mirror(b, a), a); got != b {
				t.Errorf("mirrored twice, %v: %v", b, got)
			}
			if Mirror(b, a) != b {
				mirrored++
			}
		}
		if got := Mirror(Mirror(b, AxisX), AxisZ); got != Turn(Turn(b)) {
			t.Errorf("%v: mirrored along both axes %v, half a turn %v", b, got, Turn(Turn(b)))
		}
		if Turn(b) != b {
			turned++
		}
		if Turn(b).Kind() != b.Kind() || Turn(b).Get(world.PropHalf) != b.Get(world.PropHalf) {
			t.Errorf("%v turned is %v", b, Turn(b))
		}
	}
	s := random(t)
	if !s.Turned(4).Equal(s) || !s.Turned(1).Turned(-1).Equal(s) || s.Turned(4).Offset != s.Offset || s.Turned(1).Turned(3).Offset != s.Offset {
		t.Error("turned back it is another one")
	}
	for a := AxisX; a <= AxisZ; a++ {
		if m := s.Mirrored(a).Mirrored(a); !m.Equal(s) || m.Offset != s.Offset {
			t.Errorf("mirrored back along %d it is another one", a)
		}
	}
	if half := s.Mirrored(AxisX).Mirrored(AxisZ); !half.Equal(s.Turned(2)) || half.Offset != s.Turned(2).Offset {
		t.Error("mirrored along both axes it is not half a turn")
	}
	t.Logf("%d of %d states turn, %d of %d mirrorings change one", turned, world.BlockCount, mirrored, 3*world.BlockCount)
	if turned < 800 || mirrored < 800 {
		t.Error("too few")
	}
}

// TestTurnedStands: what stood before a turn or a mirroring stands after it: joined fences are joined to the same neighbours, ladders and torches hang
// at the same walls, doors and beds are whole.
func TestTurnedStands(t *testing.T) {
	r := testrand.New(t)
	checked := 0
	for range 120 * testrand.Rounds(1) {
		w := world.New()
		w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
		rec := edits.Recorder{W: w, NoDrops: true}
		rec.Do(edits.Edit{Kind: edits.AddStream, Number: 1})
		for range 220 {
			p := world.Pos{X: 3 + r.Int32N(8), Y: 2 + r.Int32N(8), Z: 3 + r.Int32N(8)}
			b := world.Block(r.IntN(world.BlockCount))
			if r.IntN(3) == 0 {
				b = world.Stone
			}
			if now, _ := w.Block(p); now != world.Air || b.Class() == world.ClassLiquid || b.Class() == world.ClassLeaves || b.Class() == world.ClassLever || !edits.Stands(w, p, b) {
				continue
			}
			if !edits.HasHalves(b.Class()) {
				rec.PutBlock(0, p, b)
				continue
			}
			b = b.With(world.PropHalf, world.LowerHalf)
			if now, _ := w.Block(edits.OtherHalf(p, b)); now == world.Air {
				rec.PutHalves(0, p, b)
			}
		}
		s := New([3]int32{16, 16, 16})
		for i := range s.Blocks {
			x, y, z := s.At(i)
			s.Blocks[i], _ = w.Block(world.Pos{X: x, Y: y, Z: z})
		}
		if n := s.Trim(); n > 0 {
			t.Fatalf("%d halves are no whole", n)
		}
		for _, turned := range []*Schematic{s.Turned(1), s.Turned(3), s.Mirrored(AxisX), s.Mirrored(AxisZ)} {
			if n := turned.Clone().Trim(); n > 0 {
				t.Errorf("%d halves are no whole any more", n)
			}
			v := world.New()
			v.SetSection(world.SectionPos{}, world.NewSection(world.Air))
			for i, b := range turned.Blocks {
				x, y, z := turned.At(i)
				v.SetBlock(world.Pos{X: x, Y: y, Z: z}, b)
			}
			for i, b := range turned.Blocks {
				x, y, z := turned.At(i)
				p := world.Pos{X: x, Y: y, Z: z}
				if edits.Joined(v, p, b) != b {
					t.Errorf("%v is joined to others than before", b)
				}
				if edits.NeedsSupport(b) {
					checked++
					if !edits.Stands(v, p, b) {
						t.Errorf("%v stands no longer", b)
					}
				}
			}
		}
	}
	t.Logf("%d blocks that need a hold", checked)
	if checked < 1000 {
		t.Error("too few")
	}
}

// TestTrim: a half whose other half was left out goes.
func TestTrim(t *testing.T) {
	door, _ := world.BlockNamed("oak_door")
	s := New([3]int32{1, 2, 1})
	s.Blocks[0], s.Blocks[1] = door, door.With(world.PropHalf, world.UpperHalf)
	if s.Trim() != 0 {
		t.Error("a whole door was cut")
	}
	s.Blocks[0] = world.Stone
	if s.Trim() != 1 || s.Blocks[1] != world.Air {
		t.Error("half a door stays")
	}
}
