package render

import (
	"math"
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// Draw draws a scene into the framebuffer of width by height pixels: it takes over meshes, draws all passes, and sets
// Taken in the uploads that it copied. The batch comes after it, then the window's swap. Of a window that is put away, 0 by
// 0, only the meshes are taken over.
func (r *Renderer) Draw(sc *scene.Scene, width, height int) {
	begin := time.Now()
	r.stats = Stats{}
	r.seconds = math.Mod(float64(sc.Time)/1e6, 3600)
	r.store.seconds = r.seconds
	r.store.settle()
	r.store.settled()
	for _, k := range sc.Drops {
		r.store.drop(k)
	}
	r.store.take(sc.Uploads, &r.stats)
	if width <= 0 || height <= 0 {
		return
	}
	r.movePictures(false)

	v := &r.view
	v.of(&sc.Camera, width, height)
	r.list.plain = r.plain()
	r.stats.Rebuilt = r.list.update(&r.store, v)
	r.frustum = v.frustum()
	r.setFrame(sc, v, width, height)
	w, h := r.begin(width, height)
	r.passes(sc, v, w, h)
	r.end(w, h, width, height)
	r.store.fence()
	r.batch.begin(width, height)
	if !sc.Camera.Buried {
		r.drawNames(sc, v, width, height)
	}

	r.stats.Sections, r.stats.Quads = r.list.sections, r.list.quads
	r.stats.Known, r.stats.Pages = r.store.live, len(r.store.pages)
	r.stats.CPUMicros = time.Since(begin).Microseconds()
}

// Clear begins a picture without a world, in a plain colour.
func (r *Renderer) Clear(c Colour, width, height int) {
	r.stats = Stats{}
	r.frame.screen = mgl32.Vec4{float32(width), float32(height), 1 / float32(max(width, 1)), 1 / float32(max(height, 1))}
	setBlock(r.uFrame, int(frameBytes), ptr(r.frame))
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.ClearColor(float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	r.batch.begin(width, height)
}

// Finish draws the batch: the picture is complete and may be shown.
func (r *Renderer) Finish() { r.batch.flush() }

// setFrame fills the uniform block of the picture.
func (r *Renderer) setFrame(sc *scene.Scene, v *view, width, height int) {
	b := r.frame
	b.viewProj = v.matrix()
	b.origin = [4]int32{v.origin[0], v.origin[1], v.origin[2], 0}
	b.eye = v.eye.Vec4(0)
	r.setSky(sc)
	r.layClouds(sc, v)
	b.screen = mgl32.Vec4{float32(width), float32(height), 1 / float32(width), 1 / float32(height)}
	setBlock(r.uFrame, int(frameBytes), ptr(b))
}

// passes draws everything but the batch.
func (r *Renderer) passes(sc *scene.Scene, v *view, width, height int) {
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.Enable(gl.DEPTH_TEST)
	gl.Enable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
	gl.DepthFunc(gl.LESS)
	h := r.frame.horizon
	if sc.Camera.Buried {
		h = buriedColour
	}
	gl.ClearColor(h[0], h[1], h[2], 1)
	gl.Clear(gl.DEPTH_BUFFER_BIT | gl.COLOR_BUFFER_BIT)
	bindTexture(unitBlocks, gl.TEXTURE_2D_ARRAY, r.blocks)
	if !sc.Camera.Buried {
		r.world(sc, v)
	}
	r.drawHand(&sc.Held, v.aspect)
	gl.BindVertexArray(0)
}

// buriedColour is all that is seen from within a block.
var buriedColour = mgl32.Vec4{.020, .019, .018, 1}

// world draws all that has a place.
func (r *Renderer) world(sc *scene.Scene, v *view) {
	r.list.unsent = 0
	r.programs[progQuads].use()
	r.drawPass(passOpaque)
	r.programs[progQuadsCutoutDark].use()
	r.drawPass(passCutoutDark)
	r.programs[progQuadsDark].use()
	r.drawPass(passOpaqueDark)
	r.programs[progLeavesFar].use()
	r.drawPass(passLeavesFar)
	r.programs[progQuadsDark].use()
	r.drawPass(passOpaqueFar)
	r.programs[progModels].use()
	r.drawPass(passModelOpaque)
	if !r.plain() {
		gl.Enable(gl.SAMPLE_ALPHA_TO_COVERAGE)
	}
	r.programs[progQuadsCutout].use()
	r.drawPass(passCutout)
	gl.Disable(gl.CULL_FACE)
	r.programs[progModelsCutout].use()
	r.drawPass(passModelCutout)
	gl.Enable(gl.CULL_FACE)
	gl.Disable(gl.SAMPLE_ALPHA_TO_COVERAGE)
	r.drawBodies(sc, v)
	r.drawSky(sc)
	r.drawClouds()
	r.drawTargets(sc, v)
	r.keepDepth()
	r.drawGhosts(sc, v)
	r.drawWater()
	r.drawTranslucent()
}

// drawWater draws the nearest layer of water: its depth first, then its colour where the depth is equal.
func (r *Renderer) drawWater() {
	gl.Disable(gl.CULL_FACE)
	r.programs[progWater].use()
	gl.ColorMask(false, false, false, false)
	gl.DepthFunc(gl.LESS)
	r.drawPass(passWater)
	gl.ColorMask(true, true, true, true)
	gl.DepthMask(false)
	gl.DepthFunc(gl.EQUAL)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	r.drawPass(passWater)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
	gl.DepthFunc(gl.LESS)
	gl.Enable(gl.CULL_FACE)
}

// drawTranslucent draws ice and its like, the farthest section first.
func (r *Renderer) drawTranslucent() {
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	r.programs[progQuadsBlend].use()
	r.drawPass(passTranslucent)
	gl.Disable(gl.BLEND)
}
