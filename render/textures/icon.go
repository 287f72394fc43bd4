package textures

import (
	"image"
	"image/color"
)

// IconSize is the width and height of an icon in pixels.
const IconSize = 32

// Box is a part of a block's shape, in sixteenths of the block from its low corner; x is east, y up, z south.
type Box struct{ Lo, Hi [3]int8 }

// WholeBlock are the boxes of a full block.
var WholeBlock = []Box{{Hi: [3]int8{Size, Size, Size}}}

// The light on the faces that an icon shows, of 255.
const (
	lightTop   = 255
	lightSouth = 214
	lightEast  = 168
)

// Face numbers, as package world orders them: down, up, north, south, west, east.
const (
	iconFaceUp    = 1
	iconFaceSouth = 3
	iconFaceEast  = 5
)

// Solid is a box with the texture of each of its faces.
type Solid struct {
	Box
	Faces [6]string
}

// Icon draws a block as the hotbar shows it: its boxes from the south-east and above, faces in the order down, up,
// north, south, west, east; without boxes, the texture of its south face flat, at twice its size. Textures that take
// a tint are multiplied by tint. A name without a painter leaves its faces clear.
func Icon(faces [6]string, boxes []Box, tint color.NRGBA) *image.NRGBA {
	if len(boxes) == 0 {
		return FlatIcon(faces[iconFaceSouth], tint)
	}
	solids := make([]Solid, len(boxes))
	for i, b := range boxes {
		solids[i] = Solid{b, faces}
	}
	return SolidIcon(solids, tint)
}

// Source finds a texture by its name, as Find does; false for one that is not there.
type Source func(name string) (Texture, bool)

// FlatIcon draws a texture at twice its size.
func FlatIcon(name string, tint color.NRGBA) *image.NRGBA { return Source(Find).FlatIcon(name, tint) }

// FlatIcon draws a texture at twice its size.
func (from Source) FlatIcon(name string, tint color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, IconSize, IconSize))
	t, _ := from(name)
	for y := range IconSize {
		for x := range IconSize {
			img.SetNRGBA(x, y, t.texel(x/2, y/2, tint))
		}
	}
	return img
}

// SolidIcon draws boxes from the south-east and above.
func SolidIcon(solids []Solid, tint color.NRGBA) *image.NRGBA {
	return Source(Find).SolidIcon(solids, tint)
}

// SolidIcon draws boxes from the south-east and above.
func (from Source) SolidIcon(solids []Solid, tint color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, IconSize, IconSize))
	seen := map[string]Texture{}
	for _, s := range solids {
		for _, f := range [...]int{iconFaceUp, iconFaceSouth, iconFaceEast} {
			if _, known := seen[s.Faces[f]]; !known {
				seen[s.Faces[f]], _ = from(s.Faces[f])
			}
		}
	}
	list := make([]iconSolid, len(solids))
	for i, s := range solids {
		list[i] = iconSolid{s.Box, [6]Texture{
			iconFaceUp: seen[s.Faces[iconFaceUp]], iconFaceSouth: seen[s.Faces[iconFaceSouth]], iconFaceEast: seen[s.Faces[iconFaceEast]],
		}}
	}
	for y := range IconSize {
		for x := range IconSize {
			img.SetNRGBA(x, y, iconPixel(x, y, list, tint))
		}
	}
	return img
}

// iconSolid is a box with the textures of the faces that are seen.
type iconSolid struct {
	Box
	faces [6]Texture
}

// texel returns a pixel of the first layer with its tint; clear for a texture that was not found.
func (t Texture) texel(u, v int, tint color.NRGBA) color.NRGBA {
	if len(t.Layers) == 0 {
		return color.NRGBA{}
	}
	return t.Tint(t.Layers[0][v&(Size-1)*Size+u&(Size-1)], tint)
}

// iconPixel returns the colour of a pixel of an icon: of the nearest face that is not clear there. A point of the block is on
// the screen at 16 + x - z across and 16 + (x + z)/2 - y down; all lengths are in quarters of a sixteenth.
func iconPixel(px, py int, solids []iconSolid, tint color.NRGBA) color.NRGBA {
	const q = 4
	across, down := (2*px+1-IconSize)*q/2, (2*py+1-IconSize)*q/2
	best, colour := -1, color.NRGBA{}
	try := func(b *iconSolid, x, y, z, face, u, v, light int) {
		in := func(n int, axis int) bool { return n >= int(b.Lo[axis])*q && n <= int(b.Hi[axis])*q }
		if x+y+z <= best || !in(x, 0) || !in(y, 1) || !in(z, 2) {
			return
		}
		p := b.faces[face].texel(clampToTile(u), clampToTile(v), tint)
		if p.A == 0 {
			return
		}
		dim := func(c uint8) uint8 { return uint8(int(c) * light / 255) }
		best, colour = x+y+z, color.NRGBA{R: dim(p.R), G: dim(p.G), B: dim(p.B), A: p.A}
	}
	for i := range solids {
		b := &solids[i]
		top, south, east := int(b.Hi[1])*q, int(b.Hi[2])*q, int(b.Hi[0])*q
		sum := 2 * (down + top) // x + z where the ray meets the upper face
		x, z := (sum+across)/2, (sum-across)/2
		try(b, x, top, z, iconFaceUp, x, z, lightTop)
		x = south + across
		y := (x+south)/2 - down
		try(b, x, y, south, iconFaceSouth, x, Size*q-1-y, lightSouth)
		z = east - across
		y = (east+z)/2 - down
		try(b, east, y, z, iconFaceEast, Size*q-1-z, Size*q-1-y, lightEast)
	}
	return colour
}

// clampToTile turns quarters of a pixel into a pixel of the tile.
func clampToTile(n int) int { return min(max(n/4, 0), Size-1) }
