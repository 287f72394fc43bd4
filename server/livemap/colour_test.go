package livemap

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

// landMeans is how each biome looks on the mean in even light, over land of some seeds: without water. It counts from
// Tops, for columns whose biome is the same all around.
func landMeans(r interface{ IntN(int) int }, seeds []uint64, chunks int) (mean [landscape.Biomes]rgb, count [landscape.Biomes]int32) {
	var sum [landscape.Biomes][3]int64
	for _, seed := range seeds {
		g := worldgen.Of(worldgen.Default, seed)
		var tops [256]landscape.SurfaceColumn
		for range chunks {
			g.Surface(int32(r.IntN(4000)-2000), int32(r.IntN(4000)-2000), &tops)
			for i := range tops {
				t := &tops[i]
				if fillCover(t); t.Block == world.Water || t.Block == world.Ice {
					continue
				}
				of := func(b world.Block) rgb {
					if tint := world.Blocks[b].Tint; tint != world.TintNone {
						return tinted(b, tintOf(t.Biome, tint))
					}
					return palette()[b].colour
				}
				c := of(t.Cover)
				if t.Block != t.Cover {
					c = blend(c, of(t.Block), palette()[t.Block].opacity)
				}
				for j := range c {
					sum[t.Biome][j] += int64(c[j])
				}
				count[t.Biome]++
			}
		}
	}
	for b := range mean {
		for j := range mean[b] {
			mean[b][j] = int32(sum[b][j] / int64(max(count[b], 1)))
		}
	}
	return mean, count
}

// TestBiomeColours: seen from far above a biome has the colour that its blocks have on the mean, so that zooming out does
// not change it.
func TestBiomeColours(t *testing.T) {
	if testing.Short() {
		t.Skip("colours are the same under the race detector")
	}
	r := testrand.New(t)
	mean, count := landMeans(r, []uint64{1, r.Uint64(), r.Uint64(), r.Uint64()}, 250)
	for b := range mean {
		if count[b] < 6000 {
			continue
		}
		off := int32(0)
		for j := range mean[b] {
			off = max(off, mean[b][j]-biomeColours[b][j], biomeColours[b][j]-mean[b][j])
		}
		if off > 34 {
			t.Errorf("%v is %v on the mean, not %v", landscape.Biome(b), mean[b], biomeColours[b])
		}
		t.Logf("%v: %v of %d", landscape.Biome(b), mean[b], count[b])
	}
}
