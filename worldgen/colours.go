package worldgen

import "voxtide/world"

// Colours is the look of a climate: by tint, what the textures of grass, leaves and water are multiplied by. The picture
// and the map take theirs from here; what grows and how high the land is do not depend on it.
type Colours [world.TintCount][3]uint8

// The climates by their look.
const (
	lush = iota
	woods
	jungle
	cold
	snow
	dry
	red
	swamp
	autumn
	climates
)

// AllColours is every look that a biome has, each once.
var AllColours = [climates]Colours{
	lush:   {world.TintGrass: {110, 178, 66}, world.TintLeaves: {82, 150, 52}, world.TintWater: {60, 120, 216}},
	woods:  {world.TintGrass: {88, 160, 62}, world.TintLeaves: {66, 132, 46}, world.TintWater: {58, 114, 206}},
	jungle: {world.TintGrass: {72, 176, 48}, world.TintLeaves: {48, 148, 36}, world.TintWater: {48, 138, 196}},
	cold:   {world.TintGrass: {112, 160, 110}, world.TintLeaves: {84, 130, 88}, world.TintWater: {54, 96, 190}},
	snow:   {world.TintGrass: {132, 164, 136}, world.TintLeaves: {98, 138, 106}, world.TintWater: {52, 84, 178}},
	dry:    {world.TintGrass: {178, 176, 82}, world.TintLeaves: {148, 154, 66}, world.TintWater: {66, 138, 206}},
	red:    {world.TintGrass: {168, 148, 74}, world.TintLeaves: {146, 138, 62}, world.TintWater: {84, 134, 186}},
	swamp:  {world.TintGrass: {98, 116, 56}, world.TintLeaves: {84, 108, 52}, world.TintWater: {84, 112, 92}},
	autumn: {world.TintGrass: {132, 164, 64}, world.TintLeaves: {112, 150, 60}, world.TintWater: {60, 118, 208}},
}

// Colours returns the look of a biome; of an unknown one, that of a mild meadow.
func (b Biome) Colours() *Colours {
	if int(b) >= Biomes {
		return &AllColours[lush]
	}
	return &AllColours[biomes[b].colours]
}
