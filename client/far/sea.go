package far

import (
	"voxtide/protocol"
	"voxtide/render/scene"
)

// sea is the water of a tile that a plain driver draws without a texture: triangles over water of one colour, which have it at their corners. They look as they would
// with the texture, as what the program of land computes is the same for each of their pixels, or runs evenly from corner to corner.
type sea struct {
	colours []uint32 // by cover: the word of a vertex; 0: it is not drawn so
	indices []uint16
	corners [protocol.FarSide * protocol.FarSide]seaCorner
}

const seaFlags = scene.FarOwnColour | scene.FarOwnWater

// seaCorner is the last vertex that was made at a corner.
type seaCorner struct {
	colour uint32 // 0: there is none
	number uint16
}

// colour returns the colour of a triangle if it is over water of one colour, 0 otherwise.
func (s *sea) colour(cells *[protocol.FarCells * protocol.FarCells]uint8, ax, ay, bx, by, cx, cy int) uint32 {
	if max(ax-cx, cx-ax)+max(ay-cy, cy-ay) <= 1 { // half a cell
		return s.colours[cells[min(ax, bx, cx)+min(ay, by, cy)*protocol.FarCells]]
	}
	mx, my := (ax+bx)/2, (ay+by)/2
	colour := s.colour(cells, cx, cy, ax, ay, mx, my)
	if colour == 0 || s.colour(cells, bx, by, cx, cy, mx, my) != colour {
		return 0
	}
	return colour
}
