package terrain

import (
	"math/rand/v2"
	"testing"

	"voxtide/world"
)

// TestLightReachesItsEnd: in a narrow tunnel the light of a shaft or of a torch ends at each cell in turn, and a block in the
// tunnel darkens all cells behind it, in the next section at least a single one.
func TestLightReachesItsEnd(t *testing.T) {
	const height, row, top = 9, 5, 40
	every := int32(1)
	if testing.Short() { // it takes 20 s under the race detector
		every = 15
	}
	for _, c := range []struct {
		name string
		far  int32
		lit  func(at world.Pos, from int32) world.Block
	}{
		{"a well", skyLightReach, func(at world.Pos, from int32) world.Block {
			if at.X == from && at.Z == row && at.Y >= height {
				return world.Air
			}
			return world.Stone
		}},
		{"a torch", blockLightReach, func(at world.Pos, from int32) world.Block {
			if at.X == from && at.Z == row && at.Y == height {
				return world.Torch
			}
			return world.Stone
		}},
	} {
		changed := 0
		for from := int32(0); from < world.SectionSize; from += every {
			k := newViewHarness(t, rand.New(rand.NewPCG(1, 1)), func(p world.SectionPos) *world.Section {
				var cells [world.SectionCells]world.Block
				for i := range cells {
					at := p.PosAt(i)
					if b := c.lit(at, from); at.Y <= top && (b != world.Stone || at.Y != height || at.Z != row) {
						cells[i] = b
					}
				}
				return world.SectionOf(&cells)
			})
			k.settle()
			k.agrees()
			for step := int32(1); step <= c.far; step += 3 {
				for _, b := range []world.Block{world.Stone, world.Leaves, world.Air} {
					k.setBlock(world.Pos{X: from + step, Y: height, Z: row}, b)
					k.offered = 0
					k.settle()
					changed += k.offered
					k.agrees()
				}
			}
		}
		if changed < 100/int(every) {
			t.Errorf("%s: only %d meshes changed", c.name, changed)
		}
	}
}
