package textures

import (
	"image/color"
	"slices"
)

// linearLight returns the linear light of an sRGB byte in 16 bits. It is a cubic in integers that fits the sRGB curve to half
// a percent, so that every machine gives the same bits.
var linearLight = func() (t [256]int) {
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

// Mips returns the levels of a tile after level 0, down to one pixel: each level is half as wide as the last. level0 has
// size*size colours, size a power of two. Colours are averaged in linear light, weighted by alpha if a pixel is translucent.
// With cutout, alpha is 0 or 255 on each level, and the covered part is as large as on level 0. Mips panics if the sizes do
// not fit.
func Mips(level0 []color.NRGBA, size int, cutout bool) [][]color.NRGBA {
	if size < 1 || size&(size-1) != 0 || len(level0) != size*size {
		panic("textures: a tile whose size is no power of two")
	}
	clear := coveredPixels(level0, coverAlpha) < len(level0)
	var out [][]color.NRGBA
	for last := level0; size > 1; size /= 2 {
		last = halve(last, size, clear)
		out = append(out, last)
	}
	if cutout {
		for _, level := range out {
			keepCover(level, coveredPixels(level0, coverAlpha), len(level0))
			keepLight(level, meanLight(level0))
		}
	}
	return out
}

// closedLevelMin is the first level without holes: a hole there is a quarter of a pixel of the frame.
const closedLevelMin = 2

// CloseHoles fills the holes of the levels of a tile after level 0, as Mips returns them, from closedLevelMin on: such small
// holes flicker as the eye moves. It fills them with a darker colour, as of leaves in the shade.
func CloseHoles(levels [][]color.NRGBA) {
	for i, level := range levels {
		for k, p := range level {
			if i+1 >= closedLevelMin && p.A < coverAlpha {
				level[k] = color.NRGBA{R: shadedChannel(p.R), G: shadedChannel(p.G), B: shadedChannel(p.B), A: 255}
			}
		}
	}
}

// shadedChannel returns a colour's channel with five eighths of its light.
func shadedChannel(c uint8) uint8 { return srgbOf(linearLight[c] * 5 / 8) }

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
				w = int(p.A)*16 + 1 // a clear pixel has the mean colour: it counts where all four are clear
			}
			r, g, b = r+linearLight[p.R]*w, g+linearLight[p.G]*w, b+linearLight[p.B]*w
			a, sum = a+int(p.A), sum+w
		}
		out[i] = color.NRGBA{R: srgbOf(r / sum), G: srgbOf(g / sum), B: srgbOf(b / sum), A: uint8((a + 2) / 4)}
	}
	return out
}

// srgbOf returns the sRGB byte whose linear light is nearest.
func srgbOf(light int) uint8 {
	lo, hi := 0, 255
	for lo < hi {
		if mid := (lo + hi) / 2; linearLight[mid] < light {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo > 0 && light-linearLight[lo-1] < linearLight[lo]-light {
		lo--
	}
	return uint8(lo)
}

// coveredPixels returns the number of pixels whose alpha is at least a value.
func coveredPixels(level []color.NRGBA, alpha int) (n int) {
	for _, p := range level {
		if int(p.A) >= alpha {
			n++
		}
	}
	return n
}

// keepCover sets alpha to 255 in the pixels that are covered most and to 0 in all others, so that part of whole is covered, as
// on level 0. Among equal pixels the lighter ones stay: the lit edges of a window frame, the sunlit leaves of foliage.
func keepCover(level []color.NRGBA, part, whole int) {
	order := make([]int, len(level))
	for i := range order {
		order[i] = i
	}
	weight := func(p color.NRGBA) int {
		return int(p.A)<<20 + linearLight[p.R]*3 + linearLight[p.G]*6 + linearLight[p.B]
	}
	slices.SortStableFunc(order, func(i, k int) int { return weight(level[k]) - weight(level[i]) })
	keep := (2*part*len(level) + whole) / (2 * whole)
	for rank, i := range order {
		level[i].A = 0
		if rank < keep {
			level[i].A = 255
		}
	}
}

// meanLight returns the mean light of the covered pixels, by channel.
func meanLight(level []color.NRGBA) (rgb [3]int) {
	n := 0
	for _, p := range level {
		if int(p.A) >= coverAlpha {
			rgb[0], rgb[1], rgb[2], n = rgb[0]+linearLight[p.R], rgb[1]+linearLight[p.G], rgb[2]+linearLight[p.B], n+1
		}
	}
	for i := range rgb {
		rgb[i] /= max(n, 1)
	}
	return rgb
}

// keepLight scales the covered pixels to the mean light of level 0, because keepCover, which keeps the lighter pixels, raises
// it.
func keepLight(level []color.NRGBA, want [3]int) {
	if coveredPixels(level, coverAlpha) == 0 { // at this distance the texture is invisible
		return
	}
	got := meanLight(level)
	turn := func(c uint8, i int) uint8 {
		return srgbOf(int(min(int64(linearLight[c])*int64(want[i])/int64(max(got[i], 1)), 65535)))
	}
	for i, p := range level {
		level[i] = color.NRGBA{R: turn(p.R, 0), G: turn(p.G, 1), B: turn(p.B, 2), A: p.A}
	}
}
