package farcut

import (
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

// cutTriangles adds a right triangle to a mesh, or its halves, at random.
func cutTriangles(m *scene.FarMesh, a, b, c uint16, halve func() bool, height func() uint32) {
	word := func(n uint16) (x, z uint32) {
		w := m.Vertices[int(n)*scene.FarVertexWords]
		return w & 0xFFFF, w >> 16
	}
	ax, az := word(a)
	bx, bz := word(b)
	if cx, cz := word(c); max(ax, bx, cx)-min(ax, bx, cx)+max(az, bz, cz)-min(az, bz, cz) > 8 && halve() {
		m.Vertices = append(m.Vertices, (ax+bx)/2|(az+bz)/2<<16, height(), 0)
		n := uint16(len(m.Vertices)/scene.FarVertexWords - 1)
		cutTriangles(m, c, a, n, halve, height)
		cutTriangles(m, b, c, n, halve, height)
		return
	}
	m.Indices = append(m.Indices, a, b, c)
}

// TestCut: of random meshes of right triangles what lies over columns in which sections are drawn is left out, and the rest is there once, at its height.
func TestCut(t *testing.T) {
	r := testrand.New(t)
	var c Cutter
	places, cuts := 0, 0
	for range testrand.Rounds(60) {
		m := &scene.FarMesh{Width: 128 << r.IntN(2)}
		height := func() uint32 { return uint32(uint16(int16(r.IntN(2000) - 1000))) }
		w := uint32(m.Width)
		for _, at := range [...]uint32{0, w, w << 16, w | w<<16} {
			m.Vertices = append(m.Vertices, at, height(), 0)
		}
		halve := func() bool { return r.IntN(5) > 0 }
		cutTriangles(m, 0, 3, 1, halve, height)
		cutTriangles(m, 3, 0, 2, halve, height)
		wide := m.Width / columnSide
		drawn := make([]bool, wide*wide)
		share := r.IntN(5)
		for i := range drawn {
			drawn[i] = r.IntN(4) < share
		}
		before := triangles(m.Vertices, m.Indices)
		c.Cut(m, drawn)
		after := triangles(c.Vertices, c.Indices)
		cuts += len(c.Vertices) - len(m.Vertices)
		area, want := int32(0), int32(0)
		for i := range after {
			if after[i].area() < 0 {
				t.Fatal("a triangle looks down")
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
			} else if n != 1 || is < was-0.01 || is > was+4 { // each of a few cuts rounds up by less than a unit
				t.Fatalf("at %v, %v there are %d triangles, at %v instead of %v", x, z, n, is, was)
			}
			places++
		}
	}
	if cuts == 0 {
		t.Fatal("nothing was cut")
	}
	t.Logf("%d places, %d corners added", places, cuts/scene.FarVertexWords)
}

// TestWalls: of what stands on borders and on the last edge of a mesh that is left which belongs to columns that are not drawn, with its colour. A wall on the last edge was
// left out always once, and a seam of sky stood between a swamp and the land beyond.
func TestWalls(t *testing.T) {
	var c Cutter
	for _, drawn := range [...][]bool{{true, true, true, false}, {true, true, false, true}, {false, false, false, false}, {true, true, true, true}} {
		for _, w := range [...]struct{ from, to [2]uint32 }{{[2]uint32{0, 32}, [2]uint32{32, 32}}, {[2]uint32{32, 0}, [2]uint32{32, 32}}, {[2]uint32{0, 0}, [2]uint32{32, 0}}, {[2]uint32{4, 5}, [2]uint32{30, 5}}} {
			m := &scene.FarMesh{Width: 32, Own: 6, Indices: []uint16{0, 1, 2, 2, 1, 3}}
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
