package host

import (
	"maps"
	"math/rand/v2"
	"slices"

	"voxtide/server/rollback"
	"voxtide/timestream"
	"voxtide/world"
)

// ground is the height of the village, high in the air.
const ground = 120

// villageBlocks holds the blocks of a village.
type villageBlocks map[world.Pos]world.Block

// buildVillage has three players build a village: a meadow, houses, flowers, heaps of sand at x = 40.
func (w *playersFixture) buildVillage(luck *rand.Rand, who [3]timestream.Stream) villageBlocks {
	v := villageBlocks{}
	var cells [3][]rollback.Restore
	put := func(i int, p world.Pos, b world.Block) {
		if v[p] == world.Air {
			v[p] = b
			cells[i] = append(cells[i], rollback.Restore{Pos: p, Expected: world.Air, Target: b})
		}
	}
	for z := int32(-30); z < 30; z++ {
		for x := int32(-20); x <= 40; x++ {
			put(0, world.Pos{X: x, Y: ground, Z: z}, world.Grass)
		}
		for x := int32(41); x < 45; x++ { // a walk, a block lower
			put(0, world.Pos{X: x, Y: ground - 1, Z: z}, world.Planks)
		}
	}
	for range 1500 {
		put(1, world.Pos{X: luck.Int32N(55) - 20, Y: ground + 1 + luck.Int32N(6), Z: luck.Int32N(60) - 30}, world.Planks)
		put(2, world.Pos{X: luck.Int32N(55) - 20, Y: ground + 1 + luck.Int32N(6), Z: luck.Int32N(60) - 30}, world.Glass)
	}
	for range 400 {
		put(2, world.Pos{X: luck.Int32N(55) - 20, Y: ground + 1, Z: luck.Int32N(60) - 30}, world.RedFlower)
	}
	for z := int32(-8); z < 8; z += 2 {
		for y := int32(1); y < 4; y++ {
			put(1, world.Pos{X: 40, Y: ground + y, Z: z}, world.Sand)
		}
	}
	for i := range cells {
		if job := w.setBlocks(who[i], cells[i]); job.Done != len(cells[i]) {
			w.t.Fatalf("%d of %d built", job.Done, len(cells[i]))
		}
	}
	return v
}

// drawLaterBuildings draws what others build after the grief, over it and beside it.
func drawLaterBuildings(luck *rand.Rand, griefed villageBlocks) villageBlocks {
	out := villageBlocks{}
	for _, p := range slices.SortedFunc(maps.Keys(griefed), comparePos) {
		if luck.IntN(20) == 0 && p.X < 38 {
			out[p] = world.Bricks
		}
	}
	for range 200 {
		p := world.Pos{X: luck.Int32N(60) - 20, Y: ground + 30, Z: luck.Int32N(60)}
		out[p] = world.Marble
	}
	return out
}

func comparePos(a, b world.Pos) int {
	return slices.Compare([]int32{a.X, a.Y, a.Z}, []int32{b.X, b.Y, b.Z})
}
