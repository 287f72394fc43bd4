package far

import (
	"math"

	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// edgeStep is the width of a piece of wall, in blocks; edgeDeep how far it goes down at most, seaDeep at sea, and seaDark
// from where on it is dark there. It goes edgeUnder into the ground of the last column, in which somebody may dig.
const (
	edgeStep  = 2
	edgeDeep  = 24
	seaDeep   = 80
	seaDark   = 20
	edgeUnder = 1
)

// build returns the walls around the columns that are drawn, as another mesh than before; nil if there are none. The renderer has copied the one before.
func (e *edge) build(v *View, c *Covered) *scene.FarMesh {
	covered := &v.shown.drawn
	if c.Columns == nil {
		return nil
	}
	x0, z0, x1, z1 := covered.bounds()
	m := &scene.FarMesh{Origin: [2]int32{x0 << 4, z0 << 4}, Low: world.MinY - 1, High: world.MaxY + 1, Vertices: e.vertices[:0], Indices: e.indices[:0]}
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

// columnSide is a side of a column: where its wall begins, in blocks from the column's corner, the direction of the wall, seen from within the
// column from left to right, and the direction out.
type columnSide struct{ x, z, dx, dz, outX, outZ int32 }

var sides = [...]columnSide{{0, 0, 1, 0, 0, -1}, {16, 0, 0, 1, 1, 0}, {16, 16, -1, 0, 0, 1}, {0, 16, 0, -1, -1, 0}}

// addWall adds the wall on a side of a covered column, as high as the land beyond, which is that of one tile: tiles are whole columns.
func (v *View) addWall(w *walls, c *Covered, column, row int32, s columnSide) {
	beyondX, beyondZ := (column+s.outX)<<4, (row+s.outZ)<<4
	t, dx, dz := v.at(beyondX, beyondZ)
	if t == nil {
		return
	}
	// From here on all is in blocks from the tile's corner.
	x, z := dx+column<<4-beyondX+s.x, dz+row<<4-beyondZ+s.z
	colour := func(i int32) (rgb, bool) { // of the piece that begins there, in its middle
		return t.colourAt(x+s.dx*i+(s.dx*edgeStep)/2+min(s.outX, 0), z+s.dz*i+(s.dz*edgeStep)/2+min(s.outZ, 0))
	}
	p := strip{column: [2]int32{column, row}, side: s}
	for i := int32(0); i < 16; {
		from := i
		ax, az := x+s.dx*i, z+s.dz*i
		rgb, wet := colour(i)
		i += edgeStep
		for wet && i < 16 { // a sea is level: one piece as far as it looks alike
			next, also := colour(i)
			if !also || next != rgb || t.surface(x+s.dx*i, z+s.dz*i) != t.surface(ax, az) {
				break
			}
			i += edgeStep
		}
		bx, bz := x+s.dx*i, z+s.dz*i
		rows := landRows[:]
		if wet {
			rows = seaRows[:]
		}
		ya, yb := t.surface(ax, az), t.surface(bx, bz)
		top := max(ya, yb)
		deep := rows[len(rows)-1].below
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
				p.ends[e] = append(p.ends[e], stripCorner{height, r.flags, packed(rgb, r.shade)})
			}
		}
		w.add(&p)
	}
}

// ground returns the lowest top of the ground in the last blocks of a column along a part of a side, within two heights.
func (s *columnSide) ground(c *Covered, x, z int32, part, heights [2]int32) float32 {
	lowest := heights[1]
	for i := part[0]; i < part[1]; i++ {
		atX, atZ := x+s.x+s.dx*i+min(s.dx, 0)-max(s.outX, 0), z+s.z+s.dz*i+min(s.dz, 0)-max(s.outZ, 0)
		lowest = min(lowest, c.Ground.Ground(atX, atZ, heights[1], heights[0]))
	}
	return float32(lowest)
}

// edgeRow is a row of corners of a wall: how far it lies below the land, and how it looks.
type edgeRow struct {
	below, shade float32
	flags        uint32
}

// A wall at sea goes down to the ground through the water in front of it: at the top it looks like the surface beyond, and below it is as dark as deep water.
var (
	landRows = [...]edgeRow{{0, edgeShade, scene.FarOwnColour}, {edgeDeep, edgeShade, scene.FarOwnColour}}
	seaRows  = [...]edgeRow{{0, 1, scene.FarOwnColour | scene.FarOwnWater}, {seaDark, 0.3, scene.FarOwnColour}, {seaDeep, 0.25, scene.FarOwnColour}}
)

// at returns the finest tile that is drawn at a block, nil if there is none, and the place in it.
func (v *View) at(x, z int32) (t *tile, dx, dz int32) {
	for level := range uint8(protocol.FarLevels) {
		p := protocol.FarPlace{Level: level}
		w := int64(p.Width())
		p.X, p.Z = int32(world.FloorDiv(int64(x), w)), int32(world.FloorDiv(int64(z), w))
		if of := v.tiles[p]; of != nil && of.mesh != nil && of.drawn() == of.mesh {
			cx, cz := p.Corner()
			return of, x - cx, z - cz
		}
	}
	return nil, 0, 0
}

// surface returns the height of a drawn tile at a corner of blocks, in blocks from the tile's corner, 0 to its width.
func (t *tile) surface(x, z int32) float32 {
	c := t.land.Place.Cell()
	i, k := min(x/c, protocol.FarCells-1), min(z/c, protocol.FarCells-1)
	fx, fz := float32(x-i*c)/float32(c), float32(z-k*c)/float32(c)
	h := func(i, k int32) float32 { return t.heights[i+k*side] }
	low, high := h(i, k)*(1-fx)+h(i+1, k)*fx, h(i, k+1)*(1-fx)+h(i+1, k+1)*fx
	return low*(1-fz) + high*fz
}

// colourAt returns the colour of a tile at a block, in blocks from its corner, and reports whether it is water.
func (t *tile) colourAt(x, z int32) (colour rgb, wet bool) {
	l := t.land
	c := l.Covers[l.Cells[x/l.Place.Cell()+z/l.Place.Cell()*protocol.FarCells]]
	if c.Block == world.Ice { // through which the water is seen
		c.Block = world.Water
	}
	return colourOf(c.Block, c.Biome), c.Block == world.Water
}

// edgeShade is the brightness of the walls: that of sides of blocks in a wood.
const edgeShade = 0.78
