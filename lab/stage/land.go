package stage

import (
	"voxtide/lab/netlab/terrain"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Land is where a stage plays.
type Land struct {
	Section func(p world.SectionPos) *world.Section // makes a section; each call returns a copy
	Spawn   func(i int) world.Vec                   // home of player i
}

// FlatTop is the y of the highest blocks of Flat, apart from its walls: players stand one block higher.
const FlatTop = 0

// The wall north of each home of Flat: WallDistance blocks away, WallHalf blocks to each side, WallHeight high.
const (
	WallDistance = 9
	WallHalf     = 4
	WallHeight   = 3
)

// Flat returns a plain of grass with a stone wall north of each home. Homes are apart blocks from each other, in rows of homesInRow.
func Flat(apart int32) Land {
	return Land{
		Section: func(p world.SectionPos) *world.Section { return flatSection(p, apart) },
		Spawn: func(i int) world.Vec {
			x, z := home(i, apart)
			return world.BottomCentre(world.Pos{X: x, Y: FlatTop + 1, Z: z})
		},
	}
}

// Hilly returns the laboratory's varied land of a seed: hills, water, sand, trees. Homes are apart
// blocks from each other.
func Hilly(seed uint64, apart int32) Land {
	t := terrain.New(seed)
	return Land{
		Section: t.Section,
		Spawn: func(i int) world.Vec {
			x, z := home(i, apart)
			return t.StandingPlace(x, z)
		},
	}
}

// Wild returns generated land, as a world of that seed has it.
func Wild(seed uint64) Land {
	g := worldgen.Of(worldgen.Default, seed)
	return Land{Section: g.Section, Spawn: g.Spawn}
}

// homesInRow is how many homes stand in a row from west to east.
const homesInRow = 2

func home(i int, apart int32) (x, z int32) {
	return int32(i%homesInRow) * apart, int32(i/homesInRow) * apart
}

// flatSection makes a section of Flat.
func flatSection(p world.SectionPos, apart int32) *world.Section {
	o := p.Origin()
	switch {
	case o.Y < -16:
		return world.NewSection(world.Bedrock)
	case o.Y > FlatTop+WallHeight:
		return world.NewSection(world.Air)
	}
	var cells [world.SectionCells]world.Block
	for i := range cells {
		x, z, y := o.X+int32(i&15), o.Z+int32(i>>4&15), o.Y+int32(i>>8)
		switch {
		case y > FlatTop && y <= FlatTop+WallHeight && wallAt(x, z, apart):
			cells[i] = world.Stone
		case y == FlatTop:
			cells[i] = world.Grass
		case y < FlatTop:
			cells[i] = world.Dirt
		}
	}
	return world.SectionOf(&cells)
}

// wallAt reports whether a column belongs to the wall of a home. Every home of the endless pattern has one.
func wallAt(x, z, apart int32) bool {
	if apart <= 0 {
		return z == -WallDistance && x >= -WallHalf && x <= WallHalf
	}
	dx := int32(world.FloorDiv(int64(x+apart/2), int64(apart)))*apart - x
	dz := int32(world.FloorDiv(int64(z+WallDistance+apart/2), int64(apart)))*apart - z
	return dz == WallDistance && dx >= -WallHalf && dx <= WallHalf
}
