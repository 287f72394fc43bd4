// Package textures generates the textures of the game by name: 16 by 16 pixels for the faces of blocks, players, cracks, sun
// and moon, and 32 by 32 for icons.
//
// Job: it paints all textures at the start of the game, with a palette of its own and a row for each name in the table of
// painters. Owner: none; every function is pure, keeps nothing and may be called from any goroutine. Invariants: the same
// name gives the same bits on every machine (integers only); every visible pixel has a colour of Palette; a texture that
// tiles continues across its border and into each of its variants; a clear pixel has the mean colour of its texture, so that
// a filter finds no dark fringe.
package textures

import "image/color"

// Names returns all names in the order of their layers.
func Names() []string {
	rows := table()
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.name
	}
	return out
}

// Find paints the texture of a name. It returns false for a name without a painter.
func Find(name string) (Texture, bool) {
	r, known := rowsByName[name]
	if !known {
		return Texture{}, false
	}
	return r.texture(), true
}

// rowsByName is the table by name.
var rowsByName = func() map[string]row {
	out := map[string]row{}
	for _, r := range table() {
		out[r.name] = r
	}
	return out
}()

// All paints all textures in the order of Names.
func All() []Texture {
	rows := table()
	out := make([]Texture, len(rows))
	for i, r := range rows {
		out[i] = r.texture()
	}
	return out
}

// Mean returns the mean colour of a texture from red to blue, 0 to 255 each: of its first layer, without pixels that are hardly seen.
func (t *Texture) Mean() (mean [3]int32) {
	n := int32(0)
	for _, p := range t.Layers[0] {
		if p.A >= 128 || t.Translucent {
			for i, v := range [3]uint8{p.R, p.G, p.B} {
				mean[i] += int32(v)
			}
			n++
		}
	}
	for i := range mean {
		mean[i] /= max(n, 1)
	}
	return mean
}

// LayerRange is the range of the layers of a texture in the array.
type LayerRange struct {
	First            int // the layer of the first frame of the first variant
	Variants, Frames int // variant v shows frame f in layer First + v*Frames + f
}

// Layers returns the layers of all textures one behind the other, as the array texture holds them, and the range of each name.
// A test checks that there are at most LayersMax.
func Layers(all []Texture) ([]Pixels, map[string]LayerRange) {
	var out []Pixels
	index := make(map[string]LayerRange, len(all))
	for _, t := range all {
		index[t.Name] = LayerRange{len(out), t.Variants, t.Frames}
		out = append(out, t.Layers...)
	}
	return out, index
}

// texture paints all layers of a row.
func (r row) texture() Texture {
	t := Texture{
		Name: r.name, Variants: max(r.variants, 1), Frames: max(r.frames, 1), Tinting: r.tinting,
		Tiles: !r.untiled, Cutout: r.cutout, Translucent: r.alpha != 0, Dense: r.dense,
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

// tinted reports whether an ink belongs to a ramp that a tint multiplies.
func (i ink) tinted() bool {
	if i == 0 {
		return false
	}
	r, _ := i.ramp()
	switch r {
	case rTurf, rLeaf, rBirchLeaf, rPineLeaf, rWillowLeaf, rAcaciaLeaf, rKapokLeaf, rWater:
		return true
	}
	return false
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
