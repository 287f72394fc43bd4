package farhorizon

import (
	"math"
	"math/bits"
)

// corner is a vertex as it is seen from the eye.
type corner struct {
	face    int8
	u, v    float32 // across and up, in parts of the distance ahead
	away    float32 // horizontally, in blocks
	x, z, y float32 // from the eye, in blocks
}

// triangle is one that is asked about.
type triangle struct {
	touches, hidden sectors // of its face; hidden: none of it is seen there
	from, to        int16   // lines
	face            int8
	least           float32 // how high the horizon has to be
}

// edge is a part of the horizon: two corners of the same face, the one with the lower u first.
type edge struct {
	a, b    int32
	face    int8
	touches sectors
}

// sectors is a set of the sectors of a face, sectorLines each.
type sectors uint16

const allSectors = 1<<(lines/sectorLines) - 1

// sectorsOf returns the sectors of some lines.
func sectorsOf(from, to int) sectors {
	return sectors(1)<<(to/sectorLines+1) - 1<<(from/sectorLines)
}

// first returns the lines of the first sector of a set: from one to below another.
func (s sectors) first() (from, to int) {
	from = bits.TrailingZeros16(uint16(s)) * sectorLines
	return from, from + sectorLines
}

func cornerAt(x, y, z float32) corner {
	c := corner{x: x, y: y, z: z, away: float32(math.Sqrt(float64(x*x + z*z)))}
	ahead, across := z, x
	if max(x, -x) > max(z, -z) {
		c.face, ahead, across = 2, x, z
	}
	if ahead < 0 {
		c.face++
		ahead = -ahead
	}
	part := 1 / max(ahead, 1e-3)
	c.u, c.v = across*part, y*part
	return c
}

// ringOf returns the ring of a distance.
func ringOf(away float32) int { return min(int(away*(1./ringWide)), rings) }

// lineOf returns the place of a direction among the lines.
func lineOf(u float32) float32 { return (u + 1) * (lines / 2) }

// thin is how thin a triangle is that is kept though the eye is behind it, in parts of the distance: a twentieth of a pixel of a frame of 1280 at 70 degrees. Where the driver rounds its corners it may look
// at the eye.
const thin = 1e-4

// turnedAway reports whether the eye is behind a triangle, and whether it is so by enough that none of it is drawn.
func turnedAway(p, q, r *corner) (behind, away bool) {
	ax, ay, az := q.x-p.x, q.y-p.y, q.z-p.z
	bx, by, bz := r.x-p.x, r.y-p.y, r.z-p.z
	volume := (ay*bz-az*by)*p.x + (az*bx-ax*bz)*p.y + (ax*by-ay*bx)*p.z
	if volume <= 0 {
		return false, false
	}
	far := max(p.away, q.away, r.away)
	least := thin * far * far
	return true, volume*volume > least*least*max(ax*ax+ay*ay+az*az, bx*bx+by*by+bz*bz) // divided by the square of the distance and by a side it is how thick it looks
}
