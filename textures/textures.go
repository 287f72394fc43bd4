// Package textures turns names into generated pixels: 16 by 16 for the faces of blocks, bodies, cracks, sun and moon,
// and 32 by 32 for icons.
//
// Job: everything that the picture shows as a texture is painted here at the start of the game, from a palette of its
// own and a row for each name in the table of painters. Owner: none; every function is pure, keeps nothing and may be
// called from any goroutine. Invariants: the same name gives the same bits on every machine (integers only); every
// visible pixel has a colour of Palette; what is marked as tiling continues across its own border and into each of
// its variants; a clear pixel carries the mean colour of its texture, so that a filter finds no dark fringe.
package textures

import "image/color"

// Size is the width and height of a texture in pixels.
const Size = 16

// LayersMax is how many layers the array texture may have: a quad of the mesh has 11 bits to name one.
const LayersMax = 2048

// Pixels is one painted tile, row by row from the top left, colours not multiplied by alpha.
type Pixels [Size * Size]color.NRGBA

// Tinting says which pixels are to be multiplied by the tint of the block (grass, leaves, water).
type Tinting uint8

// The ways of tinting. TintMasked is only ever used by textures that are otherwise opaque: alpha 255 means that the
// tint applies, MaskPlain that it does not; in shader terms mix(vec3(1), tint, clamp(2*a-1, 0, 1)). Since the alpha
// of an opaque texture without tint is 255 and its tint is white, the opaque pass may always compute that.
const (
	TintNone Tinting = iota
	TintWhole
	TintMasked
)

// MaskPlain is the alpha of a pixel of a masked texture that takes no tint. It passes an alpha test at one half.
const MaskPlain = 128

// Texture is a painted name.
type Texture struct {
	Name        string
	Variants    int      // 1 or 4; a block chooses one by its position
	Frames      int      // 1, or the length of the loop of an animated one
	Layers      []Pixels // Variants times Frames of them: all frames of the first variant, then of the next
	Tinting     Tinting
	Tiles       bool // continues across its own border
	Cutout      bool // some pixels are see-through; alpha is 0 or 255
	Translucent bool // to be blended; alpha may be anything
	Dense       bool // see-through only from near: leaves, behind whose holes are more leaves
}

// row is an entry of the table: how a name is painted.
type row struct {
	name     string
	paint    func(*canvas, brush)
	variants int // 0 for 1
	frames   int // 0 for 1
	alpha    uint8
	tinting  Tinting
	loose    bool // does not tile
	cutout   bool
	dense    bool
}

// Names returns all names in the order of their layers.
func Names() []string {
	rows := table()
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.name
	}
	return out
}

// Find paints a texture; false for a name that has no painter.
func Find(name string) (Texture, bool) {
	for _, r := range table() {
		if r.name == name {
			return r.texture(), true
		}
	}
	return Texture{}, false
}

// All paints all textures in the order of Names.
func All() []Texture {
	rows := table()
	out := make([]Texture, len(rows))
	for i, r := range rows {
		out[i] = r.texture()
	}
	return out
}

// Place tells where the layers of a texture lie in the array.
type Place struct {
	First            int // the layer of the first frame of the first variant
	Variants, Frames int // variant v shows frame f in layer First + v*Frames + f
}

// Layers lays the layers of all textures one behind the other, as the array texture holds them, and returns the place
// of each name. They are at most LayersMax; a test says so.
func Layers(all []Texture) ([]Pixels, map[string]Place) {
	var out []Pixels
	index := make(map[string]Place, len(all))
	for _, t := range all {
		index[t.Name] = Place{len(out), t.Variants, t.Frames}
		out = append(out, t.Layers...)
	}
	return out, index
}

// texture paints all layers of a row.
func (r row) texture() Texture {
	t := Texture{
		Name: r.name, Variants: max(r.variants, 1), Frames: max(r.frames, 1), Tinting: r.tinting,
		Tiles: !r.loose, Cutout: r.cutout, Translucent: r.alpha != 0, Dense: r.dense,
	}
	for v := range t.Variants {
		for f := range t.Frames {
			var c canvas
			r.paint(&c, brush{seedOf(r.name), v, f})
			t.Layers = append(t.Layers, r.pixels(&c))
		}
	}
	return t
}

// pixels turns inks into colours with the alpha of the row.
func (r row) pixels(c *canvas) (out Pixels) {
	mean := meanOf(c)
	for i, k := range c {
		out[i] = k.rgb()
		switch {
		case k == 0:
			out[i] = mean
		case r.alpha != 0:
			out[i].A = r.alpha
		case r.tinting == TintMasked && !k.tinted():
			out[i].A = MaskPlain
		}
	}
	return out
}

// tinted tells whether an ink is of the ramps that a tint multiplies.
func (i ink) tinted() bool {
	if i == 0 {
		return false
	}
	r, _ := i.ramp()
	return r == rTurf || r == rLeaf || r == rBirchLeaf || r == rPineLeaf || r == rWater
}

// meanOf returns the mean colour of the inks of a tile, without alpha.
func meanOf(c *canvas) color.NRGBA {
	var r, g, b, n int
	for _, k := range c {
		if k != 0 {
			p := k.rgb()
			r, g, b, n = r+int(p.R), g+int(p.G), b+int(p.B), n+1
		}
	}
	n = max(n, 1)
	return color.NRGBA{R: uint8(r / n), G: uint8(g / n), B: uint8(b / n)}
}
