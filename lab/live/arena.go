package live

import (
	"voxtide/lab/stage"
	"voxtide/world"
)

// The arena: a lawn of Wide x Deep cells with its north-west corner at the origin, its grass at y 0, a low wall around it and
// a few blocks on it. The first layer in which players stand and build is y 1.
const (
	Wide, Deep, High = 20, 11, 4 // cells of a Cells view, with the wall around the lawn: x and z from 0, y from 1
	wallHigh         = 2
)

// decor lists the blocks on the lawn when a run begins.
var decor = []struct {
	x, y, z int32
	block   world.Block
}{
	{5, 1, 2, world.Planks}, {6, 1, 2, world.Planks}, {6, 2, 2, world.Planks}, // a step and a pillar
	{9, 1, 7, world.Bricks}, {10, 1, 7, world.Bricks}, {11, 1, 7, world.Bricks}, {11, 1, 8, world.Bricks},
	{14, 1, 2, world.StoneBricks}, {15, 1, 2, world.StoneBricks},
	{4, 1, 8, world.Planks}, {16, 1, 8, world.Sandstone},
}

// homes are the cells in which the players begin.
var homes = [Players]world.Pos{{X: 3, Y: 1, Z: 5}, {X: 16, Y: 1, Z: 5}}

// arena returns the land of every run.
func arena() stage.Land {
	return stage.Land{
		Section: arenaSection,
		Spawn:   func(i int) world.Vec { return world.BottomCentre(homes[i%Players]) },
	}
}

// arenaSection makes a section of the arena. Around it is rock, so that nobody walks off.
func arenaSection(p world.SectionPos) *world.Section {
	o := p.Origin()
	switch {
	case o.Y < 0:
		return world.NewSection(world.Bedrock)
	case o.Y > 0:
		return world.NewSection(world.Air)
	}
	var cells [world.SectionCells]world.Block
	for i := range cells {
		cells[i] = arenaBlock(o.X+int32(i&15), int32(i>>8&15), o.Z+int32(i>>4&15))
	}
	for _, d := range decor {
		if x, z := d.x-o.X, d.z-o.Z; x >= 0 && x < 16 && z >= 0 && z < 16 {
			cells[d.y<<8|z<<4|x] = d.block
		}
	}
	return world.SectionOf(&cells)
}

// arenaBlock returns the block of a cell of the arena's section layer, but for the decor.
func arenaBlock(x, y, z int32) world.Block {
	inside := x > 0 && x < Wide-1 && z > 0 && z < Deep-1
	edge := x >= 0 && x < Wide && z >= 0 && z < Deep && !inside
	switch {
	case y == 0 && inside:
		return world.Grass
	case y == 0:
		return world.Stone
	case edge && y <= wallHigh:
		return world.StoneBricks
	case edge && y < 15: // nobody jumps or builds over it
		return world.Glass
	}
	return world.Air
}

// cells appends the blocks of the arena as a world shows them, a byte each: x fastest, then z, then y from 1 up. What has not
// come yet is air.
func cells(dst []byte, w *world.World) []byte {
	for y := range int32(High) {
		for z := range int32(Deep) {
			for x := range int32(Wide) {
				b, _ := w.Block(world.Pos{X: x, Y: y + 1, Z: z})
				dst = append(dst, byte(b))
			}
		}
	}
	return dst
}
