package far

import (
	"cmp"
	"slices"

	"voxtide/render/scene"
)

// addSkirts adds walls below the four edges, which hide what is open between tiles that are cut at other corners, or of other levels: as deep as the land of a neighbour
// may lie below this one's.
func (b *meshBuilder) addSkirts() {
	const far = side - 1
	b.edges = edges{}
	b.skirts.clear()
	b.to = &b.skirts
	for s, at := range [len(sides)]func(i int) (x, z int){ // each seen from outside
		func(i int) (int, int) { return far - i, 0 },
		func(i int) (int, int) { return far, far - i },
		func(i int) (int, int) { return i, far },
		func(i int) (int, int) { return 0, i },
	} {
		b.addSkirt(s, at)
		slices.SortFunc(b.edges[s], func(p, q edgePiece) int { return cmp.Compare(p.ends[0].along, q.ends[0].along) })
	}
}

// addSkirt adds the skirt on a side.
func (b *meshBuilder) addSkirt(s int, at func(i int) (x, z int)) {
	var heights, drawn, deep [side]float32
	for i := range side {
		x, z := at(i)
		heights[i] = b.heights[x+z*side]
	}
	for i, last := 1, 0; i < side; i++ { // it is straight between the corners that are used
		if x, z := at(i); b.used[x+z*side] {
			for k := last; k <= i; k++ {
				drawn[k] = heights[last] + (heights[i]-heights[last])*float32(k-last)/float32(i-last)
			}
			last = i
		}
	}
	level := b.t.Place.Level
	lowest := heights
	lowestEdge(&lowest, &heights, 0, side-1, tolerance(b.detail, min(level+1, topLevel)))
	c := int(b.t.Place.Cell())
	most, spare := 4+2*float32(c), float32(c)/2 // what a finer neighbour has between two corners is not known: a guess, which alone is bounded
	for i := range side {
		x, z := at(i)
		k, s := x+z*side, spare
		if b.sea.corners[k].colour != 0 && drawn[i] == lowest[i] { // but water is level
			s = min(s, seaSpare)
		}
		need := drawn[i] - lowest[i]
		deep[i] = max(need, min(need+s, most))
	}
	var before skirtCorner
	for i := range side {
		x, z := at(i)
		k := x + z*side
		if !b.used[k] {
			continue
		}
		d := deep[i] // the deepest as far as the next corners that are drawn
		for n := i + 1; n < side; n++ {
			d = max(d, deep[n])
			if x, z := at(n); b.used[x+z*side] {
				break
			}
		}
		for n := i - 1; n >= before.i; n-- {
			d = max(d, deep[n])
		}
		now := skirtCorner{i: i, x: x, z: z, deep: d, colour: b.sea.corners[k].colour}
		if i > 0 {
			b.addPiece(s, &before, &now)
		}
		before = now
	}
}

// seaSpare is how much deeper than seems needed a skirt of water is at most, in blocks.
const seaSpare = 1

// skirtCorner is a corner from which a skirt hangs down.
type skirtCorner struct {
	i, x, z int
	deep    float32 // blocks
	colour  uint32  // of water there; 0: it is land
}

// addPiece adds the skirt on a side from one corner to the next.
func (b *meshBuilder) addPiece(s int, from, to *skirtCorner) {
	colour := from.colour
	if to.colour != colour {
		colour = 0
	}
	var v [4]uint16 // both above, then both below
	for i, at := range [...]*skirtCorner{from, to} {
		c, flags := int(b.t.Place.Cell()), uint32(0)
		if colour == 0 {
			v[i] = b.vertexOf(at.x, at.z)
		} else {
			v[i], flags = b.seaVertex(at.x, at.z, colour), seaFlags
		}
		v[2+i] = b.vertex(at.x*c, at.z*c, b.heights[at.x+at.z*side]-at.deep, flags, colour)
	}
	list := &b.to.land
	if colour != 0 {
		list = &b.to.own
	}
	b.edges[s] = append(b.edges[s], b.pieceOf(s, from, to, int32(len(*list)/3), colour != 0))
	*list = append(*list, v[0], v[2], v[1], v[1], v[2], v[3])
}

// pieceOf returns the piece of an edge above a skirt.
func (b *meshBuilder) pieceOf(s int, from, to *skirtCorner, first int32, own bool) (p edgePiece) {
	for i, at := range [...]*skirtCorner{from, to} {
		p.ends[i] = edgeEnd{[...]int32{int32(at.x), int32(at.z)}[sides[s].outX&1] * b.t.Place.Cell(), int16(b.heights[at.x+at.z*side] * scene.FarHeightUnits)}
	}
	if p.ends[0].along > p.ends[1].along {
		p.ends[0], p.ends[1] = p.ends[1], p.ends[0]
	}
	p.first, p.own = first, own
	return p
}

// lowestEdge lowers heights to the lowest that an edge may have that is cut by a tolerance, from one corner to another, and returns the largest error of the cuts in
// between. An edge that is cut at a corner is cut at all corners above it.
func lowestEdge(lowest, heights *[side]float32, from, to int, limit float32) (e float32) {
	if to-from < 2 {
		return 0
	}
	mid := (from + to) / 2
	e = heights[mid] - (heights[from]+heights[to])/2
	e = max(e, -e, lowestEdge(lowest, heights, from, mid, limit), lowestEdge(lowest, heights, mid, to, limit))
	if to-from == 2 { // a coarser neighbour has no corner in the middle
		e = 0
	}
	if e <= limit {
		step := (heights[to] - heights[from]) / float32(to-from)
		for i := from + 1; i < to; i++ {
			lowest[i] = min(lowest[i], heights[from]+step*float32(i-from))
		}
	}
	return e
}
