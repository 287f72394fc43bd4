package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// growth is one kind of tree or plant with its share of the places where it could stand, in 1/4096.
type growth[T any] struct {
	kind   T
	share  uint16
	drifts bool // it stands in drifts
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
	pebble, moss, carpet    = named("cobblestone_slab"), named("moss"), named("moss_carpet")
	mossyPebble             = named("mossy_cobblestone_slab")
)

// halves are the blocks that stand half as high on ground that goes on rising.
var halves = func() (t [world.BlockCount]world.Block) {
	t[world.Grass], t[world.Sand], t[world.RedSand], t[world.Snow] = named("grass_slab"), named("sand_slab"), named("red_sand_slab"), named("snow_slab")
	return t
}()

// biomes decides what grows and what the ground is made of; heights do not depend on it, so they run smoothly across borders.
var biomes = [landscape.Biomes]biomeInfo{
	landscape.Ocean:       {world.Sand, world.Sand, world.Sandstone, nil, nil},
	landscape.DeepOcean:   {world.Gravel, world.Gravel, world.Stone, nil, nil},
	landscape.FrozenOcean: {world.Gravel, world.Gravel, world.Stone, nil, nil},
	landscape.River:       {world.Sand, world.Dirt, world.Stone, nil, nil},
	landscape.Beach:       {world.Sand, world.Sand, world.Sandstone, trees{{palm, 70, false}, {arch, 3, false}}, nil},
	landscape.Plains: {world.Grass, world.Dirt, world.Stone, trees{{greatOak, 10, false}, {oak, 40, false}, {bigOak, 16, false}, {poplar, 34, false}, {bush, 60, false}, {boulder, 8, false}},
		plants{{world.TallGrass, 620, false}, {world.YellowFlower, 40, true}, {world.RedFlower, 20, true}, {flax, 60, true}, {whiteFlower, 40, true}, {blueFlower, 20, true}}},
	landscape.Meadow: {world.Grass, world.Dirt, world.Stone, trees{{birch, 22, false}, {greatOak, 5, false}, {poplar, 12, false}, {bush, 70, false}, {boulder, 10, false}},
		plants{{world.TallGrass, 700, false}, {world.YellowFlower, 280, true}, {world.RedFlower, 260, true}, {flax, 110, true}, {blueFlower, 230, true}, {whiteFlower, 190, true}}},
	landscape.Forest: {world.Grass, world.Dirt, world.Stone, trees{{greatOak, 46, false}, {oak, 1150, false}, {birch, 280, false}, {bigOak, 150, false}, {bush, 190, false}, {fallen, 60, false}, {boulder, 14, false}},
		plants{{world.TallGrass, 350, false}, {world.Fern, 160, false}, {world.RedFlower, 30, true}, {world.Mushroom, 16, false}, {berries, 34, false}, {flax, 12, true}, {carpet, 90, false}}},
	landscape.BirchForest: {world.Grass, world.Dirt, world.Stone, trees{{birch, 1250, false}, {poplar, 160, false}, {oak, 120, false}, {bush, 140, false}, {fallen, 50, false}},
		plants{{world.TallGrass, 420, false}, {world.YellowFlower, 70, true}, {world.RedFlower, 40, true}, {world.Fern, 60, false}, {berries, 40, false}, {blueFlower, 60, true}}},
	landscape.DarkForest: {world.Grass, world.Dirt, world.Stone, trees{{greatOak, 170, false}, {bigOak, 800, false}, {oak, 850, false}, {bush, 250, false}, {fallen, 80, false}, {boulder, 20, false}},
		plants{{world.Fern, 420, false}, {world.TallGrass, 240, false}, {world.Mushroom, 110, false}, {berries, 16, false}, {carpet, 300, false}}},
	landscape.Swamp: {world.Grass, world.Dirt, world.Clay, trees{{willow, 460, false}, {bush, 200, false}, {snag, 90, false}, {fallen, 60, false}},
		plants{{world.TallGrass, 500, false}, {world.Fern, 300, false}, {world.Mushroom, 70, false}, {carpet, 130, false}}},
	landscape.Taiga: {world.Grass, world.Dirt, world.Stone, trees{{redwood, 90, false}, {pine, 800, false}, {tallPine, 260, false}, {boulder, 40, false}, {bush, 60, false}, {fallen, 50, false}, {snag, 24, false}},
		plants{{world.Fern, 520, false}, {world.TallGrass, 160, false}, {world.Mushroom, 36, false}, {berries, 60, false}, {carpet, 180, false}, {mossyPebble, 14, false}}},
	landscape.SnowyTaiga: {world.Snow, world.Dirt, world.Stone, trees{{pine, 850, false}, {tallPine, 200, false}, {boulder, 20, false}, {snag, 20, false}}, nil},
	landscape.Tundra:     {world.Snow, world.Dirt, world.Stone, trees{{pine, 24, false}, {boulder, 26, false}, {snag, 6, false}}, nil},
	landscape.Jungle: {world.Grass, world.Dirt, world.Stone, trees{{giantKapok, 160, false}, {kapok, 520, false}, {oak, 300, false}, {palm, 160, false}, {bush, 900, false}, {fallen, 50, false}},
		plants{{world.Fern, 1100, false}, {world.TallGrass, 500, false}, {world.RedFlower, 60, true}, {carpet, 240, false}}},
	landscape.Savanna: {world.Grass, world.Dirt, world.Stone, trees{{acacia, 150, false}, {bush, 110, false}, {boulder, 16, false}, {snag, 12, false}},
		plants{{world.TallGrass, 1500, false}, {world.YellowFlower, 20, true}, {flax, 70, true}}},
	landscape.Desert:   {world.Sand, world.Sand, world.Sandstone, trees{{cactus, 100, false}, {arch, 5, false}}, nil},
	landscape.Badlands: {world.RedSand, world.RedSand, world.Sandstone, trees{{cactus, 40, false}, {arch, 8, false}}, nil},
	landscape.Mountains: {world.Grass, world.Dirt, world.Stone, trees{{pine, 300, false}, {boulder, 50, false}, {arch, 6, false}},
		plants{{world.TallGrass, 240, false}, {world.YellowFlower, 60, true}, {blueFlower, 60, true}, {pebble, 20, false}}},
	landscape.Peaks: {world.Snow, world.Snow, world.Stone, nil, nil},
}

// site is the data that a biome is chosen by; shares and climate in 1/4096, heights in blocks above the sea.
type site struct {
	height      int64
	coast       int64 // how far inland: 0 at the coast, negative in the sea
	river       bool  // in the water of a river or a lake
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
	case p.river && p.coast > -120:
		return landscape.River
	case p.height <= 0 && p.wet > one/2:
		return landscape.Swamp
	case p.height <= 0 && cold:
		return landscape.FrozenOcean
	case p.height < -24:
		return landscape.DeepOcean
	case p.height <= 0 && p.coast > 500:
		return landscape.River
	case p.height <= 0:
		return landscape.Ocean
	case p.height <= 2 && p.coast < 420 && p.wet < one/2 && !cold:
		return landscape.Beach
	case p.height >= alpine && cold:
		return landscape.Peaks
	case p.height >= alpine:
		return landscape.Mountains
	case p.wet > one/2 && p.height < 8 && !cold:
		return landscape.Swamp
	}
	for i := range climateTable {
		if b := &climateTable[i]; p.temperature < b.temperature && p.humidity < b.humidity {
			return b.biome
		}
	}
	return landscape.Plains
}
