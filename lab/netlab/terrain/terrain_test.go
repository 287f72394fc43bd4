package terrain

import (
	"testing"

	"voxtide/world"
)

// TestTerrain checks that the land depends on its seed alone and contains what the players are meant to meet.
func TestTerrain(t *testing.T) {
	a, b := New(7), New(7)
	var count [world.BlockCount]int
	var cells [world.SectionCells]world.Block
	hollows := 0
	for z := int32(-4); z < 4; z++ {
		for x := int32(-4); x < 4; x++ {
			for y := int32(-2); y < 4; y++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				s := a.Section(p)
				if s.Hash() != b.Section(p).Hash() {
					t.Fatalf("section %v differs from itself", p)
				}
				s.Cells(&cells)
				for i, c := range cells {
					count[c]++
					if c == world.Air && i+512 < world.SectionCells && world.Blocks[cells[i+512]].Falls && world.Blocks[cells[i+256]].Falls {
						hollows++
					}
				}
			}
		}
	}
	for _, want := range []world.Block{world.Bedrock, world.Stone, world.Grass, world.Dirt, world.Sand, world.Gravel, world.Water,
		world.StoneSlab, world.StoneStairsEast, world.StoneStairsWest, world.PlankStairsNorth, world.Ladder, world.Log,
		world.Leaves, world.TallGrass, world.RedFlower, world.Cobblestone} {
		if count[want] == 0 {
			t.Errorf("no %v anywhere", want)
		}
	}
	if hollows == 0 {
		t.Error("no hollow under sand or gravel")
	}
	if New(8).Section(world.SectionPos{}).Hash() == a.Section(world.SectionPos{}).Hash() {
		t.Error("two seeds have the same land")
	}
	for i := range int32(50) {
		v := a.StandingPlace(i*37, i*i)
		p := v.Block()
		c := a.column(p.X, p.Z)
		if c.block(p.Y).Solid() || c.block(p.Y+1).Solid() {
			t.Errorf("no room to stand at %v", p)
		}
	}
}

func BenchmarkTerrain(b *testing.B) {
	t := New(1)
	for i := range b.N {
		t.Section(world.SectionPos{X: int32(i), Y: 0, Z: 3})
	}
}
