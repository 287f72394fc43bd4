package far

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// TestSurface: a mesh's triangles cover its tile once, and so do its right triangles; they look up; no corner of the land is farther from the former than they may be, nor on an edge than half the tolerance,
// nor from the latter than three times the tolerance of a cut, and of the latter the heights that are told are theirs.
func TestSurface(t *testing.T) {
	var b meshBuilder
	r := testrand.New(t)
	corners, triangles, right, even := 0, 0, 0, 0
	for range testrand.Rounds(12) {
		p := protocol.FarPlace{Level: uint8(r.IntN(protocol.FarLevels)), X: int32(r.IntN(9) - 4), Z: int32(r.IntN(9) - 4)}
		tile := tileOf(p)
		b.detail = Detail(r.IntN(2))
		bump := 1 + r.IntN(2)*int(tolerance(b.detail, p.Level)) // by about what is let pass
		for i := range tile.Heights {
			tile.Heights[i] += int16(r.IntN(1 + bump))
		}
		m, drawn := b.build(tile)
		limit := tolerance(b.detail, p.Level)
		within, border := farthest[b.detail]*limit, edgePart*limit
		if slices.Equal(m.Indices, m.Right.Indices) { // where others would be no fewer
			within, border, even = 3*limit, 3*limit, even+1
		}
		if len(m.Indices) > len(m.Right.Indices) {
			t.Fatalf("%+v: %d triangles, %d right ones", p, len(m.Indices)/3, len(m.Right.Indices)/3)
		}
		few := look(t, tile, m, m.FarTriangles, within, border)
		cut := look(t, tile, m, m.Right, 3*limit, 3*limit) // cuts that are left out, one below another, add up
		triangles, right, corners = triangles+few.triangles, right+cut.triangles, corners+len(drawn)
		for k, y := range cut.heights {
			if max(y-drawn[k], drawn[k]-y) > 0.3 {
				t.Fatalf("%+v: it says %v for %v at %d", p, drawn[k], y, k)
			}
		}
	}
	if triangles == 0 || right == 0 {
		t.Error("nothing was looked at")
	}
	t.Logf("%d corners under %d triangles and under %d right ones; of %d tiles right ones are as few", corners, triangles, right, even)
}

// looked is what triangles make of a tile: how many there are, and the heights that they have at the corners of cells.
type looked struct {
	triangles int
	heights   [side * side]float32
}

// look fails a test unless triangles of a mesh look up, cover its tile once and have no corner of the land farther away than a limit, within the tile and on its border.
func look(t *testing.T, tile *protocol.FarTile, m *scene.FarMesh, of scene.FarTriangles, within, border float32) (l looked) {
	t.Helper()
	p := tile.Place
	at := func(i uint16) (x, z, y float32) {
		w := m.Vertices[int(i)*scene.FarVertexWords:]
		return float32(w[0] & 0xFFFF), float32(w[0] >> 16), float32(int16(w[1])) / scene.FarHeightUnits
	}
	area := float32(0)
	seen := [side * side]bool{}
	indices := of.Indices
	for i, n := range indices {
		if own := m.Vertices[int(n)*scene.FarVertexWords+1]&scene.FarOwnColour != 0; own != (i >= len(indices)-of.Own) {
			t.Fatalf("%+v: index %d of %d, the last %d of which have colours of their own, has one: %v", p, i, len(indices), of.Own, own)
		}
	}
	for i := 0; i < len(indices); i += 3 {
		ax, az, ay := at(indices[i])
		bx, bz, by := at(indices[i+1])
		cx, cz, cy := at(indices[i+2])
		twice := (cx-ax)*(bz-az) - (bx-ax)*(cz-az)
		if twice == 0 {
			continue // a wall
		}
		if twice < 0 {
			t.Fatalf("%+v: a triangle looks down", p)
		}
		l.triangles++
		area += twice / 2
		cell := float32(p.Cell())
		for z := min(az, bz, cz); z <= max(az, bz, cz); z += cell {
			for x := min(ax, bx, cx); x <= max(ax, bx, cx); x += cell {
				u := ((cx-x)*(bz-z) - (bx-x)*(cz-z)) / twice
				v := ((ax-x)*(cz-z) - (cx-x)*(az-z)) / twice
				if u < 0 || v < 0 || u+v > 1 {
					continue
				}
				k := int(x/cell) + int(z/cell)*side
				y := u*ay + v*by + (1-u-v)*cy
				most := within + 0.3 // heights of vertices are rounded
				if x == 0 || z == 0 || x == float32(p.Width()) || z == float32(p.Width()) {
					most = border + 0.3
				}
				if d := y - surfaceAt(tile, k); max(d, -d) > most {
					t.Fatalf("%+v: the surface is %v off at %v, %v", p, d, x, z)
				}
				l.heights[k], seen[k] = y, true
			}
		}
	}
	if want := float32(p.Width()) * float32(p.Width()); area != want {
		t.Fatalf("%+v: triangles cover %v of %v", p, area, want)
	}
	for k, ok := range seen {
		if !ok {
			t.Fatalf("%+v: corner %d lies in no triangle", p, k)
		}
	}
	return l
}

// wavesOf returns a tile of ridges in all directions, which follow no axis, some radians a cell long at most, with bumps of some blocks.
func wavesOf(r *rand.Rand, p protocol.FarPlace, long float64, bumps int) *protocol.FarTile {
	tile := &protocol.FarTile{Place: p, Covers: []protocol.FarCover{{Block: world.Grass, Biome: 5}}}
	type wave struct{ x, z, at, high float64 }
	var waves [4]wave
	for i := range waves {
		part := float64(uint(1) << i)
		waves[i] = wave{long * part * (r.Float64() - 0.5), long * part * (r.Float64() - 0.5), r.Float64() * 6, r.Float64() * 20 / part * float64(p.Cell())}
	}
	for i := range tile.Heights {
		h := 40.0
		for _, w := range waves {
			h += w.high * math.Abs(math.Sin(float64(i%side)*w.x+float64(i/side)*w.z+w.at))
		}
		tile.Heights[i] = int16(h) + int16(r.IntN(1+bumps))
	}
	return tile
}

// lookingUp returns how many triangles of a mesh are no walls.
func lookingUp(m *scene.FarMesh, of scene.FarTriangles) (n int) {
	at := func(i uint16) (x, z int) {
		w := m.Vertices[int(i)*scene.FarVertexWords]
		return int(w & 0xFFFF), int(w >> 16)
	}
	for i := 0; i < len(of.Indices); i += 3 {
		ax, az := at(of.Indices[i])
		bx, bz := at(of.Indices[i+1])
		cx, cz := at(of.Indices[i+2])
		if (cx-ax)*(bz-az) != (bx-ax)*(cz-az) {
			n++
		}
	}
	return n
}

// TestFewTriangles: of land as it grows there are three quarters as many triangles as right ones at most. Of land that rises slowly, with bumps of about the tolerance, there would be more: there are as many.
func TestFewTriangles(t *testing.T) {
	var b meshBuilder
	r := testrand.New(t)
	few, right, same := 0, 0, 0
	for range testrand.Rounds(12) {
		p := protocol.FarPlace{Level: uint8(r.IntN(protocol.FarLevels))}
		b.detail = Detail(r.IntN(2))
		m, _ := b.build(wavesOf(r, p, 0.1, 0))
		few, right = few+lookingUp(m, m.FarTriangles), right+lookingUp(m, m.Right)

		slow, _ := b.build(wavesOf(r, p, 0.02, int(tolerance(b.detail, p.Level))))
		switch {
		case len(slow.Indices) > len(slow.Right.Indices):
			t.Errorf("%d triangles of slow land, %d right ones", len(slow.Indices)/3, len(slow.Right.Indices)/3)
		case slices.Equal(slow.Indices, slow.Right.Indices):
			same++
		}
	}
	if few*4 > right*3 || same == 0 {
		t.Errorf("%d triangles, %d right ones; as many of slow land %d times", few, right, same)
	}
	t.Logf("%d triangles, %d right ones; as many of slow land %d times", few, right, same)
}

// TestSeaUnder: a triangle is coloured as water if and only if all cells that some of it lies over are water of that colour.
func TestSeaUnder(t *testing.T) {
	r := testrand.New(t)
	s := sea{colours: []uint32{0, 7, 9}}
	coloured, others, missed := 0, 0, 0
	for range testrand.Rounds(400) {
		var cells [protocol.FarCells * protocol.FarCells]uint8
		most := r.IntN(3)
		for i := range cells {
			cells[i] = 1
			if r.IntN(1+200*most) == 1 {
				cells[i] = uint8(r.IntN(3))
			}
		}
		at := func() (x, z int) { return r.IntN(side), r.IntN(side) }
		ax, az := at()
		bx, bz := at()
		cx, cz := at()
		twice := (cx-ax)*(bz-az) - (bx-ax)*(cz-az)
		if twice == 0 {
			continue
		}
		if twice < 0 {
			bx, bz, cx, cz = cx, cz, bx, bz
		}
		want, other := uint32(0), false
		const parts = 16 // of a cell: the middles of some of these may be all that is within
		for z := min(az, bz, cz) * parts; z < max(az, bz, cz)*parts; z++ {
			for x := min(ax, bx, cx) * parts; x < max(ax, bx, cx)*parts; x++ {
				px, pz := float64(x)+0.5, float64(z)+0.5
				edge := func(ax, az, bx, bz int) float64 {
					return float64(bz-az)*(px-float64(ax*parts)) - float64(bx-ax)*(pz-float64(az*parts))
				}
				if edge(ax, az, bx, bz) <= 0 || edge(bx, bz, cx, cz) <= 0 || edge(cx, cz, ax, az) <= 0 {
					continue
				}
				of := s.colours[cells[x/parts+z/parts*protocol.FarCells]]
				if want == 0 && !other {
					want = of
				}
				other = other || of != want || of == 0
			}
		}
		if other {
			want = 0
		}
		got := s.colour(&cells, ax, az, bx, bz, cx, cz)
		if got != want && (want == 0 || got != 0) { // a corner of a cell may be touched by less than a part
			t.Fatalf("the triangle %d %d, %d %d, %d %d has the colour %d, want %d", ax, az, bx, bz, cx, cz, got, want)
		}
		if got != 0 {
			coloured++
		} else {
			others++
			if want != 0 {
				missed++
			}
		}
	}
	if coloured < 20 || others < 20 || missed*20 > coloured {
		t.Fatalf("%d triangles of water, %d others, %d of which might have been", coloured, others, missed)
	}
	t.Logf("%d triangles of water, %d others, %d of which might have been", coloured, others, missed)
}
