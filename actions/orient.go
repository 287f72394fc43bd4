package actions

import "voxtide/world"

// How a block lies in its cell follows from what its player does: the side that it is built against, the point looked at, and the
// direction of the look. The table says it by class; a class without a row has its usual state.

// placing is what a player does, as far as the state of the placed block depends on it.
type placing struct {
	against world.Face // the side of the cell at which the block is that it is built against
	look    world.Face // North, South, West or East: where the player looks
	aim     Aim
}

// upper reports whether the upper half of the cell is meant.
func (p *placing) upper() bool {
	return p.against == world.Up || p.against >= world.North && p.aim[1] >= 8
}

var orientations = [world.ClassCount]func(b world.Block, p *placing) (state world.Block, fits bool){
	world.ClassPillar: func(b world.Block, p *placing) (world.Block, bool) {
		return b.With(world.PropAxis, [...]int{0, 2, 1}[p.against>>1]), true // along the face
	},
	world.ClassStairs: func(b world.Block, p *placing) (world.Block, bool) { return upperOf(facing(b, p.look), p), true },
	world.ClassSlab:   func(b world.Block, p *placing) (world.Block, bool) { return upperOf(b, p), true },
	world.ClassLeaves: func(b world.Block, p *placing) (world.Block, bool) { return b.With(world.PropPlaced, 1), true },
	world.ClassTorch:  onFloorOrWall,
	world.ClassSign:   onFloorOrWall,
	world.ClassLever:  onFloorOrWall,
	world.ClassButton: onFloorOrWall,
	world.ClassLadder: func(b world.Block, p *placing) (world.Block, bool) {
		return facing(b, p.against^1), p.against >= world.North
	},
	world.ClassDoor: func(b world.Block, p *placing) (world.Block, bool) {
		return facing(b, p.look).With(world.PropHinge, p.right()), true
	},
	world.ClassBed:  func(b world.Block, p *placing) (world.Block, bool) { return facing(b, p.look), true },
	world.ClassGate: func(b world.Block, p *placing) (world.Block, bool) { return facing(b, p.look), true },
	world.ClassTrapdoor: func(b world.Block, p *placing) (world.Block, bool) {
		if p.against >= world.North {
			return upperOf(facing(b, p.against^1), p), true
		}
		return upperOf(facing(b, p.look^1), p), true
	},
	world.ClassChest:     frontToPlayer,
	world.ClassBarrel:    frontToPlayer,
	world.ClassFurnace:   frontToPlayer,
	world.ClassKiln:      frontToPlayer,
	world.ClassCampfire:  frontToPlayer,
	world.ClassWorkbench: frontToPlayer,
	world.ClassAnvil:     frontToPlayer,
}

// Orient returns the state in which a Place puts a block, before it joins its neighbours; false if it does not fit there.
func Orient(b world.Block, a *Action) (state world.Block, fits bool) {
	f := orientations[b.Class()]
	if f == nil {
		return b, true
	}
	return f(b.Kind().Block(), &placing{against: a.Face, look: lookOf(a.Yaw), aim: a.Aim})
}

// lookOf returns the side to which a heading looks most.
func lookOf(yaw uint16) world.Face {
	return [...]world.Face{world.North, world.East, world.South, world.West}[(yaw+8192)>>14]
}

func facing(b world.Block, f world.Face) world.Block {
	return b.With(world.PropFacing, int(f-world.North))
}

func upperOf(b world.Block, p *placing) world.Block {
	if p.upper() {
		return b.With(world.PropHalf, world.UpperHalf)
	}
	return b
}

// right returns 1 if the right half of the cell is meant, for who looks along the look.
func (p *placing) right() int {
	right := [...]bool{p.aim[0] > 8, p.aim[0] < 8, p.aim[2] < 8, p.aim[2] > 8}[p.look-world.North]
	if right {
		return 1
	}
	return 0
}

func onFloorOrWall(b world.Block, p *placing) (world.Block, bool) {
	if p.against >= world.North {
		return facing(b, p.against^1).With(world.PropWall, 1), true
	}
	if b.Class() != world.ClassTorch { // a torch is the same from all sides
		b = facing(b, p.look^1)
	}
	return b, p.against == world.Down
}

func frontToPlayer(b world.Block, p *placing) (world.Block, bool) { return facing(b, p.look^1), true }
