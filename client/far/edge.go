package far

import (
	"math"

	"voxtide/render/scene"
	"voxtide/world"
)

// edgeStep is the width of a piece of wall, in blocks; edgeDeep how far it goes down at most, seaDeep at sea, and seaDark
// from where on it is dark there.
const (
	edgeStep = 2
	edgeDeep = 24
	seaDeep  = 80
	seaDark  = 20
)

// build returns the walls around the columns that are drawn, as another mesh than before; nil if there are none. It takes the memory of the one before, which the renderer reads no longer once it is offered this one.
func (e *edge) build(v *View, c *Covered) *scene.FarMesh {
	covered := &v.shown.drawn
	if c.Columns == nil {
		return nil
	}
	x0, z0, x1, z1 := covered.bounds()
	m := &scene.FarMesh{Origin: [2]int32{x0 << 4, z0 << 4}, Low: world.MinY - 1, High: world.MaxY + 1, Vertices: e.vertices[:0], FarTriangles: scene.FarTriangles{Indices: e.indices[:0]}}
	w := &e.walls
	w.begin(m.Origin)
	for z := z0; z <= z1; z++ {
		for x := x0; x <= x1; x++ {
			if !covered.At(x, z) {
				continue
			}
			for _, s := range sides {
				if !covered.At(x+s.outX, z+s.outZ) {
					v.addWall(w, c, x, z, s)
					if s.facesEye(x, z, c.Eye) {
						v.addOuter(w, c, x, z, s)
					}
				}
			}
		}
	}
	w.emit(m)
	e.vertices, e.indices = m.Vertices, m.Indices
	if m.Own = len(m.Indices); m.Own == 0 {
		return nil
	}
	return m
}

// addWall adds the wall on a side of a covered column, as high as the land beyond, which is that of one tile: tiles are whole columns.
func (v *View) addWall(w *walls, c *Covered, column, row int32, s columnSide) {
	beyondX, beyondZ := (column+s.outX)<<4, (row+s.outZ)<<4
	t, dx, dz := v.at(beyondX, beyondZ)
	if t == nil {
		return
	}
	// From here on all is in blocks from the tile's corner.
	x, z := dx+column<<4-beyondX+s.x, dz+row<<4-beyondZ+s.z
	lookAt := func(i int32) coverLook { // of the piece that begins there, in its middle
		return t.lookAt(x+s.dx*i+(s.dx*edgeStep)/2+min(s.outX, 0), z+s.dz*i+(s.dz*edgeStep)/2+min(s.outZ, 0))
	}
	p := strip{column: [2]int32{column, row}, side: s}
	for i := int32(0); i < 16; {
		from := i
		ax, az := x+s.dx*i, z+s.dz*i
		beyond := lookAt(i)
		i += edgeStep
		for i < 16 { // one piece as far as it looks alike and the land beyond is straight
			if lookAt(i) != beyond || !t.isStraight(ax, az, x+s.dx*i, z+s.dz*i, x+s.dx*(i+edgeStep), z+s.dz*(i+edgeStep)) {
				break
			}
			i += edgeStep
		}
		bx, bz := x+s.dx*i, z+s.dz*i
		rows := landRows[:]
		switch {
		case beyond.frozen:
			rows = iceRows[v.detail]
		case beyond.wet:
			rows = seaRows[v.detail]
		}
		ya, yb := t.surface(ax, az), t.surface(bx, bz)
		top := max(ya, yb)
		deep := rows[len(rows)-1].below + top - min(ya, yb) // as deep at its lower end
		if c.Ground != nil {
			ground := s.ground(c, column<<4, row<<4, [2]int32{from, i}, [2]int32{int32(math.Ceil(float64(top - deep))), int32(math.Ceil(float64(top))) + 1})
			if ground >= top+0.5 { // the land beyond lies behind the last column
				continue
			}
			deep = min(deep, top-ground+edgeUnder)
		}
		k := 0
		for _, r := range rows[1:] {
			if k++; r.below >= deep {
				break
			}
		}
		p.from, p.to = from, i
		for e, y := range [...]float32{ya, yb} {
			p.ends[e] = p.ends[e][:0]
			for q := range k + 1 {
				r := rows[q]
				if q == k && q > 0 { // it ends between two rows
					before := rows[q-1]
					part := (deep - before.below) / (r.below - before.below)
					r.shade = before.shade + (r.shade-before.shade)*part
					r.below = deep - (top - y)
				}
				height := int16((y - r.below) * scene.FarHeightUnits)
				if q == 0 { // a little over the land, so that no pixel is left between the two
					height = int16(y*scene.FarHeightUnits) + 1
				}
				colour := beyond.colour
				if r.water {
					colour = beyond.water
				}
				p.ends[e] = append(p.ends[e], stripCorner{height, r.flags, packed(r.tint.of(colour), r.shade)})
			}
		}
		w.add(&p)
	}
}

const sunkFlags = scene.FarOwnColour | scene.FarOwnSunk

// edgeRow is a row of corners of a wall: how far it lies below the land, how bright it is, what of the colour it has, flags of scene.Far, and whether it is of the water, which may lie below ice.
type edgeRow struct {
	below, shade float32
	tint         rgb
	flags        uint32
	water        bool
}

// A wall at sea goes down to the ground through the water in front of it. At the top, which stands out of that water, it looks like the surface beyond, and below
// it is as dark as deep water. Where the depth of water is seen, it is darker at once: there is little water in front of it, and the two together are to look like the sea beyond. Where the sea is frozen its top looks like
// the ice beyond, as bright as land of no slope is.
var (
	landRows = [...]edgeRow{{0, edgeShade, asItIs, scene.FarOwnColour, false}, {edgeDeep, edgeShade, asItIs, scene.FarOwnColour, false}}
	seaRows  = [...][]edgeRow{
		Plain: {{0, 1, asItIs, seaFlags, true}, darkRow, deepRow},
		Fine:  {{0, 1, asItIs, seaFlags, true}, {0, 1, asItIs, seaFlags, true}, sunkRows[0], sunkRows[1], sunkRows[2], sunkRows[3]},
	}
	iceRows = [...][]edgeRow{
		Plain: {iceRow, iceRow, {0.125, 1, asItIs, seaFlags, true}, darkRow, deepRow},
		Fine:  {iceRow, iceRow, sunkRows[0], sunkRows[1], sunkRows[2], sunkRows[3]},
	}
	iceRow   = edgeRow{0, 0.88, asItIs, scene.FarOwnColour, false}
	darkRow  = edgeRow{seaDark, 0.3, asItIs, scene.FarOwnColour, true}
	deepRow  = edgeRow{seaDeep, 0.25, asItIs, scene.FarOwnColour, true}
	sunkRows = [...]edgeRow{{0.125, 0.8, bluer, sunkFlags, true}, {1, 0.6, bluer, sunkFlags, true}, {seaDark, 0.3, bluer, sunkFlags, true}, {seaDeep, 0.25, bluer, sunkFlags, true}}
	asItIs   = rgb{1, 1, 1}
	bluer    = rgb{0.9, 0.9, 1}
)
