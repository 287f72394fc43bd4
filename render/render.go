// Package render draws a scene with OpenGL 4.1 core. It knows neither network nor world: sections come as meshes, everything
// else as plain values of package scene. Screens are drawn over the frame with the batch of package draw2d.
//
// Owner: the goroutine whose thread holds the context, from New to Close; nothing here may be called from elsewhere.
//
// Invariants: every draw is indexed (drivers of macOS are slow without), memory that a frame in flight may read is written to
// only after its fence; a section's allocation in a page never moves; a frame of a scene that does not change allocates nothing. Only names in the lists of
// opengl41_test.go are called, because the binding and software drivers know newer names that Macs do not.
//
// Each pass is a type with buffers of its own that reads the frameState; passes do not know the Renderer.
package render

import (
	"fmt"
	"runtime"
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/draw2d"
	"voxtide/render/glutil"
	"voxtide/render/sections"
	"voxtide/render/shadow"
)

// Config configures the frames. Its zero value is right for a GPU.
type Config struct {
	DrawPath        sections.DrawPath     // the way in which sections are drawn
	LightStorage    sections.LightStorage // where their light is kept; read by New alone
	ForceFull       bool                  // full quality (waves, whole clouds, smooth edges) even with a driver that computes on the CPU, which has reduced quality otherwise
	ForceReduced    bool                  // reduced quality, whatever the driver
	NoClouds        bool                  // no clouds in any case
	DrawHidden      bool                  // at reduced quality, draw what opaque blocks hide, too; full quality always does
	NoShadows       bool                  // no shadows of the land in any case; at reduced quality there are none
	ResolutionScale float32               // pixels drawn per pixel shown, 0.25 to 1; 0 for 1
	Samples         int                   // of a pixel at full quality, 1 to 8, as far as the driver has them; 0 for 4
}

// reduced reports whether a driver gets reduced quality.
func (c *Config) reduced(d *Driver) bool { return c.ForceReduced || d.Software && !c.ForceFull }

// samplesPerPixel is the usual number of samples of a pixel at full quality. With one sample, edges far away are steps that crawl as
// the camera moves.
const samplesPerPixel = 4

// samples returns the number of samples that a pixel has at full quality, if the driver has as many.
func (c *Config) samples() int {
	if c.Samples <= 0 {
		return samplesPerPixel
	}
	return min(c.Samples, 8)
}

// resolutionScaleMin is the smallest resolution scale.
const resolutionScaleMin = 0.25

// scale returns the resolution scale within its bounds.
func (c *Config) scale() float32 {
	if s := c.ResolutionScale; s > 0 && s < 1 {
		return max(s, resolutionScaleMin)
	}
	return 1
}

// Stats describes the last frame.
type Stats struct {
	Sections      int // drawn
	Loaded        int // sections on the GPU
	Quads         int // of sections, handed to the driver
	SubDraws      int // of sections
	DrawCalls     int // of sections
	Uploaded      int // meshes copied
	UploadedBytes int
	Pages         int
	ListRebuilt   bool // the draw list was rebuilt
	CPUMicros     int64
	Refused       error // what the driver refused to draw, nil for nothing
}

// fill takes over the figures of the sections.
func (s *Stats) fill(of sections.Stats) {
	s.Sections, s.Loaded, s.Quads, s.SubDraws, s.DrawCalls = of.Drawn, of.Loaded, of.Quads, of.SubDraws, of.DrawCalls
	s.Uploaded, s.UploadedBytes, s.Pages, s.ListRebuilt = of.Meshes, of.MeshBytes, of.Pages, of.ListRebuilt
}

// Renderer holds everything that lives on the GPU.
type Renderer struct {
	cfg      Config
	driver   Driver
	quadIBO  uint32
	frameUBO uint32

	state    frameState
	sections sections.Sections
	sky      skyPass
	clouds   clouds
	preview  previewPass
	held     heldPass
	far      farPass
	target   worldTarget
	shadows  shadow.Map
	query    frameQuery
	batch    *draw2d.Batch

	stats Stats
}

// New makes a renderer in the current context. SetTextures comes before the first frame.
func New(cfg Config) (*Renderer, error) {
	if err := gl.Init(); err != nil {
		return nil, fmt.Errorf("%w: %v", glutil.ErrDriver, err)
	}
	r := &Renderer{cfg: cfg}
	if err := r.driver.detect(); err != nil {
		return nil, err
	}
	if r.driver.Software {
		retainFreedMemory()
	}
	if err := r.init(); err != nil {
		r.Close()
		return nil, err
	}
	return r, checkError("setting up")
}

// init makes everything that the renderer holds.
func (r *Renderer) init() error {
	r.driver.LightStorage = sections.ChooseLightStorage(r.cfg.LightStorage, r.driver.textureBufferMax)
	r.target.samplesMax = r.driver.samplesMax
	r.target.configure(r.cfg.scale(), r.cfg.reduced(&r.driver), r.cfg.samples())
	f := &r.state
	f.uniforms = &frameUniforms{}
	f.reduced = r.cfg.reduced(&r.driver)
	if err := f.programs.build(r.quality(), r.driver.LightStorage); err != nil {
		return err
	}
	r.frameUBO = newUniformBuffer(glutil.BindingFrame)
	f.blocks.init(&r.driver)
	r.quadIBO = glutil.NewQuadIndices()
	f.boxes.init(r.quadIBO)
	r.sections.Init(r.quadIBO, r.driver.LightStorage, r.driver.textureBufferMax)
	if r.driver.Software {
		r.sections.FlushQuads = sections.SoftwareFlushQuads
	}
	r.sky.init(r.quadIBO)
	r.clouds.init(r.quadIBO)
	r.preview.init(r.quadIBO)
	var err error
	if r.batch, err = draw2d.New(r.quadIBO); err != nil {
		return err
	}
	return r.setDrawPath()
}

// setDrawPath sets the draw path: the configured one, or the one that the self-test finds.
func (r *Renderer) setDrawPath() error {
	p := r.cfg.DrawPath
	if p == sections.DrawPathAuto || p >= sections.DrawPathCount {
		t := r.newSelfTest()
		defer t.free()
		var err error
		if p, err = sections.ChooseDrawPath(t.drawsRight, t.measure); err != nil {
			return err
		}
	}
	r.sections.SetPath(p)
	r.driver.DrawPath = p
	return nil
}

// newSelfTest makes a self-test and sets the size of the screen that it needs.
func (r *Renderer) newSelfTest() *selfTest {
	r.state.uniforms.setScreen(selfTestSide, selfTestSide)
	r.state.uniforms.upload(r.frameUBO)
	return newSelfTest(r.batch, r.quadIBO)
}

// Close frees everything on the GPU. It does nothing the second time.
func (r *Renderer) Close() {
	r.state.programs.free()
	r.state.blocks.free()
	r.state.boxes.buffer.Free()
	r.sections.Free()
	r.sky.free()
	r.clouds.free()
	r.preview.free()
	r.far.freeAll()
	r.target.free()
	r.shadows.Free()
	r.query.free()
	if r.batch != nil {
		r.batch.Free()
	}
	glutil.DeleteBuffer(&r.quadIBO)
	glutil.DeleteBuffer(&r.frameUBO)
}

// quality returns how programs are built.
func (r *Renderer) quality() quality {
	switch {
	case r.cfg.reduced(&r.driver):
		return qualityReduced
	case r.target.samples() == 1:
		return qualityOneSample
	}
	return qualityFull
}

// SetConfig changes the configuration of the next frames.
func (r *Renderer) SetConfig(cfg Config) error {
	path, before := r.cfg.DrawPath, r.quality()
	r.cfg = cfg
	r.sections.Invalidate()
	r.target.configure(cfg.scale(), cfg.reduced(&r.driver), cfg.samples())
	if f := &r.state; cfg.reduced(&r.driver) != f.reduced {
		f.reduced = !f.reduced
		f.blocks.setFilter(f.reduced)
	}
	if now := r.quality(); now != before {
		r.state.programs.free()
		if err := r.state.programs.build(now, r.driver.LightStorage); err != nil {
			return err
		}
	}
	if cfg.DrawPath == path {
		return nil
	}
	return r.setDrawPath()
}

// SetTextures replaces the block textures by a copy of t, and the icons that the batch draws.
func (r *Renderer) SetTextures(t *Textures) error {
	if err := r.state.blocks.set(t, r.state.reduced); err != nil {
		return err
	}
	r.preview.version = 0
	r.batch.SetBlocks(r.state.blocks.array, r.state.blocks.icons())
	return checkError("setting textures")
}

// UnloadSections removes all sections: another world begins.
func (r *Renderer) UnloadSections() {
	r.sections.Clear()
	r.stats.Loaded = 0
}

// Driver describes the driver, for the debug screen.
func (r *Renderer) Driver() Driver { return r.driver }

// Stats describes the last frame.
func (r *Renderer) Stats() Stats { return r.stats }

// Batch returns the 2-D batch, for drawing over the frame.
func (r *Renderer) Batch() *draw2d.Batch { return r.batch }

// Reduced reports whether frames are drawn at reduced quality, as the driver and the configuration have it: far leaves have no holes, and shadows are blobs.
func (r *Renderer) Reduced() bool { return r.state.reduced }

// Scale returns the resolution scale: pixels drawn per pixel shown along each side.
func (r *Renderer) Scale() float32 { return r.cfg.scale() }

// MemoryUsage returns the bytes on the GPU that the loaded sections use, and all bytes that are reserved: pages, textures,
// indices and framebuffers.
func (r *Renderer) MemoryUsage() (used, reserved int) {
	used, reserved = r.sections.MemoryUsage()
	return used, reserved + r.state.blocks.bytes + glutil.IndexQuads*glutil.IndicesPerQuad*glutil.IndexBytes + r.target.bytes() + r.far.bytes() + r.shadows.Bytes()
}

// Measured is what the driver is asked to measure of a frame.
type Measured uint8

// The figures.
const (
	MeasureNothing  Measured = iota
	MeasureTime              // the driver's part of a frame
	MeasureOverdraw          // how often the pixels of a frame are drawn by opaque land
	MeasurePasses            // the driver's part of each pass of a frame, see PassTime
)

// The passes that MeasurePasses tells apart, in the order in which they are drawn.
const (
	passShadows = iota
	passLand
	passEntities
	passFarLand
	passSky
	passClouds
	passOutlines
	passWater
	passHeld
	passResolve
	passCount
)

// PassNames are the names of the passes that MeasurePasses tells apart.
var PassNames = [passCount]string{"shadows", "land", "entities", "far land", "sky", "clouds", "outlines", "water", "held", "resolve"}

// frameQuery measures a frame.
type frameQuery struct {
	query   glutil.Query
	passes  [passCount]glutil.Query
	current int // pass under way, plus 1
	asked   Measured
	samples int // of the frame
}

// pass says that a pass begins, and that the one before has ended.
func (q *frameQuery) pass(n int) {
	if q.asked == MeasurePasses {
		q.endPass()
		q.passes[n].Begin(gl.TIME_ELAPSED)
		q.current = n + 1
	}
}

// endPass says that the pass under way has ended.
func (q *frameQuery) endPass() {
	if q.current > 0 {
		q.passes[q.current-1].End()
		q.current = 0
	}
}

func (q *frameQuery) free() {
	q.query.Free()
	for i := range q.passes {
		q.passes[i].Free()
	}
}

// Measure has the next frames measured, until it is called again.
func (r *Renderer) Measure(m Measured) { r.query.asked = m }

// Measurement waits for the figure of the last frame: its time in ms, or how often a pixel was drawn by opaque land, on average;
// 0 where nothing is measured.
func (r *Renderer) Measurement() float64 {
	switch r.query.asked {
	case MeasureTime:
		return float64(r.query.query.Result()) / 1e6
	case MeasureOverdraw:
		return float64(r.query.query.Result()) / float64(max(r.query.samples, 1))
	}
	return 0
}

// PassTime waits for the driver's part of a pass of the last frame, by its index in PassNames, in ms; 0 where it is not measured.
// Drivers that draw a frame's passes side by side tell of each from its beginning to its end, so their sum can be above the frame's.
func (r *Renderer) PassTime(pass int) float64 {
	if r.query.asked != MeasurePasses {
		return 0
	}
	return float64(r.query.passes[pass].Result()) / 1e6
}

// WaitForGPU returns when the GPU has finished all its work: for measurements, and before a frame is shown that a driver on the CPU draws.
//
// It waits in pieces, and lets other goroutines run before each. From a goroutine that stays within C for 10 ms Go's scheduler takes the right to run, and having done so
// its monitor wakes every 20 µs for the next milliseconds, in each frame; with the processors drawing, that took 4 in a hundred of a frame.
func (r *Renderer) WaitForGPU() {
	done := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	gl.Flush()
	for waits := true; waits; {
		runtime.Gosched()
		waits = gl.ClientWaitSync(done, 0, uint64(waitPiece)) == gl.TIMEOUT_EXPIRED
	}
	gl.DeleteSync(done)
}

// waitPiece is how long WaitForGPU stays within the driver at a time.
const waitPiece = 4 * time.Millisecond
