package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// Names above players: how high above the foot, how far they are read, and how large their text is.
const (
	nameHigh  = 2.15 // blocks
	nameReach = 48   // blocks
	nameFade  = 8    // blocks, over which they vanish before that
	nameText  = 18   // pixels of a line at 720 lines
	nameVeil  = 0.75 // of them is not seen behind something
)

// drawNames adds the names of players to the batch, each where its head is.
func (r *Renderer) drawNames(sc *scene.Scene, v *view, width, height int) {
	size := max(TextMin, nameText*height/720)
	for i := range sc.Bodies {
		b := &sc.Bodies[i]
		if b.Name == "" {
			continue
		}
		at := v.from(b.Drawn).Add(mgl32.Vec3{0, nameHigh, 0})
		dist := at.Sub(v.eye).Len()
		p := r.frame.viewProj.Mul4x1(at.Vec4(1))
		if dist > nameReach || p[3] < nearPlane {
			continue
		}
		fade := min(1, (nameReach-dist)/nameFade) * (1 - nameVeil*b.Veil)
		x := int(math.Round(float64((p[0]/p[3] + 1) / 2 * float32(width))))
		y := int(math.Round(float64((1-p[1]/p[3])/2*float32(height)))) - size
		w := r.batch.Measure(Regular, size, b.Name)
		r.batch.Rect(x-w/2-size/4, y, w+size/2, size, Colour{10, 12, 18, 165}.Fade(fade))
		r.batch.Text(x-w/2, y, size, Colour{255, 255, 255, 255}.Fade(fade), b.Name)
	}
}
