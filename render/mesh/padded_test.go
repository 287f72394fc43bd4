package mesh

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// randomAround returns a section and its neighbours, some of one block, some nil.
func randomAround(r *rand.Rand) *Neighbourhood {
	a := &Neighbourhood{}
	for i := range a {
		switch draw := blockPicker(r); r.IntN(4) {
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

// TestFill: each padded cell gets the block at its position, whatever it held before.
func TestFill(t *testing.T) {
	r := testrand.New(t)
	p := &Padded{}
	for range testrand.Rounds(30) {
		a := randomAround(r)
		p.Fill(a)
		if p.invisible {
			continue
		}
		for y := -1; y <= 16; y++ {
			for z := -1; z <= 16; z++ {
				for x := -1; x <= 16; x++ {
					want := world.Air
					if s := a[(x>>4+1)+3*(z>>4+1)+9*(y>>4+1)]; s != nil {
						want = s.Get(x&15 | z&15<<4 | y&15<<8)
					}
					if got := p.Blocks[CellIndex(x, y, z)]; got != want {
						t.Fatalf("%v at %d,%d,%d, not %v", got, x, y, z, want)
					}
				}
			}
		}
	}
}

// TestInvisible: the mesh of air and of a buried section is empty, and Fill says so; with one open face it is not.
func TestInvisible(t *testing.T) {
	m, dst, p := New(testFaces()), &scene.Mesh{}, &Padded{}
	build := func(a *Neighbourhood) {
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
	a := &Neighbourhood{}
	for _, a[13] = range []*world.Section{nil, air, emptied} {
		build(a)
		if !p.invisible || !dst.Empty() || dst.Connected != scene.ConnectedAll {
			t.Fatalf("air: %+v", dst)
		}
	}
	for i := range a {
		a[i] = stone
	}
	build(a)
	if !p.invisible || !dst.Empty() || dst.Connected != 0 || dst.Low != dst.High {
		t.Fatalf("buried: %+v", dst)
	}
	for f, i := range [...]int{4, 22, 10, 16, 12, 14} {
		for _, other := range []*world.Section{nil, world.NewSection(world.Glass)} {
			a[i] = other
			build(a)
			if p.invisible || dst.Opaque[f] != (scene.Range{Start: 0, Count: 1}) || len(dst.Quads) != 12 || dst.Connected != 0 {
				t.Fatalf("open at face %d: %+v", f, dst)
			}
		}
		a[i] = stone
	}
}

// naiveConnectivity floods the cells one by one.
func naiveConnectivity(p *Padded) (open uint16) {
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
					open |= scene.FacePairBit(a, b)
				}
			}
		}
	}
	return open
}

// TestConnectivity: the pairs of faces that see each other are the pairs of the naive flood, in noise of all densities, and in
// mazes, where paths are long.
func TestConnectivity(t *testing.T) {
	r := testrand.New(t)
	m, dst := New(testFaces()), &scene.Mesh{}
	counts := map[uint16]int{}
	for round := range testrand.Rounds(150) {
		p := &Padded{}
		solid, period := r.IntN(101), 2+r.IntN(6)
		for i := range p.Blocks {
			x, z, y := i%PaddedEdge, i/PaddedEdge%PaddedEdge, i/stepY
			wall := round%2 == 0 && (x%period == 0 || z%period == 0 || y%period == 0)
			if wall && r.IntN(100) >= 4 || !wall && r.IntN(100) < solid {
				p.Blocks[i] = world.Stone
			}
		}
		m.Build(dst, world.SectionPos{}, p, &Tints{})
		if want := naiveConnectivity(p); dst.Connected != want {
			t.Fatalf("round %d: %015b, not %015b", round, dst.Connected, want)
		}
		counts[dst.Connected]++
	}
	if len(counts) < 5 {
		t.Errorf("only %d outcomes", len(counts))
	}
}

// TestThinWalls: the thinnest walls separate faces, straight or across a corner, and one hole in a wall joins them.
func TestThinWalls(t *testing.T) {
	m, dst := New(testFaces()), &scene.Mesh{}
	for name, wall := range map[string]func(x, y, z int) bool{
		"straight": func(x, y, z int) bool { return x == 7 },
		"corner":   func(x, y, z int) bool { return y == z },
	} {
		for _, hole := range []bool{false, true} {
			p := &Padded{}
			for i := range world.SectionCells {
				if x, y, z := i&15, i>>8, i>>4&15; wall(x, y, z) && !(hole && y == 9 && (x == 3 || x == 7)) {
					p.Blocks[CellIndex(x, y, z)] = world.Stone
				}
			}
			m.Build(dst, world.SectionPos{}, p, &Tints{})
			if want := naiveConnectivity(p); dst.Connected != want || (want == scene.ConnectedAll) != hole {
				t.Errorf("%s, hole %v: %015b, not %015b", name, hole, dst.Connected, want)
			}
		}
	}
}

// TestJoinedRuns compares joinedRuns with a search cell by cell.
func TestJoinedRuns(t *testing.T) {
	r := testrand.New(t)
	for range testrand.Rounds(2000) {
		free := uint16(r.Uint32() | r.Uint32())
		from := uint16(r.Uint32() & r.Uint32() & r.Uint32())
		want := from & free
		for range 16 {
			want |= (want<<1 | want>>1) & free
		}
		if got := joinedRuns(from, free); got != want {
			t.Fatalf("%016b in %016b: %016b, not %016b", from, free, got, want)
		}
	}
}

func BenchmarkFill(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	a := &Neighbourhood{}
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

func BenchmarkConnectivity(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name string
		p    *Padded
	}{{"hills", hillPadded(r)}, {"noise", noisyPadded(r)}} {
		b.Run(c.name, func(b *testing.B) {
			m := New(testFaces())
			m.readRows(c.p)
			for b.Loop() {
				m.connectivity()
			}
		})
	}
}
