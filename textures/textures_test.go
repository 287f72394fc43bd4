package textures_test

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/textures"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sum returns a hash of colours.
func sum(levels ...[]color.NRGBA) uint64 {
	h := fnv.New64a()
	for _, level := range levels {
		for _, p := range level {
			h.Write([]byte{p.R, p.G, p.B, p.A})
		}
	}
	return h.Sum64()
}

// TestGolden holds every texture, its mips and an icon of it to the bit, on each machine and with each GOAMD64.
func TestGolden(t *testing.T) {
	var text bytes.Buffer
	for _, x := range textures.All() {
		var flat []color.NRGBA
		for _, l := range x.Layers {
			flat = append(flat, l[:]...)
		}
		mips := textures.Mips(x.Layers[0][:], textures.Size, x.Cutout)
		icon := textures.Icon([6]string{x.Name, x.Name, x.Name, x.Name, x.Name, x.Name}, textures.WholeBlock, green)
		h := fnv.New64a()
		h.Write(icon.Pix)
		fmt.Fprintf(&text, "%s %016x %016x %016x\n", x.Name, sum(flat), sum(mips...), h.Sum64())
	}
	file := filepath.Join("testdata", "golden.txt")
	if *update {
		if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Split(string(want), "\n")
	for i, line := range strings.Split(text.String(), "\n") {
		if i >= len(old) || line != old[i] {
			t.Errorf("painted %q, which is not what the golden file says; look at the sheet, then -update", line)
		}
	}
	if strings.Count(text.String(), "\n") != len(old)-1 {
		t.Errorf("the golden file has %d textures", len(old)-1)
	}
}

// TestNames says that Names, Find, All and Layers tell of the same textures, and that the array texture holds them.
func TestNames(t *testing.T) {
	names, all := textures.Names(), textures.All()
	layers, places := textures.Layers(all)
	if len(names) != len(all) || len(places) != len(all) {
		t.Fatalf("%d names, %d textures, %d places", len(names), len(all), len(places))
	}
	next := 0
	for i, x := range all {
		if x.Name != names[i] {
			t.Errorf("%d is %s and %s", i, names[i], x.Name)
		}
		if found, ok := textures.Find(x.Name); !ok || found.Layers[0] != x.Layers[0] {
			t.Errorf("%s is not found as it is painted", x.Name)
		}
		if x.Variants != 1 && x.Variants != 4 || len(x.Layers) != x.Variants*x.Frames {
			t.Errorf("%s: %d variants, %d frames, %d layers", x.Name, x.Variants, x.Frames, len(x.Layers))
		}
		p := places[x.Name]
		if p != (textures.Place{First: next, Variants: x.Variants, Frames: x.Frames}) || layers[p.First] != x.Layers[0] {
			t.Errorf("%s lies at %+v instead of %d", x.Name, p, next)
		}
		next += len(x.Layers)
	}
	t.Logf("%d textures in %d layers", len(all), len(layers))
	if len(layers) > textures.LayersMax {
		t.Errorf("%d layers; a quad can name %d", len(layers), textures.LayersMax)
	}
	if _, ok := textures.Find("of no such name"); ok {
		t.Error("a name without a painter was found")
	}
}

// TestAlpha says that the flags of a texture tell the truth of its alpha.
func TestAlpha(t *testing.T) {
	for _, x := range textures.All() {
		seen := map[uint8]bool{}
		for _, l := range x.Layers {
			for _, p := range l {
				seen[p.A] = true
			}
		}
		for a := range seen {
			ok := a == 255 || x.Translucent || a == 0 && x.Cutout ||
				a == textures.MaskPlain && x.Tinting == textures.TintMasked
			if !ok {
				t.Errorf("%s has alpha %d: %+v", x.Name, a, []any{x.Tinting, x.Cutout, x.Translucent})
			}
		}
		if x.Cutout && !(seen[0] && seen[255]) || x.Tinting == textures.TintMasked && !(seen[textures.MaskPlain] && seen[255]) {
			t.Errorf("%s: its flags say more than its alpha: %v", x.Name, seen)
		}
	}
}

// coloursMost is how many colours a texture may have, of all its layers; some need more.
const coloursMost = 10

var coloursMore = map[string]int{"bookshelf": 40, "red_flower": 13, "yellow_flower": 12, "mushroom": 14, "mossy_cobblestone": 11,
	"lamp": 12, "player_face": 12, "gravel": 11}

// TestPalette says that every visible pixel has a colour of the house palette, and none has too many of them.
func TestPalette(t *testing.T) {
	house := map[color.NRGBA]bool{}
	for _, p := range textures.Palette() {
		if house[p] {
			t.Errorf("%v stands twice in the palette", p)
		}
		house[p] = true
	}
	for _, x := range textures.All() {
		used := map[color.NRGBA]bool{}
		for _, l := range x.Layers {
			for i, p := range l {
				if p.A == 0 {
					continue
				}
				p.A = 255
				if used[p] = true; !house[p] {
					t.Fatalf("%s: pixel %d has %v, which is not in the palette", x.Name, i, p)
				}
			}
		}
		if most := max(coloursMost, coloursMore[x.Name]); len(used) > most {
			t.Errorf("%s has %d colours, more than %d", x.Name, len(used), most)
		}
	}
}

// TestPaletteRamps says that each ramp climbs in light and turns from blue towards yellow on its way, so that shade
// is never the same colour made black.
func TestPaletteRamps(t *testing.T) {
	p := textures.Palette()
	warmth := func(c color.NRGBA) float64 { return (float64(c.R) - float64(c.B)) / (luma(c) + 30) }
	turned := 0
	for i := 0; i < len(p); i += 5 {
		for k := i + 1; k < i+5; k++ {
			if luma(p[k]) < luma(p[k-1])+6 {
				t.Errorf("ramp %d: step %d is hardly lighter than the last: %v, %v", i/5, k-i, p[k-1], p[k])
			}
		}
		if warmth(p[i]) != warmth(p[i+4]) {
			turned++
		}
	}
	if turned != len(p)/5 {
		t.Errorf("%d of %d ramps turn", turned, len(p)/5)
	}
}

func luma(c color.NRGBA) float64 {
	return 0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)
}

var green = color.NRGBA{R: 0x92, G: 0xcb, B: 0x5c, A: 255}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		textures.All()
	}
}

// BenchmarkStart is what the start of the game costs: all textures with all their mips.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		for _, x := range textures.All() {
			for i := range x.Layers {
				textures.Mips(x.Layers[i][:], textures.Size, x.Cutout)
			}
		}
	}
}
