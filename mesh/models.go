package mesh

import (
	"math/bits"

	"voxtide/scene"
	"voxtide/world"
)

// unit is a block in the coordinates of model vertices.
const unit = 32

// place is a model being built: its block, cell and what its vertices share.
type place struct {
	at      [3]int // cell in the section
	i       int    // padded cell
	b       world.Block
	styles  *[world.Faces]style
	columns int // x + 16*z
	word3   uint32
}

// buildModels makes the models: first those of the opaque pass, then those of the cutout pass.
func (m *Mesher) buildModels(dst *scene.Mesh, p *Padded, t *Tints) {
	for _, cutout := range [...]bool{false, true} {
		start := modelCount(dst)
		for r := range size * size {
			y, z := r>>4, r&15
			row := uint16(m.row[(y+1)*Edge+z+1] >> 41)
			for ; row != 0; row &= row - 1 {
				x := bits.TrailingZeros16(row)
				i := At(x, y, z)
				b := p.Blocks[i]
				if kinds[b].cutouts != cutout {
					continue
				}
				m.model(dst, p, t, &place{
					at: [3]int{x, y, z}, i: i, b: b, styles: &m.styles[b], columns: x | z<<4,
					word3: uint32(x)<<12 | uint32(y)<<16 | uint32(z)<<20,
				})
			}
		}
		r := scene.Range{Start: start, Count: modelCount(dst) - start}
		if cutout {
			dst.ModelCutout = r
		} else {
			dst.ModelOpaque = r
		}
	}
}

func modelCount(dst *scene.Mesh) uint32 { return uint32(len(dst.Models) / (4 * scene.ModelWords)) }

// model makes one model.
func (m *Mesher) model(dst *scene.Mesh, p *Padded, t *Tints, w *place) {
	before := len(dst.Models)
	switch kinds[w.b].shape {
	case world.ShapeCross:
		m.cross(dst, t, w)
	case world.ShapeLadder:
		m.ladder(dst, p, t, w)
	default:
		m.parts(dst, p, t, w)
	}
	if len(dst.Models) == before {
		return
	}
	for k := range w.at {
		dst.Low[k] = min(dst.Low[k], uint8(w.at[k]))
		dst.High[k] = max(dst.High[k], uint8(w.at[k]+1))
	}
}

// vertex is a corner of a model's quad: where in the block, in 1/32 block, and where in the texture, in 1/32.
type vertex struct {
	at   [3]int
	s, t int
	sway bool
}

// quad4 appends a quad of a model; light has the two words of its cell, and the vertices come by corner.
func (m *Mesher) quad4(dst *scene.Mesh, t *Tints, w *place, side, face world.Face, vs *[4]vertex, sky, lamp uint32) {
	st := &w.styles[side]
	word1 := uint32(len(dst.Cells)/scene.CellWords) & 0xffffff
	if st.tint != world.TintNone {
		word1 |= uint32(t[st.tint][w.columns]) << 24
	}
	dst.Cells = append(dst.Cells, sky, lamp)
	word2 := uint32(face)<<13 | st.key>>18&2047<<16
	if st.key&scene.QuadVaried != 0 {
		word2 |= scene.ModelVaried
	}
	if st.key&scene.QuadAnimated != 0 {
		word2 |= scene.ModelAnimated
	}
	if st.key&keyGlow != 0 {
		word2 |= scene.ModelGlow
	}
	order := [4]int{0, 1, 2, 3}
	if face < world.Faces && axes[face].flipped {
		order = [4]int{0, 2, 1, 3}
	}
	for _, c := range order {
		v := &vs[c]
		word0 := uint32(c) << 30
		for k := range v.at {
			word0 |= uint32(scene.ModelOffset+w.at[k]*unit+v.at[k]) << (10 * k)
		}
		word2 := word2
		if v.sway {
			word2 |= scene.ModelSway
		}
		dst.Models = append(dst.Models, word0, word1, word2, uint32(v.s)|uint32(v.t)<<6|w.word3)
	}
}

// crossLow and crossHigh are the ends of the planes of a plant, in 1/32 block; jitters is how many steps of 1/32 it may
// stand beside the middle, less half of them.
const (
	crossLow  = 4
	crossHigh = unit - crossLow
	jitters   = 2*crossLow + 1
)

// cross makes a plant: two planes across the diagonals, a little beside the middle, in the light of their cell.
func (m *Mesher) cross(dst *scene.Mesh, t *Tints, w *place) {
	h := mix(uint32(dst.Section[0]*size+int32(w.at[0])), uint32(dst.Section[2]*size+int32(w.at[2])))
	dx, dz := int(h%jitters)-crossLow, int(h>>8%jitters)-crossLow
	sky, lamp := m.flat(w.i)
	for k := range 2 {
		z0, z1 := crossLow, crossHigh
		if k == 1 {
			z0, z1 = z1, z0
		}
		a, b := [2]int{crossLow + dx, z0 + dz}, [2]int{crossHigh + dx, z1 + dz}
		m.quad4(dst, t, w, world.North, scene.FaceNone, &[4]vertex{
			{at: [3]int{a[0], 0, a[1]}, s: 0, t: unit},
			{at: [3]int{b[0], 0, b[1]}, s: unit, t: unit},
			{at: [3]int{a[0], unit, a[1]}, s: 0, t: 0, sway: true},
			{at: [3]int{b[0], unit, b[1]}, s: unit, t: 0, sway: true},
		}, sky, lamp)
	}
}

// flat returns the cell of light that is the same at all corners: that of padded cell i.
func (m *Mesher) flat(i int) (sky, lamp uint32) {
	v := m.samples[i] & (sampleLight | sampleOpen)
	v = 4*v | 4*sampleFree
	return uint32(skyShine[v&0xfff]) * 0x01010101, uint32(shine[v&sampleCount|v>>16&63]) * 0x01010101
}

// mix hashes two words.
func mix(a, b uint32) uint32 {
	h := a*0x9e3779b1 ^ b*0x85ebca77
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}

// ladderOff is how far a ladder stands off its wall, in 1/32 block.
const ladderOff = 2

// ladder makes a ladder: a plane at the first opaque neighbour among north, south, west and east, else at the north.
func (m *Mesher) ladder(dst *scene.Mesh, p *Padded, t *Tints, w *place) {
	wall := world.North
	for f := world.North; f < world.Faces; f++ {
		if kinds[p.Blocks[w.i+axes[f].out]].opaque {
			wall = f
			break
		}
	}
	front := wall ^ 1 // the side that is seen
	a := &axes[front]
	depth := ladderOff
	if wall&1 == 1 {
		depth = unit - ladderOff
	}
	var vs [4]vertex
	for c := range vs {
		vs[c] = a.vertex(front, depth, c&1*unit, c>>1*unit)
	}
	sky, lamp := m.cell(w.i, a.u, a.v)
	m.quad4(dst, t, w, front, front, &vs, sky, lamp)
}

// vertex returns the vertex at (u, v) of a plane across a face, all in 1/32 block, with the texture as on a full side.
func (a *axis) vertex(f world.Face, depth, u, v int) (out vertex) {
	out.at[a.shiftN/5], out.at[a.shiftU/5], out.at[a.shiftV/5] = depth, u, v
	out.s, out.t = u, unit-v
	switch f {
	case world.Up:
		out.t = v
	case world.North, world.East:
		out.s = unit - u
	}
	return out
}

// parts makes a model of boxes. What lies on the border of the cell takes the light of what it looks at, as a full
// side does; what lies within takes that of its own cell.
func (m *Mesher) parts(dst *scene.Mesh, p *Padded, t *Tints, w *place) {
	model := &models[kinds[w.b].shape]
	for k := range model.parts {
		r := &model.parts[k]
		a := &axes[r.face]
		i := w.i
		if r.border {
			i += a.out
			next := &kinds[p.Blocks[i]]
			if next.opaque || next.model && r.hidden>>next.shape&1 != 0 {
				continue
			}
		}
		sky, lamp := m.cell(i, a.u, a.v)
		var vs [4]vertex
		for c := range vs {
			u, v := r.u0, r.v0
			if c&1 != 0 {
				u = r.u1
			}
			if c&2 != 0 {
				v = r.v1
			}
			vs[c] = a.vertex(r.face, int(r.depth)*2, int(u)*2, int(v)*2)
		}
		m.quad4(dst, t, w, r.face, r.face, &vs, r.light(sky), r.light(lamp))
	}
}

// light returns the light at the corners of a part, from that at the corners of its cell.
func (r *part) light(cell uint32) (out uint32) {
	if r.u0|r.v0 == 0 && r.u1&r.v1 == size {
		return cell
	}
	for c := range 4 {
		u, v := uint32(r.u0), uint32(r.v0)
		if c&1 != 0 {
			u = uint32(r.u1)
		}
		if c&2 != 0 {
			v = uint32(r.v1)
		}
		low := cell&255*(size-u) + cell>>8&255*u
		high := cell>>16&255*(size-u) + cell>>24*u
		out |= (low*(size-v) + high*v + size*size/2) / (size * size) << (8 * c)
	}
	return out
}
