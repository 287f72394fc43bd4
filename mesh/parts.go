package mesh

import "voxtide/world"

// part is a rectangle of a model: a side of its boxes that is not inside of another.
type part struct {
	face   world.Face
	depth  int8   // of its plane along the axis of the face, in 1/16 block
	u0, v0 int8   // along the axes of the face, in 1/16 block
	u1, v1 int8   // exclusive
	border bool   // it lies on the border of the cell, so a neighbour may hide it
	hidden uint32 // a bit for each shape that hides it from there
}

// model is how a shape is drawn that is no full block.
type model struct {
	parts  []part // none for shapes drawn in their own way
	covers uint8  // a bit for each face of the cell that the parts fill
	cutout bool   // in the cutout pass
}

// drawn are the boxes of shapes that bodies pass through but that are drawn as boxes.
var drawn = [world.ShapeCount][]world.Box{
	world.ShapeTorch: {{Lo: [3]int8{7, 0, 7}, Hi: [3]int8{9, 10, 9}}},
}

// models is how shapes are drawn, by shape. Full blocks and water have no row: they are quads.
var models = func() (t [world.ShapeCount]model) {
	var solids [world.ShapeCount]voxels
	for s := range world.ShapeCount {
		boxes := drawn[s]
		if s > world.ShapeFull {
			boxes = s.Boxes()
		}
		for _, b := range boxes {
			solids[s].put(b)
		}
		t[s].parts = solids[s].parts()
		t[s].cutout = s == world.ShapeCross || s == world.ShapeLadder || s == world.ShapeTorch
	}
	for s := range t {
		for k := range t[s].parts {
			p := &t[s].parts[k]
			if p.border && p.u0 == 0 && p.v0 == 0 && p.u1 == size && p.v1 == size {
				t[s].covers |= 1 << p.face
			}
			for other := range solids {
				if p.border && solids[other].behind(p) {
					p.hidden |= 1 << other
				}
			}
		}
	}
	return t
}()

// voxels is a shape in cells of 1/16 block, true where it is, by x + 16*z + 256*y.
type voxels [size * size * size]bool

// put adds a box.
func (s *voxels) put(b world.Box) {
	for y := b.Lo[1]; y < b.Hi[1]; y++ {
		for z := b.Lo[2]; z < b.Hi[2]; z++ {
			for x := b.Lo[0]; x < b.Hi[0]; x++ {
				s[int(x)|int(z)<<4|int(y)<<8] = true
			}
		}
	}
}

// at tells whether the shape is at slice d of a face, at (u, v); not beyond the cell.
func (s *voxels) at(f world.Face, d, u, v int) bool {
	if d < 0 || d >= size {
		return false
	}
	switch f {
	case world.Down, world.Up:
		return s[u|v<<4|d<<8]
	case world.North, world.South:
		return s[u|d<<4|v<<8]
	}
	return s[d|u<<4|v<<8]
}

// parts returns the sides of a shape as few rectangles.
func (s *voxels) parts() (out []part) {
	for f := range world.Face(world.Faces) {
		step, border := 2*int(f&1)-1, (size-1)*int(f&1)
		for d := range size {
			var bare [size][size]bool
			for v := range size {
				for u := range size {
					bare[v][u] = s.at(f, d, u, v) && !s.at(f, d+step, u, v)
				}
			}
			for v := range size {
				for u := range size {
					if bare[v][u] {
						w, h := largest(&bare, u, v)
						out = append(out, part{
							face: f, depth: int8(d + int(f&1)), border: d == border,
							u0: int8(u), v0: int8(v), u1: int8(u + w), v1: int8(v + h),
						})
					}
				}
			}
		}
	}
	return out
}

// largest takes the widest and then highest rectangle at (u, v) out of a plane.
func largest(bare *[size][size]bool, u, v int) (w, h int) {
	for u+w < size && bare[v][u+w] {
		w++
	}
	full := func(v int) bool {
		for k := range w {
			if !bare[v][u+k] {
				return false
			}
		}
		return true
	}
	for v+h < size && full(v+h) {
		for k := range w {
			bare[v+h][u+k] = false
		}
		h++
	}
	return w, h
}

// behind tells whether the shape, in the next cell, hides all of a part that lies on the border.
func (s *voxels) behind(p *part) bool {
	d := (size - 1) * (1 - int(p.face&1))
	for v := p.v0; v < p.v1; v++ {
		for u := p.u0; u < p.u1; u++ {
			if !s.at(p.face, d, int(u), int(v)) {
				return false
			}
		}
	}
	return true
}
