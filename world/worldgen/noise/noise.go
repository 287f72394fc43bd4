// Package noise is the fixed-point arithmetic of the generators: hashes, smooth ramps and gradient noise, in integers of 12 bits after the
// point (One), so that it is the same to the bit on every platform.
//
// Owner: none; a Field is made once and read by anybody. Invariant: nothing here ever changes its results, because every generator that
// was ever given a number stands on it (the golden files of the generators say so).
package noise

// One is 1 in the fixed point of noise, climate and shares: 12 bits after the point.
const One = 4096

// cosines are 4096 times the cosine of 32 directions; the sine of direction i is the cosine of i-8.
var cosines = [32]int64{
	4096, 4017, 3784, 3406, 2896, 2276, 1567, 799, 0, -799, -1567, -2276, -2896, -3406, -3784, -4017,
	-4096, -4017, -3784, -3406, -2896, -2276, -1567, -799, 0, 799, 1567, 2276, 2896, 3406, 3784, 4017,
}

// slopes are the gradients of noise in space: the middles of a cube's edges, four of them twice.
var slopes = [16][3]int64{
	{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
	{0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1}, {1, 1, 0}, {-1, 1, 0}, {0, -1, 1}, {0, -1, -1},
}

const (
	primeX = 0x9e3779b97f4a7c15
	primeY = 0x165667b19e3779f9
	primeZ = 0xd6e8feb86659fd93
)

// Hash64 spreads every bit of h over all bits.
func Hash64(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xff51afd7ed558ccd
	h ^= h >> 29
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>32
}

// Hash2 returns random bits that belong to a column.
func Hash2(seed uint64, x, z int64) uint64 {
	return Hash64(seed + uint64(x)*primeX ^ uint64(z)*primeZ)
}

// Hash3 returns random bits that belong to a position.
func Hash3(seed uint64, x, y, z int64) uint64 {
	return Hash64(seed + uint64(x)*primeX ^ uint64(z)*primeZ + uint64(y)*primeY)
}

// smoothStep5 maps 0..One to 0..one with first and second derivative zero at the ends.
func smoothStep5(t int64) int64 {
	cube := t * t >> 12 * t >> 12
	return cube * ((t * (t*6 - 15*One) >> 12) + 10*One) >> 12
}

// Lerp interpolates from a (f = 0) to b (f = One).
func Lerp(a, b, f int64) int64 { return a + (b-a)*f>>12 }

// SmoothRamp rises smoothly from 0 at lo to One at hi.
func SmoothRamp(v, lo, hi int64) int64 {
	if v <= lo {
		return 0
	}
	if v >= hi {
		return One
	}
	t := (v - lo) * One / (hi - lo)
	return t * t >> 12 * (3*One - 2*t) >> 12
}

// Magnitude returns a number without its sign.
func Magnitude(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// In2 is gradient noise in a plane, about -One to One; u and v count lattice cells, 16 bits after the point.
func In2(seed uint64, u, v int64) int64 {
	x, z, fx, fz := u>>16, v>>16, u&0xffff, v&0xffff
	hx, hz := seed+uint64(x)*primeX, uint64(z)*primeZ
	a := slope2(Hash64(hx^hz), fx, fz)
	b := slope2(Hash64((hx+primeX)^hz), fx-0x10000, fz)
	c := slope2(Hash64(hx^(hz+primeZ)), fx, fz-0x10000)
	d := slope2(Hash64((hx+primeX)^(hz+primeZ)), fx-0x10000, fz-0x10000)
	sx, sz := smoothStep5(fx>>4), smoothStep5(fz>>4)
	return Lerp(Lerp(a, b, sx), Lerp(c, d, sx), sz) * 181 >> 7
}

func slope2(h uint64, x, z int64) int64 { return (cosines[h&31]*x + cosines[(h-8)&31]*z) >> 16 }

// In3 is gradient noise in space, about -One to One; u, v and w as in In2.
func In3(seed uint64, u, v, w int64) int64 {
	fx, fy, fz := u&0xffff, v&0xffff, w&0xffff
	hx, hy, hz := seed+uint64(u>>16)*primeX, uint64(v>>16)*primeY, uint64(w>>16)*primeZ
	sx, sy, sz := smoothStep5(fx>>4), smoothStep5(fy>>4), smoothStep5(fz>>4)
	var side [2]int64
	for i := range side {
		a := slope3(Hash64(hx^hz+hy), fx, fy, fz)
		b := slope3(Hash64((hx+primeX)^hz+hy), fx-0x10000, fy, fz)
		hy2, fy2 := hy+primeY, fy-0x10000
		c := slope3(Hash64(hx^hz+hy2), fx, fy2, fz)
		d := slope3(Hash64((hx+primeX)^hz+hy2), fx-0x10000, fy2, fz)
		side[i] = Lerp(Lerp(a, b, sx), Lerp(c, d, sx), sy)
		hz += primeZ
		fz -= 0x10000
	}
	return Lerp(side[0], side[1], sz)
}

func slope3(h uint64, x, y, z int64) int64 {
	s := &slopes[h&15]
	return (s[0]*x + s[1]*y + s[2]*z) >> 4
}

// wave is an octave of noise over the map, rotated so that the lattices of octaves never coincide.
type wave struct {
	seed uint64
	a, b int64 // lattice cells per block along the wave's own axes, 16 bits after the point
	u, v int64 // position of the origin in the lattice
}

// At returns the octave at a place, about -One to One.
func (w *wave) At(x, z int64) int64 { return In2(w.seed, w.u+x*w.a-z*w.b, w.v+x*w.b+z*w.a) }

// Field is a sum of octaves, each half as strong and half as long as the one before.
type Field []wave

// NewField makes n octaves, the first as long as length, in blocks.
func NewField(seed, name uint64, length int64, n int) Field {
	f := make(Field, n)
	for i := range f {
		h := Hash64(seed ^ Hash64(name<<8|uint64(i)))
		turn := (h>>40)%7 + 1 // never along the axes
		f[i] = wave{h, cosines[turn] * 16 / length, cosines[turn+24] * 16 / length, int64(h >> 8 & 0xffff), int64(h >> 24 & 0xffff)}
		length = length * 63 / 128 // not quite half
	}
	return f
}

// ZeroAtOrigin returns the Field shifted so that it is zero at the origin.
func (f Field) ZeroAtOrigin() Field {
	for i := range f {
		f[i].u, f[i].v = 0, 0
	}
	return f
}

// At returns the Field at a place, about -2*One to 2*One.
func (f Field) At(x, z int64) (sum int64) {
	for i := range f {
		sum += f[i].At(x, z) >> i
	}
	return sum
}
