package terrain

import (
	"voxtide/world"
	"voxtide/world/light"
)

// This file bounds how far the light changes when a block changes. The light of a cell is the best that any source gives it
// along a path, less what each step of the path costs. So if it changes,
//
//   - a block that gives light was placed or removed, no further away than its light reaches; or
//   - a cell under the open sky changes: a cell between the heightmap of its column before and after, or one of the DimDepth
//     cells below a block that dims now or did; its light reaches skyLightReach steps at most; or
//   - the best path, before or after, passes a cell that now lets light through in another way. Then the light that is left
//     there, of a block or of the nearest open column, bounds the rest of the path.
//
// Blocks on the way are ignored, and steps are counted along the axes. A light source or column that changes itself reaches
// as far by its own change as it does through any other cell.

// skyLightReach is how many steps sky light reaches in the shade, blockLightReach how many block light reaches.
const (
	skyLightReach   = (light.Full - 1) / light.SkyLightStep
	blockLightReach = (light.Full - 1) / light.BlockLightStep
)

// lightProperties are the properties of a block on which light depends.
type lightProperties struct {
	emits       int // light level
	stops, dims bool
}

func lightPropertiesOf(b world.Block) lightProperties {
	i := b.Info()
	l := lightProperties{emits: int(min(i.Light, light.Full)), stops: i.Opaque}
	l.dims = !l.stops && (i.Liquid || i.Tint == world.TintLeaves)
	return l
}

// relightEdit relights the sections whose light may have changed when the block at a cell changed. All blocks and heightmaps
// are already those after the change.
func (q *queue) relightEdit(at world.Pos, before, now world.Block) {
	a, b := lightPropertiesOf(before), lightPropertiesOf(now)
	lamp := 0
	if a.emits != b.emits {
		lamp = max(a.emits, b.emits)
	}
	if a.stops != b.stops || a.dims != b.dims {
		lamp = max(lamp, q.grid.blockLightAt(at))
		q.relightSky(at, a.dims != b.dims)
	}
	if lamp > 0 {
		q.relightAround(at, at.Y, int32(lamp-1)/light.BlockLightStep)
	}
}

// relightSky is relightEdit for the sky light around a block that now lets light through in another way.
func (q *queue) relightSky(at world.Pos, dims bool) {
	c := q.grid.column(at.Section())
	i := at.X&15 | at.Z&15<<4
	top := int32(c.heightmap[i])
	moved := false
	if c.heightmapBefore != nil {
		before := int32(c.heightmapBefore[i])
		moved = before != top
		top = min(top, before)
	}
	if at.Y <= top {
		if far := skyLightReach - q.grid.stepsToSky(at); far >= 0 {
			q.relightAround(at, at.Y, far)
		}
		return
	}
	low := at.Y
	if dims {
		low = max(at.Y-light.DimDepth, top+1)
	}
	if moved {
		low = top + 1
	}
	q.relightAround(at, low, skyLightReach)
}

// relightAround relights the sections whose mesh is built from the light of a cell within far steps of one of the cells
// from at down to the height low.
func (q *queue) relightAround(at world.Pos, low, far int32) {
	const edge = world.SectionSize
	beyond := func(lo, hi, section int32) int32 { return max(0, section*edge-1-hi, lo-section*edge-edge) }
	for y := (low - far - 1) >> 4; y <= (at.Y+far+1)>>4; y++ {
		dy := beyond(low, at.Y, y)
		for z := (at.Z - far - 1) >> 4; z <= (at.Z+far+1)>>4; z++ {
			dz := beyond(at.Z, at.Z, z)
			for x := (at.X - far - 1) >> 4; x <= (at.X+far+1)>>4; x++ {
				if beyond(at.X, at.X, x)+dy+dz <= far {
					q.relight(world.SectionPos{X: x, Y: y, Z: z})
				}
			}
		}
	}
}

// stepsToSky returns the least number of steps from a cell to a cell under the open sky, more than skyLightReach if no sky
// light reaches it.
func (g *grid) stepsToSky(at world.Pos) int32 {
	least := int32(skyLightReach + 1)
	var c *column
	key := [2]int32{at.X>>4 + 2} // no column that is asked for below
	for dz := int32(-skyLightReach); dz <= skyLightReach; dz++ {
		for dx := max(dz, -dz) - skyLightReach; dx <= skyLightReach-max(dz, -dz); dx++ {
			x, z := at.X+dx, at.Z+dz
			if k := [2]int32{x >> 4, z >> 4}; k != key {
				key, c = k, g.columns[k]
			}
			far := max(dx, -dx) + max(dz, -dz)
			if c != nil {
				far += max(0, int32(c.heightmap[x&15|z&15<<4])+1-at.Y)
			}
			least = min(least, far)
		}
	}
	return least
}

// blockLightAt returns the most block light that a cell can have if nothing stands between it and its sources.
func (g *grid) blockLightAt(at world.Pos) (best int) {
	lo := world.Pos{X: at.X - blockLightReach, Y: at.Y - blockLightReach, Z: at.Z - blockLightReach}.Section()
	hi := world.Pos{X: at.X + blockLightReach, Y: at.Y + blockLightReach, Z: at.Z + blockLightReach}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				s := g.sections[p]
				if s == nil || !s.mayGlow {
					continue
				}
				for _, l := range s.lightList() {
					source := p.PosAt(int(l.cell))
					steps := absDiff(source.X, at.X) + absDiff(source.Y, at.Y) + absDiff(source.Z, at.Z)
					best = max(best, int(l.emits)-light.BlockLightStep*int(steps))
				}
			}
		}
	}
	return best
}
