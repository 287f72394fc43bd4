package render

import "voxtide/scene"

// Sides that hang over: the side of a block of grass or snow has a fringe of what lies on top. On slopes far away top and
// side alternate within a few pixels, which no sampling of a picture gets right: there the side takes after the top.

// overgrownMix is how much of the top a side has, in 1/256, by level.
var overgrownMix = [...]int{0, 80, 176, 216, 228}

// overgrownNear is how much a side's upper row may differ from the top, summed over four bytes, to count as its fringe.
const overgrownNear = 96

// overgrown returns which layer is the top of a side that has a fringe of it, by the side's layer.
func overgrown(t *Textures) map[uint16]uint16 {
	out := map[uint16]uint16{}
	for i := range t.Blocks {
		b := &t.Blocks[i]
		side, top, below := b.Layers[2], b.Layers[1], b.Layers[0]
		if b.Flat || side == top || side == below || top == below || int(top) >= len(t.Layers) {
			continue
		}
		for s := side; s < side+scene.Variants && int(s) < len(t.Layers); s++ {
			l := t.Layers[s]
			if s == top || s == below || differ(meanOf(l[0][:4*rowsOf(l)]), meanOf(t.Layers[top][0])) > overgrownNear {
				break
			}
			out[s] = top
		}
	}
	return out
}

// rowsOf returns how many rows a layer has.
func rowsOf(levels [][]byte) int { return 1 << (len(levels) - 1) }

// meanOf returns the mean of pixels.
func meanOf(pixels []byte) (m [4]int) {
	for i, c := range pixels {
		m[i&3] += int(c)
	}
	for i := range m {
		m[i] /= max(len(pixels)/4, 1)
	}
	return m
}

func differ(a, b [4]int) (d int) {
	for i := range a {
		d += max(a[i]-b[i], b[i]-a[i])
	}
	return d
}

// takeAfter returns the level of a side, mixed with the mean of its top.
func takeAfter(side, top []byte, level int) []byte {
	mix := overgrownMix[min(level, len(overgrownMix)-1)]
	m := meanOf(top)
	out := make([]byte, len(side))
	for i, c := range side {
		out[i] = uint8((int(c)*(256-mix) + m[i&3]*mix) / 256)
	}
	return out
}
