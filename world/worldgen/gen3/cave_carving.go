package gen3

import "voxtide/world"

// isCave reports whether a position is in a cave, if it is rock.
func (g *Generator) isCave(x, y, z int32) bool {
	if y < caveFloor {
		return false
	}
	const low = ^int64(caveStep - 1)
	x0, y0, z0 := int64(x)&low, int64(y)&low, int64(z)&low
	var edges [4]caveSample
	for i := range edges {
		ex, ez := x0+int64(i&1)*caveStep, z0+int64(i>>1)*caveStep
		a, b := g.caves.at(ex, y0, ez), g.caves.at(ex, y0+caveStep, ez)
		edges[i] = interpolate(&a, &b, int64(y)&3)
	}
	west, east := interpolate(&edges[0], &edges[2], int64(z)&3), interpolate(&edges[1], &edges[3], int64(z)&3)
	s := interpolate(&west, &east, int64(x)&3)
	return s.isOpen()
}

var lava = named("lava")

// carveCaves cuts the caves out of the cells of a section and puts marble into the rock. It reports whether it changed
// any.
func (g *Generator) carveCaves(t *tile, o world.Pos) (any bool) {
	var lattice [caveSide * caveSide * caveSide]caveSample
	x0, z0 := int64(t.x)*16, int64(t.z)*16
	for i := range lattice {
		lx, lz, ly := i%caveSide, i/caveSide%caveSide, i/(caveSide*caveSide)
		lattice[i] = g.caves.at(x0+int64(lx*caveStep), int64(o.Y)+int64(ly*caveStep), z0+int64(lz*caveStep))
	}
	for cube := range 64 {
		cx, cz, cy := cube&3, cube>>2&3, cube>>4
		k := cy*caveSide*caveSide + cz*caveSide + cx
		corners := [8]*caveSample{
			&lattice[k], &lattice[k+1], &lattice[k+caveSide], &lattice[k+caveSide+1],
			&lattice[k+25], &lattice[k+26], &lattice[k+25+caveSide], &lattice[k+26+caveSide],
		}
		if mayHoldCave(&corners) {
			any = g.carveCube(t, o, &corners, cx*4, cy*4, cz*4) || any
		}
	}
	return any
}

// mayHoldCave reports whether there could be a cave or marble between the corners: an interpolated value is never
// beyond all of them.
func mayHoldCave(c *[8]*caveSample) bool {
	lo, hi := *c[0], *c[0]
	for _, s := range c[1:] {
		lo.left, hi.left = min(lo.left, s.left), max(hi.left, s.left)
		lo.right, hi.right = min(lo.right, s.right), max(hi.right, s.right)
		lo.room, hi.room = min(lo.room, s.room), max(hi.room, s.room)
	}
	return hi.room > roomShare || lo.room < lensShare ||
		lo.left < tunnelWidth && hi.left > -tunnelWidth && lo.right < tunnelWidth && hi.right > -tunnelWidth
}

// carveCube carves 4^3 cells from x, y, z of the section.
func (g *Generator) carveCube(t *tile, o world.Pos, c *[8]*caveSample, x, y, z int) (any bool) {
	for fy := range 4 {
		height := o.Y + int32(y+fy)
		if height < caveFloor {
			continue
		}
		var edges [4]caveSample
		for i := range edges {
			edges[i] = interpolate(c[i], c[i+4], int64(fy))
		}
		for fz := range 4 {
			west, east := interpolate(&edges[0], &edges[2], int64(fz)), interpolate(&edges[1], &edges[3], int64(fz))
			row := (z+fz)<<4 | x
			for fx := range 4 {
				s, cell := interpolate(&west, &east, int64(fx)), &g.cells[row+fx|(y+fy)<<8]
				switch c := &t.columns[row+fx]; {
				case s.isOpen() && height <= int32(c.ceiling):
					if b := c.opened(height); b != world.Stone {
						*cell, any = b, true
					}
				case s.room < lensShare && *cell == world.Stone:
					*cell, any = world.Marble, true
				}
			}
		}
	}
	return any
}

// opened returns what is in a cave at a height: world.Stone where it is not open after all.
func (c *column) opened(y int32) world.Block {
	switch {
	case c.caves == caveDrowned && y <= lavaTop, c.caves != caveDrowned && y <= poolTop+1 && int32(c.wet) > dammedShare-min((poolTop+1-y)*damSlope, damWide):
		return world.Stone
	case c.caves == caveDrowned && y <= poolTop:
		return world.Water
	case y <= lavaTop:
		return lava
	}
	return world.Air
}
