// Package mipatlas arranges the levels of a texture within one image: each level below the one before, from the top.
//
// A driver that computes on the CPU spends half of a texture read on the choice of the level, and chooses it by the longer
// side of a pixel's footprint, which smears ground that is seen at a flat angle. From such an image a shader reads any level
// with a plain read of the nearest texel, and may choose it as it likes.
//
// A texture of a side S has an image of S by 2S texels. With the scale s = 2^-level, the rows of a level begin at 2S(1-s), and
// there are S*s of them. Each is repeated from left to right until it fills the width, so that coordinates along it may repeat
// as those of the texture do: a point (u, v) of the texture is at (u*s, 1 + s*(fract(v)/2 - 1)) of the image, where s = 1 is
// the texture itself. The last row is filled, too, with the colour of the last level.
//
// Owner: none; the functions are pure.
package mipatlas

// Append appends the image of a texture to dst, R, G, B, A for a texel. levels are those of the texture, from its side, a power
// of two, down to 1; a texture whose side is 1 has one.
func Append(dst []byte, levels [][]byte) []byte {
	side := 1 << (len(levels) - 1)
	for l, pixels := range levels {
		row := 4 * (side >> l)
		for ; len(pixels) >= row; pixels = pixels[row:] {
			for range 1 << l {
				dst = append(dst, pixels[:row]...)
			}
		}
	}
	for range side { // one row is left: the levels have 2*side - 1
		dst = append(dst, levels[len(levels)-1]...)
	}
	return dst
}
