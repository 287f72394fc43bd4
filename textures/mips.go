package textures

import (
	"image/color"
	"slices"
)

// Light is added in 16 bits of linear light. lightOf is the sRGB curve as a cubic that fits it to half a percent,
// in whole numbers, so that every machine gives the same bits.
var lightOf = func() (t [256]int) {
	for i := range t {
		x := int64(i)
		// x*(x*(x*0.305306011 + 0.682171111) + 0.012522878) for x from 0 to 1, times 65535
		p := x*305306011/255 + 682171111
		p = x*p/255 + 12522878
		t[i] = int(x * p / 255 * 65535 / 1000000000)
	}
	return t
}()

// coverAlpha is the least alpha that passes the alpha test.
const coverAlpha = 128

// Mips returns the levels of a tile after level 0, down to one pixel: each is half as wide as the last. level0 has
// size*size colours, size a power of two. Colours are averaged in linear light, weighed by alpha if anything is
// see-through. With cutout, alpha is 0 or 255 on each level, and as large a part is covered as on level 0. It panics if the sizes do not fit.
func Mips(level0 []color.NRGBA, size int, cutout bool) [][]color.NRGBA {
	if size < 1 || size&(size-1) != 0 || len(level0) != size*size {
		panic("textures: a tile whose size is no power of two")
	}
	clear := cover(level0, coverAlpha) < len(level0)
	var out [][]color.NRGBA
	for last := level0; size > 1; size /= 2 {
		last = halve(last, size, clear)
		out = append(out, last)
	}
	if cutout {
		for _, level := range out {
			keepCover(level, cover(level0, coverAlpha), len(level0))
			keepLight(level, meanLight(level0))
		}
	}
	return out
}

// closeFrom is the first level without holes: there they are a quarter of a pixel of the picture.
const closeFrom = 2

// Close fills the holes of the levels of a tile after level 0, as Mips returns them, from closeFrom on: holes so small that
// they come and go as the eye moves. What is seen through them instead lies in the shade.
func Close(levels [][]color.NRGBA) {
	for i, level := range levels {
		for k, p := range level {
			if i+1 >= closeFrom && p.A < coverAlpha {
				level[k] = color.NRGBA{R: shaded(p.R), G: shaded(p.G), B: shaded(p.B), A: 255}
			}
		}
	}
}

// shaded returns a colour's channel with five eighths of its light.
func shaded(c uint8) uint8 { return curve(lightOf[c] * 5 / 8) }

// halve averages squares of two by two.
func halve(in []color.NRGBA, size int, weigh bool) []color.NRGBA {
	half := size / 2
	out := make([]color.NRGBA, half*half)
	for i := range out {
		at := i/half*2*size + i%half*2
		var r, g, b, a, sum int
		for _, k := range [4]int{at, at + 1, at + size, at + size + 1} {
			p := in[k]
			w := 255
			if weigh {
				w = int(p.A)*16 + 1 // clear pixels carry the mean colour: it counts where nothing else is there
			}
			r, g, b = r+lightOf[p.R]*w, g+lightOf[p.G]*w, b+lightOf[p.B]*w
			a, sum = a+int(p.A), sum+w
		}
		out[i] = color.NRGBA{R: curve(r / sum), G: curve(g / sum), B: curve(b / sum), A: uint8((a + 2) / 4)}
	}
	return out
}

// curve returns the sRGB byte whose light is nearest.
func curve(light int) uint8 {
	lo, hi := 0, 255
	for lo < hi {
		if mid := (lo + hi) / 2; lightOf[mid] < light {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo > 0 && light-lightOf[lo-1] < lightOf[lo]-light {
		lo--
	}
	return uint8(lo)
}

// cover counts the pixels whose alpha is at least so much.
func cover(level []color.NRGBA, alpha int) (n int) {
	for _, p := range level {
		if int(p.A) >= alpha {
			n++
		}
	}
	return n
}

// keepCover makes alpha 255 where most of what lies beneath is covered and 0 elsewhere, so that part of whole is
// covered, as in level 0. Of equals the lighter ones stay: of a frame the lit sides, of leaves those in the sun.
func keepCover(level []color.NRGBA, part, whole int) {
	order := make([]int, len(level))
	for i := range order {
		order[i] = i
	}
	weight := func(p color.NRGBA) int { return int(p.A)<<20 + lightOf[p.R]*3 + lightOf[p.G]*6 + lightOf[p.B] }
	slices.SortStableFunc(order, func(i, k int) int { return weight(level[k]) - weight(level[i]) })
	keep := (2*part*len(level) + whole) / (2 * whole)
	for rank, i := range order {
		level[i].A = 0
		if rank < keep {
			level[i].A = 255
		}
	}
}

// meanLight returns the mean light of what is covered, by channel.
func meanLight(level []color.NRGBA) (rgb [3]int) {
	n := 0
	for _, p := range level {
		if int(p.A) >= coverAlpha {
			rgb[0], rgb[1], rgb[2], n = rgb[0]+lightOf[p.R], rgb[1]+lightOf[p.G], rgb[2]+lightOf[p.B], n+1
		}
	}
	for i := range rgb {
		rgb[i] /= max(n, 1)
	}
	return rgb
}

// keepLight gives what is still covered the mean light of level 0, which choosing the lighter ones has raised.
func keepLight(level []color.NRGBA, want [3]int) {
	if cover(level, coverAlpha) == 0 { // nothing is seen of it from so far
		return
	}
	got := meanLight(level)
	turn := func(c uint8, i int) uint8 {
		return curve(int(min(int64(lightOf[c])*int64(want[i])/int64(max(got[i], 1)), 65535)))
	}
	for i, p := range level {
		level[i] = color.NRGBA{R: turn(p.R, 0), G: turn(p.G, 1), B: turn(p.B, 2), A: p.A}
	}
}
