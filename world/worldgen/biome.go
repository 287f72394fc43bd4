package worldgen

import "voxtide/world"

// Biome is a kind of landscape: a row of biomes. It decides what grows and what the ground is made of; heights do not
// depend on it, so they run smoothly across borders.
type Biome uint8

// The biomes.
const (
	Ocean Biome = iota
	DeepOcean
	FrozenOcean
	River
	Beach
	Plains
	Meadow
	Forest
	BirchForest
	DarkForest
	Swamp
	Taiga
	SnowyTaiga
	Tundra
	Jungle
	Savanna
	Desert
	Badlands
	Mountains
	Peaks
	biomeEnd
)

// Biomes is the number of biomes: every Biome is smaller.
const Biomes = int(biomeEnd)

// growth is one kind of tree or plant with its share of the places where it could stand, in 1/4096.
type growth[T any] struct {
	kind  T
	share uint16
}

type (
	trees  []growth[treeKind]
	plants []growth[world.Block]
)

// biomeInfo is a row of the table of biomes.
type biomeInfo struct {
	name    string
	colours int         // of AllColours
	cover   world.Block // the top block of the ground
	soil    world.Block // below it
	sub     world.Block // below the soil, before rock begins
	trees   trees       // by each of the 16 places for a tree in 16 x 16 blocks
	plants  plants      // by block of ground
}

// Plants without constants.
var (
	flax, berries, reed     = named("flax"), named("berries_bush"), named("reed")
	blueFlower, whiteFlower = named("blue_flower"), named("white_flower")
)

var biomes = [Biomes]biomeInfo{
	Ocean:       {"ocean", coloursLush, world.Sand, world.Sand, world.Sandstone, nil, nil},
	DeepOcean:   {"deep ocean", coloursLush, world.Gravel, world.Gravel, world.Stone, nil, nil},
	FrozenOcean: {"frozen ocean", coloursSnow, world.Gravel, world.Gravel, world.Stone, nil, nil},
	River:       {"river", coloursLush, world.Sand, world.Dirt, world.Stone, nil, nil},
	Beach:       {"beach", coloursLush, world.Sand, world.Sand, world.Sandstone, nil, nil},
	Plains: {"plains", coloursLush, world.Grass, world.Dirt, world.Stone, trees{{oak, 50}, {bigOak, 16}, {bush, 50}},
		plants{{world.TallGrass, 620}, {world.YellowFlower, 40}, {world.RedFlower, 20}, {flax, 60}, {whiteFlower, 20}}},
	Meadow: {"meadow", coloursLush, world.Grass, world.Dirt, world.Stone, trees{{birch, 30}, {bush, 60}},
		plants{{world.TallGrass, 800}, {world.YellowFlower, 280}, {world.RedFlower, 260}, {flax, 110}, {blueFlower, 130}, {whiteFlower, 90}}},
	Forest: {"forest", coloursWoods, world.Grass, world.Dirt, world.Stone, trees{{oak, 1250}, {birch, 280}, {bigOak, 110}, {bush, 150}},
		plants{{world.TallGrass, 350}, {world.Fern, 130}, {world.RedFlower, 30}, {world.Mushroom, 16}, {berries, 34}, {flax, 12}}},
	BirchForest: {"birch forest", coloursAutumn, world.Grass, world.Dirt, world.Stone, trees{{birch, 1450}, {oak, 120}, {bush, 120}},
		plants{{world.TallGrass, 420}, {world.YellowFlower, 70}, {world.RedFlower, 40}, {world.Fern, 60}, {berries, 40}, {blueFlower, 30}}},
	DarkForest: {"dark forest", coloursWoods, world.Grass, world.Dirt, world.Stone, trees{{bigOak, 900}, {oak, 900}, {bush, 250}},
		plants{{world.Fern, 420}, {world.TallGrass, 240}, {world.Mushroom, 90}, {berries, 16}}},
	Swamp: {"swamp", coloursSwamp, world.Grass, world.Dirt, world.Clay, trees{{willow, 420}, {bush, 200}},
		plants{{world.TallGrass, 500}, {world.Fern, 300}, {world.Mushroom, 70}}},
	Taiga: {"taiga", coloursCold, world.Grass, world.Dirt, world.Stone, trees{{pine, 900}, {tallPine, 240}, {boulder, 14}, {bush, 60}},
		plants{{world.Fern, 520}, {world.TallGrass, 160}, {world.Mushroom, 36}, {berries, 60}}},
	SnowyTaiga: {"snowy taiga", coloursSnow, world.Snow, world.Dirt, world.Stone, trees{{pine, 850}, {tallPine, 160}, {boulder, 10}}, nil},
	Tundra:     {"tundra", coloursSnow, world.Snow, world.Dirt, world.Stone, trees{{pine, 24}, {boulder, 12}}, nil},
	Jungle: {"jungle", coloursJungle, world.Grass, world.Dirt, world.Stone, trees{{kapok, 520}, {oak, 700}, {bush, 900}},
		plants{{world.Fern, 1100}, {world.TallGrass, 500}, {world.RedFlower, 40}}},
	Savanna: {"savanna", coloursDry, world.Grass, world.Dirt, world.Stone, trees{{acacia, 150}, {bush, 110}},
		plants{{world.TallGrass, 1500}, {world.YellowFlower, 20}, {flax, 70}}},
	Desert:   {"desert", coloursDry, world.Sand, world.Sand, world.Sandstone, trees{{cactus, 100}}, nil},
	Badlands: {"badlands", coloursRed, world.RedSand, world.RedSand, world.Sandstone, trees{{cactus, 40}}, nil},
	Mountains: {"mountains", coloursCold, world.Grass, world.Dirt, world.Stone, trees{{pine, 300}, {boulder, 20}},
		plants{{world.TallGrass, 240}, {world.YellowFlower, 60}}},
	Peaks: {"peaks", coloursSnow, world.Snow, world.Snow, world.Stone, nil, nil},
}

// String returns the name of a biome.
func (b Biome) String() string {
	if int(b) >= Biomes {
		return "unknown"
	}
	return biomes[b].name
}

// site is the data that a biome is chosen by; shares and climate in 1/4096, heights in blocks above the sea.
type site struct {
	height      int64
	coast       int64 // how far inland: 0 at the coast, negative in the sea
	river       int64 // how far from the middle of a river: less than riverEdge within it
	wet         int64 // share of swamp
	temperature int64 // at this height
	humidity    int64
}

const (
	snowTemperature = -1900 // below it there is snow, and water freezes
	alpine          = 62    // height above the sea from which mountains are bare
)

// climateRow is a row of the table of climates: the biome below a temperature and a humidity.
type climateRow struct {
	temperature, humidity int64
	biome                 Biome
}

const boundless = 1 << 40

// climateTable is searched from the top for the first row whose bounds are above the site.
var climateTable = []climateRow{
	{snowTemperature, 0, Tundra},
	{snowTemperature, boundless, SnowyTaiga},
	{-850, -1300, Plains},
	{-850, boundless, Taiga},
	{1000, -1000, Plains},
	{1000, -450, Meadow},
	{1000, 700, Forest},
	{1000, 1400, BirchForest},
	{1000, boundless, DarkForest},
	{boundless, -1000, Badlands},
	{boundless, 0, Desert},
	{boundless, 1200, Savanna},
	{boundless, boundless, Jungle},
}

func (p *site) chooseBiome() Biome {
	cold := p.temperature < snowTemperature
	switch {
	case p.height <= 0 && p.river < riverEdge && p.coast > -120:
		return River
	case p.height <= 0 && p.wet > one/2:
		return Swamp
	case p.height <= 0 && cold:
		return FrozenOcean
	case p.height < -24:
		return DeepOcean
	case p.height <= 0 && p.coast > 500:
		return River
	case p.height <= 0:
		return Ocean
	case p.height <= 2 && p.coast < 420 && p.wet < one/2 && !cold:
		return Beach
	case p.height >= alpine && cold:
		return Peaks
	case p.height >= alpine:
		return Mountains
	case p.wet > one/2 && p.height < 8 && !cold:
		return Swamp
	}
	for i := range climateTable {
		if b := &climateTable[i]; p.temperature < b.temperature && p.humidity < b.humidity {
			return b.biome
		}
	}
	return Plains
}

// Colours returns the look of a biome; for an unknown one, that of a mild meadow.
func (b Biome) Colours() *Colours {
	if int(b) >= Biomes {
		return &AllColours[coloursLush]
	}
	return &AllColours[biomes[b].colours]
}
