package render

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// drawBodies draws all bodies and particles.
func (r *Renderer) drawBodies(sc *scene.Scene, v *view) {
	for i := range sc.Bodies {
		b := &sc.Bodies[i]
		if draw := bodyLooks[b.Kind]; draw != nil && r.seen(v, b.Drawn) {
			draw(r, v, b)
		}
	}
	r.particles(sc.Particles, v)
	if len(r.solid.v) > 0 {
		r.programs[progSolid].use()
		r.solid.flush()
	}
}

// bodyRadius bounds what is drawn of a body, in blocks from its foot.
const bodyRadius = 2.2

// seen tells whether something of a body may be in the picture.
func (r *Renderer) seen(v *view, at [3]float64) bool {
	p := v.from(at).Sub(v.eye)
	half := mgl32.Vec3{bodyRadius, bodyRadius, bodyRadius}
	return p.Dot(p) < v.reach*v.reach && r.frustum.holds(p, half)
}

// Outlines: how thick they are, near and per block of distance.
const (
	outlineThick = 0.003
	outlineGrow  = 0.0011
)

// drawTargets draws outlines and cracks over the sections.
func (r *Renderer) drawTargets(sc *scene.Scene, v *view) {
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
	r.programs[progPlain].use()
	for i := range sc.Cracks {
		r.crack(v, &sc.Cracks[i])
	}
	for i := range sc.Targets {
		r.outline(v, &sc.Targets[i])
	}
	r.solid.flush()
	gl.DepthMask(true)
	gl.Disable(gl.BLEND)
}

// crack adds the cracks on the sides of a block.
func (r *Renderer) crack(v *view, c *scene.Crack) {
	if r.textures.Cracks == 0 || c.Progress <= 0 {
		return
	}
	stage := min(int(c.Progress*crackStages), crackStages-1)
	for f := range r.layers {
		r.layers[f] = uint16(r.textures.Cracks + stage)
	}
	l := r.look(c.Block)
	low, high := l.box()
	at := v.from([3]float64{float64(c.Pos[0]), float64(c.Pos[1]), float64(c.Pos[2])})
	const over = 0.003
	low, high = low.Sub(mgl32.Vec3{over, over, over}), high.Add(mgl32.Vec3{over, over, over})
	m := mgl32.Translate3D(at[0], at[1], at[2])
	r.solid.box(&m, low, high, &paint{colour: mgl32.Vec4{1, 1, 1, 1}, layers: &r.layers, texture: true, even: true})
}

// outline adds the twelve edges of a box.
func (r *Renderer) outline(v *view, o *scene.Outline) {
	low, high := v.from(o.Low), v.from(o.High)
	dist := low.Add(high).Mul(0.5).Sub(v.eye).Len()
	t := outlineThick + outlineGrow*dist
	m := mgl32.Ident4()
	p := paint{colour: mgl32.Vec4{0.02, 0.02, 0.03, 0.85}, even: true}
	for axis := range 3 {
		a, b := (axis+1)%3, (axis+2)%3
		for k := range 4 {
			l, h := low, high
			l[axis], h[axis] = low[axis]-t, high[axis]+t
			side(&l, &h, a, k&1 == 1, t)
			side(&l, &h, b, k&2 == 2, t)
			r.solid.box(&m, l, h, &p)
		}
	}
}

// side makes a box thin around its low or high side along an axis.
func side(low, high *mgl32.Vec3, axis int, upper bool, thick float32) {
	at := low[axis]
	if upper {
		at = high[axis]
	}
	low[axis], high[axis] = at-thick, at+thick
}

// Where the hand is: so far to the right, in blocks by the picture's width over its height, up to a width; and ahead.
const (
	handRight  = 0.54
	handAspect = 16. / 9
	handFar    = 1.73
	handFOV    = 0.87 // narrower than the world's, which would pull a block askew so far from the middle
)

// hand is what the own hand holds.
type hand struct{ matrix mgl32.Mat4 }

// drawHand draws the own hand in front of everything.
func (r *Renderer) drawHand(h *scene.Held, aspect float32) {
	if !h.Shown {
		return
	}
	light := plainly(r.frame.lightAt(h.Light)) // the hand turns with the eye
	stroke := float32(math.Sin(float64(h.Swing) * math.Pi))
	start := float32(math.Sin(math.Sqrt(float64(h.Swing)) * math.Pi))
	right := handRight * min(aspect, handAspect)
	at := mgl32.Translate3D(right+h.Bob[0]-0.28*start, -0.60+h.Bob[1]-0.8*h.Lower+0.12*stroke, -handFar-0.18*stroke)
	if look := r.look(h.Block); h.Block == 0 {
		m := at.Mul4(mgl32.HomogRotate3DY(0.35 + 0.5*start)).Mul4(mgl32.HomogRotate3DX(1.15 - 0.5*stroke)).Mul4(mgl32.HomogRotate3DZ(0.1))
		face, shirt := faces[0], shirts[0]
		skin := paint{colour: face.Vec4(1), light: light}
		if l := r.textures.Body; l != nil {
			r.layers = [faceCount]uint16{l.Hand, l.Hand, l.Hand, l.Hand, l.Hand, l.Hand}
			skin = paint{colour: plain, light: light, layers: &r.layers, tint: white, texture: true, whole: true}
		}
		r.solid.box(&m, mgl32.Vec3{-.11, -.18, -.11}, mgl32.Vec3{.11, .38, .11}, &skin)
		r.solid.box(&m, mgl32.Vec3{-.125, -.8, -.125}, mgl32.Vec3{.125, -.18, .125}, &paint{colour: shirt.Vec4(1), light: light})
	} else if look.Flat {
		if look.Glow {
			light = plainly(mgl32.Vec3{1, 1, 1})
		}
		m := at.Mul4(mgl32.HomogRotate3DY(-0.7 + 0.9*start)).Mul4(mgl32.HomogRotate3DZ(0.16 + 0.4*stroke)).Mul4(mgl32.Scale3D(.50, .50, .50)).
			Mul4(mgl32.Translate3D(0, .16, 0))
		r.solid.sprite(&m, look.Layers[0], light.all.Vec4(1), r.tint(look.Tint))
	} else {
		m := at.Mul4(mgl32.HomogRotate3DY(0.16 + 0.9*start)).Mul4(mgl32.HomogRotate3DX(0.06 - 0.5*stroke)).Mul4(mgl32.Scale3D(.19, .19, .19)).
			Mul4(mgl32.Translate3D(-.5, -.5, -.5))
		r.cube(&m, h.Block, light)
	}
	r.hand.matrix = mgl32.Perspective(handFOV, aspect, 0.05, 10)
	p := &r.programs[progHand]
	p.use()
	gl.UniformMatrix4fv(p.hand, 1, false, &r.hand.matrix[0])
	gl.DepthRange(0, 0.02)
	r.solid.flush()
	gl.DepthRange(0, 1)
}
