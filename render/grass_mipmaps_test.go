package render

import (
	"image"
	"image/color"
	"testing"

	"voxtide/render/scene"
)

// fringedMips returns the levels of a texture whose upper rows, a fringe, have one colour and whose lower rows have another.
func fringedMips(fringe int, above, below color.NRGBA) [][]byte {
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

// TestGrassMips: far away all variants of a side with a fringe of the top take the colour of the top, and no other sides do.
func TestGrassMips(t *testing.T) {
	grass, dirt, bark := color.NRGBA{100, 160, 60, 255}, color.NRGBA{120, 90, 60, 128}, color.NRGBA{90, 60, 40, 128}
	x := &Textures{Layers: [][][]byte{
		fringedMips(0, grass, dirt), fringedMips(16, grass, dirt),
		fringedMips(4, grass, dirt), fringedMips(3, grass, dirt), fringedMips(4, grass, dirt), fringedMips(2, grass, dirt),
		fringedMips(0, grass, bark), fringedMips(16, grass, dirt),
	}}
	faces := func(below, top, side uint16) BlockLook {
		return BlockLook{Layers: [scene.MeshFaces]uint16{below, top, side, side, side, side}}
	}
	x.Blocks = []BlockLook{faces(0, 1, 2), faces(7, 7, 6), faces(0, 1, 6)}
	tops := fringedSides(x)
	if len(tops) != scene.VariantCount {
		t.Fatalf("%d sides take after their top: %v", len(tops), tops)
	}
	for side := uint16(2); side < 2+scene.VariantCount; side++ {
		if tops[side] != 1 {
			t.Errorf("side %d takes after %d", side, tops[side])
		}
	}
	far := mixWithTop(x.Layers[2][4], x.Layers[1][0], 4)
	if d := colourDistance(meanOf(far), meanOf(x.Layers[1][0])); d > 30 {
		t.Errorf("far away a side is %v", far)
	}
}
