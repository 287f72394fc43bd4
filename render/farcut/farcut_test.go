package farcut

import (
	"math/rand/v2"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// triangle is one of a mesh: x and z in blocks, y in scene.FarHeightUnits.
type triangle [3][3]int32

func triangles(vertices []uint32, indices []uint16) (list []triangle) {
	for i := 0; i < len(indices); i += 3 {
		var t triangle
		for k, n := range indices[i : i+3] {
			w := vertices[int(n)*scene.FarVertexWords:]
			t[k] = [3]int32{int32(w[0] & 0xFFFF), int32(int16(w[1])), int32(w[0] >> 16)}
		}
		list = append(list, t)
	}
	return list
}

// area returns twice the area of a triangle seen from above, in square blocks: 0 for a wall.
func (t *triangle) area() int32 {
	return (t[2][0]-t[0][0])*(t[1][2]-t[0][2]) - (t[1][0]-t[0][0])*(t[2][2]-t[0][2])
}

// at returns the height of a triangle at a place, if the place is within it.
func (t *triangle) at(x, z float64) (y float64, in bool) {
	f := func(i, k int) float64 { return float64(t[i][k]) }
	all := float64(t.area())
	u := ((f(2, 0)-x)*(f(1, 2)-z) - (f(1, 0)-x)*(f(2, 2)-z)) / all
	v := ((f(0, 0)-x)*(f(2, 2)-z) - (f(2, 0)-x)*(f(0, 2)-z)) / all
	w := 1 - u - v
	return u*f(0, 1) + v*f(1, 1) + w*f(2, 1), u >= 0 && v >= 0 && w >= 0
}

// randomMesh returns a mesh of right triangles that are halved at random, so that neighbours fit, as those of tiles do.
func randomMesh(r *rand.Rand) *scene.FarMesh {
	const least = 4 // blocks from corner to corner
	m := &scene.FarMesh{Width: 128 << r.IntN(2)}
	n := m.Width / least
	type half struct{ a, b, c [2]int32 }
	middle := func(t half) [2]int32 { return [2]int32{(t.a[0] + t.b[0]) / 2, (t.a[1] + t.b[1]) / 2} }
	halves := func(t half) [2]half { return [2]half{{t.c, t.a, middle(t)}, {t.b, t.c, middle(t)}} }
	small := func(t half) bool { return max(t.a[0]-t.c[0], t.c[0]-t.a[0])+max(t.a[1]-t.c[1], t.c[1]-t.a[1]) <= 1 }
	roots := []half{{[2]int32{0, 0}, [2]int32{n, n}, [2]int32{n, 0}}, {[2]int32{n, n}, [2]int32{0, 0}, [2]int32{0, n}}}
	list := roots
	for i := 0; i < len(list); i++ {
		if t := list[i]; !small(t) {
			h := halves(t)
			list = append(list, h[:]...)
		}
	}
	cut, rate := map[[2]int32]bool{}, 1<<r.IntN(14)
	for i := len(list) - 1; i >= 0; i-- { // a triangle is halved if one of its halves is
		if t := list[i]; !small(t) {
			h := halves(t)
			if r.IntN(rate) == 0 || !small(h[0]) && cut[middle(h[0])] || !small(h[1]) && cut[middle(h[1])] {
				cut[middle(t)] = true
			}
		}
	}
	numbers := map[[2]int32]uint16{}
	number := func(p [2]int32) uint16 {
		k, ok := numbers[p]
		if !ok {
			k = uint16(len(numbers))
			numbers[p] = k
			m.Vertices = append(m.Vertices, uint32(p[0]*least)|uint32(p[1]*least)<<16, uint32(uint16(int16(r.IntN(2000)-1000))), 0)
		}
		return k
	}
	var add func(t half)
	add = func(t half) {
		if !small(t) && cut[middle(t)] {
			for _, h := range halves(t) {
				add(h)
			}
			return
		}
		m.Right.Indices = append(m.Right.Indices, number(t.a), number(t.b), number(t.c))
	}
	for _, t := range roots {
		add(t)
	}
	return m
}

// openEdges returns how many sides of triangles have no other triangle, corner by corner, on their other side, apart from those at the edge of the mesh and of what is left out.
func openEdges(list []triangle, width int32, drawn []bool) (open int) {
	sides := map[[2][3]int32]int{}
	for i := range list {
		for k, a := range list[i] {
			b := list[i][(k+1)%3]
			sides[[2][3]int32{a, b}]++
			sides[[2][3]int32{b, a}]--
		}
	}
	wide := width / columnSide
	outside := func(x, z int32) bool { return x < 0 || z < 0 || x >= wide || z >= wide || drawn[x+z*wide] }
	for s, n := range sides {
		a, b, ends := s[0], s[1], false
		for _, k := range [2]int{0, 2} { // along a border, and beside it nothing is left on all of one side
			if a[k] == b[k] && a[k]%columnSide == 0 {
				before, after := true, true
				for i := min(a[2-k], b[2-k]) / columnSide; i*columnSide < max(a[2-k], b[2-k]); i++ {
					var at [3]int32
					at[k], at[2-k] = a[k]/columnSide, i
					after = after && outside(at[0], at[2])
					at[k]--
					before = before && outside(at[0], at[2])
				}
				ends = ends || before || after
			}
		}
		if n <= 0 || ends {
			continue
		}
		open += n
	}
	return open
}

// TestCut: of random meshes of right triangles what lies over columns in which sections are drawn is left out, and the rest is there once, at its height, and without a T-junction.
func TestCut(t *testing.T) {
	r := testrand.New(t)
	var c Cutter
	places, cuts, edges, uncut := 0, 0, 0, 0
	for range testrand.Rounds(60) {
		m := randomMesh(r)
		wide := m.Width / columnSide
		drawn := make([]bool, wide*wide)
		share := r.IntN(5)
		for i := range drawn {
			drawn[i] = r.IntN(4) < share
		}
		before := triangles(m.Vertices, m.Right.Indices)
		m.Indices, m.Right.Own = m.Right.Indices[:3], len(m.Right.Indices)/4/3*3 // the others do not count
		if c.Cut(m, drawn); share == 0 {
			if uncut++; c.Own != m.Right.Own || !slices.Equal(c.Indices, m.Right.Indices) {
				t.Fatalf("where nothing is cut %d of %d indices have colours of their own, %d of %d before", c.Own, len(c.Indices), m.Right.Own, len(m.Right.Indices))
			}
		}
		after := triangles(c.Vertices, c.Indices)
		cuts += len(c.Vertices) - len(m.Vertices)
		if open := openEdges(after, m.Width, drawn); open > 0 {
			t.Fatalf("%d sides of triangles are open", open)
		}
		edges += 3 * len(after)
		area, want := int32(0), int32(0)
		for i := range after {
			if after[i].area() <= 0 {
				t.Fatal("a triangle looks down, or is a line")
			}
			area += after[i].area()
		}
		for _, d := range drawn {
			if !d {
				want += 2 * columnSide * columnSide
			}
		}
		if area != want {
			t.Fatalf("%d half square blocks are left, %d are not drawn as sections", area, want)
		}
		find := func(list []triangle, x, z float64) (y float64, n int) {
			for i := range list {
				if h, in := list[i].at(x, z); list[i].area() != 0 && in {
					y = h
					n++
				}
			}
			return y, n
		}
		for range 200 {
			x, z := r.Float64()*float64(m.Width), r.Float64()*float64(m.Width)
			was, _ := find(before, x, z)
			is, n := find(after, x, z)
			if drawn[int32(x)/columnSide+int32(z)/columnSide*wide] {
				if n != 0 {
					t.Fatalf("at %v, %v there is land under sections", x, z)
				}
			} else if n != 1 || is < was-4 || is > was+0.01 { // each of a few cuts rounds down by less than a unit
				t.Fatalf("at %v, %v there are %d triangles, at %v instead of %v", x, z, n, is, was)
			}
			places++
		}
	}
	if cuts == 0 || uncut == 0 {
		t.Fatalf("%d corners of cuts, %d meshes without any", cuts, uncut)
	}
	t.Logf("%d places, %d corners added, %d sides of triangles", places, cuts/scene.FarVertexWords, edges)
}

// TestWalls: of what stands on borders and on the last edge of a mesh that is left which belongs to columns that are not drawn, with its colour. A wall on the last edge was
// left out always once, and a seam of sky stood between a swamp and the land beyond.
func TestWalls(t *testing.T) {
	var c Cutter
	for _, drawn := range [...][]bool{{true, true, true, false}, {true, true, false, true}, {false, false, false, false}, {true, true, true, true}} {
		for _, w := range [...]struct{ from, to [2]uint32 }{{[2]uint32{0, 32}, [2]uint32{32, 32}}, {[2]uint32{32, 0}, [2]uint32{32, 32}}, {[2]uint32{0, 0}, [2]uint32{32, 0}}, {[2]uint32{4, 5}, [2]uint32{30, 5}}} {
			m := &scene.FarMesh{Width: 32, Right: scene.FarTriangles{Own: 6, Indices: []uint16{0, 1, 2, 2, 1, 3}}}
			for _, at := range [...][2]uint32{w.from, w.to} {
				for _, y := range [...]uint32{80, 16} {
					m.Vertices = append(m.Vertices, at[0]|at[1]<<16, y|scene.FarOwnColour, 77)
				}
			}
			want := int32(0) // blocks of the wall that are left
			for i := range int32(w.to[0] - w.from[0] + w.to[1] - w.from[1]) {
				x, z := int32(w.from[0]), int32(w.from[1])
				if w.to[0] > w.from[0] {
					x += i
				} else {
					z += i
				}
				if !drawn[min(x/16, 1)+2*min(z/16, 1)] {
					want++
				}
			}
			c.Cut(m, drawn)
			twice := int32(0)
			for _, p := range triangles(c.Vertices, c.Indices) {
				along := func(k int) int32 { return p[k][0] + p[k][2] }
				a := (along(2)-along(0))*(p[1][1]-p[0][1]) - (along(1)-along(0))*(p[2][1]-p[0][1])
				twice += max(a, -a)
			}
			if twice != want*64*2 || c.Own != len(c.Indices) {
				t.Errorf("a wall from %v to %v, %v: %d of %d are left, %d indices of %d have colours of their own", w.from, w.to, drawn, twice, want*64*2, c.Own, len(c.Indices))
			}
			for i := 0; i < len(c.Vertices); i += scene.FarVertexWords {
				if c.Vertices[i+1]>>16 != scene.FarOwnColour>>16 || c.Vertices[i+2] != 77 {
					t.Error("a corner without its colour")
				}
			}
		}
	}
}
