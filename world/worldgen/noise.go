package worldgen

// one is 1 in the fixed point of noise, climate and shares: 12 bits after the point.
const one = 4096

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

// hash64 spreads every bit of h over all bits.
func hash64(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xff51afd7ed558ccd
	h ^= h >> 29
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>32
}

// hash2 returns random bits that belong to a column.
func hash2(seed uint64, x, z int64) uint64 {
	return hash64(seed + uint64(x)*primeX ^ uint64(z)*primeZ)
}

// hash3 returns random bits that belong to a position.
func hash3(seed uint64, x, y, z int64) uint64 {
	return hash64(seed + uint64(x)*primeX ^ uint64(z)*primeZ + uint64(y)*primeY)
}

// smoothStep5 maps 0..one to 0..one with first and second derivative zero at the ends.
func smoothStep5(t int64) int64 {
	cube := t * t >> 12 * t >> 12
	return cube * ((t * (t*6 - 15*one) >> 12) + 10*one) >> 12
}

// lerp interpolates from a (f = 0) to b (f = one).
func lerp(a, b, f int64) int64 { return a + (b-a)*f>>12 }

// smoothRamp rises smoothly from 0 at lo to one at hi.
func smoothRamp(v, lo, hi int64) int64 {
	if v <= lo {
		return 0
	}
	if v >= hi {
		return one
	}
	t := (v - lo) * one / (hi - lo)
	return t * t >> 12 * (3*one - 2*t) >> 12
}

func magnitude(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// noise2 is gradient noise in a plane, about -one to one; u and v count lattice cells, 16 bits after the point.
func noise2(seed uint64, u, v int64) int64 {
	x, z, fx, fz := u>>16, v>>16, u&0xffff, v&0xffff
	hx, hz := seed+uint64(x)*primeX, uint64(z)*primeZ
	a := slope2(hash64(hx^hz), fx, fz)
	b := slope2(hash64((hx+primeX)^hz), fx-0x10000, fz)
	c := slope2(hash64(hx^(hz+primeZ)), fx, fz-0x10000)
	d := slope2(hash64((hx+primeX)^(hz+primeZ)), fx-0x10000, fz-0x10000)
	sx, sz := smoothStep5(fx>>4), smoothStep5(fz>>4)
	return lerp(lerp(a, b, sx), lerp(c, d, sx), sz) * 181 >> 7
}

func slope2(h uint64, x, z int64) int64 { return (cosines[h&31]*x + cosines[(h-8)&31]*z) >> 16 }

// noise3 is gradient noise in space, about -one to one; u, v and w as in noise2.
func noise3(seed uint64, u, v, w int64) int64 {
	fx, fy, fz := u&0xffff, v&0xffff, w&0xffff
	hx, hy, hz := seed+uint64(u>>16)*primeX, uint64(v>>16)*primeY, uint64(w>>16)*primeZ
	sx, sy, sz := smoothStep5(fx>>4), smoothStep5(fy>>4), smoothStep5(fz>>4)
	var side [2]int64
	for i := range side {
		a := slope3(hash64(hx^hz+hy), fx, fy, fz)
		b := slope3(hash64((hx+primeX)^hz+hy), fx-0x10000, fy, fz)
		hy2, fy2 := hy+primeY, fy-0x10000
		c := slope3(hash64(hx^hz+hy2), fx, fy2, fz)
		d := slope3(hash64((hx+primeX)^hz+hy2), fx-0x10000, fy2, fz)
		side[i] = lerp(lerp(a, b, sx), lerp(c, d, sx), sy)
		hz += primeZ
		fz -= 0x10000
	}
	return lerp(side[0], side[1], sz)
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

// at returns the octave at a place, about -one to one.
func (w *wave) at(x, z int64) int64 { return noise2(w.seed, w.u+x*w.a-z*w.b, w.v+x*w.b+z*w.a) }

// field is a sum of octaves, each half as strong and half as long as the one before.
type field []wave

// newField makes n octaves, the first as long as length, in blocks.
func newField(seed, name uint64, length int64, n int) field {
	f := make(field, n)
	for i := range f {
		h := hash64(seed ^ hash64(name<<8|uint64(i)))
		turn := (h>>40)%7 + 1 // never along the axes
		f[i] = wave{h, cosines[turn] * 16 / length, cosines[turn+24] * 16 / length, int64(h >> 8 & 0xffff), int64(h >> 24 & 0xffff)}
		length = length * 63 / 128 // not quite half
	}
	return f
}

// zeroAtOrigin returns the field shifted so that it is zero at the origin.
func (f field) zeroAtOrigin() field {
	for i := range f {
		f[i].u, f[i].v = 0, 0
	}
	return f
}

// at returns the field at a place, about -2*one to 2*one.
func (f field) at(x, z int64) (sum int64) {
	for i := range f {
		sum += f[i].at(x, z) >> i
	}
	return sum
}

// The salts of hashes: each use of randomness has its own.
const (
	saltGround uint64 = 0x67726f756e64 << 8
	saltOre    uint64 = 0x6f7265 << 8
	saltTree   uint64 = 0x74726565 << 8
	saltRock   uint64 = 0x726f636b << 8
)
