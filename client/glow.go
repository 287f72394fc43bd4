package client

import (
	"voxtide/light"
	"voxtide/world"
)

// glowReach is how far lamps are looked for around a body, in blocks on each axis.
const glowReach = 6

// lightAt returns the light at a cell, 0 to 255 of the sky and of lamps, for bodies and the hand: under the open sky all of
// it; in the shade by how far the nearest open column is; of lamps the brightest in reach, whatever stands between.
func (v *view) lightAt(p world.Pos) [2]uint8 {
	sky := 0
	for d := int32(0); d <= 7 && sky == 0; d++ {
		for i := -d; i <= d && sky == 0; i++ {
			for _, at := range [...][2]int32{{p.X + i, p.Z - d}, {p.X + i, p.Z + d}, {p.X - d, p.Z + i}, {p.X + d, p.Z + i}} {
				c := v.columns[[2]int32{at[0] >> 4, at[1] >> 4}]
				if c == nil || c.tops == nil || p.Y > int32(c.tops[at[0]&15|at[1]&15<<4]) {
					sky = light.Full - light.SkyStep*int(d)
					break
				}
			}
		}
	}
	lamp := 0
	lo := world.Pos{X: p.X - glowReach, Y: p.Y - glowReach, Z: p.Z - glowReach}
	hi := world.Pos{X: p.X + glowReach, Y: p.Y + glowReach, Z: p.Z + glowReach}
	for y := lo.Section().Y; y <= hi.Section().Y; y++ {
		for z := lo.Section().Z; z <= hi.Section().Z; z++ {
			for x := lo.Section().X; x <= hi.Section().X; x++ {
				q := world.SectionPos{X: x, Y: y, Z: z}
				if s := v.seen[q]; s != nil && s.glows {
					lamp = max(lamp, s.lamp(q, p))
				}
			}
		}
	}
	return [2]uint8{uint8(sky * 255 / light.Full), uint8(max(lamp, 0) * 255 / light.Full)}
}

// lamp returns how bright the lamps of a section are at a cell.
func (s *seen) lamp(at world.SectionPos, p world.Pos) (best int) {
	for _, l := range s.lampList() {
		q := at.At(int(l.cell))
		if d := max(away(q.X, p.X), away(q.Y, p.Y), away(q.Z, p.Z)); d <= glowReach {
			best = max(best, int(l.gives)-int(away(q.X, p.X)+away(q.Y, p.Y)+away(q.Z, p.Z)))
		}
	}
	return best
}

func away(a, b int32) int32 { return max(a-b, b-a) }
