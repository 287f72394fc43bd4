package effects

import (
	"voxtide/client/cell"
	"voxtide/world"
)

const (
	flameDistanceMax = 20   // blocks from the eye within which torches burn
	sparksPerSecond  = 3.5  // of a torch
	smokePerSecond   = 0.7  // puffs of a torch
	flameHeight      = 0.69 // of the flame above the torch's floor, in blocks
)

// burnTorches adds span seconds of sparks and smoke over the torches around the camera.
func (d *particles) burnTorches(f *Frame, span float64) {
	if f.Land == nil || span <= 0 {
		return
	}
	mid := cell.At(f.Scene.Camera.Pos).Section()
	for i := range 27 {
		p := world.SectionPos{X: mid.X + int32(i%3) - 1, Y: mid.Y + int32(i/9) - 1, Z: mid.Z + int32(i/3%3) - 1}
		for _, at := range f.Land.Torches(p) {
			if cell.Within(at, f.Scene.Camera.Pos, flameDistanceMax) {
				d.addFlame(at, span)
			}
		}
	}
}

// addFlame adds span seconds of sparks and smoke over a torch.
func (d *particles) addFlame(p world.Pos, span float64) {
	at := [3]float64{float64(p.X) + 0.5, float64(p.Y) + flameHeight, float64(p.Z) + 0.5}
	if d.random() < sparksPerSecond*span {
		m := particle{pos: at, kind: spark, size: 0.055 + 0.03*float32(d.random()), block: world.Lamp, light: [2]uint8{255, 255}, lifetime: 0.55 + 0.3*float32(d.random())}
		m.pos[0] += d.randomWithin(0.05)
		m.pos[2] += d.randomWithin(0.05)
		d.add(m)
	}
	if d.random() < smokePerSecond*span {
		at[1] += 0.1
		d.add(particle{pos: at, kind: smoke, size: 0.035 + 0.025*float32(d.random()), block: world.Stone, light: [2]uint8{40, 150}, lifetime: 1 + 0.6*float32(d.random())})
	}
}
