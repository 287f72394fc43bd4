package far

import (
	"voxtide/render/scene"
	"voxtide/world"
)

// sea is the water of a tile that a plain driver draws without a texture: triangles over water of one colour, which have it at their corners. They look as they would
// with the texture, as what the program of land computes is the same for each of their pixels, or runs evenly from corner to corner.
type sea struct {
	colours []uint32 // by cover: the word of a vertex; 0: it is not drawn so
	indices []uint16
	corners [side * side]seaCorner
}

const seaFlags = scene.FarOwnColour | scene.FarOwnWater

// seaCorner is the last vertex that was made at a corner.
type seaCorner struct {
	colour uint32 // 0: there is none
	number uint16
}

// beginSea begins the water of another tile.
func (b *meshBuilder) beginSea() {
	s := &b.sea
	s.colours, s.indices = s.colours[:0], s.indices[:0]
	clear(s.corners[:])
	for _, c := range b.t.Covers {
		colour := uint32(0)
		if b.detail == Plain && c.Block == world.Water {
			colour = packed(colourOf(c.Block, c.Biome), 1)
		}
		s.colours = append(s.colours, colour)
	}
}

// seaColour returns the colour of a triangle if it is over water of one colour, 0 otherwise.
func (b *meshBuilder) seaColour(ax, ay, bx, by, cx, cy int) uint32 {
	if abs(ax-cx)+abs(ay-cy) <= 1 { // half a cell
		return b.sea.colours[b.t.Cells[min(ax, bx, cx)+min(ay, by, cy)*(side-1)]]
	}
	mx, my := (ax+bx)/2, (ay+by)/2
	colour := b.seaColour(cx, cy, ax, ay, mx, my)
	if colour == 0 || b.seaColour(bx, by, cx, cy, mx, my) != colour {
		return 0
	}
	return colour
}

// seaVertex returns the number of the vertex of a corner of water.
func (b *meshBuilder) seaVertex(x, z int, colour uint32) uint16 {
	at := &b.sea.corners[x+z*side]
	if at.colour != colour {
		c := int(b.t.Place.Cell())
		*at = seaCorner{colour, b.vertex(x*c, z*c, b.heights[x+z*side], seaFlags, colour)}
	}
	return at.number
}
