package mesh

import (
	"math/bits"

	"voxtide/scene"
	"voxtide/world"
)

// wallCells is the least number of opaque cells that can part two faces of a section: any two faces are joined by 256
// paths that share no cell.
const wallCells = size * size

// pairs returns which faces of the section are joined by cells that are not opaque: scene.Mesh.Open. It floods from
// the cells at the border, whole rows at a time.
func (m *Mesher) pairs() uint16 {
	opaque := 0
	for y := range size {
		for z := range size {
			row := uint16(m.row[(y+1)*Edge+z+1] >> 1)
			m.fill[y<<4|z] = ^row
			opaque += bits.OnesCount16(row)
		}
	}
	if opaque < wallCells {
		return scene.OpenAll
	}
	var open uint16
	for i := range m.fill {
		seeds := m.fill[i]
		if y, z := i>>4, i&15; y != 0 && y != size-1 && z != 0 && z != size-1 {
			seeds &= 1 | 1<<(size-1)
		}
		for ; seeds != 0; seeds &= m.fill[i] {
			touched := m.flood(i, seeds&-seeds)
			for a := range world.Faces {
				for b := a + 1; b < world.Faces; b++ {
					if (touched>>a)&(touched>>b)&1 != 0 {
						open |= scene.PairBit(a, b)
					}
				}
			}
			if open == scene.OpenAll {
				return open
			}
		}
	}
	return open
}

// flood takes the cells joined to one cell of row i out of m.fill and returns the faces that they touch, a bit each.
func (m *Mesher) flood(i int, seed uint16) (touched uint8) {
	var reach [size * size]uint16 // still to be spread from, by row
	var stack [size * size]uint8
	stack[0], reach[i] = uint8(i), seed
	for n := 1; n > 0; {
		n--
		i := int(stack[n])
		row := runs(reach[i], m.fill[i])
		reach[i] = 0
		m.fill[i] &^= row
		touched |= m.touches(i, row)
		for _, d := range [...]struct{ step, at, edge int }{{-1, i & 15, 0}, {1, i & 15, 15}, {-16, i >> 4, 0}, {16, i >> 4, 15}} {
			if d.at == d.edge {
				continue
			}
			j := (i + d.step) & 255
			next := row & m.fill[j]
			if next == 0 {
				continue
			}
			if reach[j] == 0 {
				stack[n] = uint8(j)
				n++
			}
			reach[j] |= next
		}
	}
	return touched
}

// touches returns the faces that cells of a row touch, a bit each.
func (m *Mesher) touches(i int, row uint16) (t uint8) {
	switch i >> 4 {
	case 0:
		t |= 1 << world.Down
	case size - 1:
		t |= 1 << world.Up
	}
	switch i & 15 {
	case 0:
		t |= 1 << world.North
	case size - 1:
		t |= 1 << world.South
	}
	return t | uint8(row&1)<<world.West | uint8(row>>(size-1))<<world.East
}

// runs returns the cells of a row joined to some of its cells: the runs of set bits of free that hold a bit of from.
func runs(from, free uint16) uint16 {
	from &= free
	up, down := free, free
	low, high := from, from
	for n := uint(1); n < size; n *= 2 {
		low |= low << n & up
		up &= up << n
		high |= high >> n & down
		down &= down >> n
	}
	return low | high
}
