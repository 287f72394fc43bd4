package far

import (
	"sync"

	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// rgb is a colour, 0 to 1 each.
type rgb [3]float32

// of returns what a tint leaves of a colour.
func (c rgb) of(d rgb) rgb { return rgb{c[0] * d[0], c[1] * d[1], c[2] * d[2]} }

// tops holds the mean colour of each block from above, before tinting.
var tops = sync.OnceValue(func() (out [world.BlockCount]rgb) {
	for b := range out {
		t, ok := textures.Find(world.Blocks[b].Faces[world.Up])
		if !ok {
			continue
		}
		for i, v := range t.Mean() {
			out[b][i] = float32(v) / 255
		}
	}
	return out
})

// throughIce is how much of the colour of deep water is seen through ice.
const throughIce = 0.22

// colourOf returns the colour of a block from above in a biome.
func colourOf(b world.Block, biome uint8) rgb {
	if int(b) >= world.BlockCount {
		return rgb{0.5, 0.5, 0.5}
	}
	c := tops()[b]
	if t := world.Blocks[b].Tint; t != world.TintNone {
		for i, v := range landscape.Biome(biome).Colours()[t] {
			c[i] *= float32(v) / 255
		}
	}
	if b == world.Ice { // deep water shines through
		for i, v := range colourOf(world.Water, biome) {
			c[i] += (v - c[i]) * throughIce
		}
	}
	return c
}

// packed returns a colour as the word of a vertex.
func packed(c rgb, shade float32) (w uint32) {
	for i, v := range c {
		w |= uint32(min(max(v, 0), 1)*255+0.5) << (8 * i)
	}
	return w | uint32(shade*255)<<24
}

// paint makes the texture: the colour of each cell, darker where the land falls away from the light, which comes from the north-east.
func (b *meshBuilder) paint() {
	const cells = protocol.FarCells
	pixels := make([]uint8, cells*cells*4)
	colours := make([]rgb, len(b.t.Covers))
	leaves := make([]bool, len(b.t.Covers))
	for i, c := range b.t.Covers {
		colours[i] = colourOf(c.Block, c.Biome)
		leaves[i] = int(c.Block) < world.BlockCount && world.Blocks[c.Block].Tint == world.TintLeaves
	}
	wide := float32(b.t.Place.Cell())
	for i := range cells * cells {
		n := b.t.Cells[i]
		k := i%cells + i/cells*side
		h := &b.heights
		shade := float32(1)
		kind := uint8(scene.FarLand)
		if b.t.Covers[n].Block == world.Water {
			kind = scene.FarWater
		} else {
			slope := (h[k+1] - h[k+side]) / wide // up to the north-east
			if leaves[n] {
				slope /= 1 + slope*slope // the edge of a wood is no slope: it would have stripes
				shade = crown(b.t.Place.X*cells+int32(i%cells), b.t.Place.Z*cells+int32(i/cells))
			}
			shade *= 1 - slope/(1+max(slope, -slope))*0.32 // steep slopes, too, keep their relief
		}
		for j, v := range colours[n] {
			pixels[i*4+j] = uint8(min(max(v*shade, 0), 1)*255 + 0.5)
		}
		pixels[i*4+3] = kind
	}
	b.out.Pixels = pixels
}

// The crowns of a wood: some stand in the light, and between them is shade.
const crownLeast, crownMost = 0.72, 1.14

// crown returns how bright the crown in a cell is, by chance.
func crown(x, z int32) float32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(z)*0x85EBCA77
	h = (h ^ h>>15) * 0x2C1B3C6D
	return crownLeast + float32(h>>24)/255*(crownMost-crownLeast)
}

// paintSea begins the water of another tile.
func (b *meshBuilder) paintSea() {
	s := &b.sea
	s.colours = s.colours[:0]
	clear(s.corners[:])
	for _, c := range b.t.Covers {
		colour := uint32(0)
		if b.detail == Plain && c.Block == world.Water {
			colour = packed(colourOf(c.Block, c.Biome), 1)
		}
		s.colours = append(s.colours, colour)
	}
}
