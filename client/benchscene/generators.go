package benchscene

import (
	"voxtide/world"
	"voxtide/world/worldgen"
)

// hash mixes three numbers. It is the same on every machine.
func hash(x, y, z int32) uint32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77 ^ uint32(z)*0xc2b2ae3d
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	h *= 0x297a2d39
	return h ^ h>>15
}

// generator is the number of the generator of all scenes: figures of different programs are of the same land.
const generator = 2

// defaultTerrain is generated land.
func defaultTerrain() Generator { return worldgen.Of(generator, seed).Section }

// cavePose is a pose in the largest cavern near the origin.
var cavePose = CameraPose{[3]float64{-143.5, -15.5, -79.5}, 330, -5}

// Caves have torches below the height torchY, on one of floorPerTorch cells of their floor.
const (
	torchY        = 20
	floorPerTorch = 60
)

// caveTerrain is the default terrain with torches on the floors of its caves.
func caveTerrain() Generator {
	g := worldgen.Of(generator, seed)
	return func(p world.SectionPos) *world.Section {
		s := g.Section(p)
		if p.Y*world.SectionSize >= torchY {
			return s
		}
		if _, one := s.Uniform(); one {
			return s
		}
		var cells [world.SectionCells]world.Block
		s.Cells(&cells)
		for i := world.SectionSize * world.SectionSize; i < len(cells); i++ {
			at := p.PosAt(i)
			if cells[i] == world.Air && cells[i-256].Full() && hash(at.X, at.Y, at.Z)%floorPerTorch == 0 {
				cells[i] = world.Torch
			}
		}
		return world.SectionOf(&cells)
	}
}

// The city: a tower stands in each lot, streets of cobblestone between them.
const (
	lot       = 20
	street    = 6
	cityFloor = 16
)

// walls are the blocks that towers are built of.
var walls = [...]world.Block{
	world.Stone, world.Cobblestone, world.StoneBricks, world.MossyCobblestone, world.Dirt, world.Sand, world.RedSand, world.Clay,
	world.Sandstone, world.Snow, world.Log, world.BirchLog, world.PineLog, world.Planks, world.BirchPlanks, world.PinePlanks,
	world.Bricks, world.CoalOre, world.IronOre, world.GoldOre, world.Obsidian, world.Basalt, world.Marble, world.Bookshelf,
	world.WhiteWool, world.RedWool, world.BlueWool, world.GreenWool, world.Glass, world.Leaves,
}

func cityTerrain() Generator { return generatorOf(cityBlock) }

// cityBlock returns the block of the city at a position.
func cityBlock(x, y, z int32) world.Block {
	switch {
	case y < cityFloor:
		return world.Stone
	case y == cityFloor:
		return world.Cobblestone
	}
	lx, lz := x-floorMod(x, lot), z-floorMod(z, lot)
	u, v := floorMod(x, lot), floorMod(z, lot)
	h := hash(lx, 0, lz)
	top := cityFloor + 6 + int32(h%40)
	inner := u >= street && v >= street
	switch {
	case !inner && y == cityFloor+1 && u == 1 && v == 1:
		return world.Lamp
	case !inner || y > top:
		return world.Air
	case y == top:
		return world.StoneSlab
	}
	wall := u == street || v == street || u == lot-1 || v == lot-1
	floor := (y-cityFloor)%5 == 0
	switch {
	case wall && (y-cityFloor)%5 >= 2 && (y-cityFloor)%5 <= 3 && (u+v)%3 == 0:
		return world.Glass
	case wall:
		return walls[hash(x, y, z)%uint32(len(walls))]
	case floor:
		return world.Planks
	case (y-cityFloor)%5 == 1 && u == lot/2 && v == lot/2:
		return world.Torch
	}
	return world.Air
}

// The size of the board, in blocks.
const (
	checkSide = 96
	checkHigh = 16
)

func checkerTerrain() Generator {
	return generatorOf(func(x, y, z int32) world.Block {
		switch {
		case y < 0:
			return world.Stone
		case x < 0 || z < 0 || x >= checkSide || z >= checkSide || y >= checkHigh || (x+y+z)&1 == 0:
			return world.Air
		}
		return walls[(x/2+z/3+y)%8]
	})
}

func floorMod(a, n int32) int32 { return (a%n + n) % n }

// generatorOf returns a generator for a function from positions to blocks.
func generatorOf(at func(x, y, z int32) world.Block) Generator {
	return func(p world.SectionPos) *world.Section {
		var cells [world.SectionCells]world.Block
		for i := range cells {
			q := p.PosAt(i)
			cells[i] = at(q.X, q.Y, q.Z)
		}
		return world.SectionOf(&cells)
	}
}
