package gen2

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"voxtide/world/worldgen/landscape"
)

var update = flag.Bool("update", false, "draw the map again")

const mapFile = "../../../docs/pictures/biomes.png"

// shades is how many brightnesses of a biome's colour the map has.
const shades = 12

// mapColours are the colours of the biomes.
var mapColours = [landscape.Biomes]color.RGBA{
	landscape.Ocean: {40, 90, 160, 255}, landscape.DeepOcean: {40, 90, 160, 255}, landscape.FrozenOcean: {150, 190, 220, 255}, landscape.River: {62, 125, 195, 255},
	landscape.Beach: {233, 219, 164, 255}, landscape.Plains: {142, 185, 92, 255}, landscape.Meadow: {122, 196, 98, 255}, landscape.Forest: {76, 142, 62, 255},
	landscape.BirchForest: {116, 164, 88, 255}, landscape.DarkForest: {44, 104, 52, 255}, landscape.Swamp: {92, 112, 72, 255}, landscape.Taiga: {62, 112, 86, 255},
	landscape.SnowyTaiga: {186, 206, 200, 255}, landscape.Tundra: {226, 232, 238, 255}, landscape.Jungle: {52, 128, 40, 255}, landscape.Savanna: {184, 174, 90, 255}, landscape.Desert: {228, 204, 132, 255},
	landscape.Badlands: {198, 112, 62, 255}, landscape.Mountains: {140, 140, 134, 255}, landscape.Peaks: {240, 242, 248, 255},
}

const mapSize, mapStep = 1024, 4 // pixels, and blocks for each

// mapIndex is the colour of a pixel in the palette of the map.
func mapIndex(g *Generator, x, z int) uint8 {
	at := func(x, z int) *column { return g.column(int32(x-mapSize/2)*mapStep, int32(z-mapSize/2)*mapStep) }
	c := at(x, z)
	here, biome := int(c.top), c.biome
	shade := 0
	if depth := int(landscape.SeaLevel) - here; depth > 0 {
		shade = 6 - min(depth/5, 6)
	} else { // lit from the north-west
		shade = 6 + (2*here-int(at(x-1, z).top)-int(at(x, z-1).top))*2/3
	}
	return uint8(int(biome)*shades + min(max(shade, 0), shades-1))
}

// mapPalette is each biome's colour in each brightness.
func mapPalette() (p color.Palette) {
	for _, c := range mapColours {
		for s := range shades {
			k := 46 + s*9
			if s >= 7 {
				k = 100 + (s-6)*8
			}
			f := func(v uint8) uint8 { return uint8(min(255, int(v)*k/100)) }
			p = append(p, color.RGBA{f(c.R), f(c.G), f(c.B), 255})
		}
	}
	return p
}

// TestMap compares the golden map of seed 1 with the generated terrain at sample points; -update draws the map.
func TestMap(t *testing.T) {
	g := New(1)
	if *update {
		drawMap(t, g)
	}
	in, err := os.Open(mapFile)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	decoded, err := png.Decode(in)
	if err != nil {
		t.Fatal(err)
	}
	img, ok := decoded.(*image.Paletted)
	if !ok || img.Bounds() != image.Rect(0, 0, mapSize, mapSize) {
		t.Fatalf("an image of %v", decoded.Bounds())
	}
	for i := range 400 {
		x, z := i%20*51+7, i/20*51+7
		if img.ColorIndexAt(x, z) != mapIndex(g, x, z) {
			t.Fatalf("pixel %d,%d shows other terrain: run with -update", x, z)
		}
	}
}

func drawMap(t *testing.T, g *Generator) {
	img := image.NewPaletted(image.Rect(0, 0, mapSize, mapSize), mapPalette())
	for x := 0; x < mapSize; x += 8 { // strips that the generator can cache
		for z := range mapSize {
			for k := range 8 {
				img.SetColorIndex(x+k, z, mapIndex(g, x+k, z))
			}
		}
	}
	if err := os.MkdirAll(filepath.Dir(mapFile), 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(mapFile)
	if err != nil {
		t.Fatal(err)
	}
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(out, img); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
