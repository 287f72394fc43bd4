// Package occlusion finds what opaque blocks hide from an eye.
//
// Job: a Panorama is the horizon all around, as bits of directions that are covered. Boxes are asked about (Hides; many of one section by a Look) and opaque ones
// are added, near ones before far ones. Owner: who made it. Invariant, on which all rests: a bit is set only if each line of sight in its directions ends at a
// box that was added, so a box of which all bits are set is not seen. Boxes that are only partly within a bit never count; that is why what is added should
// overlap with its neighbours.
package occlusion

// The directions are those of the four upright faces of a cube around the eye: to +X, -X, +Z and -Z. On a face the tangent runs from
// -1 to 1 sideways and from -1.5 to 1.5 upwards. What is steeper is never hidden.
const (
	binsPerUnit = 512
	wide        = 2 * binsPerUnit // bits of a face sideways
	tall        = 3 * binsPerUnit // and upwards
	middle      = tall / 2        // the bit at the height of the eye
)

// tile is the bits of 8 by 8 directions: a byte for each row upwards, the lowest first.
type tile uint64

const fullTile = ^tile(0)

// tileColumn holds the tiles above each other.
type tileColumn [tall / 8]tile

// Panorama is what is covered of the directions around an eye.
type Panorama struct {
	faces [4][wide / 8]tileColumn
	used  [4]struct{ from, to int } // columns of tiles to which something was added since Clear, from one to below another
}

// nearest is the distance along an axis below which nothing is added and nothing hidden.
const nearest = 0.25

// rounding is how much a box is made larger, or smaller, in bits: sums of float32 are less exact than that.
const rounding = 0.01

// Clear empties the panorama.
func (p *Panorama) Clear() {
	for f := range p.used {
		u := &p.used[f]
		clear(p.faces[f][u.from:u.to])
		*u = struct{ from, to int }{}
	}
}

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

// addCut adds a rectangle across the line of sight of a face, from low to high sideways and upwards. scale is binsPerUnit by its distance.
func (p *Panorama) addCut(face int, scale, s0, s1, y0, y1 float32) {
	from, to := ceil(s0*scale+(binsPerUnit+rounding)), floor(s1*scale+(binsPerUnit-rounding))
	low, high := ceil(y0*scale+(middle+rounding)), floor(y1*scale+(middle-rounding))
	p.fill(face, max(from, 0), min(to, wide), max(low, 0), min(high, tall))
}

// fill sets the bits from one row to below another of some columns.
func (p *Panorama) fill(face, from, to, low, high int) {
	if from >= to || low >= high {
		return
	}
	u := &p.used[face]
	first, last := from>>3, (to-1)>>3
	if u.to == 0 {
		u.from = first
	}
	u.from, u.to = min(u.from, first), max(u.to, last+1)
	bottom, top := rowsFrom(low), rowsTo(high-1)
	for x := first; x <= last; x++ {
		m := fullTile
		if x == first {
			m = columnsFrom[from&7]
		}
		if x == last {
			m &= columnsTo[(to-1)&7]
		}
		in := p.faces[face][x][low>>3 : (high-1)>>3+1]
		if len(in) == 1 {
			in[0] |= m & bottom & top
			continue
		}
		in[0] |= m & bottom
		in[len(in)-1] |= m & top
		in = in[1 : len(in)-1]
		for i := range in {
			in[i] |= m
		}
	}
}

// rowsFrom returns the bits of a tile from a row on, rowsTo those up to a row.
func rowsFrom(low int) tile { return fullTile << (8 * (low & 7)) }

func rowsTo(high int) tile { return fullTile >> (56 - 8*(high&7)) }

// columnsFrom holds the bits of a tile from a column on, columnsTo those up to a column.
var columnsFrom, columnsTo = func() (from, to [8]tile) {
	for i := range from {
		from[i], to[i] = 0xFF<<i&0xFF*(fullTile/0xFF), 0xFF>>(7-i)*(fullTile/0xFF)
	}
	return from, to
}()

// Hides reports whether a box, from low to high relative to the eye, is hidden: whether all directions in which a part of it lies are
// covered.
func (p *Panorama) Hides(low, high [3]float32) bool {
	for face := range axes {
		b, near, ok := partOf(face, &low, &high)
		if ok && (near < nearest || !p.hidesPart(face, &b, near)) {
			return false
		}
	}
	return true
}

// hidesPart reports whether the part of a box in the directions of a face is hidden, which begins at a distance.
func (p *Panorama) hidesPart(face int, b *part, near float32) bool {
	least, most := binsPerUnit/b.d1, binsPerUnit/near // by which lengths are seen at its far end and at its near one
	s0, s1, y0, y1 := most, least, most, least
	if b.s0 >= 0 {
		s0 = least
	}
	if b.s1 >= 0 {
		s1 = most
	}
	if b.y0 >= 0 {
		y0 = least
	}
	if b.y1 >= 0 {
		y1 = most
	}
	low, high := b.y0*y0+(middle-rounding), b.y1*y1+(middle+rounding)
	if low < 0 || high >= tall {
		return false
	}
	from, to := max(b.s0*s0+(binsPerUnit-rounding), 0), min(b.s1*s1+(binsPerUnit+rounding), wide-1)
	return p.covered(face, int(from), int(to), int(low), int(high))
}

// covered reports whether the bits from one row to another are set in the columns from one to another.
func (p *Panorama) covered(face, from, to, low, high int) bool {
	bottom, top := rowsFrom(low), rowsTo(high)
	for x := from >> 3; x <= to>>3; x++ {
		m := fullTile
		if x == from>>3 {
			m = columnsFrom[from&7]
		}
		if x == to>>3 {
			m &= columnsTo[to&7]
		}
		in := p.faces[face][x][low>>3 : high>>3+1]
		last := len(in) - 1
		if last == 0 {
			if m &= bottom & top; in[0]&m != m {
				return false
			}
			continue
		}
		if in[last]&m&top != m&top || in[0]&m&bottom != m&bottom {
			return false
		}
		for _, t := range in[1:last] {
			if t&m != m {
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
