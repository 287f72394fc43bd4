package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/draw2d"
)

// Name tags: their height above the foot, how far they are read, and the size of their text.
const (
	nameHeight       = 2.15 // blocks
	nameDistance     = 48   // blocks
	nameFadeDistance = 8    // blocks before nameDistance, over which they fade out
	nameTextSize     = 18   // pixels of a line in a frame of 720 lines
	nameOcclusion    = 0.75 // of their opacity is lost behind something
)

// addNameTags adds the names of players to the batch, each above its player's head.
func addNameTags(f *frameState, b *draw2d.Batch, width, height int) {
	size := max(draw2d.TextMin, nameTextSize*height/720)
	for i := range f.scene.Entities {
		e := &f.scene.Entities[i]
		if e.Name == "" {
			continue
		}
		at := f.camera.Relative(e.Drawn).Add(mgl32.Vec3{0, nameHeight, 0})
		dist := at.Sub(f.camera.Eye).Len()
		p := f.uniforms.viewProj.Mul4x1(at.Vec4(1))
		if dist > nameDistance || p[3] < camera.NearPlane {
			continue
		}
		fade := min(1, (nameDistance-dist)/nameFadeDistance) * (1 - nameOcclusion*e.NameOccluded)
		x := int(math.Round(float64((p[0]/p[3] + 1) / 2 * float32(width))))
		y := int(math.Round(float64((1-p[1]/p[3])/2*float32(height)))) - size
		w := b.MeasureText(draw2d.Regular, size, e.Name)
		b.Rect(x-w/2-size/4, y, w+size/2, size, draw2d.Colour{R: 10, G: 12, B: 18, A: 165}.Fade(fade))
		b.Text(x-w/2, y, size, draw2d.Colour{R: 255, G: 255, B: 255, A: 255}.Fade(fade), e.Name)
	}
}
