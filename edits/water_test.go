package edits

import (
	"testing"

	"voxtide/world"
)

// TestDoorInWater: water that stood on nothing stands on a door's upper half, and runs on to its sides; broken, it falls again.
func TestDoorInWater(t *testing.T) {
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	r := Recorder{W: w}
	at := func(x, y int32) world.Pos { return world.Pos{X: x, Y: y, Z: 4} }
	for x := range int32(16) {
		for z := range int32(16) {
			r.PutBlock(0, world.Pos{X: x, Z: z}, world.Stone)
		}
	}
	for _, p := range []world.Pos{at(3, 3), at(4, 1), {X: 3, Y: 4, Z: 3}, {X: 3, Y: 4, Z: 5}, at(2, 4)} {
		r.PutBlock(0, p, world.Stone)
	}
	r.PutBlock(0, at(3, 4), world.Water)
	level := func(p world.Pos) string { b, _ := w.Block(p); return b.String() }
	before := level(at(5, 4))
	door, _ := world.BlockNamed("oak_door")
	r.PutHalves(0, at(4, 2), door)
	through := level(at(5, 4))
	r.PutBlock(0, at(4, 2), world.Air)
	if after := level(at(5, 4)); before != "air" || through != "water[level=6]" || after != "air" || level(at(4, 3)) != "water[level=falling]" {
		t.Errorf("beside the water above: %s, with the door %s, without it %s; below it %s", before, through, after, level(at(4, 3)))
	}
}
