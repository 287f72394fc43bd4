package mesh

import "voxtide/world"

// boxFace is a rectangle of a model: a face of its boxes, or a part of it, that is not inside another box.
type boxFace struct {
	face     world.Face
	slot     uint8 // of its texture
	mirror   bool  // its texture runs backwards
	depth    int8  // of its plane along the axis of the face, in 1/16 block
	u0, v0   int8  // along the axes of the face, in 1/16 block
	u1, v1   int8  // exclusive
	onBorder bool  // it lies on the border of the cell, so a neighbour may hide it
	hiddenBy modelSet
}

// voxelSide is the number of voxels along an edge of a block.
const voxelSide = 16

// voxels is a shape in cells of 1/16 block, by x + 16*z + 256*y: 0 outside the shape, else 1 plus the number of the part.
type voxels [voxelSide * voxelSide * voxelSide]uint8

// addBox adds the box of part k, where no other is.
func (s *voxels) addBox(b world.Box, k int) {
	for y := b.Lo[1]; y < b.Hi[1]; y++ {
		for z := b.Lo[2]; z < b.Hi[2]; z++ {
			for x := b.Lo[0]; x < b.Hi[0]; x++ {
				if i := int(x) | int(z)<<4 | int(y)<<8; s[i] == 0 {
					s[i] = uint8(k + 1)
				}
			}
		}
	}
}

// at returns what the shape has at (u, v) of slice d of a face; beyond the cell it has nothing.
func (s *voxels) at(f world.Face, d, u, v int) uint8 {
	if d < 0 || d >= voxelSide {
		return 0
	}
	switch f {
	case world.Down, world.Up:
		return s[u|v<<4|d<<8]
	case world.North, world.South:
		return s[u|d<<4|v<<8]
	}
	return s[d|u<<4|v<<8]
}

// boxFaces returns the surface of a shape of parts as few rectangles: those of parts whose textures agree are merged.
func (s *voxels) boxFaces(parts []Part) (out []boxFace) {
	skin := func(f world.Face, k uint8) uint8 { // of a part: 1 plus the slot, and whether it is mirrored
		p := &parts[k-1]
		return 1 + p.Slots[f] | p.Mirror>>f&1<<7
	}
	for f := range world.Face(world.FaceCount) {
		step, border := 2*int(f&1)-1, (voxelSide-1)*int(f&1)
		ends := endsOf(parts, f)
		for d := range voxelSide {
			if ends>>d&1 == 0 {
				continue
			}
			var bare [voxelSide][voxelSide]uint8
			for v := range voxelSide {
				for u := range voxelSide {
					if k := s.at(f, d, u, v); k != 0 && s.at(f, d+step, u, v) == 0 {
						bare[v][u] = skin(f, k)
					}
				}
			}
			for v := range voxelSide {
				for u := range voxelSide {
					if k := bare[v][u]; k != 0 {
						w, h := takeRectangle(&bare, u, v)
						out = append(out, boxFace{
							face: f, slot: k&127 - 1, mirror: k>>7 != 0, depth: int8(d + int(f&1)), onBorder: d == border,
							u0: int8(u), v0: int8(v), u1: int8(u + w), v1: int8(v + h),
						})
					}
				}
			}
		}
	}
	return out
}

// endsOf returns in which slices of a face parts end towards it, a bit each: no face is in another.
func endsOf(parts []Part, f world.Face) (slices uint16) {
	axis := [...]int{1, 2, 0}[f>>1]
	for i := range parts {
		if b := &parts[i].Box; f&1 == 1 {
			slices |= 1 << (b.Hi[axis] - 1)
		} else {
			slices |= 1 << b.Lo[axis]
		}
	}
	return slices
}

// takeRectangle removes the widest and then highest rectangle of one skin at (u, v) from a plane, and returns its size.
func takeRectangle(bare *[voxelSide][voxelSide]uint8, u, v int) (w, h int) {
	skin := bare[v][u]
	for u+w < voxelSide && bare[v][u+w] == skin {
		w++
	}
	full := func(v int) bool {
		for k := range w {
			if bare[v][u+k] != skin {
				return false
			}
		}
		return true
	}
	for v+h < voxelSide && full(v+h) {
		for k := range w {
			bare[v+h][u+k] = 0
		}
		h++
	}
	return w, h
}

// border is what a shape has on a border of its cell, a bit for each voxel: by v, and in that by u.
type border [voxelSide]uint16

// borders returns those of all faces.
func (s *voxels) borders() (out [world.FaceCount]border) {
	for f := range world.Face(world.FaceCount) {
		d := (voxelSide - 1) * int(f&1)
		for v := range voxelSide {
			for u := range voxelSide {
				if s.at(f, d, u, v) != 0 {
					out[f][v] |= 1 << u
				}
			}
		}
	}
	return out
}

// hides reports whether the border towards a face, of the shape in the next cell, hides all of it.
func (b *border) hides(p *boxFace) bool {
	row := uint16(1<<p.u1 - 1<<p.u0)
	for v := p.v0; v < p.v1; v++ {
		if b[v]&row != row {
			return false
		}
	}
	return true
}
