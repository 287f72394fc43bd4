package terrain

import (
	"voxtide/world"
	"voxtide/world/light"
)

// blockLightSearch is how far lamps are looked for around an entity, in blocks on each axis.
const blockLightSearch = 6

// lightAt estimates the light at a cell, for entities and the hand, 0 to 255 of the sky and of blocks. Sky light falls off
// with the distance to the nearest open column; block light is that of the brightest block in reach, whatever stands
// between.
func (g *grid) lightAt(p world.Pos) [2]uint8 {
	sky := 0
	for d := int32(0); d <= 7 && sky == 0; d++ {
		for i := -d; i <= d && sky == 0; i++ {
			for _, at := range [...][2]int32{{p.X + i, p.Z - d}, {p.X + i, p.Z + d}, {p.X - d, p.Z + i}, {p.X + d, p.Z + i}} {
				c := g.columns[[2]int32{at[0] >> 4, at[1] >> 4}]
				if c == nil || c.heightmap == nil || p.Y > int32(c.heightmap[at[0]&15|at[1]&15<<4]) {
					sky = light.Full - light.SkyLightStep*int(d)
					break
				}
			}
		}
	}
	lamp := 0
	lo := world.Pos{X: p.X - blockLightSearch, Y: p.Y - blockLightSearch, Z: p.Z - blockLightSearch}.Section()
	hi := world.Pos{X: p.X + blockLightSearch, Y: p.Y + blockLightSearch, Z: p.Z + blockLightSearch}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				q := world.SectionPos{X: x, Y: y, Z: z}
				if s := g.sections[q]; s != nil && s.mayGlow {
					lamp = max(lamp, s.brightestNear(q, p))
				}
			}
		}
	}
	return [2]uint8{uint8(sky * 255 / light.Full), uint8(max(lamp, 0) * 255 / light.Full)}
}

// brightestNear returns the light level at a cell of the brightest block of a section at pos.
func (s *section) brightestNear(pos world.SectionPos, p world.Pos) (best int) {
	for _, l := range s.lightList() {
		q := pos.PosAt(int(l.cell))
		if d := max(absDiff(q.X, p.X), absDiff(q.Y, p.Y), absDiff(q.Z, p.Z)); d <= blockLightSearch {
			best = max(best, int(l.emits)-int(absDiff(q.X, p.X)+absDiff(q.Y, p.Y)+absDiff(q.Z, p.Z)))
		}
	}
	return best
}
