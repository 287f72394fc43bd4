package far

import (
	"hash/maphash"
	"math"

	"voxtide/render/scene"
)

// drawn is which columns of sections are drawn: those that are covered and within the view distance, as the renderer says. Between them and all others stands the wall.
type drawn struct {
	columns *scene.Columns
	eye     [2]float64
	reach   float64 // blocks; 0: all that are covered
	sum     uint64  // of those within reach and of the eye's
}

var drawnSeed = maphash.MakeSeed()

// follow takes over what is covered, and reports whether other columns are drawn than before, or seen from another one; a change of what is covered has a version of its own.
func (d *drawn) follow(columns *scene.Columns, at [3]float64, view int) (changed bool) {
	eye, reach := [2]float64{at[0], at[2]}, 0.0
	if view > 0 {
		reach = float64(view) + 1
	}
	if d.columns == columns && d.eye == eye && d.reach == reach {
		return false
	}
	d.columns, d.eye, d.reach = columns, eye, reach
	if d.columns == nil || reach == 0 {
		return true
	}
	var h maphash.Hash
	h.SetSeed(drawnSeed)
	maphash.WriteComparable(&h, d.column()) // which sides it sees from outside
	x0, z0, x1, z1 := d.bounds()
	for z := z0; z <= z1; z++ {
		for x := x0; x <= x1; x++ {
			if d.near(x, z) {
				maphash.WriteComparable(&h, [2]int32{x, z})
			}
		}
	}
	before := d.sum
	d.sum = h.Sum64()
	return d.sum != before
}

// bounds returns the columns around all that are drawn.
func (d *drawn) bounds() (x0, z0, x1, z1 int32) {
	const most = scene.CoveredSide/2 - 2
	wide := int32(min(d.reach/16+1, most))
	if d.reach == 0 {
		wide = most
	}
	at := d.column()
	return at[0] - wide, at[1] - wide, at[0] + wide, at[1] + wide
}

// column returns the column of the eye.
func (d *drawn) column() [2]int32 {
	return [2]int32{int32(math.Floor(d.eye[0] / 16)), int32(math.Floor(d.eye[1] / 16))}
}

// near reports whether a column is within the view distance.
func (d *drawn) near(x, z int32) bool {
	if d.reach == 0 {
		return true
	}
	dx, dz := float64(x)*16-d.eye[0], float64(z)*16-d.eye[1]
	dx, dz = max(dx, -dx-16, 0), max(dz, -dz-16, 0)
	return dx*dx+dz*dz <= d.reach*d.reach
}

// At reports whether a column is drawn.
func (d *drawn) At(x, z int32) bool { return d.columns.At(x, z) && d.near(x, z) }
