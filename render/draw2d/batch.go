// Package draw2d draws in two dimensions over a frame: plain areas, text, images, icons of blocks. The screens of the game
// are drawn with it.
//
// Job: a Batch collects quads and draws them at once, in the order in which they were added. Owner: the goroutine whose
// thread holds the OpenGL context. Invariants: positions are framebuffer pixels from the upper left; glyphs and images are
// drawn at whole pixels and glyphs are never scaled; a batch that adds the same as in the last frame allocates nothing. The
// owner fills the uniform block Frame of shaders/frame.glsl with the size of the screen before the batch is drawn.
package draw2d

import (
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
)

// Colour is red, green, blue and opacity, 0 to 255, not premultiplied.
type Colour struct{ R, G, B, A uint8 }

// Fade returns the colour with its opacity times f, 0 to 1.
func (c Colour) Fade(f float32) Colour {
	c.A = uint8(float32(c.A)*min(max(f, 0), 1) + 0.5)
	return c
}

// Batch collects quads, back to front, from Begin to Flush. When it holds MaxQuads, it draws them and goes on.
type Batch struct {
	programs      [programCount]glutil.Program
	buffer        glutil.VertexBuffer
	vertices      []Vertex
	runs          []run
	clip          image.Rectangle
	width, height int
	glyphs        glyphAtlas
	images        imageAtlas
	blockTexture  uint32 // the array of block textures
	icons         []BlockIcon
}

// BlockIcon is the look of a block as an icon.
type BlockIcon struct {
	Layers   [6]uint16  // of the block textures, by face: down, up, north, south, west, east
	Min, Max [3]float32 // its box, 0 to 1 along each axis
	Tint     Colour
	Flat     bool // the icon is its first layer instead of a box: plants, torches
}

// MaxQuads is the number of quads that the batch collects before it draws them.
const MaxQuads = 32768

// The programs of the batch: variants of shaders/flat.glsl.
const (
	progGlyphs = iota // text and plain areas
	progBlocks        // layers of the block textures
	progImages
	programCount
)

var programDefines = [programCount][]string{progGlyphs: {"GLYPHS"}, progBlocks: {"ICONS"}, progImages: nil}

// Vertex is a vertex of shaders/flat.glsl.
type Vertex struct {
	X, Y    float32 // pixels
	U, V, W float32 // pixels of an atlas; or 0 to 1 of a layer of the block textures, whose number plus brightness is W
	Colour  Colour
}

// VertexBytes is the size of a Vertex.
const VertexBytes = int(unsafe.Sizeof(Vertex{}))

// Layout returns the vertex layout of a Vertex.
func Layout() []glutil.Attribute {
	return []glutil.Attribute{
		{Size: 2, Kind: gl.FLOAT},
		{Size: 3, Kind: gl.FLOAT, Offset: unsafe.Offsetof(Vertex{}.U)},
		{Size: 4, Kind: gl.UNSIGNED_BYTE, Normalized: true, Offset: unsafe.Offsetof(Vertex{}.Colour)},
	}
}

// run is a number of quads that need the same program and the same clip.
type run struct {
	program int
	clip    image.Rectangle
	first   int // quad
}

// New makes a batch; ibo is the index buffer that all quads share. Free frees it.
func New(ibo uint32) (*Batch, error) {
	b := &Batch{}
	for i := range b.programs {
		if err := b.programs[i].Build("flat", programDefines[i], nil); err != nil {
			b.Free()
			return nil, err
		}
	}
	b.buffer.Init(ibo, VertexBytes, Layout())
	b.images.init()
	if err := b.glyphs.init(); err != nil {
		b.Free()
		return nil, err
	}
	return b, nil
}

// Free frees everything that the batch has on the GPU. It does nothing the second time.
func (b *Batch) Free() {
	for i := range b.programs {
		b.programs[i].Free()
	}
	b.buffer.Free()
	glutil.DeleteTexture(&b.glyphs.texture)
	glutil.DeleteTexture(&b.images.texture)
}

// SetBlocks sets the array of block textures, which the caller keeps, and the icons by block.
func (b *Batch) SetBlocks(texture uint32, icons []BlockIcon) {
	b.blockTexture, b.icons = texture, icons
}

// Begin empties the batch for a framebuffer of a size.
func (b *Batch) Begin(width, height int) {
	b.width, b.height = width, height
	b.clip = image.Rect(0, 0, width, height)
	b.vertices, b.runs = b.vertices[:0], b.runs[:0]
	if b.glyphs.full {
		b.glyphs.reset()
	}
}

// Size returns the size of the framebuffer in pixels.
func (b *Batch) Size() (width, height int) { return b.width, b.height }

// Clip restricts all quads that are added from now on to a rectangle within the present clip, and returns the present clip
// for Unclip.
func (b *Batch) Clip(x, y, w, h int) image.Rectangle {
	before := b.clip
	b.clip = before.Intersect(image.Rect(x, y, x+w, y+h))
	return before
}

// Unclip restores the clip that Clip returned.
func (b *Batch) Unclip(to image.Rectangle) { b.clip = to }

// Rect adds a plain area.
func (b *Batch) Rect(x, y, w, h int, c Colour) { b.Gradient(x, y, w, h, c, c) }

// Gradient adds an area that goes from one colour at its top to another at its bottom.
func (b *Batch) Gradient(x, y, w, h int, top, bottom Colour) {
	if v := b.appendRect(progGlyphs, x, y, w, h); v != nil {
		v[0].Colour, v[1].Colour, v[2].Colour, v[3].Colour = top, top, bottom, bottom
	}
}

// Border adds the inner edge of an area, thick pixels wide.
func (b *Batch) Border(x, y, w, h, thick int, c Colour) {
	t := min(thick, w/2, h/2)
	b.Rect(x, y, w, t, c)
	b.Rect(x, y+h-t, w, t, c)
	b.Rect(x, y+t, t, h-2*t, c)
	b.Rect(x+w-t, y+t, t, h-2*t, c)
}

// Line adds a straight line, for plots.
func (b *Batch) Line(x0, y0, x1, y1, thick float32, c Colour) {
	dx, dy := x1-x0, y1-y0
	n := float32(math.Hypot(float64(dx), float64(dy)))
	if n == 0 {
		return
	}
	nx, ny := -dy/n*thick/2, dx/n*thick/2
	if v := b.appendQuad(progGlyphs); v != nil {
		for i, p := range [4][2]float32{{x0 + nx, y0 + ny}, {x1 + nx, y1 + ny}, {x0 - nx, y0 - ny}, {x1 - nx, y1 - ny}} {
			v[i] = Vertex{X: p[0], Y: p[1], U: 0.5, V: 0.5, Colour: c}
		}
	}
}

// appendRect adds an upright quad and returns its vertices (upper left, upper right, lower left, lower right), nil if the
// clip hides all of it.
func (b *Batch) appendRect(program, x, y, w, h int) []Vertex {
	if w <= 0 || h <= 0 || !b.clip.Overlaps(image.Rect(x, y, x+w, y+h)) {
		return nil
	}
	v := b.appendQuad(program)
	x0, y0, x1, y1 := float32(x), float32(y), float32(x+w), float32(y+h)
	v[0] = Vertex{X: x0, Y: y0, U: 0.5, V: 0.5}
	v[1] = Vertex{X: x1, Y: y0, U: 0.5, V: 0.5}
	v[2] = Vertex{X: x0, Y: y1, U: 0.5, V: 0.5}
	v[3] = Vertex{X: x1, Y: y1, U: 0.5, V: 0.5}
	return v
}

// appendQuad adds a quad and returns its vertices for the caller to fill, nil if the clip is empty.
func (b *Batch) appendQuad(program int) []Vertex {
	if b.clip.Empty() {
		return nil
	}
	if len(b.vertices) >= 4*MaxQuads {
		b.Flush()
	}
	n := len(b.runs)
	if n == 0 || b.runs[n-1].program != program || b.runs[n-1].clip != b.clip {
		b.runs = append(b.runs, run{program, b.clip, len(b.vertices) / 4})
	}
	b.vertices = append(b.vertices, Vertex{}, Vertex{}, Vertex{}, Vertex{})
	return b.vertices[len(b.vertices)-4:]
}

// Flush draws the collected quads and empties the batch.
func (b *Batch) Flush() {
	if len(b.vertices) == 0 {
		return
	}
	gl.Viewport(0, 0, int32(b.width), int32(b.height))
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	gl.Enable(gl.SCISSOR_TEST)
	glutil.BindTexture(glutil.UnitBlocks, gl.TEXTURE_2D_ARRAY, b.blockTexture)
	b.buffer.Fill(len(b.vertices)*VertexBytes, unsafe.Pointer(&b.vertices[0]), gl.STREAM_DRAW)
	for i, r := range b.runs {
		end := len(b.vertices) / 4
		if i+1 < len(b.runs) {
			end = b.runs[i+1].first
		}
		b.use(r.program)
		gl.Scissor(int32(r.clip.Min.X), int32(b.height-r.clip.Max.Y), int32(r.clip.Dx()), int32(r.clip.Dy()))
		b.buffer.Draw(r.first, end-r.first)
	}
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.BLEND)
	gl.BindVertexArray(0)
	b.vertices, b.runs = b.vertices[:0], b.runs[:0]
}

// use makes a program current and binds its atlas.
func (b *Batch) use(program int) {
	b.programs[program].Use()
	switch program {
	case progGlyphs:
		glutil.BindTexture(glutil.UnitAtlas, gl.TEXTURE_2D, b.glyphs.texture)
	case progImages:
		glutil.BindTexture(glutil.UnitAtlas, gl.TEXTURE_2D, b.images.texture)
	}
}

// UsePlain makes the program for plain areas current, for a caller that draws vertices of its own at U and V of 0.5.
func (b *Batch) UsePlain() { b.use(progGlyphs) }
