package textures

// brush is the source of randomness of a painter: the seed of the texture's name, the variant and the frame. Near the border
// of the tile it returns the same for all variants, so that each variant continues into each other variant.
type brush struct {
	seed    uint32
	variant int
	frame   int
}

// seedOf returns the seed of a name (FNV-1a).
func seedOf(name string) uint32 {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}

// mix scrambles a word so that each bit of the result depends on each bit of it.
func mix(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x7feb352d
	h ^= h >> 15
	h *= 0x846ca68b
	return h ^ h>>16
}

// variantMargin is the distance from the border at which variants may differ, in pixels.
const variantMargin = 3

// hash returns a random word from a pixel of the tile, whose coordinates wrap, and a salt, of which each use has its own.
func (b brush) hash(salt, x, y int) uint32 {
	x, y = x&(Size-1), y&(Size-1)
	h := mix(b.seed ^ uint32(salt)*0x9e3779b9)
	if x >= variantMargin && x < Size-variantMargin && y >= variantMargin && y < Size-variantMargin {
		h = mix(h + uint32(b.variant)*0x85ebca6b)
	}
	return mix(h ^ uint32(x*Size+y)*0xc2b2ae35)
}

// roll returns a random number from 0 to n-1 for a pixel.
func (b brush) roll(salt, x, y, n int) int { return int(b.hash(salt, x, y) >> 8 % uint32(n)) }

// noise returns smooth noise from -128 to 127 whose lattice has squares of w by h pixels; both must divide Size.
func (b brush) noise(salt, w, h, x, y int) int {
	x, y = x&(Size-1), y&(Size-1)
	x0, y0 := x/w*w, y/h*h
	tx, ty := smooth((x-x0)*256/w), smooth((y-y0)*256/h)
	at := func(x, y int) int { return int(b.hash(salt, x, y)>>8&255) - 128 }
	top := at(x0, y0)*(256-tx) + at(x0+w, y0)*tx
	low := at(x0, y0+h)*(256-tx) + at(x0+w, y0+h)*tx
	return (top*(256-ty) + low*ty) >> 16
}

// smooth eases a part of 256 at both ends.
func smooth(t int) int { return t * t * (768 - 2*t) >> 16 }

// bayer is the ordered dither matrix, 0 to 15.
var bayer = [4][4]int{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

// tone is a brightness in sixteenths of a ramp's step: step s has its middle at 16*s+8.
func tone(step int) int { return 16*step + 8 }

// shade returns the ink of a ramp for a tone at a pixel, dithered over a number of sixteenths of a step (0 none, 16 full).
func (r ramp) shade(t, x, y, spread int) ink {
	t += (2*bayer[y&3][x&3] - 15) * spread / 32
	return r.step(max(t, 0) >> 4)
}

// point is a point of a scatter in quarters of a pixel, with a random word of its own.
type point struct {
	x, y int
	h    uint32
}

// scatter returns one point in each square of a grid of gx by gy over the tile, moved from the middle of the square by at most
// jitter percent of half a square. Odd rows are shifted by half a square, as stones in a wall.
func (b brush) scatter(salt, gx, gy, jitter int) []point {
	const q = Size * 4
	out := make([]point, 0, gx*gy)
	for j := range gy {
		for i := range gx {
			cx := (2*i+1)*q/(2*gx) + (j&1)*q/(2*gx)
			cy := (2*j + 1) * q / (2 * gy)
			h := b.hash(salt, cx/4, cy/4)
			jx := (int(h&255) - 128) * jitter * q / (2 * gx) / 12800
			jy := (int(h>>8&255) - 128) * jitter * q / (2 * gy) / 12800
			out = append(out, point{(cx + jx) & (q - 1), (cy + jy) & (q - 1), mix(h)})
		}
	}
	return out
}

// worleyCell holds, for a pixel, the nearest point of a scatter and the distance from the border to the next cell.
type worleyCell struct {
	id   int
	dist int // to the nearest point, quarters of a pixel
	edge int // distance to the second nearest less that to the nearest, quarters of a pixel
}

// worleyCells returns the Worley cells of a scatter; distances are weighted by wx/4 and wy/4 along the axes.
func worleyCells(ps []point, wx, wy int) (out [Size * Size]worleyCell) {
	for i := range out {
		x, y := i%Size*4+2, i/Size*4+2
		best, next, id := 1<<30, 1<<30, 0
		for k, p := range ps {
			dx, dy := wrappedDistance(x-p.x)*wx/4, wrappedDistance(y-p.y)*wy/4
			if d := dx*dx + dy*dy; d < best {
				best, next, id = d, best, k
			} else if d < next {
				next = d
			}
		}
		out[i] = worleyCell{id, isqrt(best), isqrt(next) - isqrt(best)}
	}
	return out
}

// wrappedDistance returns the length of the shorter way around the tile for a difference in quarters of a pixel.
func wrappedDistance(d int) int {
	const q = Size * 4
	d &= q - 1
	return min(d, q-d)
}

// isqrt returns the integer square root of a number below 1<<30.
func isqrt(n int) int {
	r := 0
	for bit := 1 << 14; bit > 0; bit >>= 1 {
		if s := r + bit; s*s <= n {
			r = s
		}
	}
	return r
}
