package render

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/draw2d"
	"voxtide/render/scene"
)

// The text of signs: how far it is read, the height of a line, and how much of the board's width it fills, in blocks.
const (
	signFadeDistance = 2 // before scene.SignDistance, over which it fades out
	signLine         = 0.125
	signWide         = 0.92
)

// signSizes are the sizes of letters, of which the nearest to the one on the screen is taken: few, for each is kept.
var signSizes = [...]int{10, 14, 18, 24, 32, 44, 60, 84}

// addSigns adds the texts of signs to the batch, each on its board.
func addSigns(f *frameState, b *draw2d.Batch, height int) {
	for i := range f.scene.Signs {
		addSign(f, b, &f.scene.Signs[i], height)
	}
}

func addSign(f *frameState, b *draw2d.Batch, s *scene.Sign, height int) {
	at := f.camera.Relative(s.Pos)
	front := mgl32.Vec3(s.Front)
	eye := f.camera.Eye.Sub(at)
	dist := eye.Len()
	if dist > scene.SignDistance || eye.Dot(front) < 0.05 {
		return
	}
	right, down := front.Mul(-1).Cross(mgl32.Vec3{0, 1, 0}), mgl32.Vec3{0, -1, 0}
	seen := signLine * f.uniforms.viewProj.Mul4x1(at.Add(mgl32.Vec3{0, 1, 0}).Vec4(1)).Sub(f.uniforms.viewProj.Mul4x1(at.Vec4(1))).Vec2().Len() / max(dist, 0.1) * float32(height) / 2
	size := signSizes[0]
	for _, n := range signSizes {
		if size = n; float32(n) >= seen*0.9 {
			break
		}
	}
	for x := -1; x <= 1; x += 2 {
		for y := -1; y <= 1; y += 2 {
			corner := at.Add(right.Mul(float32(x) / 2)).Add(down.Mul(float32(y) / 2))
			if f.uniforms.viewProj.Mul4x1(corner.Vec4(1))[3] < camera.NearPlane {
				return
			}
		}
	}
	ink := draw2d.Colour{R: 14, G: 9, B: 5, A: 255}.Fade(min(1, (scene.SignDistance-dist)/signFadeDistance))
	lines := 1 + strings.Count(s.Text, "\n")
	text, more := s.Text, true
	for row := 0; more; row++ {
		var line string
		line, text, more = strings.Cut(text, "\n")
		wide := float32(b.MeasureText(draw2d.Medium, size, line))
		if wide == 0 {
			continue
		}
		scale := min(signLine/float32(size), signWide/wide)
		origin := at.Add(down.Mul((float32(row) - float32(lines)/2 + 0.5) * signLine))
		p := draw2d.Plane{At: f.uniforms.viewProj.Mul4x1(origin.Vec4(1)), Right: f.uniforms.viewProj.Mul4x1(right.Mul(scale).Vec4(0)), Down: f.uniforms.viewProj.Mul4x1(down.Mul(scale).Vec4(0))}
		b.ProjectedText(draw2d.Medium, &p, -wide/2, -float32(size)/2, size, ink, line)
	}
}
