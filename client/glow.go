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
	for y := p.Y - glowReach; y <= p.Y+glowReach; y++ {
		for z := p.Z - glowReach; z <= p.Z+glowReach; z++ {
			for x := p.X - glowReach; x <= p.X+glowReach; x++ {
				q := world.Pos{X: x, Y: y, Z: z}
				s := v.seen[q.Section()]
				if s == nil {
					continue
				}
				if _, uniform := s.sec.Uniform(); uniform {
					continue
				}
				if give := int(world.Blocks[s.sec.Get(q.Index())].Light); give > 0 {
					lamp = max(lamp, give-int(away(x, p.X)+away(y, p.Y)+away(z, p.Z)))
				}
			}
		}
	}
	return [2]uint8{uint8(sky * 255 / light.Full), uint8(max(lamp, 0) * 255 / light.Full)}
}

func away(a, b int32) int32 { return max(a-b, b-a) }
