package terrain

import (
	"slices"

	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// Textures of grass, leaves and water are multiplied by a tint: one of 255 colours, numbered from 1. A column's tint is
// blended from the biomes around it and rounded to a colour of the table, so that faces that could be merged rarely differ.

// rgb is a colour, 0 to 255 each.
type rgb [3]uint8

// blendSteps is how many blends of each two climates the table may hold.
const blendSteps = 3

// tintPalette is the table of colours, and for each tint the range of its numbers.
type tintPalette struct {
	colours []rgb // by number; 0 is none
	from    [world.TintCount]int
	to      [world.TintCount]int
}

// newTintPalette makes the table: for each tint the colours of all climates, then blends of each two climates, first the
// blends that differ most from the colours in the table.
func newTintPalette() *tintPalette {
	p := &tintPalette{colours: []rgb{{255, 255, 255}}}
	all := landscape.AllColours[:]
	share := (256 - 1) / (int(world.TintCount) - 1)
	for t := world.TintNone + 1; t < world.TintCount; t++ {
		p.from[t] = len(p.colours)
		var blends []rgb
		for i, a := range all {
			p.colours = append(p.colours, a[t])
			for _, b := range all[:i] {
				for k := 1; k <= blendSteps; k++ {
					blends = append(blends, mix(a[t], b[t], k, blendSteps+1))
				}
			}
		}
		p.to[t] = len(p.colours)
		away := make([]int, len(blends)) // from the nearest colour of the table
		for i, c := range blends {
			away[i] = p.distance(c, p.nearest(t, c))
		}
		for len(p.colours)-p.from[t] < share && len(blends) > 0 {
			best := 0
			for i, d := range away {
				if d > away[best] {
					best = i
				}
			}
			p.colours = append(p.colours, blends[best])
			blends, away = slices.Delete(blends, best, best+1), slices.Delete(away, best, best+1)
			for i, c := range blends {
				away[i] = min(away[i], p.distance(c, len(p.colours)-1))
			}
		}
		p.to[t] = len(p.colours)
	}
	return p
}

func mix(a, b rgb, k, n int) (c rgb) {
	for i := range c {
		c[i] = uint8((int(a[i])*(n-k) + int(b[i])*k) / n)
	}
	return c
}

func (p *tintPalette) distance(c rgb, n int) (d int) {
	for i, x := range p.colours[n] {
		by := int(c[i]) - int(x)
		d += by * by
	}
	return d
}

// nearest returns the number of the tint's colour that is nearest to c.
func (p *tintPalette) nearest(t world.Tint, c rgb) int {
	best := p.from[t]
	for n := best; n < p.to[t]; n++ {
		if p.distance(c, n) < p.distance(c, best) {
			best = n
		}
	}
	return best
}

// TintColours returns the colours of all tints by number. The first is white, for no tint.
func TintColours() [][3]uint8 {
	var out [][3]uint8
	for _, c := range newTintPalette().colours {
		out = append(out, c)
	}
	return out
}

// blend computes the tints of a section's block columns from the biomes of the 3x3 section columns around it, at index
// (dx+1)+3*(dz+1). A nil one counts as the middle one.
func (p *tintPalette) blend(dst *mesh.Tints, around *[9]*protocol.Biomes) {
	const cells = 12 // of 4 blocks: 4 of the section and 4 of the neighbour on each side
	var grid [cells * cells]uint8
	for z := range cells {
		for x := range cells {
			b := around[x/4+z/4*3]
			cx, cz := x%4, z%4
			if b == nil {
				b, cx, cz = around[4], max(0, min(x-4, 3)), max(0, min(z-4, 3))
			}
			grid[x+z*cells] = b[cx+4*cz]
		}
	}
	same := true
	for z := 3; z <= 8; z++ {
		for x := 3; x <= 8; x++ {
			same = same && grid[x+z*cells] == grid[4+4*cells]
		}
	}
	for t := world.TintNone + 1; t < world.TintCount; t++ {
		last, number := rgb{}, -1
		for i := range dst[t] {
			if same && number >= 0 {
				dst[t][i] = uint8(number)
				continue
			}
			c := bilinear(&grid, t, i%16, i/16)
			if c != last || number < 0 {
				last, number = c, p.nearest(t, c)
			}
			dst[t][i] = uint8(number)
		}
	}
}

// bilinear returns the colour of a tint at a block column, interpolated between the middles of the cells around it.
func bilinear(grid *[144]uint8, t world.Tint, x, z int) (out rgb) {
	// In eighths of a cell, from the middle of the first one.
	gx, gz := (x+16)*2+1-4, (z+16)*2+1-4
	cx, cz, fx, fz := gx/8, gz/8, gx%8, gz%8
	var sum [3]int
	for k, w := range [4]int{(8 - fx) * (8 - fz), fx * (8 - fz), (8 - fx) * fz, fx * fz} {
		c := landscape.Biome(grid[cx+k%2+(cz+k/2)*12]).Colours()[t]
		for i := range sum {
			sum[i] += w * int(c[i])
		}
	}
	for i := range out {
		out[i] = uint8(sum[i] / 64)
	}
	return out
}

// DefaultTint returns the number of a tint for a block outside the terrain: in the hand, as an item, as an icon.
func DefaultTint(t world.Tint) uint8 {
	if t == world.TintNone {
		return 0
	}
	return uint8(newTintPalette().from[t])
}
