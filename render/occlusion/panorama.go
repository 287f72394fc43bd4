// Package occlusion finds what opaque blocks hide from an eye.
//
// Job: a Panorama is the horizon all around, as bits of directions that are covered. Sections are added, near ones before far ones: all around, or a sector of the
// directions after the other (Begin). What of a section is hidden by nearer ones and by its own blocks is found as it is added (See); other boxes are asked about one
// by one (Hides). Owner: who made it. Invariants: a bit is set only if each line of sight in its directions passes an opaque block of what was added, on which all
// rests, so a box of which all bits are set is not seen; a sector by itself gets the bits that it gets all around, as nothing counts for a bit of which it covers a
// part; that is why what is added should overlap with its neighbours.
package occlusion

// tile is the bits of 8 by 8 directions: a byte for each row upwards, the lowest first.
type tile uint64

const fullTile = ^tile(0)

// column holds the tiles above each other.
type column struct {
	tiles [tall / 8]tile
	full  int // how many tiles from the lowest on are full: mostly all that are below the sky
}

// Panorama is what is covered of the directions around an eye. Begin comes first.
type Panorama struct {
	part
	sorted
	faces [4][wide / 8]column
	used  [4]struct{ from, to int } // columns of tiles to which something was added since Clear, from one to below another
}

// nearest is the distance along an axis below which nothing is added and nothing hidden.
const nearest = 0.25

// rounding is how much a box is made larger, or smaller, in bits: sums of float32 are less exact than that.
const rounding = 0.01

// Begin empties the panorama in a sector. From now on only this sector counts.
func (p *Panorama) Begin(s Sector) {
	if s == AllAround {
		for f := range p.used {
			u := &p.used[f]
			clear(p.faces[f][u.from:u.to])
			*u = struct{ from, to int }{}
		}
		p.part = allAround
		return
	}
	from := int(s) * sectorWide % wide
	face := int(s) * sectorWide / wide
	p.part = part{only: 1 << face, from: from, to: from + sectorWide}
	clear(p.faces[face][p.from/8 : p.to/8])
}

// Join has all sectors count, as they are.
func (p *Panorama) Join() { p.part = allAround }

// addCut adds a rectangle across the line of sight of a face, from low to high sideways and upwards. scale is binsPerUnit by its distance.
func (p *Panorama) addCut(face int, scale, s0, s1, y0, y1 float32) {
	from, to := ceil(s0*scale+(binsPerUnit+rounding)), floor(s1*scale+(binsPerUnit-rounding))
	low, high := ceil(y0*scale+(middle+rounding)), floor(y1*scale+(middle-rounding))
	p.fill(face, max(from, p.from), min(to, p.to), max(low, 0), min(high, tall))
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
		c := &p.faces[face][x]
		i, end, lowest := low>>3, (high-1)>>3, m&bottom
		if i < c.full {
			i, lowest = c.full, m
		}
		switch {
		case i > end:
			continue
		case i == end:
			c.tiles[i] |= lowest & top
		default:
			c.tiles[i] |= lowest
			in := c.tiles[i+1 : end]
			for k := range in {
				in[k] |= m
			}
			c.tiles[end] |= m & top
		}
		for c.full < len(c.tiles) && c.tiles[c.full] == fullTile {
			c.full++
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
		c := &p.faces[face][x]
		i, end, lowest := low>>3, high>>3, m&bottom
		if i < c.full {
			i, lowest = c.full, m
		}
		for ; i < end; i++ {
			if c.tiles[i]&lowest != lowest {
				return false
			}
			lowest = m
		}
		if i == end && c.tiles[i]&lowest&top != lowest&top {
			return false
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
