package client

import (
	"voxtide/light"
	"voxtide/world"
)

// How far a change of a block can be seen in the light. Light of a cell is the best of what sources give it along a path, less
// what each step of the path costs. So if it is another than before,
//
//   - a lamp was put up or taken away no further off than its light goes; or
//   - a cell of the sun is another: one between the tops of its column before and after, or one of the DimHeight below a block
//     that dims now or did; its light goes skyFar steps at most; or
//   - the best path, before or after, passes a cell that lets light through in another way than it did. Then what is left of
//     the light there, of a lamp or of the nearest column in the sun, bounds the rest of the path.
//
// Whatever stands between is left out of account, and steps are counted along the axes. A lamp or a column that is itself
// another reaches as far by its own change as it does through any other one.

// skyFar is how many steps light of the sky goes in the shade; lampFar how many that of lamps goes.
const (
	skyFar  = (light.Full - 1) / light.SkyStep
	lampFar = (light.Full - 1) / light.LampStep
)

// lets is what light asks of a block.
type lets struct {
	gives       int
	stops, dims bool
}

func letsOf(b world.Block) lets {
	i := b.Info()
	l := lets{gives: int(min(i.Light, light.Full)), stops: i.Opaque}
	l.dims = !l.stops && (i.Liquid || i.Tint == world.TintLeaves)
	return l
}

// reach has all sections lit anew whose light may be another since a block is. All blocks and tops are as they are now.
func (v *view) reach(at world.Pos, before, now world.Block) {
	a, b := letsOf(before), letsOf(now)
	lamp := 0
	if a.gives != b.gives {
		lamp = max(a.gives, b.gives)
	}
	if a.stops != b.stops || a.dims != b.dims {
		lamp = max(lamp, v.lampAt(at))
		v.reachSky(at, a.dims != b.dims)
	}
	if lamp > 0 {
		v.spread(at, at.Y, int32(lamp-1)/light.LampStep)
	}
}

// reachSky is reach for light of the sky, of a block that lets light through in another way.
func (v *view) reachSky(at world.Pos, dims bool) {
	c := v.columns[[2]int32{at.X >> 4, at.Z >> 4}]
	i := at.X&15 | at.Z&15<<4
	top := int32(c.tops[i])
	moved := false
	if c.was != nil {
		before := int32(c.was[i])
		moved = before != top
		top = min(top, before)
	}
	if at.Y <= top {
		if far := skyFar - v.shade(at); far >= 0 {
			v.spread(at, at.Y, far)
		}
		return
	}
	low := at.Y
	if dims {
		low = max(at.Y-light.DimHeight, top+1)
	}
	if moved {
		low = top + 1
	}
	v.spread(at, low, skyFar)
}

// spread has the sections lit anew whose mesh is made from the light of a cell that is no further than so many steps from one
// between at and the height low, which is not higher.
func (v *view) spread(at world.Pos, low, far int32) {
	const edge = world.SectionSize
	beyond := func(lo, hi, section int32) int32 { return max(0, section*edge-1-hi, lo-section*edge-edge) }
	for y := (low - far - 1) >> 4; y <= (at.Y+far+1)>>4; y++ {
		dy := beyond(low, at.Y, y)
		for z := (at.Z - far - 1) >> 4; z <= (at.Z+far+1)>>4; z++ {
			dz := beyond(at.Z, at.Z, z)
			for x := (at.X - far - 1) >> 4; x <= (at.X+far+1)>>4; x++ {
				if beyond(at.X, at.X, x)+dy+dz <= far {
					v.relight(world.SectionPos{X: x, Y: y, Z: z})
				}
			}
		}
	}
}

// shade returns how many steps a cell is from the sun at least; more than skyFar if none of it comes there.
func (v *view) shade(at world.Pos) int32 {
	least := int32(skyFar + 1)
	var c *column
	key := [2]int32{at.X>>4 + 2} // none of those asked for
	for dz := int32(-skyFar); dz <= skyFar; dz++ {
		for dx := max(dz, -dz) - skyFar; dx <= skyFar-max(dz, -dz); dx++ {
			x, z := at.X+dx, at.Z+dz
			if k := [2]int32{x >> 4, z >> 4}; k != key {
				key, c = k, v.columns[k]
			}
			far := max(dx, -dx) + max(dz, -dz)
			if c != nil {
				far += max(0, int32(c.tops[x&15|z&15<<4])+1-at.Y)
			}
			least = min(least, far)
		}
	}
	return least
}

// lamp is a block that gives light.
type lamp struct {
	cell  uint16 // of its section
	gives uint8
}

// lampAt returns how much light of lamps there can be at a cell, nothing standing between.
func (v *view) lampAt(at world.Pos) (best int) {
	lo := world.Pos{X: at.X - lampFar, Y: at.Y - lampFar, Z: at.Z - lampFar}.Section()
	hi := world.Pos{X: at.X + lampFar, Y: at.Y + lampFar, Z: at.Z + lampFar}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				s := v.seen[p]
				if s == nil || !s.glows {
					continue
				}
				for _, l := range s.lampList() {
					q := p.At(int(l.cell))
					steps := away(q.X, at.X) + away(q.Y, at.Y) + away(q.Z, at.Z)
					best = max(best, int(l.gives)-light.LampStep*int(steps))
				}
			}
		}
	}
	return best
}

// lampList returns the blocks of a section that give light.
func (s *seen) lampList() []lamp {
	if !s.looked {
		s.looked = true
		for i := range world.SectionCells {
			if give := min(world.Blocks[s.sec.Get(i)].Light, light.Full); give > 0 {
				s.lamps = append(s.lamps, lamp{uint16(i), uint8(give)})
			}
		}
	}
	return s.lamps
}
