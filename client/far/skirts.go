package far

// addSkirts adds walls below the four edges, which hide what is open between tiles that are cut at other corners, or of other levels: as deep as the land of a neighbour
// may lie below this one's.
func (b *meshBuilder) addSkirts() {
	const far = side - 1
	b.addSkirt(func(i int) (int, int) { return far - i, 0 }) // each seen from outside
	b.addSkirt(func(i int) (int, int) { return i, far })
	b.addSkirt(func(i int) (int, int) { return 0, i })
	b.addSkirt(func(i int) (int, int) { return far, far - i })
}

func (b *meshBuilder) addSkirt(at func(i int) (x, z int)) {
	var heights, deep [side]float32
	for i := range side {
		x, z := at(i)
		heights[i] = b.heights[x+z*side]
	}
	level := b.t.Place.Level
	lowest := heights
	lowestEdge(&lowest, &heights, 0, side-1, tolerance(b.detail, min(level+1, topLevel)))
	c := int(b.t.Place.Cell())
	most, spare := 4+2*float32(c), float32(c)/2 // what a finer neighbour has between two corners is not known
	for i := range side {
		x, z := at(i)
		deep[i] = min(b.drawn[x+z*side]-lowest[i]+spare, most)
	}
	before := -1
	var top, low uint16
	for i := range side {
		x, z := at(i)
		k := x + z*side
		if b.number[k] == 0 {
			continue
		}
		d := deep[i] // the deepest as far as the next corners that are drawn
		for n := i + 1; n < side; n++ {
			d = max(d, deep[n])
			if x, z := at(n); b.number[x+z*side] != 0 {
				break
			}
		}
		for n := i - 1; n > before; n-- {
			d = max(d, deep[n])
		}
		if before >= 0 {
			d = max(d, deep[before])
		}
		t := b.number[k] - 1
		l := b.vertex(x*c, z*c, b.heights[k]-d, 0, 0)
		if before >= 0 {
			b.quad(top, low, t, l)
		}
		before, top, low = i, t, l
	}
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
