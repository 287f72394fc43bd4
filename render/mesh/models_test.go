package mesh

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// modelQuad is a decoded quad of Models.
type modelQuad struct {
	face   int
	pass   int // 0 opaque, 1 cutout
	block  [3]int
	at     [4][3]int // by corner, in 1/32 block from the corner of the section
	st     [4][2]int
	layer  uint16
	flags  [4]uint32
	cell   int
	tint   uint8
	glow   bool
	varied bool
}

// readModels decodes the models of a mesh. It fails on everything that scene.Mesh does not allow.
func readModels(t *testing.T, m *scene.Mesh) (out []modelQuad) {
	n, end := m.ModelOpaque.Count, uint32(0)
	for _, r := range [...]scene.Range{m.ModelOpaque, m.ModelCutout, m.Planes[scene.DiagonalRising], m.Planes[scene.DiagonalFalling]} {
		if r.Count > 0 && r.Start != end {
			t.Fatalf("ranges %v %v %v", m.ModelOpaque, m.ModelCutout, m.Planes)
		}
		end += r.Count
	}
	if int(end)*16 != len(m.Models) {
		t.Fatalf("%v %v %v and %d words", m.ModelOpaque, m.ModelCutout, m.Planes, len(m.Models))
	}
	for i := 0; i < len(m.Models); i += 16 {
		w := m.Models[i:]
		q := modelQuad{
			face: int(w[2] >> 13 & 7), layer: uint16(w[2] >> 16 & 2047), cell: int(w[1] & 0xffffff), tint: uint8(w[1] >> 24),
			block: [3]int{int(w[3] >> 12 & 15), int(w[3] >> 16 & 15), int(w[3] >> 20 & 15)},
			glow:  w[2]&scene.ModelGlow != 0, varied: w[2]&scene.ModelVaried != 0,
		}
		if i/16 >= int(n) {
			q.pass = 1
		}
		var order [4][3]int
		for k := range 4 {
			v := w[4*k:]
			if v[1] != w[1] || (v[2]^w[2])&^scene.ModelSway != 0 || (v[3]^w[3])>>12 != 0 || w[2]&0x1fff != 0 {
				t.Fatal("the vertices of a quad differ")
			}
			c := v[0] >> 30
			order[k] = [3]int{int(v[0]&1023) - 256, int(v[0]>>10&1023) - 256, int(v[0]>>20&1023) - 256}
			q.at[c], q.st[c], q.flags[c] = order[k], [2]int{int(v[3] & 63), int(v[3] >> 6 & 63)}, v[2]
			for axis, p := range order[k] {
				if p < 32*q.block[axis] || p > 32*q.block[axis]+32 || q.st[c][0] > 32 || q.st[c][1] > 32 {
					t.Fatalf("%+v is outside of its block or texture", q)
				}
				if q.block[axis] < int(m.Low[axis]) || q.block[axis] >= int(m.High[axis]) {
					t.Fatalf("%v is out of bounds %v %v", q.block, m.Low, m.High)
				}
			}
		}
		if 2*q.cell+1 >= len(m.Cells) {
			t.Fatalf("cell %d of %d", q.cell, len(m.Cells)/2)
		}
		if q.face < scene.FaceNone {
			for _, tri := range [2][3]int{{0, 1, 2}, {2, 1, 3}} {
				if n := normal(order[tri[0]], order[tri[1]], order[tri[2]]); n != faceSteps[q.face] {
					t.Fatalf("face %d has a triangle that looks to %v", q.face, n)
				}
			}
		}
		out = append(out, q)
	}
	return out
}

// pixel is 1/16 by 1/16 block of the surface of a model; its position is in 1/16 block.
type pixel struct {
	face    int
	x, y, z int
}

// drawnPixels splits the quads of boxes into pixels, and checks their textures.
func drawnPixels(t *testing.T, qs []modelQuad, l *BlockFaces, p *Padded) map[pixel]bool {
	out := map[pixel]bool{}
	for _, q := range qs {
		b := p.Blocks[CellIndex(q.block[0], q.block[1], q.block[2])]
		if q.face == scene.FaceNone || b.Class() == world.ClassLadder {
			continue
		}
		f := q.face
		slot, mirrored := slotAt(b, q, t)
		if q.layer != l[b][slot].Layer || q.varied != l[b][slot].Varied || q.glow != glows(b, slot) {
			t.Fatalf("%v looks like %+v", b, q)
		}
		ua, va := uvAxes[f][0], uvAxes[f][1]
		for c := range 4 {
			u, v := q.at[c][ua]-32*q.block[ua], q.at[c][va]-32*q.block[va]
			st := [2]int{u, 32 - v}
			if f == 1 {
				st[1] = v
			}
			if (f == 2 || f == 5) != mirrored {
				st[0] = 32 - u
			}
			if q.st[c] != st {
				t.Fatalf("corner %d of %+v has the texture at %v, not %v", c, q, q.st[c], st)
			}
		}
		for v := q.at[0][va] / 2; v < q.at[3][va]/2; v++ {
			for u := q.at[0][ua] / 2; u < q.at[3][ua]/2; u++ {
				var at [3]int
				at[ua], at[va], at[ua^va^3] = u, v, q.at[0][ua^va^3]/2-f&1
				px := pixel{f, at[0], at[1], at[2]}
				if out[px] {
					t.Fatalf("%v is drawn twice", px)
				}
				out[px] = true
			}
		}
	}
	return out
}

// slotAt returns the slot and the mirroring of the part of a block that a quad belongs to: the first that has the voxel behind the
// quad's low corner.
func slotAt(b world.Block, q modelQuad, t *testing.T) (slot int, mirrored bool) {
	f, voxel := q.face, [3]int{16, 16, 16}
	for k := range 3 {
		for _, at := range q.at {
			voxel[k] = min(voxel[k], (at[k]-32*q.block[k])/2)
		}
	}
	voxel[uvAxes[f][0]^uvAxes[f][1]^3] -= f & 1
	for _, part := range Parts(b) {
		in := true
		for k, v := range voxel {
			in = in && v >= int(part.Box.Lo[k]) && v < int(part.Box.Hi[k])
		}
		if in {
			return int(part.Slots[f]), part.Mirror>>f&1 != 0
		}
	}
	t.Fatalf("%v has no part at %+v", b, q)
	return 0, false
}

// inside reports whether a point, in 1/16 block, lies in the parts of a block.
func inside(b world.Block, q [3]int) bool {
	for _, part := range Parts(b) {
		box := part.Box
		if q[0] >= int(box.Lo[0]) && q[0] < int(box.Hi[0]) && q[1] >= int(box.Lo[1]) && q[1] < int(box.Hi[1]) && q[2] >= int(box.Lo[2]) && q[2] < int(box.Hi[2]) {
			return true
		}
	}
	return false
}

// voxelSurface returns the pixels of the surface of a block, and whether each lies on the border of its cell.
func voxelSurface(b world.Block) map[pixel]bool {
	out := map[pixel]bool{}
	for k := range world.SectionCells {
		q := [3]int{k & 15, k >> 8, k >> 4 & 15}
		if !inside(b, q) {
			continue
		}
		for f, d := range faceSteps {
			if n := [3]int{q[0] + d[0], q[1] + d[1], q[2] + d[2]}; !inside(b, n) {
				out[pixel{f, q[0], q[1], q[2]}] = min(n[0], n[1], n[2]) < 0 || max(n[0], n[1], n[2]) > 15
			}
		}
	}
	return out
}

// naivePixels finds the pixels of the surfaces of boxes one by one. As neighbours hide only whole rectangles, it returns the
// pixels that must be drawn and the pixels that may be drawn.
func naivePixels(p *Padded, surfaces []map[pixel]bool) (must, may map[pixel]bool) {
	must, may = map[pixel]bool{}, map[pixel]bool{}
	for i := range world.SectionCells {
		c := [3]int{i & 15, i >> 8, i >> 4 & 15}
		for at, border := range surfaces[p.Blocks[CellIndex(c[0], c[1], c[2])]] {
			d := faceSteps[at.face]
			next := p.Blocks[CellIndex(c[0]+d[0], c[1]+d[1], c[2]+d[2])]
			if border && next.Info().Opaque {
				continue
			}
			px := pixel{at.face, c[0]*16 + at.x, c[1]*16 + at.y, c[2]*16 + at.z}
			may[px] = true // it is hidden only if all of its rectangle is
			beyond := [3]int{(at.x + d[0]) & 15, (at.y + d[1]) & 15, (at.z + d[2]) & 15}
			if !border || !blockKinds[next].model || !inside(next, beyond) {
				must[px] = true
			}
		}
	}
	return must, may
}

// TestModels: the models cover all visible pixels of their boxes once and no others, with the textures of full faces; plants
// and ladders are drawn.
func TestModels(t *testing.T) {
	r := testrand.New(t)
	l := testFaces()
	m, dst := New(l), &scene.Mesh{}
	hidden := 0
	surfaces := make([]map[pixel]bool, world.BlockCount)
	for b := range surfaces {
		if blockKinds[b].model && world.Block(b).Class() != world.ClassLadder {
			surfaces[b] = voxelSurface(world.Block(b))
		}
	}
	for range testrand.Rounds(6) {
		p := randomPadded(r)
		low := r.IntN(2) * 10
		for i := range p.Blocks { // in one corner only, for speed
			if min(i%PaddedEdge, i/PaddedEdge%PaddedEdge, i/stepY) < low || max(i%PaddedEdge, i/PaddedEdge%PaddedEdge, i/stepY) > low+7 {
				p.Blocks[i] = world.Air
			}
		}
		ts := testTints(r)
		m.Build(dst, world.SectionPos{X: -3, Z: 7}, p, ts)
		qs := readModels(t, dst)
		got := drawnPixels(t, qs, l, p)
		must, may := naivePixels(p, surfaces)
		for px := range got {
			if !may[px] {
				t.Fatalf("%v is drawn and not there", px)
			}
		}
		for px := range must {
			if !got[px] {
				t.Fatalf("%v is missing", px)
			}
		}
		hidden += len(may) - len(got)
		checkPlants(t, qs, p, l, ts)
	}
	t.Logf("%d pixels hidden by neighbours", hidden)
}

// checkPlants checks the models without boxes: plants and ladders.
func checkPlants(t *testing.T, qs []modelQuad, p *Padded, l *BlockFaces, ts *Tints) {
	t.Helper()
	count := map[[3]int]int{}
	for _, q := range qs {
		b := p.Blocks[CellIndex(q.block[0], q.block[1], q.block[2])]
		s := b.Shape()
		if want := blockKinds[b].cutoutModel; want != (q.pass == 1) {
			t.Fatalf("%v in pass %d", b, q.pass)
		}
		tint := uint8(0)
		if k := l[b][world.North].Tint; k != world.TintNone {
			tint = ts[k][q.block[0]+16*q.block[2]]
		}
		if q.tint != tint {
			t.Fatalf("%v has tint %d, not %d", b, q.tint, tint)
		}
		switch s {
		case world.ShapeCross:
			count[q.block]++
			for c, f := range q.flags {
				if q.face != scene.FaceNone || f&scene.ModelSway != 0 != (c >= 2) || q.at[c][1] != 32*(q.block[1]+c>>1) {
					t.Fatalf("plant: %+v", q)
				}
			}
		}
		if b.Class() == world.ClassLadder {
			count[q.block] += 2
			if q.face != int(b.Facing()) {
				t.Fatalf("%v is seen from %d", b, q.face)
			}
		}
	}
	for i := range world.SectionCells {
		c := [3]int{i & 15, i >> 8, i >> 4 & 15}
		b, want := p.Blocks[CellIndex(c[0], c[1], c[2])], 0
		if b.Shape() == world.ShapeCross || b.Class() == world.ClassLadder {
			want = 2
		}
		if count[c] != want {
			t.Fatalf("%d quads at %v, not %d", count[c], c, want)
		}
	}
}

// TestEveryStateIsDrawn: every state of every kind but air draws something, within its cell, and the states of a class that collide
// otherwise or face elsewhere are drawn otherwise.
func TestEveryStateIsDrawn(t *testing.T) {
	m, dst := New(testFaces()), &scene.Mesh{}
	drawn := map[world.Class]int{}
	for b := world.Block(1); b < world.Block(world.BlockCount); b++ {
		p := &Padded{}
		p.Blocks[CellIndex(5, 5, 5)] = b
		m.Build(dst, world.SectionPos{}, p, &Tints{})
		if readModels(t, dst); dst.Empty() {
			t.Errorf("%v is not drawn", b)
		}
		drawn[b.Class()]++
		for f := range world.Face(4) {
			turned := b.With(world.PropFacing, int(f))
			if turned != b && blockKinds[b].model && modelOf[turned] == modelOf[b] {
				t.Errorf("%v is drawn as %v", turned, b)
			}
		}
	}
	if len(drawn) < int(world.ClassCount)-1 {
		t.Errorf("%d of %d classes are drawn", len(drawn), world.ClassCount)
	}
	t.Logf("%d models of %d classes, %v", len(models)-1, len(drawn), drawn)
}

// TestLitOvens: an oven with fire in it has a glowing front and is like the oven in all else.
func TestLitOvens(t *testing.T) {
	for _, b := range litBlocks {
		look := Lit(b)
		if at, lit := BlockOf(look); at != b || !lit || look == b || Lit(world.Stone) != world.Stone {
			t.Fatalf("%v with fire is %d, which is %v", b, look, at)
		}
		was, is := TextureNames(b), TextureNames(look)
		for slot := range was {
			front := slot == int(b.Facing())
			if (was[slot] != is[slot]) != front || glows(look, slot) != front && slot < world.FaceCount || glows(b, slot) {
				t.Errorf("%v: slot %d is %q, with fire %q", b, slot, was[slot], is[slot])
			}
		}
		if blockKinds[look].opaque != blockKinds[b].opaque {
			t.Errorf("%v: one sees through it when it burns", b)
		}
	}
}

// TestModelQuadLimits: the worst sections stay within the limits of scene, and the worst models reach them.
func TestModelQuadLimits(t *testing.T) {
	m, dst := New(testFaces()), &scene.Mesh{}
	for _, pair := range [][2]world.Block{
		{world.Glass, world.Ice}, {world.Stone, world.Air}, {world.PlankStairsEast, world.Air}, {world.PlankStairsEast, world.Ladder},
		{named(t, "oak_fence[joins=nswe]"), world.Air},
	} {
		p := &Padded{}
		for i := range p.Blocks {
			p.Blocks[i] = pair[(i+i/PaddedEdge+i/stepY)&1]
		}
		m.Build(dst, world.SectionPos{}, p, &Tints{})
		expand(t, dst)
		readModels(t, dst)
		if len(dst.Quads) > 12*scene.MeshQuadsMax || len(dst.Models) > 16*scene.ModelQuadsMax || len(dst.Cells) > 2*scene.MeshCellsMax {
			t.Errorf("%v: %d quads, %d of models, %d cells", pair, len(dst.Quads)/12, len(dst.Models)/16, len(dst.Cells)/2)
		}
		if pair[0] == world.Glass && len(dst.Quads) != 12*scene.MeshQuadsMax {
			t.Errorf("%v: %d quads", pair, len(dst.Quads)/12)
		}
	}
}

// named returns the state with a name.
func named(t *testing.T, name string) world.Block {
	b, known := world.BlockNamed(name)
	if !known {
		t.Fatalf("there is no %s", name)
	}
	return b
}

// TestNeighboursHide: nothing is drawn between two equal models side by side; stairs hide the face behind them.
func TestNeighboursHide(t *testing.T) {
	m, dst := New(testFaces()), &scene.Mesh{}
	for _, c := range []struct {
		west, east world.Block
		sides      int
	}{
		{world.StoneSlab, world.StoneSlab, 10}, {world.StoneSlab, world.PlankSlabTop, 12},
		{world.RedCarpet, world.BlueCarpet, 10}, {world.FencePost, world.FencePost, 12},
		{world.StoneSlab, world.StoneStairsEast, 6 + 10 - 2}, {world.StoneStairsEast, world.Stone, 10 - 1},
	} {
		p := &Padded{}
		p.Blocks[CellIndex(3, 3, 3)], p.Blocks[CellIndex(4, 3, 3)] = c.west, c.east
		m.Build(dst, world.SectionPos{}, p, &Tints{})
		if n := len(readModels(t, dst)); n != c.sides {
			t.Errorf("%v and %v are %d quads, not %d", c.west, c.east, n, c.sides)
		}
		expand(t, dst)
	}
}

// TestModelLight: the top of a slab has the light of its own cell, its sides have the light of the cells that they look at,
// down to the middle of the cell, and a plant has the light of its cell.
func TestModelLight(t *testing.T) {
	r := testrand.New(t)
	m, dst := New(testFaces()), &scene.Mesh{}
	for range testrand.Rounds(50) {
		p := &Padded{}
		for i := range p.Light {
			p.Light[i] = uint8(r.Uint32())
			if r.IntN(4) == 0 {
				p.Blocks[i] = [...]world.Block{world.Stone, world.Leaves}[r.IntN(2)]
			}
		}
		p.Blocks[CellIndex(8, 8, 8)], p.Blocks[CellIndex(4, 4, 4)] = world.StoneSlab, world.Fern
		m.Build(dst, world.SectionPos{}, p, &Tints{})
		for _, q := range readModels(t, dst) {
			got := [2]uint32{dst.Cells[2*q.cell], dst.Cells[2*q.cell+1]}
			if q.face == scene.FaceNone {
				l := p.Light[CellIndex(4, 4, 4)]
				if want := [2]uint32{max(uint32(l>>4)*17, 12) * 0x01010101, uint32(l&15) * 17 * 0x01010101}; got != want {
					t.Fatalf("a plant in %02x has %x", l, got)
				}
				continue
			}
			at := [3]int{8, 8, 8}
			if q.face != int(world.Up) {
				for k := range at {
					at[k] += faceSteps[q.face][k]
				}
			}
			sky, lamp := naiveCell(p, at, q.face)
			if q.face > int(world.Up) {
				sky, lamp = halfLight(sky), halfLight(lamp)
			}
			if !near(got[0], sky) || !near(got[1], lamp) {
				t.Fatalf("face %d of a slab has %x, not %x %x", q.face, got, sky, lamp)
			}
		}
	}
}

// halfLight returns a light cell whose upper corners have the mean of its lower and upper corners.
func halfLight(cell uint32) uint32 {
	mean := func(a, b uint32) uint32 { return (a&255 + b&255 + 1) / 2 }
	return cell&0xffff | mean(cell, cell>>16)<<16 | mean(cell>>8, cell>>24)<<24
}
