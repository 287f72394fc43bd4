package render

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// drawEntities draws all entities and particles.
func drawEntities(f *frameState) {
	for i := range f.scene.Entities {
		e := &f.scene.Entities[i]
		if add := entityModels[e.Kind]; add != nil && entityInView(f, e.Drawn) {
			add(f, e)
		}
	}
	if add := entityModels[f.scene.OwnBody.Kind]; add != nil {
		add(f, &f.scene.OwnBody)
	}
	addParticles(f)
	if len(f.boxes.vertices) > 0 {
		f.programs[progBoxes].Use()
		f.boxes.flush()
	}
}

// entityRadius is the largest distance from its foot to which an entity is drawn, in blocks.
const entityRadius = 2.2

// entityInView reports whether an entity may be in the frame.
func entityInView(f *frameState, at [3]float64) bool {
	v := &f.camera
	p := v.Relative(at).Sub(v.Eye)
	half := mgl32.Vec3{entityRadius, entityRadius, entityRadius}
	return p.Dot(p) < v.ViewDistance*v.ViewDistance && f.frustum.Intersects(p, half)
}

// Thickness of an outline, nearby and per block of distance, in blocks.
const (
	outlineThickness         = 0.003
	outlineThicknessPerBlock = 0.0011
	outlineFOV               = 0.6 // tangent of half the field of view from which on they hold: zoomed, outlines stay as thin on the screen
)

// drawOutlinesAndCracks draws outlines and cracks over the sections.
func drawOutlinesAndCracks(f *frameState) {
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
	f.programs[progUntextured].Use()
	for i := range f.scene.Blobs {
		addBlob(f, &f.scene.Blobs[i])
	}
	for i := range f.scene.Cracks {
		addCrack(f, &f.scene.Cracks[i])
	}
	for i := range f.scene.Outlines {
		addOutline(f, &f.scene.Outlines[i])
	}
	f.boxes.flush()
	gl.DepthMask(true)
	gl.Disable(gl.BLEND)
}

// Blobs lie so far above the ground, and as much more for each block of distance, that they do not flicker with it.
const (
	blobLift         = 0.006
	blobLiftPerBlock = 0.0015
)

// addBlob adds a dark patch of ground.
func addBlob(f *frameState, b *scene.Blob) {
	low := f.camera.Relative([3]float64{b.Low[0], b.Y, b.Low[1]})
	high := f.camera.Relative([3]float64{b.High[0], b.Y, b.High[1]})
	y := low[1] + blobLift + blobLiftPerBlock*low.Sub(f.camera.Eye).Len()
	colour := toBytes(mgl32.Vec3{}, b.Strength)
	for _, c := range [4][2]float32{{low[0], low[2]}, {low[0], high[2]}, {high[0], low[2]}, {high[0], high[2]}} {
		f.boxes.vertices = append(f.boxes.vertices, boxVertex{mgl32.Vec3{c[0], y, c[1]}, mgl32.Vec3{0, 0, -1}, colour, noTint})
	}
}

// addCrack adds the cracks on the faces of a block.
func addCrack(f *frameState, c *scene.Crack) {
	if f.blocks.Cracks == 0 || c.Progress <= 0 {
		return
	}
	stage := min(int(c.Progress*crackStageCount), crackStageCount-1)
	for i := range f.boxes.layers {
		f.boxes.layers[i] = uint16(f.blocks.Cracks + stage)
	}
	l := f.blocks.look(c.Block)
	low, high := l.bounds()
	at := f.camera.Relative([3]float64{float64(c.Pos[0]), float64(c.Pos[1]), float64(c.Pos[2])})
	const over = 0.003
	low, high = low.Sub(mgl32.Vec3{over, over, over}), high.Add(mgl32.Vec3{over, over, over})
	m := mgl32.Translate3D(at[0], at[1], at[2])
	f.boxes.addBox(&m, low, high, &boxStyle{colour: opaqueWhite, layers: &f.boxes.layers, textured: true, unshaded: true})
}

// addOutline adds the twelve edges of a box.
func addOutline(f *frameState, o *scene.Outline) {
	v := &f.camera
	low, high := v.Relative(o.Low), v.Relative(o.High)
	dist := low.Add(high).Mul(0.5).Sub(v.Eye).Len()
	t := (outlineThickness + outlineThicknessPerBlock*dist) * min(1, float32(math.Tan(float64(v.FOV)/2))/outlineFOV)
	m := mgl32.Ident4()
	p := boxStyle{colour: mgl32.Vec4{0.02, 0.02, 0.03, 0.85}, unshaded: true}
	if o.Colour != [4]uint8{} {
		for i, c := range o.Colour {
			p.colour[i] = float32(c) / 255
		}
	}
	if o.Thick > 0 {
		t *= o.Thick
	}
	for axis := range 3 {
		a, b := (axis+1)%3, (axis+2)%3
		for k := range 4 {
			l, h := low, high
			l[axis], h[axis] = low[axis]-t, high[axis]+t
			thinAlong(&l, &h, a, k&1 == 1, t)
			thinAlong(&l, &h, b, k&2 == 2, t)
			f.boxes.addBox(&m, l, h, &p)
		}
	}
}

// thinAlong makes a box thin along an axis, around its low or its high side.
func thinAlong(low, high *mgl32.Vec3, axis int, upper bool, thick float32) {
	at := low[axis]
	if upper {
		at = high[axis]
	}
	low[axis], high[axis] = at-thick, at+thick
}
