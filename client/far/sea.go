package far

import (
	"voxtide/protocol"
	"voxtide/render/scene"
)

// sea is the water of a tile that a plain driver draws without a texture: triangles over water of one colour, which have it at their corners. They look as they would
// with the texture, as what the program of land computes is the same for each of their pixels, or runs evenly from corner to corner.
type sea struct {
	colours []uint32 // by cover: the word of a vertex; 0: it is not drawn so
	corners [protocol.FarSide * protocol.FarSide]seaCorner
}

const seaFlags = scene.FarOwnColour | scene.FarOwnWater

// seaCorner is the last vertex that was made at a corner.
type seaCorner struct {
	colour uint32 // 0: there is none
	number uint16
}

// colour returns the colour of the water under all cells that a triangle lies over, 0 if there is land or other water. The corners are in the order in which it is seen from above.
func (s *sea) colour(cells *[protocol.FarCells * protocol.FarCells]uint8, ax, az, bx, bz, cx, cz int) (colour uint32) {
	for z := min(az, bz, cz); z < max(az, bz, cz); z++ {
		for x := min(ax, bx, cx); x < max(ax, bx, cx); x++ {
			if beside(x, z, ax, az, bx, bz) || beside(x, z, bx, bz, cx, cz) || beside(x, z, cx, cz, ax, az) {
				continue
			}
			of := s.colours[cells[x+z*protocol.FarCells]]
			if of == 0 || colour != 0 && of != colour {
				return 0
			}
			colour = of
		}
	}
	return colour
}

// beside reports whether a cell lies outside an edge of a triangle, seen from above, or only touches it.
func beside(x, z, ax, az, bx, bz int) bool {
	dx, dz := bx-ax, bz-az
	inside := dz*(x-ax) - dx*(z-az) // of the cell's lowest corner, above 0 within the triangle
	return inside+max(dz, 0)+max(-dx, 0) <= 0
}
