package worldgen

import "voxtide/world"

// Caves are where noise in space says so: tunnels where two noises are near zero together, caverns where a third is
// high. The noises are worked out at every fourth block and interpolated between, always in the same order, so that a
// single cell asked for by itself has the same answer as within its section.
type caves struct {
	left, right, room uint64
	mouth             field
}

const (
	caveFloor  = world.MinY + 7 // no cave lies lower
	mouthShare = 1100           // above it the noise of mouths lets caves reach the surface
	caveStep   = 4
	caveSide   = 16/caveStep + 1
)

// shape is the three noises at a point, 1/4096.
type shape struct{ left, right, room int64 }

func newCaves(seed uint64) caves {
	return caves{
		left: scramble(seed ^ 0x1eaf), right: scramble(seed ^ 0x2eaf), room: scramble(seed ^ 0x3eaf),
		mouth: newField(seed, 20, 90, 1),
	}
}

// at works out the noises at a lattice point.
func (c *caves) at(x, y, z int64) shape {
	u, v, w := x*65536/74, y*65536/50, z*65536/74
	r := shape{left: noise3(c.left, u, v, w), right: noise3(c.right, u+30000, v+20000, w+10000)}
	r.room = noise3(c.room, x*65536/96, y*65536/46, z*65536/96)
	// Rooms grow with the depth and end above the sea.
	r.room -= ramp(y, -90, 40) * 1500 >> 12
	return r
}

// tunnelWidth is how near to zero both noises of a tunnel must be; roomShare from where the third is a room.
const (
	tunnelWidth = 340
	roomShare   = 1500
)

// open tells whether interpolated noises make a cave.
func (s *shape) open() bool {
	return s.room > roomShare || s.left*s.left+s.right*s.right < tunnelWidth*tunnelWidth
}

// mix interpolates, f in quarters.
func mix(a, b *shape, f int64) shape {
	return shape{a.left + (b.left-a.left)*f>>2, a.right + (b.right-a.right)*f>>2, a.room + (b.room-a.room)*f>>2}
}

// hollow tells whether a cave is at a place, were it rock.
func (g *Generator) hollow(x, y, z int32) bool {
	if y < caveFloor {
		return false
	}
	const low = ^int64(caveStep - 1)
	x0, y0, z0 := int64(x)&low, int64(y)&low, int64(z)&low
	var edges [4]shape
	for i := range edges {
		ex, ez := x0+int64(i&1)*caveStep, z0+int64(i>>1)*caveStep
		a, b := g.caves.at(ex, y0, ez), g.caves.at(ex, y0+caveStep, ez)
		edges[i] = mix(&a, &b, int64(y)&3)
	}
	west, east := mix(&edges[0], &edges[2], int64(z)&3), mix(&edges[1], &edges[3], int64(z)&3)
	s := mix(&west, &east, int64(x)&3)
	return s.open()
}

// dig cuts the caves out of the cells of a section and tells whether there were any.
func (g *Generator) dig(t *tile, o world.Pos) (any bool) {
	var lattice [caveSide * caveSide * caveSide]shape
	x0, z0 := int64(t.x)*16, int64(t.z)*16
	for i := range lattice {
		lx, lz, ly := i%caveSide, i/caveSide%caveSide, i/(caveSide*caveSide)
		lattice[i] = g.caves.at(x0+int64(lx*caveStep), int64(o.Y)+int64(ly*caveStep), z0+int64(lz*caveStep))
	}
	for cube := range 64 {
		cx, cz, cy := cube&3, cube>>2&3, cube>>4
		k := cy*caveSide*caveSide + cz*caveSide + cx
		corners := [8]*shape{
			&lattice[k], &lattice[k+1], &lattice[k+caveSide], &lattice[k+caveSide+1],
			&lattice[k+25], &lattice[k+26], &lattice[k+25+caveSide], &lattice[k+26+caveSide],
		}
		if maybeOpen(&corners) {
			any = g.digCube(t, o, &corners, cx*4, cy*4, cz*4) || any
		}
	}
	return any
}

// maybeOpen tells whether there could be a cave between the corners: a mix is never beyond all of them.
func maybeOpen(c *[8]*shape) bool {
	lo, hi := *c[0], *c[0]
	for _, s := range c[1:] {
		lo.left, hi.left = min(lo.left, s.left), max(hi.left, s.left)
		lo.right, hi.right = min(lo.right, s.right), max(hi.right, s.right)
		hi.room = max(hi.room, s.room)
	}
	return hi.room > roomShare ||
		lo.left < tunnelWidth && hi.left > -tunnelWidth && lo.right < tunnelWidth && hi.right > -tunnelWidth
}

// digCube digs in 4^3 cells from x, y, z of the section.
func (g *Generator) digCube(t *tile, o world.Pos, c *[8]*shape, x, y, z int) (any bool) {
	for fy := range 4 {
		height := o.Y + int32(y+fy)
		if height < caveFloor {
			continue
		}
		var edges [4]shape
		for i := range edges {
			edges[i] = mix(c[i], c[i+4], int64(fy))
		}
		for fz := range 4 {
			west, east := mix(&edges[0], &edges[2], int64(fz)), mix(&edges[1], &edges[3], int64(fz))
			row := (z+fz)<<4 | x
			for fx := range 4 {
				if s := mix(&west, &east, int64(fx)); s.open() && height <= int32(t.columns[row+fx].ceiling) {
					g.cells[row+fx|(y+fy)<<8] = world.Air
					any = true
				}
			}
		}
	}
	return any
}
