package far

import (
	"math"
	"slices"

	"voxtide/client/tin"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// A tile's surface is made twice. Columns are cut out of right triangles (this file): each may be cut in two at the middle of its long side, and is, where the land there
// is farther than tolerance from the triangle. The cuts nest (Evans, Kirkpatrick, Townsend 2001, "Right-triangulated irregular networks"), so neighbours fit: a corner is used if it, or one that depends on it,
// is needed, or water is taken out (coast.go). What no column is cut out of has half as many triangles (net.go).

const side = protocol.FarSide

// tolerance is how far the middle of a cut that is left out may be from the land, in blocks: a few pixels where tiles of a level are nearest.
func tolerance(d Detail, level uint8) float32 { return float32(1+d) * (0.5 + float32(int(1)<<level)) }

// meshBuilder makes meshes of tiles. One goroutine uses it.
type meshBuilder struct {
	detail  Detail
	t       *protocol.FarTile
	heights [side * side]float32  // of the surface, in blocks
	errors  [side * side]float32  // at the middle of a long side: how far the land is from the triangle, and all cuts below it
	number  [side * side]uint16   // of the vertex of a corner, plus 1; 0: it has none
	drawn   *[side * side]float32 // heights as the right triangles have them
	used    [side * side]bool     // corners of right triangles
	net     *tin.Net
	sea     sea
	coasts  [side * side]bool // at the middle of a long side: its cut takes enough water out
	edges   edges             // skirts are numbered among themselves, until the mesh is made
	to      *indices          // that triangles are added to
	surface indices           // of one of the two
	skirts  indices           // of that one
	boxes   indices           // of both
	out     *scene.FarMesh
}

// indices are those of triangles with the colours of the texture, and of those with colours of their own.
type indices struct{ land, own []uint16 }

func (t *indices) clear() { t.land, t.own = t.land[:0], t.own[:0] }

// triangles returns those of the surface that was made, with its skirts and the boxes, and numbers the skirts.
func (b *meshBuilder) triangles() scene.FarTriangles {
	s, k, x := &b.surface, &b.skirts, &b.boxes
	land, own := slices.Concat(s.land, k.land), slices.Concat(s.own, k.own, x.own)
	b.edges.number(len(s.land)/3, (len(land)+len(s.own))/3)
	return scene.FarTriangles{Indices: append(land, own...), Own: len(own)}
}

// surfaceAt returns the height of the surface at a corner of a tile: the top of its block.
func surfaceAt(t *protocol.FarTile, i int) float32 {
	h := float32(t.Heights[i]) + 1
	x, z := min(i%side, protocol.FarCells-1), min(i/side, protocol.FarCells-1)
	if t.Covers[t.Cells[x+z*protocol.FarCells]].Block == world.Water {
		h -= 1. / scene.FarHeightUnits // as water is drawn
	}
	return h
}

// cutAll makes the right triangles, of what was measured.
func (b *meshBuilder) cutAll() {
	limit := tolerance(b.detail, b.t.Place.Level)
	drawn := b.heights
	b.drawn = &drawn
	clear(b.used[:])
	b.surface.clear()
	b.to = &b.surface
	const far = side - 1
	b.cut(0, 0, far, far, far, 0, limit)
	b.cut(far, far, 0, 0, 0, far, limit)
}

// measureAll fills in the errors.
func (b *meshBuilder) measureAll() {
	clear(b.errors[:])
	b.measure()
}

// measure raises the errors to what they have to be, from the smallest triangles up. Triangles are numbered as the nodes of two binary trees.
func (b *meshBuilder) measure() {
	const far = side - 1
	const all = far*far*2 - 2
	const parents = all - far*far
	for i := all - 1; i >= 0; i-- {
		ax, ay, bx, by, cx, cy := triangle(i)
		mx, my := (ax+bx)/2, (ay+by)/2
		m := mx + my*side
		e := b.heights[m] - (b.heights[ax+ay*side]+b.heights[bx+by*side])/2
		e = max(b.errors[m], e, -e)
		if i < parents { // it has cuts below
			e = max(e, b.errors[(ax+cx)/2+(ay+cy)/2*side], b.errors[(bx+cx)/2+(by+cy)/2*side])
		}
		b.errors[m] = e
	}
}

// triangle returns the corners of a triangle by its number: a and b at the ends of the long side, c opposite.
func triangle(i int) (ax, ay, bx, by, cx, cy int) {
	const far = side - 1
	id := i + 2
	if id&1 != 0 {
		bx, by, cx = far, far, far
	} else {
		ax, ay, cy = far, far, far
	}
	for id >>= 1; id > 1; id >>= 1 {
		mx, my := (ax+bx)/2, (ay+by)/2
		if id&1 != 0 {
			bx, by, ax, ay = ax, ay, cx, cy
		} else {
			ax, ay, bx, by = bx, by, cx, cy
		}
		cx, cy = mx, my
	}
	return
}

// cut adds a triangle, or its two halves if it has to be cut.
func (b *meshBuilder) cut(ax, ay, bx, by, cx, cy int, limit float32) {
	mx, my := (ax+bx)/2, (ay+by)/2
	if abs(ax-cx)+abs(ay-cy) > 1 && b.errors[mx+my*side] > limit {
		b.cut(cx, cy, ax, ay, mx, my, limit)
		b.cut(bx, by, cx, cy, mx, my, limit)
		return
	}
	b.flatten(ax, ay, bx, by, cx, cy)
	b.used[ax+ay*side], b.used[bx+by*side], b.used[cx+cy*side] = true, true, true
	b.triangle(ax, ay, bx, by, cx, cy)
}

// triangle adds a triangle of the surface.
func (b *meshBuilder) triangle(ax, az, bx, bz, cx, cz int) {
	if colour := b.sea.colour(&b.t.Cells, ax, az, bx, bz, cx, cz); colour != 0 {
		b.to.own = append(b.to.own, b.seaVertex(ax, az, colour), b.seaVertex(bx, bz, colour), b.seaVertex(cx, cz, colour))
		return
	}
	b.to.land = append(b.to.land, b.vertexOf(ax, az), b.vertexOf(bx, bz), b.vertexOf(cx, cz))
}

// flatten notes the heights within a triangle that is drawn whole.
func (b *meshBuilder) flatten(ax, ay, bx, by, cx, cy int) {
	if abs(ax-cx)+abs(ay-cy) <= 1 {
		return
	}
	mx, my := (ax+bx)/2, (ay+by)/2
	b.drawn[mx+my*side] = (b.drawn[ax+ay*side] + b.drawn[bx+by*side]) / 2
	b.flatten(cx, cy, ax, ay, mx, my)
	b.flatten(bx, by, cx, cy, mx, my)
}

func abs(v int) int { return max(v, -v) }

// vertexOf returns the number of the vertex of a corner.
func (b *meshBuilder) vertexOf(x, z int) uint16 {
	k := x + z*side
	if b.number[k] == 0 {
		c := int(b.t.Place.Cell())
		b.number[k] = b.vertex(x*c, z*c, b.heights[k], 0, 0) + 1
	}
	return b.number[k] - 1
}

// vertex adds a vertex and returns its number.
func (b *meshBuilder) vertex(x, z int, y float32, flags, colour uint32) uint16 {
	o := b.out
	o.Low, o.High = min(o.Low, int16(math.Floor(float64(y)))), max(o.High, int16(math.Ceil(float64(y))))
	n := len(o.Vertices) / scene.FarVertexWords
	o.Vertices = append(o.Vertices, uint32(x)|uint32(z)<<16, uint32(uint16(int16(y*scene.FarHeightUnits)))|flags, colour)
	return uint16(n)
}

// quad adds two triangles with colours of their own: a, b, c and c, b, d.
func (b *meshBuilder) quad(v0, v1, v2, v3 uint16) {
	b.to.own = append(b.to.own, v0, v1, v2, v2, v1, v3)
}

// seaVertex returns the number of the vertex of a corner of water.
func (b *meshBuilder) seaVertex(x, z int, colour uint32) uint16 {
	at := &b.sea.corners[x+z*side]
	if at.colour != colour {
		c := int(b.t.Place.Cell())
		*at = seaCorner{colour, b.vertex(x*c, z*c, b.heights[x+z*side], seaFlags, colour)}
	}
	return at.number
}
