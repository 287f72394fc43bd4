package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// particleShade is how bright particles are: as sides of blocks are on the whole.
const particleShade = 0.85

// particles adds the particles to what is drawn anew: squares turned to the eye, each a sixteenth of a block's texture.
func (r *Renderer) particles(all []scene.Particle, v *view) {
	if len(all) == 0 {
		return
	}
	back := v.turned().Mat3().Transpose()
	right, up := back.Col(0), back.Col(1)
	for i := range all {
		p := &all[i]
		at := v.from(p.Pos)
		if to := at.Sub(v.eye); to.Dot(v.look) < 0 || to.Dot(to) > v.reach*v.reach {
			continue
		}
		l := r.look(p.Block)
		light := r.frame.lightAt(p.Light).Mul(particleShade)
		if l.Glow {
			light = mgl32.Vec3{1, 1, 1}
		}
		colour, tint := bytesOf(light, 1), r.tint(l.Tint)
		x, y, layer := float32(p.Part&3)/4, float32(p.Part>>2&3)/4, float32(l.Layers[faceWest])
		for k := range 4 {
			s, t := float32(k&1), float32(k>>1)
			pos := at.Add(right.Mul((s - 0.5) * p.Size)).Add(up.Mul((t - 0.5) * p.Size))
			r.solid.v = append(r.solid.v, solidVertex{pos, mgl32.Vec3{x + s/4, y + (1-t)/4, layer}, colour, tint})
		}
	}
}

// faceWest is the side whose texture particles are pieces of.
const faceWest = 4
