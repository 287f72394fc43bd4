package world

import "voxtide/timestream"

// Block is a kind of block: a row of Blocks. Ids are stable: new ones are added at the end, and none is ever removed.
type Block uint16

// The blocks. Stairs are named for the side of their high half: a player who walks that way climbs them.
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
	blockEnd
)

// BlockCount is the number of blocks: every Block is smaller.
const BlockCount = int(blockEnd)

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

// BlockInfo is everything that the rules and the renderer need to know of a block.
type BlockInfo struct {
	Name        string              // for saving and commands; never changes
	Shape       Shape               // what bodies collide with, and how it is drawn
	Opaque      bool                // hides the faces beside it and stops light
	Light       uint8               // the light that it gives, 0 to 15
	Replaceable bool                // a block may be placed into its cell
	Hardness    timestream.Duration // stream time to break it by hand; 0 at once, negative never
	Falls       bool                // becomes a falling block if the block below is not solid
	NeedsFloor  bool                // breaks if the block below is not solid
	Liquid      bool                // bodies swim in it
	Climbable   bool                // bodies climb in it
	Drops       Block               // the block that breaking it gives; Air for none
	Sound       Sound
	Tint        Tint
	Faces       [FaceCount]string // names of textures, by Face
}

// ms is a hardness in milliseconds.
func ms(n int64) timestream.Duration { return timestream.Duration(n) * timestream.Millisecond }

func all(t string) [FaceCount]string { return [FaceCount]string{t, t, t, t, t, t} }

func pillar(end, side string) [FaceCount]string {
	return [FaceCount]string{end, end, side, side, side, side}
}

func solid(name string, hard int64, s Sound, drops Block) BlockInfo {
	return BlockInfo{
		Name: name, Shape: ShapeFull, Opaque: true, Hardness: ms(hard), Sound: s, Drops: drops, Faces: all(name),
	}
}

func log(name string, drops Block) BlockInfo {
	i := solid(name, 900, SoundWood, drops)
	i.Faces = pillar(name+"_top", name+"_side")
	return i
}

func leaves(name string) BlockInfo {
	return BlockInfo{
		Name: name, Shape: ShapeFull, Hardness: ms(250), Sound: SoundGrass, Tint: TintLeaves, Faces: all(name),
	}
}

func plant(name string, drops Block, t Tint, replaceable bool) BlockInfo {
	return BlockInfo{
		Name: name, Shape: ShapeCross, NeedsFloor: true, Replaceable: replaceable, Drops: drops, Sound: SoundGrass, Tint: t,
		Faces: all(name),
	}
}

func needsFloor(i BlockInfo) BlockInfo { i.NeedsFloor = true; return i }

func falling(i BlockInfo) BlockInfo { i.Falls = true; return i }

func partial(name, texture string, shape Shape, hard int64, s Sound, drops Block) BlockInfo {
	return BlockInfo{Name: name, Shape: shape, Hardness: ms(hard), Sound: s, Drops: drops, Faces: all(texture)}
}

// Blocks is the table of blocks, by Block. Read it only.
var Blocks = [BlockCount]BlockInfo{
	Air:              {Name: "air", Replaceable: true},
	Stone:            solid("stone", 1200, SoundStone, Cobblestone),
	Cobblestone:      solid("cobblestone", 1200, SoundStone, Cobblestone),
	StoneBricks:      solid("stone_bricks", 1200, SoundStone, StoneBricks),
	MossyCobblestone: solid("mossy_cobblestone", 1200, SoundStone, MossyCobblestone),
	Bedrock: {Name: "bedrock", Shape: ShapeFull, Opaque: true, Hardness: Unbreakable, Sound: SoundStone,
		Faces: all("bedrock")},
	Dirt: solid("dirt", 500, SoundSoil, Dirt),
	Grass: {Name: "grass", Shape: ShapeFull, Opaque: true, Hardness: ms(600), Drops: Dirt, Sound: SoundGrass,
		Tint:  TintGrass,
		Faces: [FaceCount]string{"dirt", "grass_top", "grass_side", "grass_side", "grass_side", "grass_side"}},
	Sand:      falling(solid("sand", 500, SoundSand, Sand)),
	RedSand:   falling(solid("red_sand", 500, SoundSand, RedSand)),
	Gravel:    falling(solid("gravel", 600, SoundGravel, Gravel)),
	Clay:      solid("clay", 600, SoundSoil, Clay),
	Sandstone: solid("sandstone", 900, SoundStone, Sandstone),
	Snow:      solid("snow", 250, SoundSnow, Snow),
	Ice:       {Name: "ice", Shape: ShapeFull, Hardness: ms(500), Sound: SoundGlass, Faces: all("ice")},
	Water: {Name: "water", Shape: ShapeLiquid, Replaceable: true, Liquid: true, Hardness: Unbreakable,
		Sound: SoundWater, Tint: TintWater, Faces: all("water")},
	Log:          log("log", Log),
	BirchLog:     log("birch_log", BirchLog),
	PineLog:      log("pine_log", PineLog),
	Planks:       solid("planks", 800, SoundWood, Planks),
	BirchPlanks:  solid("birch_planks", 800, SoundWood, BirchPlanks),
	PinePlanks:   solid("pine_planks", 800, SoundWood, PinePlanks),
	Leaves:       leaves("leaves"),
	BirchLeaves:  leaves("birch_leaves"),
	PineLeaves:   leaves("pine_leaves"),
	TallGrass:    plant("tall_grass", Air, TintGrass, true),
	Fern:         plant("fern", Air, TintGrass, true),
	RedFlower:    plant("red_flower", RedFlower, TintNone, false),
	YellowFlower: plant("yellow_flower", YellowFlower, TintNone, false),
	Mushroom:     plant("mushroom", Mushroom, TintNone, false),
	Glass: {Name: "glass", Shape: ShapeFull, Hardness: ms(300), Drops: Glass, Sound: SoundGlass,
		Faces: all("glass")},
	Torch: {Name: "torch", Shape: ShapeTorch, NeedsFloor: true, Light: 14, Drops: Torch, Sound: SoundWood,
		Faces: all("torch")},
	Lamp: {Name: "lamp", Shape: ShapeFull, Opaque: true, Light: 15, Hardness: ms(300), Drops: Lamp, Sound: SoundGlass,
		Faces: all("lamp")},
	Ladder: {Name: "ladder", Shape: ShapeLadder, Hardness: ms(400), Climbable: true, Drops: Ladder, Sound: SoundWood,
		Faces: all("ladder")},
	Bricks:   solid("bricks", 1200, SoundStone, Bricks),
	CoalOre:  solid("coal_ore", 1500, SoundStone, CoalOre),
	IronOre:  solid("iron_ore", 1800, SoundStone, IronOre),
	GoldOre:  solid("gold_ore", 1800, SoundStone, GoldOre),
	Obsidian: solid("obsidian", 6000, SoundStone, Obsidian),
	Basalt:   solid("basalt", 1200, SoundStone, Basalt),
	Marble:   solid("marble", 1200, SoundStone, Marble),
	Bookshelf: {Name: "bookshelf", Shape: ShapeFull, Opaque: true, Hardness: ms(800), Drops: Bookshelf, Sound: SoundWood,
		Faces: pillar("planks", "bookshelf")},
	WhiteWool:        solid("white_wool", 400, SoundCloth, WhiteWool),
	RedWool:          solid("red_wool", 400, SoundCloth, RedWool),
	BlueWool:         solid("blue_wool", 400, SoundCloth, BlueWool),
	GreenWool:        solid("green_wool", 400, SoundCloth, GreenWool),
	StoneSlab:        partial("stone_slab", "stone", ShapeSlab, 1000, SoundStone, StoneSlab),
	StoneSlabTop:     partial("stone_slab_top", "stone", ShapeSlabTop, 1000, SoundStone, StoneSlab),
	PlankSlab:        partial("plank_slab", "planks", ShapeSlab, 700, SoundWood, PlankSlab),
	PlankSlabTop:     partial("plank_slab_top", "planks", ShapeSlabTop, 700, SoundWood, PlankSlab),
	StoneStairsNorth: partial("stone_stairs_north", "stone", ShapeStairsNorth, 1200, SoundStone, StoneStairsNorth),
	StoneStairsSouth: partial("stone_stairs_south", "stone", ShapeStairsSouth, 1200, SoundStone, StoneStairsNorth),
	StoneStairsWest:  partial("stone_stairs_west", "stone", ShapeStairsWest, 1200, SoundStone, StoneStairsNorth),
	StoneStairsEast:  partial("stone_stairs_east", "stone", ShapeStairsEast, 1200, SoundStone, StoneStairsNorth),
	PlankStairsNorth: partial("plank_stairs_north", "planks", ShapeStairsNorth, 800, SoundWood, PlankStairsNorth),
	PlankStairsSouth: partial("plank_stairs_south", "planks", ShapeStairsSouth, 800, SoundWood, PlankStairsNorth),
	PlankStairsWest:  partial("plank_stairs_west", "planks", ShapeStairsWest, 800, SoundWood, PlankStairsNorth),
	PlankStairsEast:  partial("plank_stairs_east", "planks", ShapeStairsEast, 800, SoundWood, PlankStairsNorth),
	RedCarpet:        needsFloor(partial("red_carpet", "red_wool", ShapeCarpet, 100, SoundCloth, RedCarpet)),
	BlueCarpet:       needsFloor(partial("blue_carpet", "blue_wool", ShapeCarpet, 100, SoundCloth, BlueCarpet)),
	FencePost:        partial("fence_post", "planks", ShapePost, 700, SoundWood, FencePost),
	Cactus: {Name: "cactus", Shape: ShapeCactus, Hardness: ms(400), Drops: Cactus, Sound: SoundCloth,
		Faces: pillar("cactus_top", "cactus_side")},
}

// Info returns the row of a block; Air's row for an id that does not exist.
func (b Block) Info() *BlockInfo {
	if int(b) >= BlockCount {
		return &Blocks[Air]
	}
	return &Blocks[b]
}

// String returns the name of a block.
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
