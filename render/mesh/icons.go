package mesh

import "voxtide/world"

// Sprite returns the texture that a block is shown as where it is no part of the land, in a slot, in a hand and on the ground: "" for
// a block that is shown as its parts. kind is its usual state.
func Sprite(b world.Block) string {
	info := b.Info()
	name := info.Faces[world.North]
	switch info.Class {
	case world.ClassPlant, world.ClassTorch, world.ClassLadder, world.ClassPane:
		return name
	case world.ClassDoor:
		return swapSuffix(name, "_lower", "_item")
	case world.ClassSign:
		return world.Kinds[info.Kind].Name + "_item"
	}
	return ""
}

// IconParts returns the boxes of a block in a slot, in a hand and on the ground: those of a state that shows what it is.
func IconParts(b world.Block) []Part {
	switch b.Class() {
	case world.ClassFence, world.ClassWall:
		return Parts(b.With(world.PropJoins, joinWest|joinEast))
	case world.ClassGate, world.ClassStairs:
		return Parts(b)
	case world.ClassChest, world.ClassFurnace, world.ClassKiln:
		return Parts(b.With(world.PropFacing, int(world.South-world.North)))
	case world.ClassLever:
		return append(Parts(b), at(7, 3, 7, 9, 13, 9).in(slotMore))
	case world.ClassButton:
		return []Part{at(5, 6, 6, 11, 10, 10)}
	case world.ClassBed:
		return bedIcon()
	case world.ClassLiquid, world.ClassLava:
		return []Part{at(0, 0, 0, 16, 16, 16)}
	}
	return Parts(b)
}

// IconBlock returns the state of a kind whose textures its icon has.
func IconBlock(b world.Block) world.Block {
	switch b.Class() {
	case world.ClassChest, world.ClassFurnace, world.ClassKiln, world.ClassBarrel:
		return b.With(world.PropFacing, int(world.South-world.North))
	}
	return b
}
