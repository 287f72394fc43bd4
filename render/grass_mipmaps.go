package render

import (
	"slices"

	"voxtide/render/scene"
)

// Fringed sides: the side of a block of grass or snow has a fringe of its top. On far slopes top and side alternate within a
// few pixels, which no sampling gets right. There the smaller levels of the side take the colour of the top.

// grassMixByLevel is the part of the top in a side, in 1/256, by level.
var grassMixByLevel = [...]int{0, 80, 176, 216, 228}

// fringeDifferenceMax is the largest difference between the upper row of a side and the top, summed over four bytes, at which
// the row counts as a fringe.
const fringeDifferenceMax = 96

// fringedSides returns the layer of the top of each side that has a fringe of it, by the layer of the side.
func fringedSides(t *Textures) map[uint16]uint16 {
	out := map[uint16]uint16{}
	for i := range t.Blocks {
		b := &t.Blocks[i]
		side, top, below := b.Layers[2], b.Layers[1], b.Layers[0]
		if b.Flat || side == top || side == below || top == below || int(top) >= len(t.Layers) {
			continue
		}
		for s := side; s < side+scene.VariantCount && int(s) < len(t.Layers); s++ {
			l := t.Layers[s]
			if s == top || s == below || colourDistance(meanOf(l[0][:4*rowCount(l)]), meanOf(t.Layers[top][0])) > fringeDifferenceMax {
				break
			}
			out[s] = top
		}
	}
	return out
}

// withFringes returns the levels of all layers; those of fringed sides are mixed with their tops.
func withFringes(t *Textures) [][][]byte {
	layers := slices.Clone(t.Layers)
	for i, top := range fringedSides(t) {
		levels := slices.Clone(layers[i])
		for level := 1; level < len(levels); level++ {
			levels[level] = mixWithTop(levels[level], t.Layers[top][0], level)
		}
		layers[i] = levels
	}
	return layers
}

// rowCount returns the number of rows of a layer.
func rowCount(levels [][]byte) int { return 1 << (len(levels) - 1) }

// meanOf returns the mean of pixels by channel.
func meanOf(pixels []byte) (m [4]int) {
	for i, c := range pixels {
		m[i&3] += int(c)
	}
	for i := range m {
		m[i] /= max(len(pixels)/4, 1)
	}
	return m
}

// colourDistance returns the sum of the differences of all channels.
func colourDistance(a, b [4]int) (d int) {
	for i := range a {
		d += max(a[i]-b[i], b[i]-a[i])
	}
	return d
}

// mixWithTop returns a level of a side, mixed with the mean of the top.
func mixWithTop(side, top []byte, level int) []byte {
	mix := grassMixByLevel[min(level, len(grassMixByLevel)-1)]
	m := meanOf(top)
	out := make([]byte, len(side))
	for i, c := range side {
		out[i] = uint8((int(c)*(256-mix) + m[i&3]*mix) / 256)
	}
	return out
}
