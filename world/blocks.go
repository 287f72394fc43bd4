package world

import "voxtide/timestream"

// Block is what a cell holds: a state of a kind of block (see Kind), and a row of Blocks. The numbers of the states below are for
// ever; the other states follow them in the order of Kinds and are saved and compared by name (BlockNames).
type Block uint16

// The states that rules and tests name. Stairs are named for the side of their high half: a player who walks that way climbs them.
const (
	Air Block = iota
	Stone
	Cobblestone
	StoneBricks
	MossyCobblestone
	Bedrock
	Dirt
	Grass
	Sand
	RedSand
	Gravel
	Clay
	Sandstone
	Snow
	Ice
	Water
	Log
	BirchLog
	PineLog
	Planks
	BirchPlanks
	PinePlanks
	Leaves
	BirchLeaves
	PineLeaves
	TallGrass
	Fern
	RedFlower
	YellowFlower
	Mushroom
	Glass
	Torch
	Lamp
	Ladder
	Bricks
	CoalOre
	IronOre
	GoldOre
	Obsidian
	Basalt
	Marble
	Bookshelf
	WhiteWool
	RedWool
	BlueWool
	GreenWool
	StoneSlab
	StoneSlabTop
	PlankSlab
	PlankSlabTop
	StoneStairsNorth
	StoneStairsSouth
	StoneStairsWest
	StoneStairsEast
	PlankStairsNorth
	PlankStairsSouth
	PlankStairsWest
	PlankStairsEast
	RedCarpet
	BlueCarpet
	FencePost
	Cactus
	firstGenerated // the first state without a constant
)

// Sound names how a block sounds when it is walked on, broken or placed.
type Sound uint8

// The sounds.
const (
	SoundNone Sound = iota
	SoundStone
	SoundSoil
	SoundGrass
	SoundSand
	SoundGravel
	SoundWood
	SoundGlass
	SoundCloth
	SoundWater
	SoundSnow
	SoundMetal
	SoundCount
)

// Tint names the colour by which the texture of a block is multiplied.
type Tint uint8

// The tints.
const (
	TintNone Tint = iota
	TintGrass
	TintLeaves
	TintWater
	TintCount
)

// Unbreakable is the hardness of a block that cannot be broken by hand.
const Unbreakable timestream.Duration = -1

// BlockInfo is everything that the rules and the renderer need to know of a state of a block.
type BlockInfo struct {
	Name        string // of the state, with its properties where they are not the usual ones: "plank_stairs[facing=east]"
	Kind        Kind
	Class       Class
	Shape       Shape               // what bodies collide with, and how it is drawn
	Opaque      bool                // hides the faces beside it and stops light
	Light       uint8               // the light that it gives, 0 to 15
	Replaceable bool                // a block may be placed into its cell
	Hardness    timestream.Duration // stream time to break it by hand; 0 at once, negative never
	Tool        ToolClass           // the tools that break it faster
	Tier        uint8               // a tool below this tier breaks it, but nothing drops
	Falls       bool                // becomes a falling block if the block below is not solid
	NeedsFloor  bool                // breaks if the block below is not solid
	Liquid      bool                // bodies swim in it
	Climbable   bool                // bodies climb in it
	Harm        uint8               // health that who touches it, or is in it, loses in half a second; 0 for most
	Drops       Block               // the block that breaking it gives, in its usual state; Air for none
	Sound       Sound
	Tint        Tint
	Faces       [FaceCount]string // names of textures, by Face
}

// Blocks is the table of the states, by Block. Read it only.
var Blocks = states.infos

// Info returns the row of a block; Air's row for an id that does not exist.
func (b Block) Info() *BlockInfo {
	if int(b) >= BlockCount {
		return &Blocks[Air]
	}
	return &Blocks[b]
}

// String returns the name of a block with its properties.
func (b Block) String() string { return b.Info().Name }

// Shape returns the shape of a block; empty for an id that does not exist.
func (b Block) Shape() Shape {
	if int(b) >= BlockCount {
		return ShapeEmpty
	}
	return shapeOf[b]
}

// shapeOf is the Shape column of Blocks, packed for collision.
var shapeOf = func() (t [BlockCount]Shape) {
	for b := range Blocks {
		t[b] = Blocks[b].Shape
	}
	return t
}()

// Boxes returns the boxes of a block that bodies collide with. Read them only.
func (b Block) Boxes() []Box { return shapeBoxes[b.Shape()] }

// Solid reports whether bodies collide with the block, which is so if it has boxes.
func (b Block) Solid() bool { return b.Shape() >= ShapeFull }

// Full reports whether the block is solid in its whole cell.
func (b Block) Full() bool { return b.Shape() == ShapeFull }

// Outline returns the boxes at which a player can aim: the collision boxes or, for plants, torches and ladders, the
// visible extent; none for air and liquids. Read them only.
func (b Block) Outline() []Box {
	s := b.Shape()
	if s < ShapeFull {
		return outlines[s]
	}
	return shapeBoxes[s]
}
