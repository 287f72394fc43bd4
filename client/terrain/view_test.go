package terrain

import (
	"testing"

	"voxtide/internal/testrand"
)

// TestMeshesEqualThoseFromScratch: after blocks were changed and changed back, sections unloaded and loaded, the camera moved,
// and workers and renderer acted late and in random order, every shown mesh, its light and its connectivity equal those of a
// fresh view of the same blocks.
func TestMeshesEqualThoseFromScratch(t *testing.T) {
	r := testrand.New(t)
	rounds, plays := 4, 60
	if testing.Short() { // a round takes half a minute under the race detector
		rounds, plays = 1, 8
	}
	for range testrand.Rounds(rounds) {
		k := newViewHarness(t, r, caverns(r))
		k.settle()
		if n := k.agrees(); n < 27 {
			t.Fatalf("only %d sections are meshed", n)
		}
		k.offered, k.built = 0, 0
		for range plays {
			k.play()
			k.settle()
			k.agrees()
		}
		if k.offered < plays || k.built < 2*k.offered/3 {
			t.Errorf("%d meshes were offered of %d that were built", k.offered, k.built)
		}
	}
}
