// Package cell relates points of the drawn world, in blocks, to cells.
package cell

import (
	"math"

	"voxtide/world"
)

// At returns the cell that a point lies in.
func At(p [3]float64) world.Pos {
	return world.Pos{X: int32(math.Floor(p[0])), Y: int32(math.Floor(p[1])), Z: int32(math.Floor(p[2]))}
}

// Within reports whether the middle of a cell is at most limit blocks from a point, on each axis.
func Within(c world.Pos, p [3]float64, limit float64) bool {
	for i, x := range [3]int32{c.X, c.Y, c.Z} {
		if math.Abs(float64(x)+0.5-p[i]) > limit {
			return false
		}
	}
	return true
}
