package hits

import (
	"voxtide/lab/stage"
	"voxtide/world"
)

// The arena: every 24 blocks a hunter, who looks north at a lane in which a dodger goes east and west. A wall behind the lane and a
// parapet before it keep kicks from ending the play; a pillar on the parapet is the cover.
//
//	############## wall behind, 3 high
//	......D....... lane
//	-------#------ parapet, 1 high, with a pillar on it, 3 high
//	......H.......
const (
	apart     = 24
	laneNorth = 4 // blocks from the hunter to the lane
	laneHalf  = 3 // blocks to either side
	pillarAt  = 2 // blocks east of the hunter
)

// home returns where the hunter of a pair stands.
func home(pair int) world.Vec {
	return world.BottomCentre(world.Pos{X: int32(pair) * apart, Y: 1, Z: 0})
}

func arena() stage.Land {
	return stage.Land{
		Section: func(p world.SectionPos) *world.Section {
			o := p.Origin()
			if o.Y < -16 || o.Y > 16 {
				return world.NewSection(world.Air)
			}
			var cells [world.SectionCells]world.Block
			for i := range cells {
				cells[i] = blockAt(o.X+int32(i&15), o.Y+int32(i>>8), o.Z+int32(i>>4&15))
			}
			return world.SectionOf(&cells)
		},
		Spawn: func(i int) world.Vec {
			at := home(i / 2)
			if i%2 == 1 {
				at[world.AxisZ] -= laneNorth * world.Unit
			}
			return at
		},
	}
}

func blockAt(x, y, z int32) world.Block {
	if y <= 0 {
		return world.Stone
	}
	x = int32(world.FloorDiv(int64(x)+apart/2, apart))*-apart + x
	switch {
	case z == -laneNorth-1 && y <= 3:
		return world.Stone
	case z == -laneNorth+1 && y <= 1:
		return world.Stone
	case z == -laneNorth+1 && y <= 3 && x == pillarAt:
		return world.Stone
	}
	return world.Air
}
