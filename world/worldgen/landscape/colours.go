package landscape

import "voxtide/world"

// Colours is the look of a climate: by tint, the factors of the textures of grass, leaves and water. The renderer and
// the map use it; plants and heights do not depend on it.
type Colours [world.TintCount][3]uint8

// The climates by their look.
const (
	coloursLush = iota
	coloursWoods
	coloursJungle
	coloursCold
	coloursSnow
	coloursDry
	coloursRed
	coloursSwamp
	coloursAutumn
	coloursCount
)

// AllColours is every look that a biome has, each once.
var AllColours = [coloursCount]Colours{
	coloursLush:   {world.TintGrass: {110, 178, 66}, world.TintLeaves: {82, 150, 52}, world.TintWater: {60, 120, 216}},
	coloursWoods:  {world.TintGrass: {88, 160, 62}, world.TintLeaves: {66, 132, 46}, world.TintWater: {58, 114, 206}},
	coloursJungle: {world.TintGrass: {88, 164, 60}, world.TintLeaves: {62, 134, 48}, world.TintWater: {48, 138, 196}},
	coloursCold:   {world.TintGrass: {112, 160, 110}, world.TintLeaves: {84, 130, 88}, world.TintWater: {54, 96, 190}},
	coloursSnow:   {world.TintGrass: {132, 164, 136}, world.TintLeaves: {98, 138, 106}, world.TintWater: {52, 84, 178}},
	coloursDry:    {world.TintGrass: {178, 176, 82}, world.TintLeaves: {148, 154, 66}, world.TintWater: {66, 138, 206}},
	coloursRed:    {world.TintGrass: {168, 148, 74}, world.TintLeaves: {146, 138, 62}, world.TintWater: {84, 134, 186}},
	coloursSwamp:  {world.TintGrass: {98, 116, 56}, world.TintLeaves: {84, 108, 52}, world.TintWater: {84, 112, 92}},
	coloursAutumn: {world.TintGrass: {132, 164, 64}, world.TintLeaves: {112, 150, 60}, world.TintWater: {60, 118, 208}},
}
