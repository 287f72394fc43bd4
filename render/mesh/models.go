package mesh

import (
	"math/bits"

	"voxtide/render/scene"
	"voxtide/world"
)

// unit is a block in the coordinates of model vertices.
const unit = 32

// modelCell is the cell of a model that is being built, with everything that its vertices share.
type modelCell struct {
	at      [3]int // cell in the section
	i       int    // padded cell
	b       world.Block
	styles  *[SlotCount]faceStyle
	columns int // x + 16*z
	word3   uint32
}

// buildModels makes the models, one range after the other: planes of one diagonal lie side by side, so that those that are drawn alone are few draws.
func (m *Mesher) buildModels(dst *scene.Mesh, p *Padded, t *Tints) {
	dst.ModelOpaque = m.buildRange(dst, p, t, modelsOpaque)
	dst.ModelCutout = m.buildRange(dst, p, t, modelsCutout)
	for d := range dst.Planes {
		dst.Planes[d] = m.buildRange(dst, p, t, modelsRising+modelRange(d))
	}
}

// modelRange is a range of models of a mesh.
type modelRange uint8

const (
	modelsOpaque modelRange = iota
	modelsCutout
	modelsRising // planes of plants, by diagonal from here on
)

// holds reports whether a model of a kind of block has quads in the range.
func (r modelRange) holds(k *blockKind) bool {
	if r >= modelsRising {
		return k.shape == world.ShapeCross
	}
	return k.cutoutModel == (r == modelsCutout) && k.shape != world.ShapeCross
}

// buildRange makes the models of a range, and returns where they are.
func (m *Mesher) buildRange(dst *scene.Mesh, p *Padded, t *Tints, of modelRange) scene.Range {
	start := modelCount(dst)
	for r := range size * size {
		y, z := r>>4, r&15
		row := uint16(m.rowSets[(y+1)*PaddedEdge+z+1] >> 41)
		for ; row != 0; row &= row - 1 {
			x := bits.TrailingZeros16(row)
			i := CellIndex(x, y, z)
			b := p.Blocks[i]
			if !of.holds(&blockKinds[b]) {
				continue
			}
			m.buildModel(dst, p, t, of, &modelCell{
				at: [3]int{x, y, z}, i: i, b: b, styles: &m.styles[b], columns: x | z<<4,
				word3: uint32(x)<<12 | uint32(y)<<16 | uint32(z)<<20,
			})
		}
	}
	return scene.Range{Start: start, Count: modelCount(dst) - start}
}

func modelCount(dst *scene.Mesh) uint32 { return uint32(len(dst.Models) / (4 * scene.ModelWords)) }

// buildModel makes the part of one model that a range holds. A section that holds more than a draw call takes, which is one filled with fences, loses the rest.
func (m *Mesher) buildModel(dst *scene.Mesh, p *Padded, t *Tints, of modelRange, w *modelCell) {
	before := len(dst.Models)
	k := &blockKinds[w.b]
	model := &models[k.modelOf]
	if before+4*scene.ModelWords*(len(model.faces)+cornersMax) > 4*scene.ModelWords*scene.ModelQuadsMax {
		return
	}
	switch {
	case of >= modelsRising:
		m.buildPlane(dst, t, w, int(of-modelsRising))
	case k.shape >= world.ShapeLadder && k.shape < world.ShapeLadder+4:
		m.buildLadder(dst, t, w, world.North+world.Face(k.shape-world.ShapeLadder))
	default:
		m.buildBoxes(dst, p, t, w, model)
		for i := range model.leans {
			m.buildLeaning(dst, t, w, &model.leans[i])
		}
		if model.fire {
			m.buildFire(dst, t, w)
		}
	}
	if len(dst.Models) == before {
		return
	}
	for k := range w.at {
		dst.Low[k] = min(dst.Low[k], uint8(w.at[k]))
		dst.High[k] = max(dst.High[k], uint8(w.at[k]+1))
	}
}

// cornersMax is the number of quads that a model may have beside the faces of its boxes.
const cornersMax = 16

// vertex is a corner of a model's quad: its position in the block, in 1/32 block, and in the texture, in 1/32.
type vertex struct {
	at   [3]int
	s, t int
	sway bool
}

// appendModelQuad appends a quad of a model; sky and lamp are the words of its light cell, and the vertices are by corner.
func (m *Mesher) appendModelQuad(dst *scene.Mesh, t *Tints, w *modelCell, slot uint8, face world.Face, vs *[4]vertex, sky, lamp uint32) {
	st := &w.styles[slot]
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
	if face < world.FaceCount && faceLayouts[face].swapped {
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

// crossLow and crossHigh are the ends of the planes of a plant, in 1/32 block; crossJitter is the number of positions along
// an axis, in steps of 1/32, at which a plant may stand around the middle.
const (
	crossLow    = 4
	crossHigh   = unit - crossLow
	crossJitter = 2*crossLow + 1
)

// buildPlane makes the plane of a plant across one diagonal, a little beside the middle, in the light of its cell.
func (m *Mesher) buildPlane(dst *scene.Mesh, t *Tints, w *modelCell, diagonal int) {
	h := hash2(uint32(dst.Section[0]*size+int32(w.at[0])), uint32(dst.Section[2]*size+int32(w.at[2])))
	dx, dz := int(h%crossJitter)-crossLow, int(h>>8%crossJitter)-crossLow
	sky, lamp := m.flatLight(w.i)
	// The planes end where the texture can no longer be seen: a driver that computes on the CPU pays for each pixel that it leaves out.
	// Along them 4 units of the texture are 3 of the block, so an end is moved outwards to a multiple of 4.
	st := &m.styles[w.b][world.North]
	s0, s1, top, bottom := int(st.low[0])&^3, (int(st.high[0])+3)&^3, int(st.low[1]), int(st.high[1])
	p0, p1 := s0*(crossHigh-crossLow)/unit, s1*(crossHigh-crossLow)/unit
	z0, step := crossLow+dz, 1
	if diagonal == scene.DiagonalFalling {
		z0, step = crossHigh+dz, -1
	}
	a, b := [2]int{crossLow + dx + p0, z0 + step*p0}, [2]int{crossLow + dx + p1, z0 + step*p1}
	m.appendModelQuad(dst, t, w, uint8(world.North), scene.FaceNone, &[4]vertex{
		{at: [3]int{a[0], unit - bottom, a[1]}, s: s0, t: bottom},
		{at: [3]int{b[0], unit - bottom, b[1]}, s: s1, t: bottom},
		{at: [3]int{a[0], unit - top, a[1]}, s: s0, t: top, sway: true},
		{at: [3]int{b[0], unit - top, b[1]}, s: s1, t: top, sway: true},
	}, sky, lamp)
}

// flatLight returns a light cell whose corners all have the light of padded cell i.
func (m *Mesher) flatLight(i int) (sky, lamp uint32) {
	v := m.samples[i] & (sampleLight | sampleOpen)
	v = 4*v | 4*sampleFree
	return uint32(skyCornerLight[v&0xfff]) * 0x01010101, uint32(lampCornerLight[v&sampleCount|v>>16&63]) * 0x01010101
}

// hash2 hashes two words.
func hash2(a, b uint32) uint32 {
	h := a*0x9e3779b1 ^ b*0x85ebca77
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}

// ladderOffset is the distance of a ladder from its wall, in 1/32 block.
const ladderOffset = 2

// buildLadder makes a ladder: a plane before the wall that it hangs at, which is behind its facing.
func (m *Mesher) buildLadder(dst *scene.Mesh, t *Tints, w *modelCell, front world.Face) {
	a := &faceLayouts[front]
	depth := ladderOffset
	if front&1 == 0 {
		depth = unit - ladderOffset
	}
	var vs [4]vertex
	for c := range vs {
		vs[c] = a.vertex(front, depth, c&1*unit, c>>1*unit)
	}
	sky, lamp := m.lightCell(w.i, a.u, a.v)
	m.appendModelQuad(dst, t, w, uint8(front), front, &vs, sky, lamp)
}

// buildLeaning makes a box that stands askew. Its texture is that of a box in the middle of the floor.
func (m *Mesher) buildLeaning(dst *scene.Mesh, t *Tints, w *modelCell, l *leaning) {
	sky, lamp := m.flatLight(w.i)
	size := [3]int{l.hi[0] - l.lo[0], l.hi[1] - l.lo[1], l.hi[2] - l.lo[2]}
	for f := range world.Face(world.FaceCount) {
		var vs [4]vertex
		for c, k := range scene.FaceCorners[f] {
			v := &vs[c]
			for axis := range v.at {
				v.at[axis] = l.lo[axis] + int(k[axis])*size[axis]
			}
			if k[1] == 1 {
				v.at[0] += l.dx
				v.at[2] += l.dz
			}
			v.t = unit - int(k[1])*size[1]
			v.s = (unit-size[0])/2 + int(k[0])*size[0]
			switch f {
			case world.West, world.East:
				v.s = (unit-size[2])/2 + int(k[2])*size[2]
			case world.Down, world.Up:
				v.t = unit - size[1] + int(k[2])*size[2]
			}
		}
		m.appendModelQuad(dst, t, w, l.slot, scene.FaceNone, &vs, sky, lamp)
	}
}

// buildFire makes flames: two upright planes across each other.
func (m *Mesher) buildFire(dst *scene.Mesh, t *Tints, w *modelCell) {
	sky, lamp := m.flatLight(w.i)
	const low, high, foot = 4, unit - 4, 4
	for _, ends := range [2][2][2]int{{{low, low}, {high, high}}, {{low, high}, {high, low}}} {
		a, b := ends[0], ends[1]
		m.appendModelQuad(dst, t, w, slotMore, scene.FaceNone, &[4]vertex{
			{at: [3]int{a[0], foot, a[1]}, t: unit}, {at: [3]int{b[0], foot, b[1]}, s: unit, t: unit},
			{at: [3]int{a[0], unit, a[1]}}, {at: [3]int{b[0], unit, b[1]}, s: unit},
		}, sky, lamp)
	}
}

// vertex returns the vertex at (u, v) of a plane parallel to a face, all in 1/32 block, with the texture as on a full face.
func (a *faceLayout) vertex(f world.Face, depth, u, v int) (out vertex) {
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

// buildBoxes makes a model of boxes. A face on the border of the cell takes the light of the cell that it looks at, as a full
// face does; a face within takes the light of its own cell.
func (m *Mesher) buildBoxes(dst *scene.Mesh, p *Padded, t *Tints, w *modelCell, model *model) {
	for k := range model.faces {
		r := &model.faces[k]
		a := &faceLayouts[r.face]
		i := w.i
		if r.onBorder {
			i += a.out
			next := &blockKinds[p.Blocks[i]]
			if next.opaque || next.model && r.hiddenBy.has(next.modelOf) {
				continue
			}
		}
		sky, lamp := m.lightCell(i, a.u, a.v)
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
			if r.mirror {
				vs[c].s = unit - vs[c].s
			}
		}
		m.appendModelQuad(dst, t, w, r.slot, r.face, &vs, r.interpolateLight(sky), r.interpolateLight(lamp))
	}
}

// interpolateLight returns the light at the corners of a face, from the light at the corners of its cell.
func (r *boxFace) interpolateLight(cell uint32) (out uint32) {
	if r.u0|r.v0 == 0 && r.u1&r.v1 == voxelSide {
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
		low := cell&255*(voxelSide-u) + cell>>8&255*u
		high := cell>>16&255*(voxelSide-u) + cell>>24*u
		out |= (low*(voxelSide-v) + high*v + voxelSide*voxelSide/2) / (voxelSide * voxelSide) << (8 * c)
	}
	return out
}
