package textures

import (
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// sheetTints are the tints of the sheet, by texture.
var sheetTints = map[string]color.NRGBA{
	"grass_top": {R: 0x92, G: 0xcb, B: 0x5c, A: 255}, "grass_side": {R: 0x92, G: 0xcb, B: 0x5c, A: 255},
	"tall_grass": {R: 0x92, G: 0xcb, B: 0x5c, A: 255}, "fern": {R: 0x92, G: 0xcb, B: 0x5c, A: 255},
	"leaves": {R: 0x7c, G: 0xb8, B: 0x4a, A: 255}, "birch_leaves": {R: 0x9a, G: 0xc2, B: 0x56, A: 255},
	"pine_leaves": {R: 0x78, G: 0xa8, B: 0x68, A: 255}, "willow_leaves": {R: 0x7c, G: 0xb8, B: 0x4a, A: 255},
	"acacia_leaves": {R: 0x7c, G: 0xb8, B: 0x4a, A: 255}, "kapok_leaves": {R: 0x7c, G: 0xb8, B: 0x4a, A: 255},
	"vine": {R: 0x7c, G: 0xb8, B: 0x4a, A: 255}, "water": {R: 0x4a, G: 0x86, B: 0xe8, A: 255},
}

// sheetBackground is the colour behind the textures of a sheet.
var sheetBackground = color.NRGBA{R: 0x8f, G: 0xb4, B: 0xdc, A: 255}

// Sheet draws all textures in table order for people to look at: columns of them (at least 1), each pixel scale by
// scale (at least 1), two by two tiles of different variants where they tile, one tile otherwise, with names under
// them. A texture that takes a tint is shown with a typical tint.
func Sheet(columns, scale int) *image.NRGBA {
	columns, scale = max(columns, 1), max(scale, 1)
	const gap, label = 6, 14
	side := 2 * Size * scale
	all := All()
	rows := (len(all) + columns - 1) / columns
	img := image.NewNRGBA(image.Rect(0, 0, columns*(side+gap)+gap, rows*(side+gap+label)+gap))
	for i := range img.Pix {
		img.Pix[i] = [4]uint8{sheetBackground.R, sheetBackground.G, sheetBackground.B, 255}[i&3]
	}
	for i, t := range all {
		x0, y0 := gap+i%columns*(side+gap), gap+i/columns*(side+gap+label)
		for y := range side {
			for x := range side {
				s := scale
				if !t.Tiles {
					s *= 2
				}
				u, v := x/s, y/s
				layer := t.Layers[(u/Size+2*(v/Size))%t.Variants*t.Frames]
				p := layer[v%Size*Size+u%Size]
				img.SetNRGBA(x0+x, y0+y, over(t.Tint(p, sheetTints[t.Name]), sheetBackground))
			}
		}
		d := font.Drawer{Dst: img, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(x0, y0+side+11)}
		d.DrawString(t.Name)
	}
	return img
}

// Tint returns a pixel of the texture multiplied by a tint where its tinting applies, with the alpha to be shown.
func (t Texture) Tint(p, tint color.NRGBA) color.NRGBA {
	masked := t.Tinting == TintMasked && p.A < 255
	if t.Tinting == TintMasked {
		p.A = 255
	}
	if t.Tinting == TintNone || masked {
		return p
	}
	mul := func(a, b uint8) uint8 { return uint8((int(a)*int(b) + 127) / 255) }
	return color.NRGBA{R: mul(p.R, tint.R), G: mul(p.G, tint.G), B: mul(p.B, tint.B), A: p.A}
}

// over returns a pixel blended over an opaque one.
func over(p, back color.NRGBA) color.NRGBA {
	blend := func(a, b uint8) uint8 { return uint8((int(a)*int(p.A) + int(b)*(255-int(p.A)) + 127) / 255) }
	return color.NRGBA{R: blend(p.R, back.R), G: blend(p.G, back.G), B: blend(p.B, back.B), A: 255}
}
