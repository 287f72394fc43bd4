package render

import (
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Colour is red, green, blue and opacity, 0 to 255, not premultiplied.
type Colour struct{ R, G, B, A uint8 }

// Fade returns the colour with its opacity times f, 0 to 1.
func (c Colour) Fade(f float32) Colour {
	c.A = uint8(float32(c.A)*min(max(f, 0), 1) + 0.5)
	return c
}

// Batch draws in two dimensions over the picture: plain areas, boxes, icons, text. All places are in framebuffer pixels
// from the upper left. Draw or Clear begins it, whoever draws menus adds to it in the order back to front, Finish draws
// it. Past MaxFlat quads it draws what it has and goes on.
type Batch struct {
	r             *Renderer
	buf           stream
	v             []flatVertex
	runs          []flatRun
	clip          image.Rectangle
	width, height int
	atlas         atlas
	images        images
}

// MaxFlat is how many quads the batch collects before it draws them.
const MaxFlat = 32768

// flatVertex is a vertex of the batch.
type flatVertex struct {
	x, y    float32
	u, v, w float32
	colour  Colour
}

const flatBytes = int(unsafe.Sizeof(flatVertex{}))

var flatLayout = []attribute{
	{size: 2, kind: gl.FLOAT},
	{size: 3, kind: gl.FLOAT, offset: unsafe.Offsetof(flatVertex{}.u)},
	{size: 4, kind: gl.UNSIGNED_BYTE, unit: true, offset: unsafe.Offsetof(flatVertex{}.colour)},
}

// flatRun are quads that need the same program and the same clip.
type flatRun struct {
	program int
	clip    image.Rectangle
	first   int // quad
}

func (b *Batch) init(r *Renderer, ibo uint32) error {
	b.r = r
	b.buf.init(ibo, flatBytes, flatLayout)
	b.images.init()
	return b.atlas.init()
}

func (b *Batch) free() {
	b.buf.free()
	deleteTexture(&b.atlas.texture)
	deleteTexture(&b.images.texture)
}

// begin empties the batch for a framebuffer of a size.
func (b *Batch) begin(width, height int) {
	b.width, b.height = width, height
	b.clip = image.Rect(0, 0, width, height)
	b.v, b.runs = b.v[:0], b.runs[:0]
	if b.atlas.full {
		b.atlas.restart()
	}
}

// Size returns the size of the framebuffer in pixels.
func (b *Batch) Size() (width, height int) { return b.width, b.height }

// Clip bounds what is added from now on to a rectangle within the bounds so far, and returns those, for Unclip.
func (b *Batch) Clip(x, y, w, h int) image.Rectangle {
	before := b.clip
	b.clip = before.Intersect(image.Rect(x, y, x+w, y+h))
	return before
}

// Unclip goes back to the bounds that Clip returned.
func (b *Batch) Unclip(to image.Rectangle) { b.clip = to }

// Rect adds a plain area.
func (b *Batch) Rect(x, y, w, h int, c Colour) { b.Gradient(x, y, w, h, c, c) }

// Gradient adds an area that goes from one colour at its top to another at its bottom.
func (b *Batch) Gradient(x, y, w, h int, top, bottom Colour) {
	if v := b.quad(progGlyphs, x, y, w, h); v != nil {
		v[0].colour, v[1].colour, v[2].colour, v[3].colour = top, top, bottom, bottom
	}
}

// Frame adds the inner edge of an area, so many pixels thick.
func (b *Batch) Frame(x, y, w, h, thick int, c Colour) {
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
	if v := b.raw(progGlyphs); v != nil {
		for i, p := range [4][2]float32{{x0 + nx, y0 + ny}, {x1 + nx, y1 + ny}, {x0 - nx, y0 - ny}, {x1 - nx, y1 - ny}} {
			v[i] = flatVertex{x: p[0], y: p[1], u: 0.5, v: 0.5, colour: c}
		}
	}
}

// iconBright is what a layer's number has behind the point where it is as bright as can be.
const iconBright = 0.9

// Layer adds a layer of the textures of blocks, with a colour for its tint.
func (b *Batch) Layer(x, y, w, h int, layer int, c Colour) {
	v := b.quad(progIcons, x, y, w, h)
	for i := range v {
		v[i].u, v[i].v, v[i].w, v[i].colour = float32(i&1), float32(i>>1), float32(layer)+iconBright, c
	}
}

// Icon sizes, as parts of a side: how far the corners of a cube seen from above stand out.
const (
	iconWide = 0.46
	iconRise = 0.235
	iconTall = 0.5
)

// Icon adds a block seen from a corner above, or its picture if it is flat, within a square.
func (b *Batch) Icon(x, y, size int, block uint16) {
	l := b.r.look(block)
	t := b.r.tint(l.Tint)
	tint := Colour{t[0], t[1], t[2], 255}
	if l.Flat {
		b.Layer(x, y, size, size, int(l.Layers[0]), tint)
		return
	}
	low, high := l.box()
	s := float32(size)
	project := func(px, py, pz float32) (float32, float32) { // x to the right and down, z to the left and down, y up
		return float32(x) + s*(0.5+(px-pz)*iconWide), float32(y) + s*(0.5-iconTall/2+(px+pz)*iconRise-iconRise+iconTall-py*iconTall)
	}
	for _, f := range iconFaces {
		v := b.raw(progIcons)
		if v == nil {
			return
		}
		uv := &faceUV[f.face]
		for i, k := range f.corners {
			at := [3]float32{low[0], low[1], low[2]}
			for a := range at {
				if k[a] == 1 {
					at[a] = high[a]
				}
			}
			sx, sy := project(at[0], at[1], at[2])
			v[i] = flatVertex{x: sx, y: sy, u: at[uv.s], v: at[uv.t], w: float32(l.Layers[f.face]) + f.shade*iconBright, colour: tint}
			if uv.flipS {
				v[i].u = 1 - v[i].u
			}
			if uv.flipT {
				v[i].v = 1 - v[i].v
			}
		}
	}
}

// iconFaces are the sides of a block that its icon shows.
var iconFaces = []struct {
	face    int
	shade   float32
	corners [4][3]uint8
}{
	{1, 1, [4][3]uint8{{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {1, 1, 1}}},
	{3, 0.8, [4][3]uint8{{0, 1, 1}, {1, 1, 1}, {0, 0, 1}, {1, 0, 1}}},
	{5, 0.62, [4][3]uint8{{1, 1, 1}, {1, 1, 0}, {1, 0, 1}, {1, 0, 0}}},
}

// quad adds an upright quad and returns its vertices (upper left, upper right, lower left, lower right), or nil if
// nothing of it would be seen.
func (b *Batch) quad(program, x, y, w, h int) []flatVertex {
	if w <= 0 || h <= 0 || !b.clip.Overlaps(image.Rect(x, y, x+w, y+h)) {
		return nil
	}
	v := b.raw(program)
	x0, y0, x1, y1 := float32(x), float32(y), float32(x+w), float32(y+h)
	v[0] = flatVertex{x: x0, y: y0, u: 0.5, v: 0.5}
	v[1] = flatVertex{x: x1, y: y0, u: 0.5, v: 0.5}
	v[2] = flatVertex{x: x0, y: y1, u: 0.5, v: 0.5}
	v[3] = flatVertex{x: x1, y: y1, u: 0.5, v: 0.5}
	return v
}

// raw adds a quad to be filled, nil if the clip is empty.
func (b *Batch) raw(program int) []flatVertex {
	if b.clip.Empty() {
		return nil
	}
	if len(b.v) >= 4*MaxFlat {
		b.flush()
	}
	n := len(b.runs)
	if n == 0 || b.runs[n-1].program != program || b.runs[n-1].clip != b.clip {
		b.runs = append(b.runs, flatRun{program, b.clip, len(b.v) / 4})
	}
	b.v = append(b.v, flatVertex{}, flatVertex{}, flatVertex{}, flatVertex{})
	return b.v[len(b.v)-4:]
}

// flush draws what was collected.
func (b *Batch) flush() {
	if len(b.v) == 0 {
		return
	}
	gl.Viewport(0, 0, int32(b.width), int32(b.height))
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	gl.Enable(gl.SCISSOR_TEST)
	bindTexture(unitBlocks, gl.TEXTURE_2D_ARRAY, b.r.blocks)
	b.buf.fill(len(b.v)*flatBytes, unsafe.Pointer(&b.v[0]), gl.STREAM_DRAW)
	for i, run := range b.runs {
		end := len(b.v) / 4
		if i+1 < len(b.runs) {
			end = b.runs[i+1].first
		}
		b.r.programs[run.program].use()
		switch run.program {
		case progGlyphs:
			bindTexture(unitAtlas, gl.TEXTURE_2D, b.atlas.texture)
		case progImages:
			bindTexture(unitAtlas, gl.TEXTURE_2D, b.images.texture)
		}
		c := run.clip
		gl.Scissor(int32(c.Min.X), int32(b.height-c.Max.Y), int32(c.Dx()), int32(c.Dy()))
		b.buf.draw(run.first, end-run.first)
	}
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.BLEND)
	gl.BindVertexArray(0)
	b.v, b.runs = b.v[:0], b.runs[:0]
}
