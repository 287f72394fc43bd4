package far

import (
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// hills returns the height of a land that all tiles of a test show.
func hills(x, z int32) int16 {
	h := int32(40)
	for _, s := range [...]int32{512, 128, 32} {
		fold := func(v int32) int32 {
			m := v - 2*s*int32(world.FloorDiv(int64(v), int64(2*s)))
			return min(m, 2*s-m)
		}
		h += (fold(x) + fold(z) - s) / 6
	}
	return int16(min(max(h, -100), 300))
}

// tileOf makes the tile of a place.
func tileOf(p protocol.FarPlace) *protocol.FarTile {
	t := &protocol.FarTile{Place: p, Covers: []protocol.FarCover{{Block: world.Grass, Biome: 5}, {Block: world.Water, Biome: 0}}}
	x0, z0 := p.Corner()
	for i := range t.Heights {
		t.Heights[i] = max(hills(x0+int32(i%side)*p.Cell(), z0+int32(i/side)*p.Cell()), 31)
	}
	for i := range t.Cells {
		if t.Heights[i%protocol.FarCells+i/protocol.FarCells*side] == 31 {
			t.Cells[i] = 1
		}
	}
	return t
}

// card stands for the renderer: it copies a few meshes with each frame, and forgets what is not offered.
type card struct{ has map[*scene.FarMesh]bool }

func (c *card) draw(f *scene.Far, most int) {
	now := map[*scene.FarMesh]bool{}
	if f != nil {
		for _, m := range f.Load {
			switch {
			case c.has[m]:
				now[m] = true
			case most > 0:
				now[m], m.Loaded = true, true
				most--
			}
		}
	}
	for m := range c.has {
		if !now[m] {
			m.Loaded = false
		}
	}
	c.has = now
}

// finish waits until a view's worker has nothing to do.
func finish(v *View) {
	for !v.maker.made() {
		time.Sleep(100 * time.Microsecond)
	}
}

// TestShown: an eye goes about, and jumps now and then, while tiles come late and out of order: no place is drawn twice, what was drawn
// stays drawn, and once all has come all within reach is drawn as it is wanted.
func TestShown(t *testing.T) {
	r := testrand.New(t)
	v := New(Detail(r.IntN(2)))
	defer v.Close()
	v.SetReach(1024)
	var c card
	var late []protocol.FarPlace
	now, eye := time.Duration(0), [3]float64{}
	before := map[[2]int32]bool{} // points that were drawn
	frames, jumps, drawnTwice, points, clearPoints := 0, 0, 0, 0, 0
	reach := float32(0) // to which it is clear
	frame := func(deliver int) *scene.Far {
		now += 50 * time.Millisecond
		frames++
		for _, a := range v.Ask(now, eye) {
			late = append(late, a.Place)
		}
		for range min(deliver, len(late)) {
			i := r.IntN(len(late))
			p := late[i]
			late = append(late[:i], late[i+1:]...)
			if is, err := v.Received(protocol.AppendFarTile(nil, tileOf(p))); !is || err != nil {
				t.Fatal(is, err)
			}
		}
		finish(v)
		f := v.Update(Covered{})
		for _, m := range f.Draw {
			if !c.has[m] {
				t.Fatal("a mesh is drawn that is not there")
			}
		}
		was := reach
		if reach = v.Clear(now); reach > was+clearing/20+0.01 || reach > float32(v.reach) {
			t.Fatalf("it is clear to %v, after %v", reach, was)
		}
		c.draw(f, 2)
		return f
	}
	check := func(f *scene.Far) {
		drawn := map[[2]int32]bool{}
		for range 60 {
			p := [2]int32{int32(eye[0]) + int32(r.IntN(1800)-900), int32(eye[2]) + int32(r.IntN(1800)-900)}
			before[p] = before[p] || false
		}
		for p := range before {
			n := 0
			for _, m := range f.Draw {
				if p[0] >= m.Origin[0] && p[0] < m.Origin[0]+m.Width && p[1] >= m.Origin[1] && p[1] < m.Origin[1]+m.Width {
					n++
				}
			}
			points++
			if n > 1 {
				drawnTwice++
			}
			if away := max(p[0]-v.eye[0], v.eye[0]-p[0], p[1]-v.eye[1], v.eye[1]-p[1]); n == 0 && before[p] && away <= v.reach {
				t.Fatalf("%v was drawn and is not any more, %d blocks from the eye", p, away)
			}
			if away := max(p[0]-v.eye[0], v.eye[0]-p[0], p[1]-v.eye[1], v.eye[1]-p[1]); float32(away) < reach {
				if clearPoints++; n == 0 {
					t.Fatalf("%v is not drawn, and it is clear to %v", p, reach)
				}
			}
			if n > 0 {
				drawn[p] = true
			}
		}
		before = drawn
		for p := range before { // not ever more of them
			if len(before) <= 300 {
				break
			}
			delete(before, p)
		}
	}
	for range testrand.Rounds(25) {
		if r.IntN(4) == 0 {
			eye[0], eye[2] = eye[0]+float64(r.IntN(1200)-600), eye[2]+float64(r.IntN(1200)-600)
			jumps++
		}
		dx, dz := r.Float64()*8-4, r.Float64()*8-4
		for range 30 {
			eye[0], eye[2] = eye[0]+dx, eye[2]+dz
			check(frame(1 + r.IntN(4)))
		}
	}
	for n := range 4000 {
		if frame(20); n > 10 && v.Waiting() == 0 && len(late) == 0 { // by then it has looked where the eye is
			break
		}
	}
	f := frame(20)
	if v.Waiting() > 0 || len(f.Draw) != len(v.wanted) || drawnTwice > 0 || len(v.tiles) != len(v.wanted) || v.Clear(now) <= 0 {
		t.Fatalf("%d wanted, %d drawn, %d kept, %d waited for; %d points drawn twice", len(v.wanted), len(f.Draw), len(v.tiles), v.Waiting(), drawnTwice)
	}
	if clearPoints == 0 {
		t.Error("it was never clear")
	}
	t.Logf("%d frames with %d jumps, %d points looked at, %d of them where it was clear, %d tiles at the end", frames, jumps, points, clearPoints, len(v.wanted))
}

// seenToHalfAKilometre returns a view in which all land within 512 blocks has come and been drawn.
func seenToHalfAKilometre(t *testing.T) *View { return seenTiles(t, tileOf) }

// seenTiles is seenToHalfAKilometre of other tiles.
func seenTiles(t *testing.T, tileOf func(protocol.FarPlace) *protocol.FarTile) *View {
	v := New(Fine)
	t.Cleanup(v.Close)
	v.SetReach(512)
	var c card
	for now := time.Duration(0); now < 10*time.Second; now += 50 * time.Millisecond {
		for _, a := range v.Ask(now, [3]float64{}) {
			v.Received(protocol.AppendFarTile(nil, tileOf(a.Place)))
		}
		finish(v)
		c.draw(v.Update(Covered{}), 100)
	}
	return v
}

// TestEdge: around covered columns stands a wall as high as the land beyond.
func TestEdge(t *testing.T) {
	v := seenToHalfAKilometre(t)
	columns := &scene.Columns{}
	const half = 3
	for z := -half; z < half; z++ {
		for x := -half; x < half; x++ {
			columns.Set(int32(x), int32(z), true)
		}
	}
	m := v.Update(Covered{Columns: columns, Version: 1}).Edge
	if m == nil || m.Own != len(m.Indices) {
		t.Fatalf("%+v", m)
	}
	long, deep, pieces, wet, sunk := int32(0), int32(0), 0, 0, 0
	word := func(i int) []uint32 { return m.Vertices[int(m.Indices[i])*scene.FarVertexWords:] }
	type corner struct{ place, height uint32 }
	cornerOf := func(i int) corner { return corner{word(i)[0], word(i)[1] & 0xFFFF} }
	ends := map[corner]bool{} // where a piece ends below
	for i := 0; i < len(m.Indices); i += 6 {
		ends[cornerOf(i+1)] = true
	}
	for i := 0; i < len(m.Indices); i += 6 { // the first two corners are at the top and below it, the third one beside
		at := func(n int) (x, z int32, y float32) {
			w := word(i + n)
			return int32(w[0]&0xFFFF) + m.Origin[0], int32(w[0]>>16) + m.Origin[1], float32(int16(w[1])) / scene.FarHeightUnits
		}
		x, z, y := at(0)
		lowX, lowZ, low := at(1)
		toX, toZ, _ := at(2)
		if lowX != x || lowZ != z || low >= y || max(x, -x, z, -z) != half*16 {
			t.Fatalf("a wall at %d, %d from %v down to %v", x, z, y, low)
		}
		wide := max(toX-x, x-toX) + max(toZ-z, z-toZ)
		h := float32(max(hills(x, z), 31)) + 1
		if ends[cornerOf(i)] { // below another piece
			deep += wide
			const level = 0.125 // of water, below the top of its block
			if y < h-level && word(i)[1]&scene.FarOwnSunk == 0 || y >= h-level && word(i)[1]&scene.FarOwnWater == 0 {
				t.Fatalf("a wall at %d, %d from %v on, where the sea is %v high, has flags %x", x, z, y, h, word(i)[1]>>16)
			}
			sunk++
			continue
		}
		if y > h+tolerance(Fine, 0) || wide > edgeStep && h != 32 {
			t.Fatalf("a wall at %d, %d is %v high and %d wide, the land %v", x, z, y, wide, h)
		}
		if wide > edgeStep {
			wet++
		}
		long, pieces = long+wide, pieces+1
	}
	if want := int32(4 * 2 * half * 16); long != want || deep > 4*long || wet == 0 || sunk == 0 {
		t.Fatalf("walls of %d blocks, %d of them below others, %d wide ones; %d are wanted", long, deep, wet, want)
	}
	t.Logf("%d pieces, %d of them of more than one step at sea, %d below others", pieces, wet, sunk)
}

func BenchmarkMesh(b *testing.B) {
	var m meshBuilder
	r := rand.New(rand.NewPCG(1, 2))
	tiles := [8]*protocol.FarTile{}
	for i := range tiles {
		tiles[i] = tileOf(protocol.FarPlace{Level: uint8(i % protocol.FarLevels), X: int32(r.IntN(9) - 4), Z: int32(r.IntN(9) - 4)})
	}
	n, triangles := 0, 0
	for b.Loop() {
		mesh, _ := m.build(tiles[n%len(tiles)])
		triangles += len(mesh.Indices) / 3
		n++
	}
	b.ReportMetric(float64(triangles)/float64(n), "triangles/tile")
}

// TestStill: while nothing comes and the eye stands, frames allocate nothing.
func TestStill(t *testing.T) {
	v := New(Fine)
	defer v.Close()
	v.SetReach(512)
	var c card
	now := time.Duration(0)
	for ; now < 10*time.Second; now += 50 * time.Millisecond {
		for _, a := range v.Ask(now, [3]float64{}) {
			if a.Sum == 0 {
				v.Received(protocol.AppendFarTile(nil, tileOf(a.Place)))
			}
		}
		finish(v)
		c.draw(v.Update(Covered{}), 100)
	}
	asked := 0
	if n := testing.AllocsPerRun(500, func() {
		now += 16 * time.Millisecond
		asked += len(v.Ask(now, [3]float64{1, 2, 3}))
		v.Update(Covered{})
		v.Clear(now)
	}); n > 0 || asked == 0 {
		t.Errorf("%v allocations a frame, %d tiles asked for", n, asked)
	}
}
