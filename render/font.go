package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"unicode"

	"github.com/go-gl/gl/v4.1-core/gl"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Font is one of the embedded fonts.
type Font uint8

// The fonts.
const (
	Regular Font = iota
	Medium       // for titles and what is pressed on
	Mono         // for numbers that change
	fontCount
)

// Bounds of text.
const (
	TextMin   = 8   // pixels of a line of text, roughly
	TextMax   = 160 // likewise
	atlasSide = 1024
	facesMax  = 64 // pairs of font and size held at a time
)

var fontData = [fontCount][]byte{goregular.TTF, gomedium.TTF, gomono.TTF}

// faceKey names a font at a size in pixels.
type faceKey struct {
	font Font
	size uint16
}

// face is a font at a size.
type face struct {
	font.Face
	ascent, line int // pixels from the top of a line to its baseline, and to the next line
}

// glyphKey names a drawn letter.
type glyphKey struct {
	face faceKey
	r    rune
}

// glyph is where a letter lies in the atlas and how it is placed on its line.
type glyph struct {
	x, y, w, h int16 // in the atlas
	dx, dy     int16 // from the pen on the baseline to its upper left
	advance    int16
}

// atlas draws letters once for each size, at whole pixels, and keeps them in a texture of coverage. Letters are never
// scaled. When it is full, letters stay away until the next picture begins, which starts it anew.
type atlas struct {
	texture uint32
	fonts   [fontCount]*opentype.Font
	faces   map[faceKey]*face
	glyphs  map[glyphKey]glyph
	pix     []uint8
	x, y    int // where the next letter goes
	row     int // height of the row of letters
	full    bool
}

func (a *atlas) init() error {
	for i, d := range fontData {
		f, err := opentype.Parse(d)
		if err != nil {
			return fmt.Errorf("%w: font %d: %v", ErrDriver, i, err)
		}
		a.fonts[i] = f
	}
	a.pix = make([]uint8, atlasSide*atlasSide)
	gl.GenTextures(1, &a.texture)
	bindTexture(unitAtlas, gl.TEXTURE_2D, a.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, atlasSide, atlasSide, 0, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(a.pix))
	exact(gl.TEXTURE_2D)
	a.restart()
	return nil
}

// exact sets the texture bound to a target to be read texel by texel.
func exact(target uint32) {
	gl.TexParameteri(target, gl.TEXTURE_MAX_LEVEL, 0)
	gl.TexParameteri(target, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}

// restart empties the atlas but for its white corner, which plain areas are drawn with.
func (a *atlas) restart() {
	a.faces, a.glyphs = map[faceKey]*face{}, map[glyphKey]glyph{}
	a.x, a.y, a.row, a.full = 2, 0, 2, false
	white := [4]uint8{255, 255, 255, 255}
	bindTexture(unitAtlas, gl.TEXTURE_2D, a.texture)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2, 2, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(white[:]))
}

// face returns a font at a size. Its real size is moved a little so that small letters are a whole number of pixels
// high: the library does not hint.
func (a *atlas) face(k faceKey) *face {
	if f := a.faces[k]; f != nil {
		return f
	}
	if len(a.faces) >= facesMax {
		a.full = true // the next picture starts anew
	}
	size := float64(k.size) * 0.84 // of the letters, in a line of so many pixels
	probe, _ := opentype.NewFace(a.fonts[k.font], &opentype.FaceOptions{Size: 1000, DPI: 72})
	xHeight := float64(probe.Metrics().XHeight) / 64 / 1000
	size = math.Max(1, math.Round(size*xHeight)) / xHeight
	made, _ := opentype.NewFace(a.fonts[k.font], &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	m := made.Metrics()
	up, down := m.Ascent.Round(), m.Descent.Round()
	f := &face{Face: made, line: int(k.size)}
	f.ascent = (f.line-up-down)/2 + up
	a.faces[k] = f
	return f
}

// glyph returns a letter, drawing it if it is new; one without area if there is no room.
func (a *atlas) glyph(k faceKey, f *face, r rune) glyph {
	if g, ok := a.glyphs[glyphKey{k, r}]; ok {
		return g
	}
	g := glyph{}
	box, mask, at, advance, ok := f.Glyph(fixed.Point26_6{}, r)
	if i, err := a.fonts[k.font].GlyphIndex(nil, r); err == nil && i == 0 && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) {
		box, mask, at, advance, ok = lacking(int(k.size)) // the fonts' own picture of it is empty
	}
	g.advance = int16(advance.Round())
	if ok && !box.Empty() && !a.full {
		if m, isAlpha := mask.(*image.Alpha); isAlpha {
			g = a.keep(g, box, m, at)
		}
	}
	if !a.full {
		a.glyphs[glyphKey{k, r}] = g
	}
	return g
}

// lacking returns the box that stands for a letter that the font lacks, as the font does a letter.
func lacking(size int) (box image.Rectangle, mask image.Image, at image.Point, advance fixed.Int26_6, ok bool) {
	w, h := max(3, size*2/5), max(4, size*3/5)
	m := image.NewAlpha(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			if x == 0 || y == 0 || x == w-1 || y == h-1 {
				m.SetAlpha(x, y, color.Alpha{A: 255})
			}
		}
	}
	return image.Rect(1, -h, 1+w, 0), m, image.Point{}, fixed.I(w + 2), true
}

// keep copies a letter into the atlas.
func (a *atlas) keep(g glyph, box image.Rectangle, m *image.Alpha, at image.Point) glyph {
	w, h := box.Dx(), box.Dy()
	if a.x+w+1 > atlasSide {
		a.x, a.y, a.row = 0, a.y+a.row+1, 0
	}
	if w > atlasSide || a.y+h > atlasSide {
		a.full = true
		return g
	}
	g.x, g.y, g.w, g.h = int16(a.x), int16(a.y), int16(w), int16(h)
	g.dx, g.dy = int16(box.Min.X), int16(box.Min.Y)
	pix := a.pix[:w*h]
	for y := range h {
		for x := range w {
			pix[y*w+x] = contrast[m.AlphaAt(at.X+x, at.Y+y).A]
		}
	}
	bindTexture(unitAtlas, gl.TEXTURE_2D, a.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(a.x), int32(a.y), int32(w), int32(h), gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(pix))
	a.x += w + 1
	a.row = max(a.row, h)
	return g
}

// contrast makes coverage a little stronger: light letters on dark ground look thin otherwise.
var contrast = func() (t [256]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(255 * math.Pow(float64(i)/255, 0.78)))
	}
	return t
}()
