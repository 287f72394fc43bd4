package farlist

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
	"voxtide/render/camera"
	"voxtide/render/farcluster"
	"voxtide/render/scene"
)

// randomPiece makes a piece with some random triangles, whose vertices have their number as their colour.
func randomPiece(r *rand.Rand, vertices, triangles int) Piece {
	p := Piece{Place: mgl32.Vec4{r.Float32(), r.Float32(), r.Float32(), r.Float32()}, Base: [3]float32{r.Float32()*2000 - 1000, -r.Float32() * 100, r.Float32()*2000 - 1000}}
	for i := range vertices {
		flags := uint32(scene.FarOwnColour | scene.FarOwnWater | scene.FarOwnSunk)
		p.Vertices = append(p.Vertices, uint32(r.IntN(512))|uint32(r.IntN(512))<<16, uint32(uint16(r.IntN(1000)-500))|flags, uint32(i))
	}
	for range triangles {
		at := r.IntN(vertices)
		p.Indices = append(p.Indices, uint16(at), uint16((at+1)%vertices), uint16((at+7)%vertices))
	}
	p.Own = r.IntN(triangles+1) * 3
	c := farcluster.New(p.Vertices, p.Indices)
	p.Clusters = &c
	return p
}

func randomFrustum(r *rand.Rand) camera.Frustum {
	v := camera.View{FOV: 1.2, Aspect: 16. / 9, Yaw: r.Float32() * 6, Pitch: r.Float32() - 0.5}
	return v.Frustum()
}

// at returns where a vertex of a piece lies from the eye.
func at(p *Piece, v uint16) mgl32.Vec3 {
	w := p.Vertices[int(v)*scene.FarVertexWords:]
	return mgl32.Vec3{p.Base[0] + float32(w[0]&0xFFFF), p.Base[1] + float32(int16(w[1]))/scene.FarHeightUnits, p.Base[2] + float32(w[0]>>16)}
}

// triangle is one of a piece, by what its vertices are: those of a batch must be the same.
type triangle struct {
	place mgl32.Vec4
	words [9]uint32
	own   bool
}

// isOutside reports whether all corners are outside of one plane.
func isOutside(f *camera.Frustum, p *Piece, t []uint16) bool {
	return f.Outside(at(p, t[0]))&f.Outside(at(p, t[1]))&f.Outside(at(p, t[2])) != 0
}

// some is a part of all boxes.
func some(low, _ [3]float32) bool { return int(low[0])%3 != 0 }

// expected returns what is to be drawn of some pieces, those with colours of their own last.
func expected(f *camera.Frustum, pieces []Piece) (ground, own []triangle, left int) {
	for i := range pieces {
		p := &pieces[i]
		var seen []bool // clusters
		p.Clusters.Find(p.Base, func(low, high [3]float32) bool {
			seen = append(seen, some(low, high))
			return seen[len(seen)-1]
		})
		for k := 0; k < len(p.Indices); k += 3 {
			if !seen[k/3/farcluster.Triangles] || isOutside(f, p, p.Indices[k:k+3]) {
				left++
				continue
			}
			t := triangle{place: p.Place, own: k >= len(p.Indices)-p.Own}
			for c, v := range p.Indices[k : k+3] {
				copy(t.words[c*3:], p.Vertices[int(v)*scene.FarVertexWords:][:3])
			}
			if t.own {
				own = append(own, t)
			} else {
				ground = append(ground, t)
			}
		}
	}
	return ground, own, left
}

// drawn returns what batches have, as expected does.
func drawn(t *testing.T, batches []Batch) (ground, own []triangle) {
	for i := range batches {
		b := &batches[i]
		named := make([]bool, len(b.Vertices)/scene.FarVertexWords)
		for k := 0; k < len(b.Indices); k += 3 {
			tri := triangle{own: k >= len(b.Indices)-b.Own}
			for c, v := range b.Indices[k : k+3] {
				named[v] = true
				w := b.Vertices[int(v)*scene.FarVertexWords:]
				place := b.Places[w[1]>>placeShift]
				if c > 0 && place != tri.place {
					t.Fatal("a triangle has corners of two pieces")
				}
				tri.place = place
				copy(tri.words[c*3:], []uint32{w[0], w[1] & (1<<placeShift - 1), w[2]})
			}
			if tri.own {
				own = append(own, tri)
			} else {
				ground = append(ground, tri)
			}
		}
		for v, is := range named {
			if !is {
				t.Fatalf("vertex %d of %d is of no triangle", v, len(named))
			}
		}
		if len(b.Places) > Places {
			t.Fatalf("%d places", len(b.Places))
		}
	}
	return ground, own
}

func equal(a, b []triangle) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func all([3]float32, [3]float32) bool { return true }

// TestList: of pieces that no horizon is asked about, the batches have the triangles of clusters that may be seen which are not outside of one plane, each as it was, in order, and those with colours
// of their own apart; whatever the number of pieces and vertices is.
func TestList(t *testing.T) {
	r := testrand.New(t)
	var l List
	in, out, withOwn, batches := 0, 0, 0, 0
	for round := range testrand.Rounds(60) {
		var pieces []Piece
		switch round % 4 {
		case 0: // more pieces than a batch has places
			for range 2*Places + r.IntN(3*Places) {
				pieces = append(pieces, randomPiece(r, 8+r.IntN(20), 1+r.IntN(30)))
			}
		case 1: // more vertices than indices can name
			for range 3 {
				pieces = append(pieces, randomPiece(r, 30000, 20000))
			}
		default:
			for range r.IntN(40) {
				pieces = append(pieces, randomPiece(r, 8+r.IntN(300), 1+r.IntN(300)))
			}
		}
		f := randomFrustum(r)
		l.Begin(f, false)
		for _, p := range pieces {
			l.Add(p, some)
		}
		l.Join()
		ground, own, left := expected(&f, pieces)
		haveGround, haveOwn := drawn(t, l.Batches())
		// With several batches the order of the two kinds is that within each.
		if !equal(ground, haveGround) || !equal(own, haveOwn) {
			t.Fatalf("round %d: %d and %d triangles in %d batches, not %d and %d, or others", round, len(haveGround), len(haveOwn), len(l.Batches()), len(ground), len(own))
		}
		in, out, batches = in+len(ground)+len(own), out+left, max(batches, len(l.Batches()))
		if len(own) > 0 {
			withOwn++
		}
	}
	if t.Logf("%d triangles, %d left out, up to %d batches, %d lists with colours of their own", in, out, batches, withOwn); in == 0 || out == 0 || batches < 3 || withOwn == 0 {
		t.Error("one kind was not seen")
	}
}

// TestListAsksTheHorizon: of a piece with a mesh the horizon leaves out what is turned away, in order with pieces without one.
func TestListAsksTheHorizon(t *testing.T) {
	v := camera.View{FOV: 1.2, Aspect: 16. / 9}
	f := v.Frustum()
	wall := func(z float32, indices ...uint16) Piece { // upright, 64 wide and high, seen from the front with 0 1 2
		p := Piece{Place: mgl32.Vec4{0, z, 0, z}, Base: [3]float32{-32, -32, z}, FarTriangles: scene.FarTriangles{Indices: indices}}
		for _, c := range [][2]uint32{{0, 64}, {0, 0}, {64, 64}, {64, 0}} {
			p.Vertices = append(p.Vertices, c[0], c[1]*scene.FarHeightUnits, 0)
		}
		c := farcluster.New(p.Vertices, p.Indices)
		p.Clusters = &c
		return p
	}
	asks := func(p Piece) Piece {
		p.Mesh = &scene.FarMesh{Vertices: p.Vertices, FarTriangles: p.FarTriangles, Width: 64, High: 64}
		return p
	}
	pieces := []Piece{wall(-100, 0, 2, 1), asks(wall(-200, 0, 1, 2, 2, 3, 1)), asks(wall(-300, 1, 3, 2))}
	var l List
	for _, turned := range []bool{false, true} {
		l.Begin(f, turned)
		for _, p := range pieces {
			l.Add(p, all)
		}
		l.Join()
		ground, own := drawn(t, l.Batches())
		want := []triangle{{place: pieces[0].Place}, {place: pieces[1].Place}, {place: pieces[2].Place}}
		for i, corners := range [][3]uint16{{0, 2, 1}, {0, 1, 2}, {1, 3, 2}} {
			for c, v := range corners {
				copy(want[i].words[c*3:], pieces[i].Vertices[int(v)*scene.FarVertexWords:][:3])
			}
		}
		if len(own) > 0 || !equal(ground, want) {
			t.Errorf("turned %v: %v and %d others, not %v", turned, ground, len(own), want)
		}
	}
}

// TestListLeavesOutWhatIsHidden: of a hill the side that looks away and the low land behind it are left out.
func TestListLeavesOutWhatIsHidden(t *testing.T) {
	m := &scene.FarMesh{FarTriangles: scene.FarTriangles{Indices: []uint16{0, 2, 1, 1, 2, 3, 0, 4, 2, 2, 4, 6, 4, 6, 5, 5, 6, 7}}}
	for _, z := range []uint32{200, 100} {
		for _, x := range []uint32{40, 0} {
			m.Vertices = append(m.Vertices, x|z<<16, (50-(200-z)/5)*scene.FarHeightUnits, 0, x|z<<16, 0, 0)
		}
	}
	clusters := farcluster.New(m.Vertices, m.Indices)
	v := camera.View{FOV: 1.2, Aspect: 16. / 9}
	var l List
	for _, mesh := range []*scene.FarMesh{nil, m} {
		l.Begin(v.Frustum(), false)
		l.Add(Piece{Base: [3]float32{-20, -10, -300}, Vertices: m.Vertices, FarTriangles: m.FarTriangles, Clusters: &clusters, Mesh: mesh}, all)
		l.Join()
		want := 6
		if mesh != nil {
			want = 2
		}
		if ground, _ := drawn(t, l.Batches()); len(ground) != want {
			t.Errorf("asked %v: %d triangles, not %d", mesh != nil, len(ground), want)
		}
	}
}

// TestListAllocatesNothing: a list of the same pieces takes no memory.
func TestListAllocatesNothing(t *testing.T) {
	r := testrand.New(t)
	var pieces []Piece
	for range 3 * Places {
		p := randomPiece(r, 40, 60)
		if r.IntN(2) == 0 {
			p.Mesh = &scene.FarMesh{Vertices: p.Vertices, FarTriangles: p.FarTriangles}
		}
		pieces = append(pieces, p)
	}
	frusta := [2]camera.Frustum{randomFrustum(r), randomFrustum(r)}
	var l List
	turn := 0
	list := func() {
		l.Begin(frusta[turn%2], turn%4 != 0)
		for i := range pieces {
			l.Add(pieces[i], all)
		}
		l.Join()
		turn++
	}
	for range 8 {
		list()
	}
	if n := testing.AllocsPerRun(8, list); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if t.Logf("%d lists of %d pieces in %d batches", turn, len(pieces), len(l.Batches())); len(l.Batches()) < 3 {
		t.Error("too few batches")
	}
}
