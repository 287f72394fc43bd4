package mesh

import (
	"slices"
	"strings"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// unitFace is a face of a block, as a pass draws it.
type unitFace struct {
	face    int
	x, y, z int
	pass    int // 0 opaque, 1 cutout, 2 water, 3 translucent
}

// faceDrawn is its look.
type faceDrawn struct {
	layer            uint16
	varied, animated bool
	glow, low        bool
	tint             uint8
	sloped           bool
	depths           [4]uint32 // of a sloped face, by corner
	sky, lamp        uint32
}

var faceSteps = [6][3]int{{0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}

// uvAxes holds the axes of u and v of each face, as scene.Mesh defines them.
var uvAxes = [6][2]int{{0, 2}, {0, 2}, {0, 1}, {0, 1}, {2, 1}, {2, 1}}

// expand splits the quads of a mesh into unit faces. It fails on everything that scene.Mesh does not allow.
func expand(t *testing.T, m *scene.Mesh) map[unitFace]faceDrawn {
	out := map[unitFace]faceDrawn{}
	next := uint32(0)
	take := func(r scene.Range, pass, face int) {
		if r.Count > 0 && r.Start != next {
			t.Fatalf("pass %d face %d starts at %d, not %d", pass, face, r.Start, next)
		}
		next += r.Count
		for q := r.Start; q < r.Start+r.Count; q++ {
			expandQuad(t, m, m.Quads[q*12:][:12], pass, face, out)
		}
	}
	for f, r := range m.Opaque {
		take(r, 0, f)
	}
	for f, r := range m.Cutout {
		take(r, 1, f)
	}
	take(m.Water, 2, -1)
	take(m.Translucent, 3, -1)
	if int(next)*12 != len(m.Quads) {
		t.Fatalf("%d quads in ranges, %d words", next, len(m.Quads))
	}
	return out
}

func expandQuad(t *testing.T, m *scene.Mesh, q []uint32, pass, face int, out map[unitFace]faceDrawn) {
	t.Helper()
	var pos [4][3]int
	var at [4][3]int // by corner
	f := int(q[0] >> 15 & 7)
	if face >= 0 && f != face {
		t.Fatalf("face %d in the range of %d", f, face)
	}
	w, h := int(q[2]>>21&15)+1, int(q[2]>>25&15)+1
	sloped, same := pass == 2 && q[0]&scene.QuadSloped != 0, uint32(3<<29)
	var depths [4]uint32
	if sloped {
		w, h, same = 1, 1, 3<<29|255<<21
	}
	base := int(q[1] & 0xffffff)
	lowCorners := 0
	for k := range 4 {
		v := q[3*k:]
		if v[0]>>15&0x3fff != q[0]>>15&0x3fff || v[0]>>29&3 != q[0]>>29&3 || v[1] != q[1] || v[2]&^same != q[2]&^same {
			t.Fatal("the vertices of a quad differ")
		}
		pos[k] = [3]int{int(v[0] & 31), int(v[0] >> 5 & 31), int(v[0] >> 10 & 31)}
		c := v[2] >> 29 & 3
		at[c] = pos[k]
		if sloped {
			depths[c] = v[2] >> 21 & 255
		}
		if v[0]&scene.QuadLowered != 0 {
			lowCorners |= 1 << c
		}
	}
	ua, va := uvAxes[f][0], uvAxes[f][1]
	for c, p := range at {
		want := at[0]
		want[ua] += w * (c & 1)
		want[va] += h * (c >> 1)
		if p != want {
			t.Fatalf("corner %d of face %d at %v, not %v", c, f, p, want)
		}
		for k := range p {
			if p[k] < int(m.Low[k]) || p[k] > int(m.High[k]) || p[k] > 16 {
				t.Fatalf("%v is out of bounds %v %v", p, m.Low, m.High)
			}
		}
	}
	if at[0][ua] != int(q[2]>>13&15) || at[0][va] != int(q[2]>>17&15) {
		t.Fatal("u0, v0")
	}
	for _, tri := range [2][3]int{{0, 1, 2}, {2, 1, 3}} {
		if n := normal(pos[tri[0]], pos[tri[1]], pos[tri[2]]); n != faceSteps[f] {
			t.Fatalf("face %d has a triangle that looks to %v", f, n)
		}
	}
	if want := map[bool]int{true: 15, false: 12}[f == 1]; lowCorners != 0 && lowCorners != want {
		t.Fatalf("face %d has low corners %b", f, lowCorners)
	}
	for dv := range h {
		for du := range w {
			p := at[0]
			p[ua] += du
			p[va] += dv
			p[ua^va^3] -= f & 1
			cell := base + du + dv*w
			if 2*cell+1 >= len(m.Cells) {
				t.Fatalf("cell %d of %d", cell, len(m.Cells)/2)
			}
			u := unitFace{f, p[0], p[1], p[2], pass}
			if _, twice := out[u]; twice {
				t.Fatalf("%+v is drawn twice", u)
			}
			out[u] = faceDrawn{
				sloped: sloped, depths: depths,
				layer: uint16(q[0] >> 18 & 2047), varied: q[0]&scene.QuadVaried != 0 && !sloped, animated: q[0]&scene.QuadAnimated != 0,
				glow: q[2]&scene.QuadGlow != 0, low: lowCorners != 0, tint: uint8(q[1] >> 24),
				sky: m.Cells[2*cell], lamp: m.Cells[2*cell+1],
			}
		}
	}
}

// normal returns the direction from which a triangle is seen counter-clockwise, as a step.
func normal(a, b, c [3]int) (n [3]int) {
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = (b[i]-a[i])*(c[j]-a[j]) - (b[j]-a[j])*(c[i]-a[i])
		n[k] = max(-1, min(1, n[k]))
	}
	return n
}

// naive finds the visible faces one by one.
func naive(p *Padded, l *BlockFaces, ts *Tints) map[unitFace]faceDrawn {
	out := map[unitFace]faceDrawn{}
	flows := slices.ContainsFunc(p.Blocks[:], func(b world.Block) bool { return isWater(b) && b.Get(world.PropLevel) != world.LevelSource })
	for y := range 16 {
		for z := range 16 {
			for x := range 16 {
				b := p.Blocks[CellIndex(x, y, z)]
				info := b.Info()
				if info.Shape != world.ShapeFull && info.Shape != world.ShapeLiquid {
					continue
				}
				pass := 1
				switch {
				case info.Opaque:
					pass = 0
				case info.Liquid:
					pass = 2
				case b == world.Ice || strings.HasSuffix(info.Name, "_glass"):
					pass = 3
				}
				for f, d := range faceSteps {
					next := p.Blocks[CellIndex(x+d[0], y+d[1], z+d[2])]
					if next.Info().Opaque || next == b || isWater(b) && isWater(next) || next.Info().Shape > world.ShapeFull && naiveCovers(next, f^1) {
						continue
					}
					s := l[b][f]
					u := faceDrawn{layer: s.Layer, varied: s.Varied, animated: s.Animated, glow: info.Light > 0}
					if s.Tint != world.TintNone {
						u.tint = ts[s.Tint][x+16*z]
					}
					u.low = isWater(b) && f != 0 && !isWater(p.Blocks[CellIndex(x, y+1, z)])
					if isWater(b) && flows { // where nothing flows, all water is level
						u.sloped, u.depths = naiveSlope(p, [3]int{x, y, z}, f)
						u.low = u.low && !u.sloped
					}
					u.sky, u.lamp = naiveCell(p, [3]int{x + d[0], y + d[1], z + d[2]}, f)
					out[unitFace{f, x, y, z, pass}] = u
				}
			}
		}
	}
	return out
}

// naiveSlope returns whether water is drawn as a slope, and the depths of the corners of a face of it.
func naiveSlope(p *Padded, at [3]int, f int) (sloped bool, depths [4]uint32) {
	block := func(x, y, z int) world.Block { return p.Blocks[CellIndex(x, y, z)] }
	if isWater(block(at[0], at[1]+1, at[2])) {
		return false, depths
	}
	var upper [2][2]uint32 // by the high x and z
	for dx := range 2 {
		for dz := range 2 {
			sum, n, full := 0, 0, false
			for x := at[0] + dx - 1; x <= at[0]+dx; x++ {
				for z := at[2] + dz - 1; z <= at[2]+dz; z++ {
					b := block(x, at[1], z)
					if !isWater(b) {
						continue
					}
					full = full || isWater(block(x, at[1]+1, z))
					n++
					sum += [...]int{4, 28, 25, 22, 18, 15, 11, 8, 4}[b.Get(world.PropLevel)]
				}
			}
			if !full {
				upper[dx][dz] = uint32((sum + n/2) / n)
			}
			sloped = sloped || upper[dx][dz] != scene.LoweredBy
		}
	}
	for c := range depths {
		var corner [3]int
		corner[uvAxes[f][0]], corner[uvAxes[f][1]] = c&1, c>>1
		corner[uvAxes[f][0]^uvAxes[f][1]^3] = f & 1
		if corner[1] == 1 && sloped {
			depths[c] = upper[corner[0]][corner[2]]
		}
	}
	return sloped, depths
}

// naiveCovers reports whether the parts of a block fill a face of its cell, and nobody sees through them.
func naiveCovers(b world.Block, f int) bool {
	switch b.Class() {
	case world.ClassDoor, world.ClassTrapdoor, world.ClassPane, world.ClassCampfire, world.ClassLadder:
		return false // one sees through them
	}
	depth := int8(f&1*16 - f&1) // the outermost layer: 0 or 15
	for v := range int8(16) {
		for u := range int8(16) {
			var q [3]int8
			q[uvAxes[f][0]], q[uvAxes[f][1]] = u, v
			q[uvAxes[f][0]^uvAxes[f][1]^3] = depth
			in := inside(b, [3]int{int(q[0]), int(q[1]), int(q[2])})
			if !in {
				return false
			}
		}
	}
	return true
}

// naiveCell computes the light of the four corners of a face that looks into a cell.
func naiveCell(p *Padded, at [3]int, f int) (sky, lamp uint32) {
	for c := range 4 {
		du, dv := c&1*2-1, c>>1*2-1
		cells := [4][3]int{at, at, at, at}
		cells[1][uvAxes[f][0]] += du
		cells[2][uvAxes[f][1]] += dv
		cells[3][uvAxes[f][0]] += du
		cells[3][uvAxes[f][1]] += dv
		var open, free, s, l float64
		for k, q := range cells {
			if k == 3 && naiveBlock(p, cells[1]).Opaque && naiveBlock(p, cells[2]).Opaque {
				continue
			}
			info := naiveBlock(p, q)
			if info.Opaque {
				continue
			}
			light := p.Light[CellIndex(q[0], q[1], q[2])]
			open++
			s += float64(light >> 4)
			l += float64(light & 15)
			if info.Tint != world.TintLeaves {
				free++
			}
		}
		ao := []float64{.45, .45, .62, .8, 1}[int(free)]
		sky |= uint32(max(s/open, .7)/15*255*ao+.5) << (8 * c)
		lamp |= uint32(l/open/15*255*ao+.5) << (8 * c)
	}
	return sky, lamp
}

func naiveBlock(p *Padded, q [3]int) *world.BlockInfo {
	return p.Blocks[CellIndex(q[0], q[1], q[2])].Info()
}

// near reports whether four bytes differ by at most one each, as rounding allows.
func near(a, b uint32) bool {
	for k := range 4 {
		d := int(a>>(8*k)&255) - int(b>>(8*k)&255)
		if d < -1 || d > 1 {
			return false
		}
	}
	return true
}

// compare checks a mesh against the naive algorithm.
func compare(t *testing.T, m *scene.Mesh, p *Padded, l *BlockFaces, ts *Tints) {
	t.Helper()
	got, want := expand(t, m), naive(p, l, ts)
	for u, g := range got {
		w, ok := want[u]
		if !ok {
			t.Fatalf("%+v is drawn and hidden", u)
		}
		if !near(g.sky, w.sky) || !near(g.lamp, w.lamp) {
			t.Fatalf("%+v: light %x %x, not %x %x", u, g.sky, g.lamp, w.sky, w.lamp)
		}
		g.sky, g.lamp = w.sky, w.lamp
		if g != w {
			t.Fatalf("%+v: %+v, not %+v", u, g, w)
		}
	}
	for u := range want {
		if _, ok := got[u]; !ok {
			t.Fatalf("%+v is missing", u)
		}
	}
}

// TestQuadsCoverVisibleFaces: the merged quads cover exactly the visible faces, each with its look and its light.
func TestQuadsCoverVisibleFaces(t *testing.T) {
	r := testrand.New(t)
	l := testFaces()
	m, dst := New(l), &scene.Mesh{}
	for round := range testrand.Rounds(150) {
		p := randomPadded(r)
		if round%5 == 0 {
			p = hillPadded(r)
		}
		ts := testTints(r)
		m.Build(dst, world.SectionPos{X: int32(round)}, p, ts)
		compare(t, dst, p, l, ts)
	}
}

// TestMerging: equal faces become one quad, whatever their light; faces that differ in tint or height do not.
func TestMerging(t *testing.T) {
	r := testrand.New(t)
	m, dst, ts := New(testFaces()), &scene.Mesh{}, &Tints{}
	p := &Padded{}
	for i := range p.Light {
		p.Light[i] = uint8(r.Uint32())
		if i < 9*stepY {
			p.Blocks[i] = world.Stone
		}
	}
	m.Build(dst, world.SectionPos{}, p, ts)
	if dst.Opaque[world.Up].Count != 1 || len(dst.Quads) != 12 || len(dst.Cells) != 2*256 || len(dst.Models) != 0 {
		t.Fatalf("a floor is %d quads with %d cells", len(dst.Quads)/12, len(dst.Cells)/2)
	}
	if dst.Low != [3]uint8{0, 8, 0} || dst.High != [3]uint8{16, 8, 16} {
		t.Fatalf("bounds %v %v", dst.Low, dst.High)
	}
	for i := range p.Blocks[:9*stepY] {
		p.Blocks[i] = world.Water
	}
	for i := range 256 {
		ts[world.TintWater][i] = uint8(1 + i/128)
	}
	m.Build(dst, world.SectionPos{}, p, ts)
	if dst.Water.Count != 2 {
		t.Fatalf("a lake of two tints is %d quads", dst.Water.Count)
	}
	if got := dst.Quads[0]>>31 == 1; !got {
		t.Fatal("the surface of the lake is not low")
	}
}

// TestAllocatesNothing: a mesh that has grown is built again without allocating.
func TestAllocatesNothing(t *testing.T) {
	r := testrand.New(t)
	m, dst, ts := New(testFaces()), &scene.Mesh{}, testTints(r)
	ps := [3]*Padded{randomPadded(r), hillPadded(r), noisyPadded(r)}
	var a Neighbourhood
	draw := blockPicker(r)
	for i := range a {
		var cells [world.SectionCells]world.Block
		for k := range cells {
			cells[k] = draw()
		}
		a[i] = world.SectionOf(&cells)
	}
	var p Padded
	n := testing.AllocsPerRun(3, func() {
		for range 2 {
			for _, q := range ps {
				m.Build(dst, world.SectionPos{}, q, ts)
			}
			p.Fill(&a)
			m.Build(dst, world.SectionPos{}, &p, ts)
		}
	})
	if n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

// isWater reports whether a look is drawn with a surface below the rim of its cell.
func isWater(b world.Block) bool { return b.Info().Liquid && !b.Info().Opaque }
