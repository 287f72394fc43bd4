package ui

import (
	"image"
	"image/color"
	"strconv"

	"voxtide/render/draw2d"
	"voxtide/render/mesh"
	"voxtide/render/textures"
	"voxtide/world"
)

// icons are the images of items in slots, painted when an item is first shown.
type icons struct {
	images map[iconKey]draw2d.Image
	from   textures.Source // nil: the game's own
	full   bool            // the canvas takes no more images
}

// iconKey identifies an icon by its item and its size in pixels.
type iconKey struct {
	item uint16
	size int
}

// tints are the biome colours on icons: those of a temperate meadow.
var tints = [world.TintCount]color.NRGBA{
	world.TintNone:   {R: 255, G: 255, B: 255, A: 255},
	world.TintGrass:  {R: 134, G: 190, B: 90, A: 255},
	world.TintLeaves: {R: 106, G: 168, B: 72, A: 255},
	world.TintWater:  {R: 84, G: 142, B: 232, A: 255},
}

// draw draws an item in a square. At a whole multiple of the painted size the icon keeps its pixels; for other sizes it is
// painted again, because stretching would make some of its pixels wider than others.
func (c *icons) draw(k *widgets, x, y, size int, item uint16) {
	if !k.drawing || item == 0 || !world.Item(item).Known() {
		return
	}
	key := iconKey{item, textures.IconSize}
	if size%textures.IconSize != 0 {
		key.size = size
	}
	m, ok := c.images[key]
	if !ok && !c.full {
		var err error
		if m, err = k.canvas.AddImage(resize(c.paint(item), key.size)); err != nil {
			c.full = true
		} else {
			c.images[key], ok = m, true
		}
	}
	if !ok {
		m, ok = c.images[iconKey{item, textures.IconSize}]
	}
	if ok {
		k.canvas.Image(x, y, size, size, m, colourWhite)
	}
}

// paintIcon returns the icon of an item: the boxes of a block, or a sprite.
func paintIcon(item uint16) *image.NRGBA { return (&icons{}).paint(item) }

func (c *icons) paint(item uint16) *image.NRGBA {
	from := c.from
	if from == nil {
		from = textures.Find
	}
	b := world.Item(item).Block()
	if name := world.Item(item).Info().Texture; name != "" {
		return from.FlatIcon(name, tints[world.TintNone])
	}
	tint := tints[min(b.Info().Tint, world.TintCount-1)]
	if name := mesh.Sprite(b); name != "" {
		return from.FlatIcon(name, tint)
	}
	names := mesh.TextureNames(mesh.IconBlock(b))
	var solids []textures.Solid
	for _, part := range mesh.IconParts(b) {
		s := textures.Solid{Box: textures.Box{Lo: part.Box.Lo, Hi: part.Box.Hi}}
		for f, slot := range part.Slots {
			s.Faces[f] = names[slot]
		}
		solids = append(solids, s)
	}
	return from.SolidIcon(solids, tint)
}

// resize returns an image at another size: each pixel is the mean of the area that it covers.
func resize(p *image.NRGBA, size int) *image.NRGBA {
	from := p.Rect.Dx()
	if from == size {
		return p
	}
	out := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			out.SetNRGBA(x, y, meanColour(p, x*from, y*from, from, size))
		}
	}
	return out
}

// meanColour returns the mean colour of a square of an image. Lengths are in parts of a pixel: a pixel is n parts wide.
func meanColour(p *image.NRGBA, x, y, side, n int) color.NRGBA {
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

// Sizes of a slot, in pixels at a scale of one.
const (
	slotPad  = 5
	slotSide = textures.IconSize + 2*slotPad

	barMargin = 10 // of the hotbar, from the lower edge of the screen
)

// drawStack draws a stack in a slot, with its count if counts matter.
func (c *icons) drawStack(k *widgets, at rect, s Stack, counted bool) {
	if s.Count == 0 || !k.drawing {
		return
	}
	size := k.px(textures.IconSize)
	c.draw(k, at.x+(at.w-size)/2, at.y+(at.h-size)/2, size, s.Item)
	drawWear(k, at, s)
	if counted && s.Count > 1 {
		n := counts[min(s.Count, world.StackMax)]
		w := k.measure(draw2d.Medium, textSmall, n)
		k.canvas.ShadowedText(draw2d.Medium, at.x+at.w-w-k.px(4), at.y+at.h-k.px(textSmall)-k.px(1), k.px(textSmall), colourText, n)
	}
}

// counts are the counts of stacks as texts, so that a frame allocates none.
var counts = func() (t [world.StackMax + 1]string) {
	for i := range t {
		t[i] = strconv.Itoa(i)
	}
	return t
}()

// drawWear draws how much is left of a tool that was used, at the lower edge of its slot.
func drawWear(k *widgets, at rect, s Stack) {
	most := int(world.Item(s.Item).Info().WearMax)
	if s.Wear == 0 || most == 0 {
		return
	}
	bar := rect{at.x + k.px(6), at.y + at.h - k.px(6), at.w - k.px(12), max(2, k.px(3))}
	k.fill(bar, draw2d.Colour{A: 200})
	left := max(0, most-int(s.Wear))
	c := draw2d.Colour{R: uint8(min(255, 480-480*left/most)), G: uint8(min(220, 60+320*left/most)), B: 70, A: 255}
	bar.w = max(1, bar.w*left/most)
	k.fill(bar, c)
}

// SetTextures paints all icons again from other textures; nil: from the game's own. Their places on the canvas are used again.
func (u *UI) SetTextures(from textures.Source) {
	u.icons.from = from
	for key, place := range u.icons.images {
		u.widgets.canvas.UpdateImage(place, resize(u.icons.paint(key.item), key.size))
	}
}
