package mesh

import "voxtide/world"

// boxFace is a rectangle of a model: a face of its boxes, or a part of it, that is not inside another box.
type boxFace struct {
	face     world.Face
	depth    int8                   // of its plane along the axis of the face, in 1/16 block
	u0, v0   int8                   // along the axes of the face, in 1/16 block
	u1, v1   int8                   // exclusive
	onBorder bool                   // it lies on the border of the cell, so a neighbour may hide it
	hiddenBy [world.ShapeCount]bool // by the shape of the neighbour
}

// model describes how a shape is drawn that is no full block.
type model struct {
	faces  []boxFace // none for shapes with a function of their own
	covers uint8     // a bit for each face of the cell that the boxes fill
	cutout bool      // in the cutout pass
}

// visualBoxes are the boxes of shapes that are drawn as boxes though entities pass through them.
var visualBoxes = [world.ShapeCount][]world.Box{
	world.ShapeTorch: {{Lo: [3]int8{7, 0, 7}, Hi: [3]int8{9, 10, 9}}},
}

// models holds the model of each shape. The rows of full blocks and water are empty: they are quads.
var models = func() (t [world.ShapeCount]model) {
	var solids [world.ShapeCount]voxels
	for s := range world.ShapeCount {
		boxes := visualBoxes[s]
		if s > world.ShapeFull {
			boxes = s.Boxes()
		}
		for _, b := range boxes {
			solids[s].addBox(b)
		}
		t[s].faces = solids[s].boxFaces()
		t[s].cutout = s == world.ShapeCross || s == world.ShapeLadder || s == world.ShapeTorch
	}
	for s := range t {
		for k := range t[s].faces {
			p := &t[s].faces[k]
			if p.onBorder && p.u0 == 0 && p.v0 == 0 && p.u1 == voxelSide && p.v1 == voxelSide {
				t[s].covers |= 1 << p.face
			}
			for other := range solids {
				if p.onBorder && solids[other].hides(p) {
					p.hiddenBy[other] = true
				}
			}
		}
	}
	return t
}()

// voxelSide is the number of voxels along an edge of a block.
const voxelSide = 16

// voxels is a shape in cells of 1/16 block, true inside the shape, by x + 16*z + 256*y.
type voxels [voxelSide * voxelSide * voxelSide]bool

// addBox adds a box.
func (s *voxels) addBox(b world.Box) {
	for y := b.Lo[1]; y < b.Hi[1]; y++ {
		for z := b.Lo[2]; z < b.Hi[2]; z++ {
			for x := b.Lo[0]; x < b.Hi[0]; x++ {
				s[int(x)|int(z)<<4|int(y)<<8] = true
			}
		}
	}
}

// has reports whether the shape fills (u, v) of slice d of a face; beyond the cell it does not.
func (s *voxels) has(f world.Face, d, u, v int) bool {
	if d < 0 || d >= voxelSide {
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

// boxFaces returns the surface of a shape as few rectangles.
func (s *voxels) boxFaces() (out []boxFace) {
	for f := range world.Face(world.FaceCount) {
		step, border := 2*int(f&1)-1, (voxelSide-1)*int(f&1)
		for d := range voxelSide {
			var bare [voxelSide][voxelSide]bool
			for v := range voxelSide {
				for u := range voxelSide {
					bare[v][u] = s.has(f, d, u, v) && !s.has(f, d+step, u, v)
				}
			}
			for v := range voxelSide {
				for u := range voxelSide {
					if bare[v][u] {
						w, h := takeRectangle(&bare, u, v)
						out = append(out, boxFace{
							face: f, depth: int8(d + int(f&1)), onBorder: d == border,
							u0: int8(u), v0: int8(v), u1: int8(u + w), v1: int8(v + h),
						})
					}
				}
			}
		}
	}
	return out
}

// takeRectangle removes the widest and then highest rectangle at (u, v) from a plane, and returns its voxelSide.
func takeRectangle(bare *[voxelSide][voxelSide]bool, u, v int) (w, h int) {
	for u+w < voxelSide && bare[v][u+w] {
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
	for v+h < voxelSide && full(v+h) {
		for k := range w {
			bare[v+h][u+k] = false
		}
		h++
	}
	return w, h
}

// hides reports whether the shape, in the next cell, hides all of a face on the border.
func (s *voxels) hides(p *boxFace) bool {
	d := (voxelSide - 1) * (1 - int(p.face&1))
	for v := p.v0; v < p.v1; v++ {
		for u := p.u0; u < p.u1; u++ {
			if !s.has(p.face, d, int(u), int(v)) {
				return false
			}
		}
	}
	return true
}
