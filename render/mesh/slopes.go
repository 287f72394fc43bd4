package mesh

import (
	"math/bits"

	"voxtide/render/scene"
	"voxtide/world"
)

// Flowing water. A cell of still water whose neighbours stand as high is merged like a full block; every other cell of water is a
// quad by itself, whose upper corners lie as high as the water of the four cells around them, so that no step shows between two.

// fallen are the depths of a corner of water below the top of its cell, in 1/32 block, by level: the source and what falls, 1 to 7.
var fallen = [9]uint32{world.LevelSource: scene.LoweredBy, 1: 28, 2: 25, 3: 22, 4: 18, 5: 15, 6: 11, 7: 8, world.LevelFalling: scene.LoweredBy}

// liquidDepths holds fallen by look, and notLiquid for looks that are no liquid.
var liquidDepths = func() (out [tableBlocks]uint8) {
	for b := range out {
		out[b] = notLiquid
		if b < LookCount && blockKinds[b].liquid {
			out[b] = uint8(fallen[world.Block(b).Get(world.PropLevel)])
		}
	}
	return out
}()

const notLiquid = 255

// flowing reports whether a look is a liquid that is no source.
func flowing(b world.Block) bool {
	return blockKinds[b].liquid && b.Get(world.PropLevel) != world.LevelSource
}

// cornerDepth returns how deep the corner of water at the low or high x and z of padded cell i lies: 0 where water stands above
// one of the four cells around it, else the mean of those that are water.
func cornerDepth(p *Padded, i, dx, dz int) uint32 {
	sum, n := uint32(0), uint32(0)
	for _, j := range [4]int{i, i + dx*stepX, i + dz*stepZ, i + dx*stepX + dz*stepZ} {
		d := liquidDepths[p.Blocks[j]&blockMask]
		if d == notLiquid {
			continue
		}
		if liquidDepths[p.Blocks[j+stepY]&blockMask] != notLiquid {
			return 0
		}
		sum, n = sum+uint32(d), n+1
	}
	return (sum + n/2) / max(n, 1)
}

// buildSlopes makes the quads of a face of all water that is not level, and removes them from the faces to be merged.
func (m *Mesher) buildSlopes(dst *scene.Mesh, p *Padded, t *Tints, f world.Face) {
	seen := &m.visible[passWater][f]
	for r := range seen {
		for row := seen[r]; row != 0; row &= row - 1 {
			x, y, z := bits.TrailingZeros16(row), r>>4, r&15
			i := CellIndex(x, y, z)
			if liquidDepths[p.Blocks[i+stepY]&blockMask] != notLiquid {
				continue // it is full to the top
			}
			depths := [4]uint32{cornerDepth(p, i, -1, -1), cornerDepth(p, i, 1, -1), cornerDepth(p, i, -1, 1), cornerDepth(p, i, 1, 1)}
			if depths == [4]uint32{scene.LoweredBy, scene.LoweredBy, scene.LoweredBy, scene.LoweredBy} {
				continue
			}
			seen[r] &^= 1 << x
			m.appendSlope(dst, p, t, f, [3]int{x, y, z}, i, &depths)
		}
	}
}

// appendSlope appends a face of a cell of water; depths are those of its upper corners by x + 2*z.
func (m *Mesher) appendSlope(dst *scene.Mesh, p *Padded, t *Tints, f world.Face, at [3]int, i int, depths *[4]uint32) {
	a := &faceLayouts[f]
	s := &m.styles[p.Blocks[i]][f]
	sky, lamp := m.lightCell(i+a.out, a.u, a.v)
	word1 := uint32(len(dst.Cells)/scene.CellWords) & 0xffffff
	if s.tint != world.TintNone {
		word1 |= uint32(t[s.tint][at[0]|at[2]<<4]) << 24
	}
	dst.Cells = append(dst.Cells, sky, lamp)
	word0 := s.key&keyWord0 | scene.QuadSloped | uint32(f)<<15
	u, v := at[a.shiftU/5], at[a.shiftV/5]
	word2 := uint32(u)<<13 | uint32(v)<<17
	order := [4]int{0, 1, 2, 3}
	if a.swapped {
		order = [4]int{0, 2, 1, 3}
	}
	for _, c := range order {
		pos := at
		pos[a.shiftN/5] += int(f & 1)
		pos[a.shiftU/5] += c & 1
		pos[a.shiftV/5] += c >> 1
		depth := uint32(0)
		if pos[1] > at[1] {
			depth = depths[pos[0]-at[0]+2*(pos[2]-at[2])]
		}
		dst.Quads = append(dst.Quads, word0|uint32(pos[0])|uint32(pos[1])<<5|uint32(pos[2])<<10, word1, word2|depth<<21|uint32(c)<<29)
		for k := range dst.Low {
			dst.Low[k] = min(dst.Low[k], uint8(pos[k]))
			dst.High[k] = max(dst.High[k], uint8(pos[k]))
		}
	}
}
