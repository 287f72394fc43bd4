package render

import (
	"math"
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/draw2d"
	"voxtide/render/scene"
	"voxtide/render/sections"
	"voxtide/render/shadow"
)

// Draw draws a scene into the window's framebuffer of width by height pixels: it uploads meshes, draws all passes, and sets
// Uploaded in the uploads that it copied. The caller then adds to the batch, calls Finish and swaps. For a minimised window,
// 0 by 0, it only uploads meshes.
func (r *Renderer) Draw(sc *scene.Scene, width, height int) {
	begin := time.Now()
	f, s := &r.state, &r.sections
	r.stats = Stats{}
	f.scene, f.seconds = sc, math.Mod(float64(sc.Time)/1e6, 3600)
	f.blocks.seconds = f.seconds
	s.FrameTime = f.clock.tick(begin)
	s.Begin(f.seconds, sc.Unloads, sc.Uploads, sc.Far)
	r.far.update(sc.Far, s.FrameTime, f.reduced)
	if width <= 0 || height <= 0 {
		r.stats.fill(s.Stats())
		return
	}
	if r.query.asked == MeasureTime {
		r.query.query.Begin(gl.TIME_ELAPSED)
		defer r.query.query.End()
	}
	f.blocks.updateAnimations(false)
	f.blocks.setSkins(sc.Skins)

	f.camera.Set(&sc.Camera, width, height)
	s.LeaveOutHidden, s.OnePlane = f.reduced && !r.cfg.DrawHidden, sc.OnePlane
	s.Update(&f.camera, f.reduced, sc.HeldItem.Shine/scene.ShineFall)
	f.frustum, f.sections = f.camera.Frustum(), s
	r.setUniforms(width, height)
	w, h := r.target.begin(width, height)
	r.query.samples = w * h * max(r.target.samples(), 1)
	r.drawPasses(w, h)
	r.query.pass(passResolve)
	r.target.resolve(w, h, width, height)
	r.query.endPass()
	s.End()
	r.batch.Begin(width, height)
	if !sc.Camera.InsideBlock {
		addSigns(f, r.batch, height)
		addNameTags(f, r.batch, width, height)
	}

	r.stats.fill(s.Stats())
	r.stats.CPUMicros = time.Since(begin).Microseconds()
}

// Clear begins a frame without a world, in a plain colour.
func (r *Renderer) Clear(c draw2d.Colour, width, height int) {
	r.stats = Stats{}
	r.state.uniforms.setScreen(width, height)
	r.state.uniforms.upload(r.frameUBO)
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.ClearColor(float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	r.batch.Begin(width, height)
}

// Finish draws the batch: the frame is complete and may be shown.
func (r *Renderer) Finish() { r.batch.Flush() }

// setUniforms fills the uniform block of the frame and builds the clouds, whose shadow belongs to it.
func (r *Renderer) setUniforms(width, height int) {
	f, u := &r.state, r.state.uniforms
	v := &f.camera
	u.viewProj = v.ViewProjection()
	u.origin = [4]int32{v.Origin[0], v.Origin[1], v.Origin[2], 0}
	u.eye = v.Eye.Vec4(f.blocks.pixelsPerTexel(v, height))
	u.setSky(f.scene, v, f.seconds)
	r.clouds.update(f, r.cfg.NoClouds)
	u.setScreen(width, height)
	u.held = mgl32.Vec4{f.scene.HeldItem.Shine, scene.ShineFall}
	if v.Reach > v.ViewDistance && v.ViewDistance > 0 {
		u.held[2] = 1 / v.ViewDistance
	}
	seen, strength := r.lightView()
	u.setShadows(&seen, strength, v.Origin)
	u.upload(r.frameUBO)
	if strength > 0 {
		r.query.pass(passShadows)
		r.drawShadows(&seen)
		r.query.endPass()
	}
}

// lightView returns what the sun sees, or the moon, and how strong shadows are: 0 for none.
func (r *Renderer) lightView() (seen shadow.View, strength float32) {
	f := &r.state
	light := f.uniforms.sun.Vec3()
	strength = mgl32.Clamp((light[1]-shadowSunLow)*8, 0, 1)
	if light[1] < 0 {
		light = light.Mul(-1)
		strength = moonShadow * mgl32.Clamp((light[1]-shadowSunLow)*8, 0, 1)
	}
	if r.cfg.NoShadows || f.reduced || f.scene.Camera.Submerged || f.scene.Camera.InsideBlock || f.camera.ViewDistance <= 0 || strength == 0 {
		return shadow.View{}, 0
	}
	return shadow.ViewOf(light, f.camera.Pos), strength
}

// drawShadows draws the map of shadows if it does not hold for what the light sees.
func (r *Renderer) drawShadows(seen *shadow.View) {
	f, s := &r.state, &r.sections
	if !r.shadows.Fits(seen, s.Version(), f.seconds) {
		f.blocks.bind()
		s.ListCasters(seen.Home, seen.Light, seen.Throws)
		if err := r.shadows.Draw(seen, s.Version(), f.seconds, func() { drawCasters(f, s) }); err != nil {
			r.stats.Refused = err
		}
	}
	if r.shadows.Drawn() {
		r.shadows.Bind()
	}
}

// insideBlockColour is the colour of the whole frame when the eye is inside an opaque block.
var insideBlockColour = mgl32.Vec4{.020, .019, .018, 1}

// insideLavaColour is the same inside lava.
var insideLavaColour = mgl32.Vec4{.62, .13, .02, 1}

// drawPasses draws everything but the batch.
func (r *Renderer) drawPasses(width, height int) {
	f := &r.state
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.Enable(gl.DEPTH_TEST)
	gl.Enable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
	gl.DepthFunc(gl.LESS)
	background := f.uniforms.horizon
	if f.scene.Camera.InsideBlock {
		background = insideBlockColour
		if f.scene.Camera.InLava {
			background = insideLavaColour
		}
	}
	r.query.pass(passLand)
	gl.ClearColor(background[0], background[1], background[2], 1)
	gl.Clear(gl.DEPTH_BUFFER_BIT | gl.COLOR_BUFFER_BIT)
	f.blocks.bind()
	if !f.scene.Camera.InsideBlock {
		r.drawWorld()
	}
	r.query.pass(passHeld)
	r.held.draw(f)
	gl.BindVertexArray(0)
}

// drawWorld draws everything that has a position in the world.
func (r *Renderer) drawWorld() {
	f, s := &r.state, &r.sections
	if r.query.asked == MeasureOverdraw {
		r.query.query.Begin(gl.SAMPLES_PASSED)
	}
	drawSolid(f, s)
	if r.query.asked == MeasureOverdraw {
		r.query.query.End()
	}
	r.query.pass(passEntities)
	drawEntities(f)
	r.query.pass(passFarLand)
	r.far.draw(f)
	r.query.pass(passSky)
	r.sky.draw(f)
	r.query.pass(passClouds)
	r.clouds.draw(f)
	r.query.pass(passOutlines)
	drawOutlinesAndCracks(f)
	r.query.pass(passWater)
	if s.HasPass(sections.PassWater) {
		r.target.copyDepth()
	}
	r.preview.draw(f)
	drawWater(f, s)
	drawTranslucent(f, s)
}
