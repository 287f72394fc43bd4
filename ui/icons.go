package ui

import (
	"image"
	"image/color"

	"voxtide/render"
	"voxtide/textures"
	"voxtide/world"
)

// icons are the pictures of blocks for slots, painted when they are first seen.
type icons struct {
	made map[iconKey]render.Image
	full bool // the canvas takes no more
}

// iconKey names an icon at a size in pixels.
type iconKey struct {
	block uint16
	size  int
}

// tints are the colours of tints on icons: those of a mild meadow.
var tints = [world.TintCount]color.NRGBA{
	world.TintNone:   {R: 255, G: 255, B: 255, A: 255},
	world.TintGrass:  {R: 134, G: 190, B: 90, A: 255},
	world.TintLeaves: {R: 106, G: 168, B: 72, A: 255},
	world.TintWater:  {R: 84, G: 142, B: 232, A: 255},
}

// icon draws a block in a square. A size that is a whole multiple of the painted icon shows its pixels as they are; for
// others the icon is painted anew, because stretching would make some of its pixels wider than others.
func (u *UI) icon(x, y, size int, block uint16) {
	if !u.kit.drawing || block == 0 || int(block) >= world.BlockCount {
		return
	}
	key := iconKey{block, textures.IconSize}
	if size%textures.IconSize != 0 {
		key.size = size
	}
	m, ok := u.icons.made[key]
	if !ok && !u.icons.full {
		var err error
		if m, err = u.kit.c.AddImage(resized(painted(block), key.size)); err != nil {
			u.icons.full = true
		} else {
			u.icons.made[key], ok = m, true
		}
	}
	if !ok {
		m, ok = u.icons.made[iconKey{block, textures.IconSize}]
	}
	if ok {
		u.kit.c.Picture(x, y, size, size, m, colourWhite)
	}
}

// painted returns the icon of a block.
func painted(block uint16) *image.NRGBA {
	info := &world.Blocks[block]
	var boxes []textures.Box
	for _, b := range info.Shape.Boxes() {
		boxes = append(boxes, textures.Box{Lo: b.Lo, Hi: b.Hi})
	}
	if info.Liquid {
		boxes = append(boxes, textures.Box{Hi: [3]int8{textures.Size, textures.Size, textures.Size}})
	}
	return textures.Icon(info.Faces, boxes, tints[min(info.Tint, world.TintCount-1)])
}

// resized returns a picture at another size: each pixel is the mean of what it covers.
func resized(p *image.NRGBA, size int) *image.NRGBA {
	from := p.Rect.Dx()
	if from == size {
		return p
	}
	out := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			out.SetNRGBA(x, y, mean(p, x*from, y*from, from, size))
		}
	}
	return out
}

// mean returns the mean colour of a square of a picture, in parts of a pixel: n parts a pixel, side parts wide.
func mean(p *image.NRGBA, x, y, side, n int) color.NRGBA {
	var sum [4]int
	for py := y / n; py*n < y+side; py++ {
		for px := x / n; px*n < x+side; px++ {
			wide := min(px*n+n, x+side) - max(px*n, x)
			high := min(py*n+n, y+side) - max(py*n, y)
			c := p.NRGBAAt(px, py)
			a := wide * high * int(c.A)
			sum[0] += int(c.R) * a
			sum[1] += int(c.G) * a
			sum[2] += int(c.B) * a
			sum[3] += a
		}
	}
	if sum[3] == 0 {
		return color.NRGBA{}
	}
	part := func(i int) uint8 { return uint8((sum[i] + sum[3]/2) / sum[3]) }
	return color.NRGBA{R: part(0), G: part(1), B: part(2), A: uint8((sum[3] + side*side/2) / (side * side))}
}
