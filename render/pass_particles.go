package render

import "github.com/go-gl/mathgl/mgl32"

// particleShade is the brightness of particles: the mean of the faces of blocks.
const particleShade = 0.85

// faceWest is the face whose texture particles are pieces of.
const faceWest = 4

// addParticles adds the particles to the boxes: squares turned to the eye, each a sixteenth of a block's texture.
func addParticles(f *frameState) {
	all, v := f.scene.Particles, &f.camera
	if len(all) == 0 {
		return
	}
	back := v.Rotation().Mat3().Transpose()
	right, up := back.Col(0), back.Col(1)
	for i := range all {
		p := &all[i]
		at := v.Relative(p.Pos)
		if to := at.Sub(v.Eye); to.Dot(v.Forward) < 0 || to.Dot(to) > v.ViewDistance*v.ViewDistance {
			continue
		}
		l := f.blocks.look(p.Block)
		light, shadowed := f.uniforms.lightColourAt(p.Light).Mul(particleShade), shadowedAt(p.Light)
		if l.Glow {
			light, shadowed = mgl32.Vec3{1, 1, 1}, 0
		}
		colour, tint := toBytes(light, shadowed), f.blocks.dye(&l)
		x, y, layer := float32(p.Part&3)/4, float32(p.Part>>2&3)/4, float32(l.Layers[faceWest])
		for k := range 4 {
			s, t := float32(k&1), float32(k>>1)
			pos := at.Add(right.Mul((s - 0.5) * p.Size)).Add(up.Mul((t - 0.5) * p.Size))
			f.boxes.vertices = append(f.boxes.vertices, boxVertex{pos, mgl32.Vec3{x + s/4, y + (1-t)/4, layer}, colour, tint})
		}
	}
}
