package far

import (
	"testing"

	"voxtide/protocol"
	"voxtide/world"
)

// woodTile returns a tile of leaves with heights of its own.
func woodTile(cover world.Block, height func(x, z int) int16) *protocol.FarTile {
	t := &protocol.FarTile{Covers: []protocol.FarCover{{Block: cover, Biome: 5}}}
	for i := range t.Heights {
		t.Heights[i] = height(i%side, i/side)
	}
	return t
}

// TestWoodEdge: where a wood ends its canopy falls to the ground within a cell, and is not striped: its green is nearly that of level leaves. A gentle slope
// still has its relief, and so has the steep side of what is no wood.
func TestWoodEdge(t *testing.T) {
	var b meshBuilder
	greens := func(tile *protocol.FarTile) (least, most int) {
		least = 255
		m, _ := b.build(tile)
		for i := 1; i < len(m.Pixels); i += 4 {
			least, most = min(least, int(m.Pixels[i])), max(most, int(m.Pixels[i]))
		}
		return least, most
	}
	edge := func(x, _ int) int16 { // it runs to and fro, so it faces the light here and is turned away there
		if x/4%2 == 0 {
			return 49
		}
		return 40
	}
	slope := func(x, z int) int16 { return int16(40 + max(x-z, z-x)) }
	for _, c := range []struct {
		name        string
		block       world.Block
		height      func(x, z int) int16
		least, most int // of the difference, in hundredths of the brightest
	}{
		{"the edge of a wood", world.Leaves, edge, 1, 25}, {"a gentle slope of leaves", world.Leaves, slope, 12, 40},
		{"a stair of grass", world.Grass, edge, 32, 60}, {"level leaves", world.Leaves, func(int, int) int16 { return 40 }, 0, 0},
	} {
		low, high := greens(woodTile(c.block, c.height))
		if d := (high - low) * 100 / high; d < c.least || d > c.most {
			t.Errorf("%s: green is %d to %d, %d in a hundred", c.name, low, high, d)
		}
	}
	greens(woodTile(world.Block(world.BlockCount+7), edge)) // a block of a newer server
}
