// Package occlusion finds what opaque blocks hide from an eye.
//
// Job: a Panorama is the horizon all around, as bits of directions that are covered. Boxes are asked about (Hides) and opaque ones
// are added, near ones before far ones. Owner: who made it. Invariant, on which all rests: a bit is set only if each line of sight in its directions ends at a
// box that was added, so a box of which all bits are set is not seen. Boxes that are only partly within a bit never count; that is why what is added should
// overlap with its neighbours.
package occlusion

// The directions are those of the four upright faces of a cube around the eye: to +X, -X, +Z and -Z. On a face the tangent runs from
// -1 to 1 sideways and from -tall to tall upwards. What is steeper is never hidden.
const (
	binsPerUnit = 512
	columns     = 2 * binsPerUnit // of bits, for each face
	words       = 24              // of a column
	middle      = words * 64 / 2  // the bit at the height of the eye
)

// Panorama is what is covered of the directions around an eye.
type Panorama struct {
	bits [4][columns][words]uint64
}

// nearest is the distance along an axis below which nothing is added and nothing hidden.
const nearest = 0.25

// rounding is how much a box is made larger, or smaller, in bits: sums of float32 are less exact than that.
const rounding = 0.01

// Clear empties the panorama.
func (p *Panorama) Clear() { p.bits = [4][columns][words]uint64{} }

// axes holds, by face, the axis of its distance, the axis sideways, and the sign of the distance.
var axes = [4]struct {
	ahead, side int
	sign        float32
}{{0, 2, 1}, {0, 2, -1}, {2, 0, 1}, {2, 0, -1}}

// part is a box as a face sees it: distance, sideways and upwards, from low to high.
type part struct{ d0, d1, s0, s1, y0, y1 float32 }

// partOf returns a box, relative to the eye, as a face sees it; near is the distance from which on it is within the directions of the
// face, and ok reports whether any of it is.
func partOf(face int, low, high *[3]float32) (b part, near float32, ok bool) {
	a := &axes[face]
	b = part{low[a.ahead], high[a.ahead], low[a.side], high[a.side], low[1], high[1]}
	if a.sign < 0 {
		b.d0, b.d1 = -b.d1, -b.d0
	}
	near = max(b.d0, b.s0, -b.s1)
	return b, near, b.d1 > 0 && near <= b.d1
}

// addCut adds a rectangle across the line of sight of a face: at a distance, sideways and upwards from low to high.
func (p *Panorama) addCut(face int, d, s0, s1, y0, y1 float32) {
	scale := binsPerUnit / d
	from, to := ceil(s0*scale+binsPerUnit+rounding), floor(s1*scale+binsPerUnit-rounding)
	low, high := ceil(y0*scale+middle+rounding), floor(y1*scale+middle-rounding)
	p.fill(face, max(from, 0), min(to, columns), max(low, 0), min(high, words*64))
}

// fill sets the bits from one row to below another of some columns.
func (p *Panorama) fill(face, from, to, low, high int) {
	if from >= to || low >= high {
		return
	}
	first, last := low>>6, (high-1)>>6
	for i := from; i < to; i++ {
		column := &p.bits[face][i]
		if first == last {
			column[first] |= maskFrom(low) & maskTo(high)
			continue
		}
		column[first] |= maskFrom(low)
		for w := first + 1; w < last; w++ {
			column[w] = ^uint64(0)
		}
		column[last] |= maskTo(high)
	}
}

// maskFrom returns the bits of a word from a bit on, maskTo those below a bit, which may be 64.
func maskFrom(low int) uint64 { return ^uint64(0) << (low & 63) }

func maskTo(high int) uint64 { return ^uint64(0) >> (63 - (high-1)&63) }

// Hides reports whether a box, from low to high relative to the eye, is hidden: whether all directions in which a part of it lies are
// covered.
func (p *Panorama) Hides(low, high [3]float32) bool {
	for face := range axes {
		b, near, ok := partOf(face, &low, &high)
		if !ok {
			continue
		}
		if near < nearest {
			return false
		}
		s0, s1 := spread(b.s0, b.s1, near, b.d1)
		y0, y1 := spread(b.y0, b.y1, near, b.d1)
		from, to := max(floor(s0+binsPerUnit-rounding), 0), min(floor(s1+binsPerUnit+rounding), columns-1)
		bottom, top := floor(y0+middle-rounding), floor(y1+middle+rounding)
		if bottom < 0 || top >= words*64 || !p.covered(face, from, to, bottom, top) {
			return false
		}
	}
	return true
}

// spread returns the least and the greatest tangent, in bits, of what lies from low to high at distances from near to far.
func spread(low, high, near, far float32) (least, most float32) {
	a, b := near, far
	if low >= 0 {
		a = far
	}
	if high >= 0 {
		b = near
	}
	return low * binsPerUnit / a, high * binsPerUnit / b
}

// covered reports whether the bits from bottom to top are set in the columns from one to another.
func (p *Panorama) covered(face, from, to, bottom, top int) bool {
	first, last := bottom>>6, top>>6
	for i := from; i <= to; i++ {
		column := &p.bits[face][i]
		for w := last; w >= first; w-- {
			want := ^uint64(0)
			if w == first {
				want &= maskFrom(bottom)
			}
			if w == last {
				want &= maskTo(top + 1)
			}
			if column[w]&want != want {
				return false
			}
		}
	}
	return true
}

func floor(x float32) int {
	i := int(x)
	if x < float32(i) {
		i--
	}
	return i
}

func ceil(x float32) int { return -floor(-x) }
