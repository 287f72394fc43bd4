package building

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// land is a world of sections that are made as they are read.
type land map[world.SectionPos]*world.Section

func (l land) read(p world.SectionPos) (*world.Section, error) {
	if l[p] == nil {
		l[p] = world.NewSection(world.Air)
	}
	return l[p], nil
}

func (l land) set(c Cell) error {
	s, _ := l.read(c.Pos.Section())
	s.Set(c.Pos.Index(), c.Block)
	if c.Text != "" {
		s.SetBoxPart(c.Pos.Index(), world.BoxPart{Part: world.PartText, Text: c.Text})
	}
	return nil
}

func (l land) at(p world.Pos) world.Block {
	s, _ := l.read(p.Section())
	return s.Get(p.Index())
}

// TestOperationsAgainstModel: each operation sets the cells that a plain loop sets, each once and section by section.
func TestOperationsAgainstModel(t *testing.T) {
	r := testrand.New(t)
	slab, _ := world.BlockNamed("birch_slab")
	cells := 0
	for range 40 {
		l := land{}
		p := func(n int32) world.Pos {
			return world.Pos{X: r.Int32N(2*n) - n, Y: r.Int32N(2*n) - n, Z: r.Int32N(2*n) - n}
		}
		box := BoxOf(p(20), p(20))
		some := []world.Block{world.Air, world.Stone, world.PlankSlab, world.PlankSlabTop, world.Log}
		box.eachCell(func(q world.Pos) error { return l.set(Cell{Pos: q, Block: some[r.IntN(len(some))]}) })
		do := func(o *Operation, err error) map[world.Pos]world.Block {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			got, left := map[world.Pos]world.Block{}, map[world.SectionPos]bool{}
			var last world.SectionPos
			o.Cells(l.read, func(c Cell) error {
				if _, again := got[c.Pos]; again {
					t.Fatalf("%v twice", c.Pos)
				}
				if s := c.Pos.Section(); s != last || len(got) == 0 {
					if len(got) > 0 {
						left[last] = true
					}
					if last = s; left[s] && o.Text[:5] != "stack" {
						t.Fatalf("%v comes back", s)
					}
				}
				if q := (Box{c.Pos, c.Pos}); BoxOf(o.Box.Low, q.Low) != (Box{o.Box.Low, q.Low}) {
					t.Fatalf("%v is outside", c.Pos)
				}
				got[c.Pos] = c.Block
				return nil
			})
			cells += len(got)
			return got
		}
		if got := do(Fill(box, world.Glass)); int64(len(got)) != box.Cells() {
			t.Fatalf("%d of %d filled", len(got), box.Cells())
		}
		replaced := do(Replace(box, world.PlankSlab, slab))
		box.eachCell(func(q world.Pos) error {
			want, have := world.Air, l.at(q)
			if have == world.PlankSlab || have == world.PlankSlabTop {
				want = slab.With(world.PropHalf, have.Get(world.PropHalf))
			}
			if replaced[q] != want {
				t.Fatalf("%v becomes %v, not %v", have, replaced[q], want)
			}
			return nil
		})
		from := p(30)
		c, err := Copy(l.read, box, from)
		if err != nil {
			t.Fatal(err)
		}
		to := p(30)
		pasted := do(Paste(c.Schematic, to, true))
		box.eachCell(func(q world.Pos) error {
			if got, ok := pasted[world.Pos{X: q.X - from.X + to.X, Y: q.Y - from.Y + to.Y, Z: q.Z - from.Z + to.Z}]; !ok || got != l.at(q) {
				t.Fatalf("%v is pasted as %v", l.at(q), got)
			}
			return nil
		})
		side := world.Face(r.IntN(world.FaceCount))
		stacked := do(Stack(box, 2, side))
		if int64(len(stacked)) != 2*box.Cells() {
			t.Fatalf("%d stacked", len(stacked))
		}
		size, step := box.Size(), world.Pos{}.Next(side)
		for n := int32(1); n <= 2; n++ {
			box.eachCell(func(q world.Pos) error {
				if got, ok := stacked[world.Pos{X: q.X + n*step.X*size[0], Y: q.Y + n*step.Y*size[1], Z: q.Z + n*step.Z*size[2]}]; !ok || got != l.at(q) {
					t.Fatalf("%v is stacked as %v", l.at(q), got)
				}
				return nil
			})
		}
	}
	t.Logf("%d cells", cells)
}

// TestRegenerate: land is set back section by section, but for what nobody has changed.
func TestRegenerate(t *testing.T) {
	o := Regenerate(Box{Low: world.Pos{X: -3, Y: -20}, High: world.Pos{X: 20, Y: 20, Z: 3}})
	n := 0
	o.Cells(func(p world.SectionPos) (*world.Section, error) {
		if p.X != 0 || p.Y != 1 {
			return nil, nil
		}
		return world.NewSection(world.Stone), nil
	}, func(c Cell) error { n++; return nil })
	if n != 16*5*4 {
		t.Errorf("%d cells", n)
	}
}

// TestCopyLeavesOut: what boxes hold is not copied, nor half a door; texts are.
func TestCopyLeavesOut(t *testing.T) {
	l := land{}
	chest, _ := world.BlockNamed("chest")
	sign, _ := world.BlockNamed("oak_sign")
	door, _ := world.BlockNamed("oak_door")
	l.set(Cell{Pos: world.Pos{}, Block: chest})
	s, _ := l.read(world.SectionPos{})
	s.SetBoxPart(0, world.BoxPart{Part: 3, Stack: world.StackOf(world.Stone, 7)})
	l.set(Cell{Pos: world.Pos{X: 1}, Block: sign, Text: "to the mill"})
	l.set(Cell{Pos: world.Pos{X: 2}, Block: door})
	l.set(Cell{Pos: world.Pos{X: 2, Y: 1}, Block: door.With(world.PropHalf, world.UpperHalf)})
	c, err := Copy(l.read, Box{High: world.Pos{X: 2}}, world.Pos{})
	if err != nil || c.Boxes != 1 || c.Halves != 1 || c.Blocks[0] != chest || c.Texts[1] != "to the mill" || c.Blocks[2] != world.Air {
		t.Errorf("%+v %+v %v", c, c.Schematic, err)
	}
	if _, err := Fill(Box{}, door); err != ErrHalves {
		t.Error(err)
	}
	if _, err := Replace(Box{}, world.Stone, door); err != ErrHalves {
		t.Error(err)
	}
	if _, err := Paste(c.Schematic, world.Pos{Y: world.MaxY + 1}, true); err != ErrHeight {
		t.Error(err)
	}
}

// TestBuildersAreBounded: the player who has built nothing for longest is forgotten.
func TestBuildersAreBounded(t *testing.T) {
	var b Table
	for i := range timestream.Stream(3 * BuildersMax) {
		b.Of(i).Set[0] = true
		b.Of(0)
	}
	if len(b.builders) != BuildersMax || !b.Of(0).Set[0] || b.Of(1).Set[0] {
		t.Errorf("%d are kept", len(b.builders))
	}
}
