package textures_test

// Tests of everything that is made from textures: mips, icons, the sheet.

import (
	"image/color"
	"math"
	"testing"

	"voxtide/render/textures"
)

func linear(c uint8) float64 { return math.Pow(float64(c)/255, 2.2) }

// light returns the mean linear colour of a level, weighted by alpha if a pixel is clear, and the part of it above half alpha.
func light(level []color.NRGBA, weigh bool) (rgb [3]float64, cover float64) {
	sum := 0.0
	for _, p := range level {
		w := 1.0
		if weigh {
			w = float64(p.A)
		}
		for i, c := range [3]uint8{p.R, p.G, p.B} {
			rgb[i] += linear(c) * w
		}
		sum += w
		if p.A >= 128 {
			cover++
		}
	}
	for i := range rgb {
		rgb[i] /= max(sum, 1)
	}
	return rgb, cover / float64(len(level))
}

// TestMips: far away a texture keeps its colour, and a cut-out texture covers as much as its pixels allow.
func TestMips(t *testing.T) {
	for _, x := range textures.All() {
		want, cover := light(x.Layers[0][:], x.Cutout || x.Translucent)
		mips := textures.Mips(x.Layers[0][:], textures.Size, x.Cutout)
		if len(mips) != 4 || len(mips[3]) != 1 {
			t.Fatalf("%s: %d levels", x.Name, len(mips))
		}
		for k, level := range mips {
			got, covered := light(level, x.Translucent && !x.Cutout)
			if x.Cutout {
				got, _ = light(level, true)
			}
			for i := range got {
				// coverage may change the weights of the pixels of a cut-out texture
				if tolerance := 0.02 + 0.04*float64(k*k); k < 2 && math.Abs(got[i]-want[i]) > tolerance {
					t.Errorf("%s: channel %d has light %.3f on level %d, %.3f on level 0", x.Name, i, got[i], k+1, want[i])
				}
			}
			if x.Cutout && math.Abs(covered-cover) > 0.5/float64(len(level))+1e-9 {
				t.Errorf("%s: %.2f is covered on level %d, %.2f on level 0", x.Name, covered, k+1, cover)
			}
		}
	}
}

// TestMipsExact: a texture of one colour keeps it, and linear light is averaged instead of sRGB bytes.
func TestMipsExact(t *testing.T) {
	for c := range 256 {
		flat := make([]color.NRGBA, 16)
		for i := range flat {
			flat[i] = color.NRGBA{R: uint8(c), G: uint8(255 - c), B: 7, A: 255}
		}
		for _, level := range textures.Mips(flat, 4, false) {
			for _, p := range level {
				if p != flat[0] {
					t.Fatalf("%v became %v", flat[0], p)
				}
			}
		}
	}
	half := []color.NRGBA{{A: 255}, {R: 255, G: 255, B: 255, A: 255}, {A: 255}, {R: 255, G: 255, B: 255, A: 255}}
	if p := textures.Mips(half, 2, false)[0][0]; p.R < 185 || p.R > 190 {
		t.Errorf("black and white make %d, not 188", p.R)
	}
	if got := textures.Mips(flatOne, 1, true); len(got) != 0 {
		t.Errorf("%d levels after a single pixel", len(got))
	}
	defer func() {
		if recover() == nil {
			t.Error("a tile of 3 by 3 was accepted")
		}
	}()
	textures.Mips(make([]color.NRGBA, 9), 3, false)
}

var flatOne = []color.NRGBA{{R: 1, A: 255}}

// TestIcon: the icons of a cube, a slab, a plant and an unknown name cover the right pixels, and the tint shows.
func TestIcon(t *testing.T) {
	all := func(name string) [6]string { return [6]string{name, name, name, name, name, name} }
	count := func(faces [6]string, boxes []textures.Box) (seen int) {
		img := textures.Icon(faces, boxes, green)
		for i := 3; i < len(img.Pix); i += 4 {
			if img.Pix[i] > 0 {
				seen++
			}
		}
		return seen
	}
	cube := count(all("stone"), textures.WholeBlock)
	slab := count(all("stone"), []textures.Box{{Hi: [3]int8{16, 8, 16}}})
	if cube < 750 || cube > 790 { // three rhombs of 256 pixels
		t.Errorf("a cube covers %d pixels", cube)
	}
	if slab < 500 || slab >= cube*3/4 {
		t.Errorf("a slab covers %d pixels, a cube %d", slab, cube)
	}
	if c := count(all("red_flower"), nil); c < 100 || c > 600 {
		t.Errorf("a flower covers %d pixels", c)
	}
	if c := count(all("of no such name"), textures.WholeBlock); c != 0 {
		t.Errorf("an unknown name covers %d pixels", c)
	}
	p := textures.Icon([6]string{"dirt", "grass_top", "grass_side", "grass_side", "grass_side", "grass_side"},
		textures.WholeBlock, green).NRGBAAt(16, 8)
	if p.G <= p.R || p.G <= p.B {
		t.Errorf("grass is %v on its icon", p)
	}
}

// TestTint: a tint multiplies the pixels that the tinting of a texture names.
func TestTint(t *testing.T) {
	grey := color.NRGBA{R: 200, G: 200, B: 200, A: 255}
	plain := color.NRGBA{R: 200, G: 200, B: 200, A: textures.MaskPlain}
	tint := color.NRGBA{R: 128, G: 255, B: 0, A: 255}
	tinted := color.NRGBA{R: 100, G: 200, B: 0, A: 255}
	for _, c := range []struct {
		tinting textures.Tinting
		in, out color.NRGBA
	}{
		{textures.TintNone, grey, grey},
		{textures.TintWhole, grey, tinted},
		{textures.TintMasked, grey, tinted},
		{textures.TintMasked, plain, grey},
	} {
		if got := (textures.Texture{Tinting: c.tinting}).Tint(c.in, tint); got != c.out {
			t.Errorf("tinting %d makes %v of %v, not %v", c.tinting, got, c.in, c.out)
		}
	}
}

// TestSheet: the sheet is large enough for all textures and opaque, for all arguments.
func TestSheet(t *testing.T) {
	for _, c := range [][2]int{{10, 2}, {0, 0}, {1000, 1}} {
		img := textures.Sheet(c[0], c[1])
		if img.Bounds().Dx() < 32 || img.Bounds().Dy() < 32 {
			t.Errorf("%v: %v", c, img.Bounds())
		}
		for i := 3; i < len(img.Pix); i += 4 {
			if img.Pix[i] != 255 {
				t.Fatalf("%v: pixel %d has alpha %d", c, i/4, img.Pix[i])
			}
		}
	}
}
