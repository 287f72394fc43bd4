package far

import (
	"math"

	"voxtide/render/scene"
)

// outerMost is how far the ground of a drawn column may rise over the far land beside it, in blocks, and still be closed.
const outerMost = 24

// facesEye reports whether a side of a column is seen from outside: while land is being loaded, or where the eye went farther than what is loaded. Of a disc around the eye none is.
func (s *columnSide) facesEye(column, row int32, eye [3]float64) bool {
	switch {
	case s.outX > 0:
		return eye[0] > float64((column+1)<<4)
	case s.outX < 0:
		return eye[0] < float64(column<<4)
	case s.outZ > 0:
		return eye[2] > float64((row+1)<<4)
	default:
		return eye[2] < float64(row<<4)
	}
}

// addOuter adds walls that look out on a side of a covered column, from its ground down to the land beyond where that is lower: sections have no faces there, because the block beyond is opaque, and one
// would see into the ground.
func (v *View) addOuter(w *walls, c *Covered, column, row int32, s columnSide) {
	beyondX, beyondZ := (column+s.outX)<<4, (row+s.outZ)<<4
	t, dx, dz := v.at(beyondX, beyondZ)
	if t == nil || c.Ground == nil {
		return
	}
	x, z := dx+column<<4-beyondX+s.x, dz+row<<4-beyondZ+s.z // in blocks from the tile's corner, as below
	colour := packed(t.lookAt(x+s.dx*8+min(s.outX, 0), z+s.dz*8+min(s.outZ, 0)).colour, edgeShade)
	p := strip{column: [2]int32{column, row}, side: s}
	for i := range int32(columnWide) {
		land := int32(math.Floor(float64(min(t.surface(x+s.dx*i, z+s.dz*i), t.surface(x+s.dx*(i+1), z+s.dz*(i+1))))))
		top := int32(s.ground(c, column<<4, row<<4, [2]int32{i, i + 1}, [2]int32{land, land + outerMost}))
		if top <= land {
			continue
		}
		p.from, p.to = i+1, i // the other way round: it is seen from outside
		for e := range p.ends {
			p.ends[e] = p.ends[e][:0]
			for _, y := range [...]int32{top*scene.FarHeightUnits + 1, (land - edgeUnder) * scene.FarHeightUnits} { // a little over the ground, as walls are over the land
				p.ends[e] = append(p.ends[e], stripCorner{int16(y), scene.FarOwnColour, colour})
			}
		}
		w.add(&p)
	}
}
