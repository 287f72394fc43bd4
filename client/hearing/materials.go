package hearing

import (
	"voxtide/sound"
	"voxtide/world"
)

// materials holds the material of the sounds of blocks.
var materials = [world.SoundCount]sound.Material{
	world.SoundNone: sound.NoMaterial, world.SoundStone: sound.Stone, world.SoundSoil: sound.Soil, world.SoundGrass: sound.Grass,
	world.SoundSand: sound.Sand, world.SoundGravel: sound.Gravel, world.SoundWood: sound.Wood, world.SoundGlass: sound.Glass,
	world.SoundCloth: sound.Cloth, world.SoundWater: sound.Water, world.SoundSnow: sound.Snow, world.SoundMetal: sound.Metal,
}

// of returns the sound of a kind of the material of a block.
func of(k sound.Kind, b world.Block) sound.ID { return sound.Of(k, materials[b.Info().Sound]) }

// noise is how the sounds of a change of a property are named: when it becomes 0, and when it becomes another value.
type noise struct{ zero, other sound.Kind }

// openings holds what is heard when a block of a class opens and shuts, switches what is heard when it goes on and off.
var (
	openings = [world.ClassCount]noise{
		world.ClassDoor:     {sound.DoorShut, sound.DoorOpen},
		world.ClassGate:     {sound.DoorShut, sound.DoorOpen},
		world.ClassTrapdoor: {sound.DoorShut, sound.DoorOpen},
	}
	switches = [world.ClassCount]noise{
		world.ClassLever:  {sound.LeverOff, sound.LeverOn},
		world.ClassButton: {sound.LeverOff, sound.LeverOn},
		world.ClassPlate:  {sound.LeverOff, sound.LeverOn},
	}
)

// water reports whether a block is water, and not lava.
func water(b world.Block) bool { return b.Class() == world.ClassLiquid }
