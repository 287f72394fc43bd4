package client

import (
	"voxtide/mesh"
	"voxtide/protocol"
	"voxtide/world"
	"voxtide/worldgen"
)

// Tints are the colours that textures of grass, leaves and water are multiplied by: 255 of them, numbered from 1. A column's
// is blended from the biomes around it and then taken from the table, so that merged sides rarely differ.

// rgb is a colour.
type rgb [3]uint8

// steps is how far the tables blend each two climates.
const steps = 3

// palette is the table of tints, and for each tint which numbers are its own.
type palette struct {
	colours []rgb // by number; 0 is none
	from    [world.TintCount]int
	to      [world.TintCount]int
}

// newPalette makes the table: for each tint the colours of all climates, then blends of each two, those first that are
// furthest from what the table has.
func newPalette() *palette {
	p := &palette{colours: []rgb{{255, 255, 255}}}
	all := worldgen.AllColours[:]
	share := (256 - 1) / (int(world.TintCount) - 1)
	for t := world.TintNone + 1; t < world.TintCount; t++ {
		p.from[t] = len(p.colours)
		var blends []rgb
		for i, a := range all {
			p.colours = append(p.colours, a[t])
			for _, b := range all[:i] {
				for k := 1; k <= steps; k++ {
					blends = append(blends, mix(a[t], b[t], k, steps+1))
				}
			}
		}
		for len(p.colours)-p.from[t] < share && len(blends) > 0 {
			best, far := 0, -1
			for i, c := range blends {
				if d := p.distance(c, p.nearest(t, c)); d > far {
					best, far = i, d
				}
			}
			p.colours = append(p.colours, blends[best])
			p.to[t] = len(p.colours)
			blends = append(blends[:best], blends[best+1:]...)
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

func (p *palette) distance(c rgb, n int) (d int) {
	for i, x := range p.colours[n] {
		by := int(c[i]) - int(x)
		d += by * by
	}
	return d
}

// nearest returns the number of the tint's colour that is nearest to one.
func (p *palette) nearest(t world.Tint, c rgb) int {
	end := max(p.to[t], p.from[t]+1)
	if p.to[t] == 0 {
		end = len(p.colours)
	}
	best := p.from[t]
	for n := best; n < end; n++ {
		if p.distance(c, n) < p.distance(c, best) {
			best = n
		}
	}
	return best
}

// TintColours returns the colours of all tints, by number; the first is white, for none.
func TintColours() [][3]uint8 {
	var out [][3]uint8
	for _, c := range newPalette().colours {
		out = append(out, c)
	}
	return out
}

// blend fills the tints of a section's columns from the biomes of the 3x3 columns of sections around, by (dx+1)+3*(dz+1);
// nil ones are as the middle.
func (p *palette) blend(dst *mesh.Tints, around *[9]*protocol.Biomes) {
	const cells = 12 // of 4 blocks: the section's 4 and those beside it on each side
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
			c := smooth(&grid, t, i%16, i/16)
			if c != last || number < 0 {
				last, number = c, p.nearest(t, c)
			}
			dst[t][i] = uint8(number)
		}
	}
}

// smooth returns the tint at a column: bilinear between the middles of the cells around it.
func smooth(grid *[144]uint8, t world.Tint, x, z int) (out rgb) {
	// In eighths of a cell, from the middle of the first one.
	gx, gz := (x+16)*2+1-4, (z+16)*2+1-4
	cx, cz, fx, fz := gx/8, gz/8, gx%8, gz%8
	var sum [3]int
	for k, w := range [4]int{(8 - fx) * (8 - fz), fx * (8 - fz), (8 - fx) * fz, fx * fz} {
		c := worldgen.Biome(grid[cx+k%2+(cz+k/2)*12]).Colours()[t]
		for i := range sum {
			sum[i] += w * int(c[i])
		}
	}
	for i := range out {
		out[i] = uint8(sum[i] / 64)
	}
	return out
}

// PlainTint returns the number of a tint where there is no land to take it from: in the hand, as an item, as an icon.
func PlainTint(t world.Tint) uint8 {
	if t == world.TintNone {
		return 0
	}
	return uint8(newPalette().from[t])
}
