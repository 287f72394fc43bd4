package draw2d

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

	"voxtide/render/glutil"
)

// Font is one of the embedded fonts.
type Font uint8

// The fonts.
const (
	Regular Font = iota
	Medium       // for titles and buttons
	Mono         // for numbers that change
	fontCount
)

// Bounds of the text, and of the atlas that holds its glyphs.
const (
	TextMin        = 8   // pixels of a line of text, roughly
	TextMax        = 160 // likewise
	glyphAtlasSide = 1024
	sizedFontsMax  = 64 // pairs of font and size held at a time
)

var fontData = [fontCount][]byte{goregular.TTF, gomedium.TTF, gomono.TTF}

// sizedFontKey is a font and a size in pixels.
type sizedFontKey struct {
	font Font
	size uint16
}

// sizedFont is a font at a size.
type sizedFont struct {
	font.Face
	ascent, line int // pixels from the top of a line to its baseline, and to the next line
}

// glyphKey is a letter in a font at a size.
type glyphKey struct {
	font sizedFontKey
	r    rune
}

// glyph is the place of a drawn letter in the atlas, and its place on a line.
type glyph struct {
	x, y, w, h int16 // in the atlas
	dx, dy     int16 // from the pen on the baseline to its upper left
	advance    int16
}

// glyphAtlas draws each letter once for each size, at whole pixels, and keeps it in a texture of coverage. When the atlas is
// full, further letters are left out; the next frame begins with an empty atlas.
type glyphAtlas struct {
	texture    uint32
	fonts      [fontCount]*opentype.Font
	sizedFonts map[sizedFontKey]*sizedFont
	glyphs     map[glyphKey]glyph
	pix        []uint8
	x, y       int // where the next letter goes
	row        int // height of the row of letters
	full       bool
}

func (a *glyphAtlas) init() error {
	for i, d := range fontData {
		f, err := opentype.Parse(d)
		if err != nil {
			return fmt.Errorf("%w: font %d: %v", glutil.ErrDriver, i, err)
		}
		a.fonts[i] = f
	}
	a.pix = make([]uint8, glyphAtlasSide*glyphAtlasSide)
	gl.GenTextures(1, &a.texture)
	glutil.BindTexture(glutil.UnitAtlas, gl.TEXTURE_2D, a.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, glyphAtlasSide, glyphAtlasSide, 0, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(a.pix))
	glutil.SetNearest(gl.TEXTURE_2D)
	a.reset()
	return nil
}

// reset empties the atlas but for its white corner: plain areas are drawn with that.
func (a *glyphAtlas) reset() {
	a.sizedFonts, a.glyphs = map[sizedFontKey]*sizedFont{}, map[glyphKey]glyph{}
	a.x, a.y, a.row, a.full = 2, 0, 2, false
	white := [4]uint8{255, 255, 255, 255}
	glutil.BindTexture(glutil.UnitAtlas, gl.TEXTURE_2D, a.texture)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2, 2, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(white[:]))
}

// sizedFont returns a font at a size. It rounds the real size so that small letters are a whole number of pixels high: the
// library does not hint.
func (a *glyphAtlas) sizedFont(k sizedFontKey) *sizedFont {
	if f := a.sizedFonts[k]; f != nil {
		return f
	}
	if len(a.sizedFonts) >= sizedFontsMax {
		a.full = true // the next frame begins with an empty atlas
	}
	size := float64(k.size) * 0.84 // of the letters, in a line of that height
	probe, _ := opentype.NewFace(a.fonts[k.font], &opentype.FaceOptions{Size: 1000, DPI: 72})
	xHeight := float64(probe.Metrics().XHeight) / 64 / 1000
	size = math.Max(1, math.Round(size*xHeight)) / xHeight
	made, _ := opentype.NewFace(a.fonts[k.font], &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	m := made.Metrics()
	up, down := m.Ascent.Round(), m.Descent.Round()
	f := &sizedFont{Face: made, line: int(k.size)}
	f.ascent = (f.line-up-down)/2 + up
	a.sizedFonts[k] = f
	return f
}

// glyph returns a letter, and draws it if it is new. Without room in the atlas the glyph has no area.
func (a *glyphAtlas) glyph(k sizedFontKey, f *sizedFont, r rune) glyph {
	if g, ok := a.glyphs[glyphKey{k, r}]; ok {
		return g
	}
	g := glyph{}
	box, mask, at, advance, ok := f.Glyph(fixed.Point26_6{}, r)
	if i, err := a.fonts[k.font].GlyphIndex(nil, r); err == nil && i == 0 && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) {
		box, mask, at, advance, ok = missingGlyph(int(k.size)) // the fonts' own glyph for it is empty
	}
	g.advance = int16(advance.Round())
	if ok && !box.Empty() && !a.full {
		if m, isAlpha := mask.(*image.Alpha); isAlpha {
			g = a.insert(g, box, m, at)
		}
	}
	if !a.full {
		a.glyphs[glyphKey{k, r}] = g
	}
	return g
}

// missingGlyph returns the box that stands for a letter that the font lacks, in the form in which a font returns a letter.
func missingGlyph(size int) (box image.Rectangle, mask image.Image, at image.Point, advance fixed.Int26_6, ok bool) {
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

// insert copies a letter into the atlas and returns the glyph with its place.
func (a *glyphAtlas) insert(g glyph, box image.Rectangle, m *image.Alpha, at image.Point) glyph {
	w, h := box.Dx(), box.Dy()
	if a.x+w+1 > glyphAtlasSide {
		a.x, a.y, a.row = 0, a.y+a.row+1, 0
	}
	if w > glyphAtlasSide || a.y+h > glyphAtlasSide {
		a.full = true
		return g
	}
	g.x, g.y, g.w, g.h = int16(a.x), int16(a.y), int16(w), int16(h)
	g.dx, g.dy = int16(box.Min.X), int16(box.Min.Y)
	pix := a.pix[:w*h]
	for y := range h {
		for x := range w {
			pix[y*w+x] = coverageContrast[m.AlphaAt(at.X+x, at.Y+y).A]
		}
	}
	glutil.BindTexture(glutil.UnitAtlas, gl.TEXTURE_2D, a.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(a.x), int32(a.y), int32(w), int32(h), gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(pix))
	a.x += w + 1
	a.row = max(a.row, h)
	return g
}

// coverageContrast makes coverage a little stronger: otherwise light letters on dark ground look thin.
var coverageContrast = func() (t [256]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(255 * math.Pow(float64(i)/255, 0.78)))
	}
	return t
}()
