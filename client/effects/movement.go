package effects

import (
	"math"

	"voxtide/client/cell"
	"voxtide/render/scene"
	"voxtide/world"
)

const (
	chipEvery        = 0.09 // seconds between two chips of a block that is being broken
	landingDustSpeed = 6.5  // blocks a second from which a landing raises dust
	splashSpeed      = 3.0  // blocks a second from which a dive splashes
)

// addFootsteps adds the particles at the feet of an avatar: of a landing, of running, of a dive into water.
func (d *particles) addFootsteps(f *Frame, b *scene.Entity, k *animation) {
	feet := cell.At(b.Drawn)
	wet := f.block(feet).Info().Liquid
	if wet && !k.inWater && k.fallSpeed > splashSpeed {
		d.addRing(b.Drawn, world.Water, f.lightAt(feet), int(min(24, 6+2*k.fallSpeed)), 1.6, 2.6)
	}
	k.inWater = wet
	if !k.landed && !k.stepped {
		return
	}
	on := f.block(cell.At([3]float64{b.Drawn[0], b.Drawn[1] - 0.1, b.Drawn[2]}))
	if on.Info().Liquid || on == world.Air || wet {
		return
	}
	light := f.lightAt(feet)
	if k.landed && k.fallSpeed > landingDustSpeed {
		d.addRing(b.Drawn, on, light, int(min(20, k.fallSpeed)), 1.8, 0.8)
	}
	if k.stepped && k.pace > 0.85 {
		d.addRing(b.Drawn, on, light, 2, 0.7, 1.2)
	}
}

// addRing adds n particles that fly from a point to all sides, out and up blocks a second at most.
func (d *particles) addRing(at [3]float64, b world.Block, light [2]uint8, n int, out, up float64) {
	for range n {
		a := d.random() * 2 * math.Pi
		x, z := math.Cos(a), math.Sin(a)
		by := out * (0.4 + 0.6*d.random())
		d.add(particle{
			pos: [3]float64{at[0] + 0.3*x, at[1] + 0.08, at[2] + 0.3*z}, vel: [3]float64{by * x, up * (0.5 + d.random()), by * z},
			size: 0.05 + 0.04*float32(d.random()), block: b, light: light, lifetime: 0.35 + 0.3*float32(d.random()),
		})
	}
}

// addChips adds chips of the block that an avatar breaks, on the face turned to it.
func (d *particles) addChips(f *Frame, b *scene.Entity, k *animation) {
	if b.BreakProgress <= 0 {
		k.nextChipIn = 0
		return
	}
	if k.nextChipIn -= k.span; k.nextChipIn > 0 {
		return
	}
	k.nextChipIn = chipEvery
	p := world.Pos{X: b.BreakPos[0], Y: b.BreakPos[1], Z: b.BreakPos[2]}
	mid := [3]float64{float64(p.X) + 0.5, float64(p.Y) + 0.5, float64(p.Z) + 0.5}
	eye := [3]float64{b.Drawn[0], b.Drawn[1] + 1.5, b.Drawn[2]}
	axis := 0
	for i := range eye {
		if math.Abs(eye[i]-mid[i]) > math.Abs(eye[axis]-mid[axis]) {
			axis = i
		}
	}
	side := math.Copysign(1, eye[axis]-mid[axis])
	m := particle{size: 0.06 + 0.03*float32(d.random()), block: f.block(p), lifetime: 0.4 + 0.3*float32(d.random())}
	for i := range m.pos {
		m.pos[i], m.vel[i] = mid[i]+d.randomWithin(0.42), d.randomWithin(0.8)
	}
	m.pos[axis], m.vel[axis] = mid[axis]+side*0.56, side*(0.6+d.random())
	m.vel[1] += 0.8
	m.light = f.lightAt(cell.At(m.pos))
	d.add(m)
}
