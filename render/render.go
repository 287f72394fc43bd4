// Package render draws a scene with OpenGL 4.1 core. It knows neither network nor world: sections come as meshes, all
// else as plain values of package scene, and the 2-D batch serves whoever draws menus over the picture.
//
// Owner: the goroutine whose thread holds the context, from New to Close; nothing here may be called from elsewhere.
//
// Invariants: every draw is indexed (drivers of macOS are slow without), nothing is copied from buffer to buffer on the
// GPU (drivers of macOS cannot), memory that a drawn picture may still read is written to only after its fence; a
// section's place in a page never moves; a picture of a scene that does not change allocates nothing. Only names in the
// list of names_test.go are called, as the binding and software drivers know newer ones that Macs do not.
package render

import (
	"errors"
	"fmt"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// What New and SetTextures return, wrapped with what was being done.
var (
	ErrDriver   = errors.New("render: the driver refuses")
	ErrTextures = errors.New("render: textures out of bounds")
)

// Config says how pictures are made. Its zero value is right for a GPU.
type Config struct {
	Path     Path    // how sections are drawn
	Cells    Cells   // where their light is kept; counts when the renderer is made
	Rich     bool    // waves, whole clouds and smooth edges even where the driver computes on the CPU, which has none otherwise
	Plain    bool    // none of them, whatever draws
	NoClouds bool    // no clouds in any case
	Scale    float32 // pixels drawn per pixel shown, 0.25 to 1; 0 for 1
}

// Stats tells what the last picture took.
type Stats struct {
	Sections  int // drawn
	Known     int // held in memory
	Quads     int // of sections, handed to the driver
	Draws     int // sub-draws of sections
	Calls     int // draw calls of sections
	Uploaded  int // meshes copied
	Bytes     int // of them
	Pages     int
	Rebuilt   bool // the draw list was made anew
	CPUMicros int64
}

// Renderer holds everything that lives on the GPU.
type Renderer struct {
	cfg     Config
	driver  Driver
	frame   *frameBlock // apart, because what is handed to C may share its memory with no Go pointer
	palette *paletteBlock
	uFrame  uint32
	uPal    uint32

	programs [programCount]program
	quadIBO  uint32
	blocks   uint32 // the array of block textures
	textures Textures

	textureBytes int // of the array

	layers [faceCount]uint16 // of the box being painted

	store   store
	list    drawList
	sky     dome
	stars   starField
	clouds  clouds
	solid   solid
	ghosts  ghosts
	hand    hand
	view    view // of the picture under way
	frustum frustum
	scaled  target // where the resolution scale is below 1
	fine    target // with several samples a pixel, unless plain
	under   target // whose depth is what lies behind water, unless plain
	batch   Batch

	seconds float64
	stats   Stats
}

// New makes a renderer in the current context. SetTextures comes before the first picture.
func New(cfg Config) (*Renderer, error) {
	if err := gl.Init(); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDriver, err)
	}
	r := &Renderer{cfg: cfg, frame: &frameBlock{}, palette: &paletteBlock{}}
	if err := r.driver.read(); err != nil {
		return nil, err
	}
	if r.driver.Software {
		keepMemory()
	}
	r.driver.Cells = chooseCells(cfg.Cells, r.driver.texels)
	for i := range r.programs {
		if err := r.programs[i].build(&programTable[i], r.plain(), r.driver.Cells); err != nil {
			r.Close()
			return nil, err
		}
	}
	gl.GenBuffers(1, &r.uFrame)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, bindFrame, r.uFrame)
	gl.GenBuffers(1, &r.uPal)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, bindPalette, r.uPal)
	r.quadIBO = newQuadIndices()
	r.store.init(r.quadIBO, r.driver.Cells, r.driver.texels)
	r.list.init()
	r.sky.init(r.quadIBO)
	r.stars.init(r.quadIBO)
	r.clouds.init(r.quadIBO)
	r.solid.init(r.quadIBO)
	r.ghosts.init(r.quadIBO)
	if err := r.batch.init(r, r.quadIBO); err != nil {
		r.Close()
		return nil, err
	}
	if err := r.setPath(); err != nil {
		r.Close()
		return nil, err
	}
	return r, r.check("setting up")
}

// Close frees what lives on the GPU. It does nothing the second time.
func (r *Renderer) Close() {
	for i := range r.programs {
		r.programs[i].free()
	}
	r.store.free()
	r.sky.buf.free()
	r.stars.buf.free()
	r.clouds.free()
	r.solid.buf.free()
	r.ghosts.buf.free()
	r.scaled.free()
	r.fine.free()
	r.under.free()
	r.batch.free()
	deleteBuffer(&r.quadIBO)
	deleteBuffer(&r.uFrame)
	deleteBuffer(&r.uPal)
	deleteTexture(&r.blocks)
}

// SetConfig changes how the next pictures are made.
func (r *Renderer) SetConfig(cfg Config) error {
	before, path := r.plain(), r.cfg.Path
	r.cfg = cfg
	r.list.valid = false
	if r.plain() != before {
		r.setFilter()
		r.scaled.free()
		r.fine.free()
		r.under.free()
		for i := range r.programs {
			r.programs[i].free()
			if err := r.programs[i].build(&programTable[i], r.plain(), r.driver.Cells); err != nil {
				return err
			}
		}
	}
	if cfg.Path == path {
		return nil
	}
	return r.setPath()
}

// plain tells whether to leave out what a slow machine cannot afford.
func (r *Renderer) plain() bool { return r.cfg.Plain || r.driver.Software && !r.cfg.Rich }

// Driver tells what draws, for the debug screen.
func (r *Renderer) Driver() Driver { return r.driver }

// Stats tells what the last picture took.
func (r *Renderer) Stats() Stats { return r.stats }

// Batch returns the 2-D batch, for what lies over the picture.
func (r *Renderer) Batch() *Batch { return &r.batch }

// Forget drops all sections: another land begins.
func (r *Renderer) Forget() {
	for key := range r.store.byKey {
		r.store.drop(key)
	}
	r.stats.Known = r.store.live
}

// check turns an error that the driver noted into one of ours.
func (r *Renderer) check(doing string) error {
	if code := gl.GetError(); code != gl.NO_ERROR {
		return fmt.Errorf("%w: %s: error 0x%04x", ErrDriver, doing, code)
	}
	return nil
}

// bindPoints of the uniform blocks, and units of the samplers.
const (
	bindFrame   = 0
	bindPalette = 1

	unitBlocks = 0
	unitSlots  = 1
	unitCells  = 2
	unitAtlas  = 3
	unitUnder  = 4
	unitShade  = 5
)

// frameBlock is the uniform block Frame of shaders/frame.glsl.
type frameBlock struct {
	viewProj  mgl32.Mat4
	origin    [4]int32
	eye       mgl32.Vec4
	zenith    mgl32.Vec4
	middle    mgl32.Vec4
	horizon   mgl32.Vec4
	sunGlow   mgl32.Vec4
	sun       mgl32.Vec4
	skyLight  mgl32.Vec4
	lampLight mgl32.Vec4
	least     mgl32.Vec4
	fog       mgl32.Vec4
	screen    mgl32.Vec4
	shadow    mgl32.Vec4
	sides     [faceCount + 1]mgl32.Vec4
}

// paletteBlock is the uniform block Palette.
type paletteBlock struct {
	tints    [256][4]float32
	pictures [MaxLayers]uint8
}

// faceCount is the number of sides of a block.
const faceCount = scene.MeshFaces
