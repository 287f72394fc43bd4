package effects

import (
	"math"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// TestBlobsLieOnTheGround: each piece of a patch lies on top of a box below the body and within it, below the feet and near them, pieces
// of a ring never overlap, and over flat ground they are the whole patch.
func TestBlobsLieOnTheGround(t *testing.T) {
	r := testrand.New(t)
	w := hillsWorld()
	var cells [world.SectionCells]world.Block
	for i := range cells { // a section of slabs, stairs, torches and holes at the height of the eye
		cells[i] = [...]world.Block{world.Air, world.Air, world.StoneSlab, world.Stone, world.Torch, world.StoneStairsEast, world.StoneSlabTop}[r.IntN(7)]
	}
	mixed := world.SectionPos{X: 0, Y: 1, Z: 0}
	w.SetSection(mixed, world.SectionOf(&cells))
	pieces, whole, none := 0, 0, 0
	for range 5000 {
		kind := [...]scene.EntityKind{scene.EntityAvatar, scene.EntityItem, scene.EntityFallingBlock}[r.IntN(3)]
		at := [3]float64{30 * (r.Float64() - 0.5), 18*r.Float64() - 1, 30 * (r.Float64() - 0.5)}
		sc := &scene.Scene{Camera: scene.Camera{Pos: at}, Entities: []scene.Entity{{Kind: kind, Drawn: at}}}
		FillBlobs(sc, w)
		all, area := 0.0, 0.0
		for _, ring := range blobRings {
			all += 4 * blobs[kind] * blobs[kind] * ring * ring
		}
		for i := range sc.Blobs {
			b := &sc.Blobs[i]
			x, z := (b.Low[0]+b.High[0])/2, (b.Low[1]+b.High[1])/2
			y := math.Ceil(b.Y) - 1
			block, _ := w.Block(world.Pos{X: int32(math.Floor(x)), Y: int32(y), Z: int32(math.Floor(z))})
			on := false
			for _, box := range block.Boxes() {
				on = on || y+float64(box.Hi[1])/16 == b.Y && b.Low[0] >= math.Floor(x)+float64(box.Lo[0])/16 && b.High[0] <= math.Floor(x)+float64(box.Hi[0])/16 &&
					b.Low[1] >= math.Floor(z)+float64(box.Lo[2])/16 && b.High[1] <= math.Floor(z)+float64(box.Hi[2])/16
			}
			if !on || b.Y > at[1]+0.1 || b.Y < at[1]-blobDrop || b.Strength < 0 || b.Strength > blobStrength {
				t.Fatalf("%+v of a body at %v is not on %v", b, at, block.Info().Name)
			}
			area += (b.High[0] - b.Low[0]) * (b.High[1] - b.Low[1])
			pieces++
		}
		switch {
		case area > all+1e-9:
			t.Fatalf("%v blocks of ground are dark of %v", area, all)
		case area > all-1e-9:
			whole++
		case area == 0:
			none++
		}
	}
	if t.Logf("%d pieces; %d patches whole, %d of nothing", pieces, whole, none); whole < 100 || none < 100 {
		t.Error("too few of a kind")
	}
	far := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{100, 5, 0}}, Entities: []scene.Entity{{Kind: scene.EntityAvatar, Drawn: [3]float64{0.5, 3, 0.5}}}}
	if FillBlobs(far, w); len(far.Blobs) > 0 {
		t.Error("a body far away darkens the ground")
	}
	if n := testing.AllocsPerRun(100, func() { FillBlobs(far, w) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
