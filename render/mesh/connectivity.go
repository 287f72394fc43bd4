package mesh

import (
	"math/bits"

	"voxtide/render/scene"
	"voxtide/world"
)

// wallCellsMin is the smallest number of opaque cells that can separate two faces of a section: any two faces are joined by
// 256 paths that share no cell.
const wallCellsMin = size * size

// connectivity returns the pairs of faces of the section that are joined by cells that are not opaque: scene.Mesh.Connected. It
// floods from the cells at the border, whole rows at a time.
func (m *Mesher) connectivity() uint16 {
	opaque := 0
	for y := range size {
		for z := range size {
			row := uint16(m.rowSets[(y+1)*PaddedEdge+z+1] >> 1)
			m.unflooded[y<<4|z] = ^row
			opaque += bits.OnesCount16(row)
		}
	}
	if opaque < wallCellsMin {
		return scene.ConnectedAll
	}
	var open uint16
	for i := range m.unflooded {
		seeds := m.unflooded[i]
		if y, z := i>>4, i&15; y != 0 && y != size-1 && z != 0 && z != size-1 {
			seeds &= 1 | 1<<(size-1)
		}
		for ; seeds != 0; seeds &= m.unflooded[i] {
			touched := m.flood(i, seeds&-seeds)
			for a := range world.FaceCount {
				for b := a + 1; b < world.FaceCount; b++ {
					if (touched>>a)&(touched>>b)&1 != 0 {
						open |= scene.FacePairBit(a, b)
					}
				}
			}
			if open == scene.ConnectedAll {
				return open
			}
		}
	}
	return open
}

// flood removes the cells that are joined to one cell of row i from m.unflooded, and returns the faces that they touch, a
// bit each.
func (m *Mesher) flood(i int, seed uint16) (touched uint8) {
	var reach [size * size]uint16 // cells that the flood has yet to spread from, by row
	var stack [size * size]uint8
	stack[0], reach[i] = uint8(i), seed
	for n := 1; n > 0; {
		n--
		i := int(stack[n])
		row := joinedRuns(reach[i], m.unflooded[i])
		reach[i] = 0
		m.unflooded[i] &^= row
		touched |= m.touchedFaces(i, row)
		for _, d := range [...]struct{ step, at, edge int }{{-1, i & 15, 0}, {1, i & 15, 15}, {-16, i >> 4, 0}, {16, i >> 4, 15}} {
			if d.at == d.edge {
				continue
			}
			j := (i + d.step) & 255
			next := row & m.unflooded[j]
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

// touchedFaces returns the faces of the section that cells of row i touch, a bit each.
func (m *Mesher) touchedFaces(i int, row uint16) (t uint8) {
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

// joinedRuns returns the cells of a row that are joined to some of its cells: the runs of set bits of free that contain a bit
// of from.
func joinedRuns(from, free uint16) uint16 {
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
