package client

import (
	"math"

	"voxtide/scene"
	"voxtide/world"
)

// Torches burn: sparks of their flame rise and go out, and now and then a puff of smoke. Sections remember where theirs are.
const (
	flamesFar   = 20   // blocks from the eye
	flamesMax   = 48   // torches of a section that burn
	sparksEach  = 3.5  // of a torch, a second
	smokeEach   = 0.7  // likewise
	flameHeight = 0.69 // of the flame above the torch's floor, in blocks
)

// torches returns where a section has torches.
func (s *seen) torches(at world.SectionPos) []world.Pos {
	if s.sec == s.firesOf {
		return s.fires
	}
	s.firesOf, s.fires = s.sec, s.fires[:0]
	if !s.sec.May(func(b world.Block) bool { return b == world.Torch }) {
		return s.fires
	}
	for i := range world.SectionCells {
		if s.sec.Get(i) == world.Torch && len(s.fires) < flamesMax {
			s.fires = append(s.fires, at.At(i))
		}
	}
	return s.fires
}

// flames lets the torches around the eye burn, over a span in seconds.
func (c *Client) flames(sc *scene.Scene, span float64) {
	if c.view == nil || span <= 0 {
		return
	}
	mid := cellOf(sc.Camera.Pos).Section()
	for i := range 27 {
		p := world.SectionPos{X: mid.X + int32(i%3) - 1, Y: mid.Y + int32(i/9) - 1, Z: mid.Z + int32(i/3%3) - 1}
		s := c.view.seen[p]
		if s == nil || !s.glows {
			continue
		}
		for _, at := range s.torches(p) {
			if near(at, sc.Camera.Pos, flamesFar) {
				c.dust.burn(at, span)
			}
		}
	}
}

// burn lets a torch burn over a span in seconds.
func (d *dust) burn(p world.Pos, span float64) {
	at := [3]float64{float64(p.X) + 0.5, float64(p.Y) + flameHeight, float64(p.Z) + 0.5}
	if d.random() < sparksEach*span {
		m := mote{at: at, kind: spark, size: 0.055 + 0.03*float32(d.random()), block: world.Lamp, light: [2]uint8{255, 255}, life: 0.55 + 0.3*float32(d.random())}
		m.at[0] += d.spread(0.05)
		m.at[2] += d.spread(0.05)
		d.add(m)
	}
	if d.random() < smokeEach*span {
		at[1] += 0.1
		d.add(mote{at: at, kind: smoke, size: 0.035 + 0.025*float32(d.random()), block: world.Stone, light: [2]uint8{40, 150}, life: 1 + 0.6*float32(d.random())})
	}
}

// rise returns how fast a spark or a puff of smoke moves.
func (m *mote) rise(phase float64) [3]float64 {
	if m.kind == spark {
		return [3]float64{0.06 * math.Sin(phase*5), 0.42, 0.06 * math.Cos(phase*4)}
	}
	return [3]float64{0.16 * math.Sin(phase*1.1), 0.5, 0.16 * math.Cos(phase*0.9)}
}

// sparkParts are the parts of a lamp's picture within its frame.
var sparkParts = [4]uint8{5, 6, 9, 10}
