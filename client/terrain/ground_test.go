package terrain

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/render/textures"
	"voxtide/world"
)

// TestGround: the ground is the highest eight opaque blocks one on another below a height, across the borders of sections, and low where there are none or nothing is loaded.
func TestGround(t *testing.T) {
	r := testrand.New(t)
	l := NewStandalone(BlockFaces(textures.All()), 1)
	t.Cleanup(l.Close)
	g := &standaloneHarness{t: t, l: l}
	kinds := [...]world.Block{world.Air, world.Stone, world.Stone, world.Stone, world.Water, world.Leaves}
	for y := int32(-1); y <= 1; y++ {
		var cells [world.SectionCells]world.Block
		for i := range cells {
			cells[i] = kinds[r.IntN(len(kinds))]
		}
		l.Load(world.SectionPos{Y: y}, world.SectionOf(&cells), protocol.Biomes{})
	}
	l.Frame(&g.sc)
	const bottom = -16
	found := 0
	for range testrand.Rounds(3000) {
		x, z, low := r.Int32N(16), r.Int32N(16), r.Int32N(32)+bottom
		below := low + r.Int32N(31-low) + 1
		opaque := func(y int32) bool { return l.Block(world.Pos{X: x, Y: y, Z: z}).Info().Opaque }
		want := low
		for y := below; y > low; y-- { // the ground if the block under y and seven more are opaque, or all down to low
			n := int32(0)
			for n < groundLayers && y-1-n >= low && opaque(y-1-n) {
				n++
			}
			if n == groundLayers || y-n == low {
				want = y
				break
			}
		}
		if got := l.Ground(x, z, below, low); got != want {
			t.Fatalf("at %d, %d below %d, above %d: %d, it is %d", x, z, below, low, got, want)
		}
		if want > low {
			found++
		}
	}
	if got := l.Ground(16, 0, 20, -5); got != -5 || found == 0 {
		t.Errorf("%d where nothing is loaded; %d places with ground", got, found)
	}
	t.Logf("%d places with ground", found)
}
