package mesh

import (
	"math/bits"

	"voxtide/render/scene"
	"voxtide/world"
)

// meshFace makes the quads of one pass and face, slice by slice.
func (m *Mesher) meshFace(dst *scene.Mesh, p *Padded, t *Tints, q pass, f world.Face) {
	seen := &m.visible[q][f]
	var rows [size]uint16
	switch f {
	case world.Down, world.Up:
		for y := range size {
			copy(rows[:], seen[y<<4:][:size])
			m.mergeSlice(dst, p, t, f, y, &rows)
		}
	case world.North, world.South:
		for z := range size {
			for y := range size {
				rows[y] = seen[y<<4|z]
			}
			m.mergeSlice(dst, p, t, f, z, &rows)
		}
	default:
		m.transpose(seen)
		for any := m.visibleSlices[q][f]; any != 0; any &= any - 1 {
			x := bits.TrailingZeros16(any)
			rows = m.transposed[x&15]
			m.mergeSlice(dst, p, t, f, x, &rows)
		}
	}
}

// transpose writes rows along X as rows along Z.
func (m *Mesher) transpose(seen *[size * size]uint16) {
	m.transposed = [size][size]uint16{}
	for i, row := range seen {
		for ; row != 0; row &= row - 1 {
			m.transposed[bits.TrailingZeros16(row)&15][i>>4] |= 1 << (i & 15)
		}
	}
}

// mergeSlice merges the faces of one plane, a bit u in row v, and empties the rows. A quad begins at the lowest face that is
// left, extends along u over faces of the same key, and then along v over whole rows of that width.
func (m *Mesher) mergeSlice(dst *scene.Mesh, p *Padded, t *Tints, f world.Face, d int, rows *[size]uint16) {
	any := uint16(0)
	for _, row := range rows {
		any |= row
	}
	if any == 0 {
		return
	}
	m.setKeys(p, t, f, d, rows)
	for v := range size {
		for rows[v] != 0 {
			u := bits.TrailingZeros16(rows[v])
			key := m.keys[v<<4|u]
			w := 1
			for u+w < size && rows[v]>>(u+w)&1 != 0 && m.keys[v<<4|u+w] == key {
				w++
			}
			run := uint16(1<<w-1) << u
			rows[v] &^= run
			h := 1
			for v+h < size && rows[v+h]&run == run && m.sameKeys((v+h)<<4|u, w, key) {
				rows[v+h] &^= run
				h++
			}
			m.appendQuad(dst, f, rect{d, u, v, w, h}, key)
		}
	}
}

// setKeys fills the keys of the faces of a plane, by u + 16*v.
func (m *Mesher) setKeys(p *Padded, t *Tints, f world.Face, d int, rows *[size]uint16) {
	a := &faceLayouts[f]
	for v, row := range rows {
		for ; row != 0; row &= row - 1 {
			u := bits.TrailingZeros16(row)
			i := a.firstCell(d) + u*a.u + v*a.v
			b := p.Blocks[i]
			s := &m.styles[b][f]
			key := s.key
			if s.tint != world.TintNone {
				key |= uint32(t[s.tint][d*a.columnN+u*a.columnU+v*a.columnV])
			}
			if blockKinds[b].liquid && f != world.Down && !blockKinds[p.Blocks[i+stepY]].liquid {
				key |= scene.QuadLowered
			}
			m.keys[v<<4|u] = key
		}
	}
}

// sameKeys reports whether the n keys from i on are all equal to a key.
func (m *Mesher) sameKeys(i, n int, key uint32) bool {
	for _, k := range m.keys[i:][:n] {
		if k != key {
			return false
		}
	}
	return true
}

// rect is a rectangle of faces: in the slice d, from (u, v), of width w and height h.
type rect struct{ d, u, v, w, h int }

// appendQuad appends a quad and its light cells.
func (m *Mesher) appendQuad(dst *scene.Mesh, f world.Face, r rect, key uint32) {
	a := &faceLayouts[f]
	first := uint32(len(dst.Cells) / scene.CellWords)
	for dv := range r.h {
		i := a.firstCell(r.d) + r.u*a.u + (r.v+dv)*a.v + a.out
		for range r.w {
			sky, lamp := m.lightCell(i, a.u, a.v)
			dst.Cells = append(dst.Cells, sky, lamp)
			i += a.u
		}
	}
	word0 := key&keyWord0&^scene.QuadLowered | uint32(f)<<15 | uint32(r.d+int(f&1))<<a.shiftN
	word1 := first&0xffffff | key&keyTint<<24
	word2 := uint32(r.u)<<13 | uint32(r.v)<<17 | uint32(r.w-1)<<21 | uint32(r.h-1)<<25 | key&keyGlow/keyGlow<<31
	low, high := key&scene.QuadLowered, key&scene.QuadLowered
	if f != world.Up {
		low = 0
	}
	u0, u1 := uint32(r.u)<<a.shiftU, uint32(r.u+r.w)<<a.shiftU
	v0, v1 := uint32(r.v)<<a.shiftV|low, uint32(r.v+r.h)<<a.shiftV|high
	c0, c3 := word0|u0|v0, word0|u1|v1
	c1, c2 := word0|u1|v0, word0|u0|v1
	n1, n2 := uint32(1)<<29, uint32(2)<<29
	if a.swapped {
		c1, c2, n1, n2 = c2, c1, n2, n1
	}
	dst.Quads = append(dst.Quads,
		c0, word1, word2,
		c1, word1, word2|n1,
		c2, word1, word2|n2,
		c3, word1, word2|3<<29)
	extendBounds(dst, c0, c3)
}

// extendBounds extends the bounds of a mesh to the positions of two vertices.
func extendBounds(dst *scene.Mesh, lowest, highest uint32) {
	for k := range dst.Low {
		dst.Low[k] = min(dst.Low[k], uint8(lowest>>(5*k)&31))
		dst.High[k] = max(dst.High[k], uint8(highest>>(5*k)&31))
	}
}
