package farland

import (
	"slices"
	"strings"
	"testing"

	"voxtide/protocol"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// TestTrunksAreNoBuildings: a column that somebody changed is no building because of a tree in it, whatever its wood, and the trunk without its leaves is one.
func TestTrunksAreNoBuildings(t *testing.T) {
	const high = 60 // out of deep water, too
	woods := 0
	for b := world.Block(1); int(b) < world.BlockCount; b++ {
		wood, log := strings.CutSuffix(b.Info().Name, "log")
		leaves := world.Block(slices.IndexFunc(world.Blocks[:], func(i world.BlockInfo) bool { return i.Name == wood+"leaves" }))
		if !log || b.Info().Class != world.ClassPillar || int(leaves) >= world.BlockCount {
			continue
		}
		woods++
		for _, crown := range []bool{true, false} {
			var l testLand
			p := protocol.FarPlace{Level: 0, X: 3, Z: -2}
			x, z := p.Corner()
			at := world.Pos{X: x + 40, Y: worldgen.New(newLand).Top(x+40, z+40), Z: z + 40}
			for i := range int32(9 * (high + 1)) {
				block := b
				if i >= 9*high && crown {
					block = leaves
				}
				l.set(world.Pos{X: at.X + i%3, Y: at.Y + i/9, Z: at.Z + i/3%3}, block)
			}
			made := newTiles(newLand, &l)
			k, _, err := made.tile(p)
			var tile protocol.FarTile
			if _, err2 := protocol.ReadFarTile(&tile, k.message); err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if n := len(tile.Boxes); crown == (n > 0) {
				t.Errorf("%s, leaves on it %v: %d buildings", b.Info().Name, crown, n)
			}
		}
	}
	if t.Logf("%d woods", woods); woods < 6 {
		t.Error("there are more woods")
	}
}
