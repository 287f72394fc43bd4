package far

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/world"
)

// TestCoasts: right triangles are cut along coasts so that more water is drawn without a texture, some cells for each triangle that this adds, and they fit at all their corners. Land without water, and water without
// land, are cut as without coasts.
func TestCoasts(t *testing.T) {
	r := testrand.New(t)
	b := meshBuilder{detail: Plain}
	cells, more, covered, water := 0, 0, 0, 0
	for n := range testrand.Rounds(20) {
		p := protocol.FarPlace{Level: uint8(r.IntN(protocol.FarLevels)), X: int32(r.IntN(9) - 4), Z: int32(r.IntN(9) - 4)}
		tile := wavesOf(r, p, 0.15, 1)
		level := tile.Heights[r.IntN(side*side)]
		tile.Covers = []protocol.FarCover{{Block: world.Grass, Biome: 5}, {Block: world.Water}, {Block: world.Water, Biome: 3}}
		if n%4 == 3 { // land or water alone
			level = []int16{-1000, 2000}[r.IntN(2)]
		}
		for i := range tile.Heights {
			tile.Heights[i] = max(tile.Heights[i], level)
		}
		for i := range tile.Cells {
			if tile.Heights[i%protocol.FarCells+i/protocol.FarCells*side] == level {
				tile.Cells[i] = 1
			}
		}
		b.t = tile
		for i := range b.heights {
			b.heights[i] = surfaceAt(tile, i)
		}
		b.paintSea()
		colours := b.sea.colours
		b.sea.colours = make([]uint32, len(colours)) // no water is known
		plain := b.rightTriangles(t)
		b.sea.colours = colours
		before := b.waterUnder(plain)
		cut := b.rightTriangles(t)
		after := b.waterUnder(cut)
		more += len(cut) - len(plain)
		if n%4 == 3 && len(cut) != len(plain) {
			t.Errorf("%d triangles where there is no coast, %d without coasts", len(cut), len(plain))
		}
		cells, covered = cells+(after-before), covered+after
		for _, c := range tile.Cells {
			water += int(c)
		}
	}
	if more == 0 || cells < more*coastCut/2 || covered*10 < water*6 {
		t.Errorf("%d more triangles, under which are %d more cells of water; under all %d of %d", more, cells, covered, water)
	}
	t.Logf("%d more triangles, under which are %d more cells of water; under all %d of %d", more, cells, covered, water)
}

// flat is a triangle by the corners of cells.
type flat [3][2]int

// rightTriangles makes the right triangles of a tile, and fails a test unless each side is that of two triangles, or lies on the edge of the tile.
func (b *meshBuilder) rightTriangles(t *testing.T) (list []flat) {
	t.Helper()
	limit := tolerance(b.detail, b.t.Place.Level)
	clear(b.number[:])
	clear(b.sea.corners[:])
	b.out = newMesh(b.t)
	b.measureAll()
	b.cutCoasts()
	b.cutAll()
	const far = side - 1
	var walk func(ax, ay, bx, by, cx, cy int)
	walk = func(ax, ay, bx, by, cx, cy int) {
		mx, my := (ax+bx)/2, (ay+by)/2
		if abs(ax-cx)+abs(ay-cy) > 1 && b.errors[mx+my*side] > limit {
			walk(cx, cy, ax, ay, mx, my)
			walk(bx, by, cx, cy, mx, my)
			return
		}
		list = append(list, flat{{ax, ay}, {bx, by}, {cx, cy}})
	}
	walk(0, 0, far, far, far, 0)
	walk(far, far, 0, 0, 0, far)
	if made := (len(b.surface.land) + len(b.surface.own)) / 3; made != len(list) {
		t.Fatalf("%d triangles, want %d", made, len(list))
	}
	sides := map[[2][2]int]int{}
	for _, f := range list {
		for k, a := range f {
			c := f[(k+1)%3]
			if a[0] > c[0] || a[0] == c[0] && a[1] > c[1] {
				a, c = c, a
			}
			sides[[2][2]int{a, c}]++
		}
	}
	for s, n := range sides {
		onEdge := s[0][0] == s[1][0] && (s[0][0] == 0 || s[0][0] == far) || s[0][1] == s[1][1] && (s[0][1] == 0 || s[0][1] == far)
		if n != 2 && !onEdge {
			t.Fatalf("the side %v belongs to %d triangles", s, n)
		}
	}
	return list
}

// waterUnder returns how many cells, rounded down for each triangle, lie under triangles that are drawn as water of one colour.
func (b *meshBuilder) waterUnder(list []flat) (cells int) {
	twice := 0
	for _, f := range list {
		if b.sea.colour(&b.t.Cells, f[0][0], f[0][1], f[1][0], f[1][1], f[2][0], f[2][1]) != 0 {
			twice += abs((f[1][0]-f[0][0])*(f[2][1]-f[0][1]) - (f[1][1]-f[0][1])*(f[2][0]-f[0][0]))
		}
	}
	return twice / 2
}
