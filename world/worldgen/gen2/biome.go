package gen2

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

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
	cover  world.Block // the top block of the ground
	soil   world.Block // below it
	sub    world.Block // below the soil, before rock begins
	trees  trees       // by each of the 16 places for a tree in 16 x 16 blocks
	plants plants      // by block of ground
}

// Plants without constants.
var (
	flax, berries, reed     = named("flax"), named("berries_bush"), named("reed")
	blueFlower, whiteFlower = named("blue_flower"), named("white_flower")
)

// biomes decides what grows and what the ground is made of; heights do not depend on it, so they run smoothly across borders.
var biomes = [landscape.Biomes]biomeInfo{
	landscape.Ocean:       {world.Sand, world.Sand, world.Sandstone, nil, nil},
	landscape.DeepOcean:   {world.Gravel, world.Gravel, world.Stone, nil, nil},
	landscape.FrozenOcean: {world.Gravel, world.Gravel, world.Stone, nil, nil},
	landscape.River:       {world.Sand, world.Dirt, world.Stone, nil, nil},
	landscape.Beach:       {world.Sand, world.Sand, world.Sandstone, nil, nil},
	landscape.Plains: {world.Grass, world.Dirt, world.Stone, trees{{oak, 50}, {bigOak, 16}, {bush, 50}},
		plants{{world.TallGrass, 620}, {world.YellowFlower, 40}, {world.RedFlower, 20}, {flax, 60}, {whiteFlower, 20}}},
	landscape.Meadow: {world.Grass, world.Dirt, world.Stone, trees{{birch, 30}, {bush, 60}},
		plants{{world.TallGrass, 800}, {world.YellowFlower, 280}, {world.RedFlower, 260}, {flax, 110}, {blueFlower, 130}, {whiteFlower, 90}}},
	landscape.Forest: {world.Grass, world.Dirt, world.Stone, trees{{oak, 1250}, {birch, 280}, {bigOak, 110}, {bush, 150}},
		plants{{world.TallGrass, 350}, {world.Fern, 130}, {world.RedFlower, 30}, {world.Mushroom, 16}, {berries, 34}, {flax, 12}}},
	landscape.BirchForest: {world.Grass, world.Dirt, world.Stone, trees{{birch, 1450}, {oak, 120}, {bush, 120}},
		plants{{world.TallGrass, 420}, {world.YellowFlower, 70}, {world.RedFlower, 40}, {world.Fern, 60}, {berries, 40}, {blueFlower, 30}}},
	landscape.DarkForest: {world.Grass, world.Dirt, world.Stone, trees{{bigOak, 900}, {oak, 900}, {bush, 250}},
		plants{{world.Fern, 420}, {world.TallGrass, 240}, {world.Mushroom, 90}, {berries, 16}}},
	landscape.Swamp: {world.Grass, world.Dirt, world.Clay, trees{{willow, 420}, {bush, 200}},
		plants{{world.TallGrass, 500}, {world.Fern, 300}, {world.Mushroom, 70}}},
	landscape.Taiga: {world.Grass, world.Dirt, world.Stone, trees{{pine, 900}, {tallPine, 240}, {boulder, 14}, {bush, 60}},
		plants{{world.Fern, 520}, {world.TallGrass, 160}, {world.Mushroom, 36}, {berries, 60}}},
	landscape.SnowyTaiga: {world.Snow, world.Dirt, world.Stone, trees{{pine, 850}, {tallPine, 160}, {boulder, 10}}, nil},
	landscape.Tundra:     {world.Snow, world.Dirt, world.Stone, trees{{pine, 24}, {boulder, 12}}, nil},
	landscape.Jungle: {world.Grass, world.Dirt, world.Stone, trees{{kapok, 520}, {oak, 700}, {bush, 900}},
		plants{{world.Fern, 1100}, {world.TallGrass, 500}, {world.RedFlower, 40}}},
	landscape.Savanna: {world.Grass, world.Dirt, world.Stone, trees{{acacia, 150}, {bush, 110}},
		plants{{world.TallGrass, 1500}, {world.YellowFlower, 20}, {flax, 70}}},
	landscape.Desert:   {world.Sand, world.Sand, world.Sandstone, trees{{cactus, 100}}, nil},
	landscape.Badlands: {world.RedSand, world.RedSand, world.Sandstone, trees{{cactus, 40}}, nil},
	landscape.Mountains: {world.Grass, world.Dirt, world.Stone, trees{{pine, 300}, {boulder, 20}},
		plants{{world.TallGrass, 240}, {world.YellowFlower, 60}}},
	landscape.Peaks: {world.Snow, world.Snow, world.Stone, nil, nil},
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
	biome                 landscape.Biome
}

const boundless = 1 << 40

// climateTable is searched from the top for the first row whose bounds are above the site.
var climateTable = []climateRow{
	{snowTemperature, 0, landscape.Tundra},
	{snowTemperature, boundless, landscape.SnowyTaiga},
	{-850, -1300, landscape.Plains},
	{-850, boundless, landscape.Taiga},
	{1000, -1000, landscape.Plains},
	{1000, -450, landscape.Meadow},
	{1000, 700, landscape.Forest},
	{1000, 1400, landscape.BirchForest},
	{1000, boundless, landscape.DarkForest},
	{boundless, -1000, landscape.Badlands},
	{boundless, 0, landscape.Desert},
	{boundless, 1200, landscape.Savanna},
	{boundless, boundless, landscape.Jungle},
}

func (p *site) chooseBiome() landscape.Biome {
	cold := p.temperature < snowTemperature
	switch {
	case p.height <= 0 && p.river < riverEdge && p.coast > -120:
		return landscape.River
	case p.height <= 0 && p.wet > noise.One/2:
		return landscape.Swamp
	case p.height <= 0 && cold:
		return landscape.FrozenOcean
	case p.height < -24:
		return landscape.DeepOcean
	case p.height <= 0 && p.coast > 500:
		return landscape.River
	case p.height <= 0:
		return landscape.Ocean
	case p.height <= 2 && p.coast < 420 && p.wet < noise.One/2 && !cold:
		return landscape.Beach
	case p.height >= alpine && cold:
		return landscape.Peaks
	case p.height >= alpine:
		return landscape.Mountains
	case p.wet > noise.One/2 && p.height < 8 && !cold:
		return landscape.Swamp
	}
	for i := range climateTable {
		if b := &climateTable[i]; p.temperature < b.temperature && p.humidity < b.humidity {
			return b.biome
		}
	}
	return landscape.Plains
}
