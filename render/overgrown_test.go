package render

import (
	"image"
	"image/color"
	"testing"

	"voxtide/scene"
)

// layered returns the levels of a picture whose rows down to a fringe have one colour and those below another.
func layered(fringe int, above, below color.NRGBA) [][]byte {
	m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for y := range 16 {
		for x := range 16 {
			if c := below; y >= fringe {
				m.SetNRGBA(x, y, c)
			} else {
				m.SetNRGBA(x, y, above)
			}
		}
	}
	return Mips(m)
}

// TestOvergrown: sides with a fringe of the top take after it far away, all variants of them, and no other sides do.
func TestOvergrown(t *testing.T) {
	grass, dirt, bark := color.NRGBA{100, 160, 60, 255}, color.NRGBA{120, 90, 60, 128}, color.NRGBA{90, 60, 40, 128}
	x := &Textures{Layers: [][][]byte{
		layered(0, grass, dirt), layered(16, grass, dirt),
		layered(4, grass, dirt), layered(3, grass, dirt), layered(4, grass, dirt), layered(2, grass, dirt),
		layered(0, grass, bark), layered(16, grass, dirt),
	}}
	faces := func(below, top, side uint16) BlockLook {
		return BlockLook{Layers: [faceCount]uint16{below, top, side, side, side, side}}
	}
	x.Blocks = []BlockLook{faces(0, 1, 2), faces(7, 7, 6), faces(0, 1, 6)}
	tops := overgrown(x)
	if len(tops) != scene.Variants {
		t.Fatalf("%d sides take after their top: %v", len(tops), tops)
	}
	for side := uint16(2); side < 2+scene.Variants; side++ {
		if tops[side] != 1 {
			t.Errorf("side %d takes after %d", side, tops[side])
		}
	}
	far := takeAfter(x.Layers[2][4], x.Layers[1][0], 4)
	if d := differ(meanOf(far), meanOf(x.Layers[1][0])); d > 30 {
		t.Errorf("far away a side is %v", far)
	}
}
