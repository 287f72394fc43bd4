package far

import (
	"slices"
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
// still has its relief, and so has the steep side of what is no wood. Of the crowns of level leaves one is brighter than the next; the others are seen beside these.
func TestWoodEdge(t *testing.T) {
	var b meshBuilder
	green := func(tile *protocol.FarTile) (out []int) {
		m, _ := b.build(tile)
		for i := 1; i < len(m.Pixels); i += 4 {
			out = append(out, int(m.Pixels[i]))
		}
		return out
	}
	flat := func(int, int) int16 { return 40 }
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
		{"a stair of grass", world.Grass, edge, 32, 60}, {"level leaves", world.Leaves, flat, 0, 0},
	} {
		level := green(woodTile(c.block, flat))
		low, high := 1000, 0
		for i, g := range green(woodTile(c.block, c.height)) {
			g = g * 100 / level[i]
			low, high = min(low, g), max(high, g)
		}
		d := (high - low) * 100 / high
		if t.Logf("%s: green is %d to %d of level land's, %d in a hundred", c.name, low, high, d); d < c.least || d > c.most {
			t.Error("that is not right")
		}
	}
	for block, want := range map[world.Block]int{world.Leaves: 36, world.Grass: 0} {
		level := green(woodTile(block, flat))
		low, high := slices.Min(level), slices.Max(level)
		if d := (high - low) * 100 / high; max(d-want, want-d) > 2 {
			t.Errorf("one crown of %s is %d in a hundred darker than another, not %d", block.Info().Name, d, want)
		}
	}
	green(woodTile(world.Block(world.BlockCount+7), edge)) // a block of a newer server
}
