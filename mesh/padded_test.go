package mesh

import (
	"math/rand/v2"
	"testing"

	"voxtide/chance"
	"voxtide/scene"
	"voxtide/world"
)

// randomAround returns a section and its neighbours, some of one block, some not there.
func randomAround(r *rand.Rand) *Around {
	a := &Around{}
	for i := range a {
		switch draw := drawer(r); r.IntN(4) {
		case 0:
			a[i] = world.NewSection(draw())
		case 1:
			if i != 13 {
				a[i] = nil
				continue
			}
			fallthrough
		default:
			var cells [world.SectionCells]world.Block
			for k := range cells {
				cells[k] = draw()
			}
			a[i] = world.SectionOf(&cells)
		}
	}
	return a
}

// TestFill: each padded cell has the block that lies there, whatever was in it before.
func TestFill(t *testing.T) {
	r := chance.Source(t)
	p := &Padded{}
	for range chance.Rounds(30) {
		a := randomAround(r)
		p.Fill(a)
		if p.dull {
			continue
		}
		for y := -1; y <= 16; y++ {
			for z := -1; z <= 16; z++ {
				for x := -1; x <= 16; x++ {
					want := world.Air
					if s := a[(x>>4+1)+3*(z>>4+1)+9*(y>>4+1)]; s != nil {
						want = s.Get(x&15 | z&15<<4 | y&15<<8)
					}
					if got := p.Blocks[At(x, y, z)]; got != want {
						t.Fatalf("%v at %d,%d,%d, not %v", got, x, y, z, want)
					}
				}
			}
		}
	}
}

// TestDull: what cannot be seen is empty, and is not looked at: air, and what is buried. What has one open side is not.
func TestDull(t *testing.T) {
	m, dst, p := New(testLooks()), &scene.Mesh{}, &Padded{}
	build := func(a *Around) {
		p.Fill(a)
		m.Build(dst, world.SectionPos{X: 1, Y: 2, Z: 3}, p, &Tints{})
		if dst.Section != [3]int32{1, 2, 3} {
			t.Fatal(dst.Section)
		}
	}
	stone, air := world.NewSection(world.Stone), world.NewSection(world.Air)
	emptied := world.NewSection(world.Stone)
	for i := range world.SectionCells {
		emptied.Set(i, world.Air)
	}
	a := &Around{}
	for _, a[13] = range []*world.Section{nil, air, emptied} {
		build(a)
		if !p.dull || !dst.Empty() || dst.Open != scene.OpenAll {
			t.Fatalf("air: %+v", dst)
		}
	}
	for i := range a {
		a[i] = stone
	}
	build(a)
	if !p.dull || !dst.Empty() || dst.Open != 0 || dst.Low != dst.High {
		t.Fatalf("buried: %+v", dst)
	}
	for f, i := range [...]int{4, 22, 10, 16, 12, 14} {
		for _, other := range []*world.Section{nil, world.NewSection(world.Glass)} {
			a[i] = other
			build(a)
			if p.dull || dst.Opaque[f] != (scene.Range{Start: 0, Count: 1}) || len(dst.Quads) != 12 || dst.Open != 0 {
				t.Fatalf("open at face %d: %+v", f, dst)
			}
		}
		a[i] = stone
	}
}

// naivePairs floods cell by cell.
func naivePairs(p *Padded) (open uint16) {
	seen := map[[3]int]bool{}
	for i := range world.SectionCells {
		start := [3]int{i & 15, i >> 8, i >> 4 & 15}
		touched := [6]bool{}
		for queue := [][3]int{start}; len(queue) > 0; {
			q := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			if seen[q] || naiveBlock(p, q).Opaque {
				continue
			}
			seen[q] = true
			for f, d := range faceSteps {
				n := [3]int{q[0] + d[0], q[1] + d[1], q[2] + d[2]}
				if min(n[0], n[1], n[2]) < 0 || max(n[0], n[1], n[2]) > 15 {
					touched[f] = true
				} else {
					queue = append(queue, n)
				}
			}
		}
		for a := range touched {
			for b := range touched {
				if touched[a] && touched[b] {
					open |= scene.PairBit(a, b)
				}
			}
		}
	}
	return open
}

// TestPairs: the face pairs that see each other are those of the naive flood, in noise of all densities, and in mazes of
// walls, where ways are long.
func TestPairs(t *testing.T) {
	r := chance.Source(t)
	m, dst := New(testLooks()), &scene.Mesh{}
	counts := map[uint16]int{}
	for round := range chance.Rounds(150) {
		p := &Padded{}
		solid, period := r.IntN(101), 2+r.IntN(6)
		for i := range p.Blocks {
			x, z, y := i%Edge, i/Edge%Edge, i/stepY
			wall := round%2 == 0 && (x%period == 0 || z%period == 0 || y%period == 0)
			if wall && r.IntN(100) >= 4 || !wall && r.IntN(100) < solid {
				p.Blocks[i] = world.Stone
			}
		}
		m.Build(dst, world.SectionPos{}, p, &Tints{})
		if want := naivePairs(p); dst.Open != want {
			t.Fatalf("round %d: %015b, not %015b", round, dst.Open, want)
		}
		counts[dst.Open]++
	}
	if len(counts) < 5 {
		t.Errorf("only %d outcomes", len(counts))
	}
}

// TestThinWalls: the thinnest walls that part faces do, straight or across a corner, and one hole in them joins.
func TestThinWalls(t *testing.T) {
	m, dst := New(testLooks()), &scene.Mesh{}
	for name, wall := range map[string]func(x, y, z int) bool{
		"straight": func(x, y, z int) bool { return x == 7 },
		"corner":   func(x, y, z int) bool { return y == z },
	} {
		for _, hole := range []bool{false, true} {
			p := &Padded{}
			for i := range world.SectionCells {
				if x, y, z := i&15, i>>8, i>>4&15; wall(x, y, z) && !(hole && y == 9 && (x == 3 || x == 7)) {
					p.Blocks[At(x, y, z)] = world.Stone
				}
			}
			m.Build(dst, world.SectionPos{}, p, &Tints{})
			if want := naivePairs(p); dst.Open != want || (want == scene.OpenAll) != hole {
				t.Errorf("%s, hole %v: %015b, not %015b", name, hole, dst.Open, want)
			}
		}
	}
}

// TestRuns: runs against cell by cell.
func TestRuns(t *testing.T) {
	r := chance.Source(t)
	for range chance.Rounds(2000) {
		free := uint16(r.Uint32() | r.Uint32())
		from := uint16(r.Uint32() & r.Uint32() & r.Uint32())
		want := from & free
		for range 16 {
			want |= (want<<1 | want>>1) & free
		}
		if got := runs(from, free); got != want {
			t.Fatalf("%016b in %016b: %016b, not %016b", from, free, got, want)
		}
	}
}

func BenchmarkFill(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	a := &Around{}
	for i := range a {
		switch i / 9 {
		case 0:
			a[i] = world.NewSection(world.Stone)
		case 1:
			var cells [world.SectionCells]world.Block
			for k := range cells {
				cells[k] = [...]world.Block{world.Stone, world.Dirt, world.Air, world.Grass}[r.IntN(4)]
			}
			a[i] = world.SectionOf(&cells)
		}
	}
	p := &Padded{}
	b.ReportAllocs()
	for b.Loop() {
		p.Fill(a)
	}
}

func BenchmarkPairs(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name string
		p    *Padded
	}{{"hills", hills(r)}, {"noise", noisy(r)}} {
		b.Run(c.name, func(b *testing.B) {
			m := New(testLooks())
			m.rows(c.p)
			for b.Loop() {
				m.pairs()
			}
		})
	}
}
