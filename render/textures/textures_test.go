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

	"voxtide/render/textures"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing them")

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

// sumsByName splits the lines of a golden file into names and hashes.
func sumsByName(text string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(text) {
		name, sums, _ := strings.Cut(strings.TrimSpace(line), " ")
		m[name] = sums
	}
	return m
}

// TestGolden: every texture, its mips and an icon of it are equal to the golden file bit for bit, on each machine and with
// each GOAMD64.
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
	golden, painted := sumsByName(string(want)), sumsByName(text.String())
	for name, sums := range painted {
		switch golden[name] {
		case sums:
		case "":
			t.Errorf("%s is new and not in %s: write it with -update", name, file)
		default:
			t.Errorf("%s is painted %s, in %s it is %s; look at the sheet, then -update", name, sums, file, golden[name])
		}
	}
	for name := range golden {
		if painted[name] == "" {
			t.Errorf("%s is in %s and has no row in table.go", name, file)
		}
	}
}

// TestNames: Names, Find, All and Layers agree on the textures, and the array texture has room for them.
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
		if p != (textures.LayerRange{First: next, Variants: x.Variants, Frames: x.Frames}) || layers[p.First] != x.Layers[0] {
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

// TestAlpha: the flags of a texture agree with its alpha.
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

// coloursMost is the largest number of colours of a texture in all its layers; some need more.
const coloursMost = 10

var coloursMore = map[string]int{"bookshelf": 40, "red_flower": 13, "yellow_flower": 12, "mushroom": 14, "mossy_cobblestone": 11,
	"lamp": 12, "player_face": 12, "gravel": 11, "pine_door_lower": 12, "workbench_top": 11, "workbench_front": 13, "chest_top": 12,
	"chest_side": 11, "chest_front": 16}

// TestPalette: every visible pixel has a colour of the palette, and no texture has too many colours.
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

// TestPaletteRamps: each ramp grows lighter and turns from blue towards yellow, so that shade is never the same colour with
// black added.
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

// BenchmarkStart measures the work at the start of the game: all textures with all their mips.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		for _, x := range textures.All() {
			for i := range x.Layers {
				textures.Mips(x.Layers[i][:], textures.Size, x.Cutout)
			}
		}
	}
}
