package terrain

import (
	"testing"

	"voxtide/client/cell"
	"voxtide/internal/testrand"
	"voxtide/world"
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

// TestOneEditShowsAtOnce: of an edit, the player's own or another one's, late as workers may be and in any order, no frame shows it in one section and not in
// another that touches it: of the blocks that two shown sections both know, both show the same ones as opaque.
func TestOneEditShowsAtOnce(t *testing.T) {
	r := testrand.New(t)
	plays, edits, own, waited, compared := 300, 0, 0, 0, 0
	if testing.Short() {
		plays = 60
	}
	k := newViewHarness(t, r, caverns(r))
	k.settle()
	for range testrand.Rounds(plays) {
		if r.IntN(4) == 0 {
			at := k.spot()
			k.camera.Pos = [3]float64{float64(at.X), float64(at.Y), float64(at.Z)}
		}
		for range r.IntN(3) {
			at := k.spot()
			if r.IntN(4) == 0 { // the player's own
				for at = cell.At(k.camera.Pos); r.IntN(3) > 0; {
					at = world.Pos{X: at.X + r.Int32N(3) - 1, Y: at.Y + r.Int32N(3) - 1, Z: at.Z + r.Int32N(3) - 1}
				}
			}
			if s := k.land[at.Section()]; s != nil {
				k.setBlock(at, [...]world.Block{world.Air, world.Stone, world.Glass}[r.IntN(3)])
				edits++
				if cell.Within(at, k.camera.Pos, urgentDistanceMax) {
					own++
				}
			}
		}
		k.frame(r.IntN(80))
		if len(k.jobs) > 0 {
			waited++
		}
		compared += k.knowsTheSame()
	}
	k.settle()
	k.agrees()
	t.Logf("%d edits, %d of them near the player, in %d frames, in %d of which workers were not done; %d pairs of sections compared", edits, own, plays, waited, compared)
	if edits < plays/2 || own < plays/20 || waited < plays/6 || compared < plays*10 {
		t.Error("too little happened")
	}
}
