package landscape

// Biome is a kind of landscape. Its number is sent and stays: new ones are added at the end. What grows in one and what its ground is
// made of is each generator's own.
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

// biomes holds the name of each and its row of AllColours.
var biomes = [Biomes]struct {
	name    string
	colours int
}{
	Ocean:       {"ocean", coloursLush},
	DeepOcean:   {"deep ocean", coloursLush},
	FrozenOcean: {"frozen ocean", coloursSnow},
	River:       {"river", coloursLush},
	Beach:       {"beach", coloursLush},
	Plains:      {"plains", coloursLush},
	Meadow:      {"meadow", coloursLush},
	Forest:      {"forest", coloursWoods},
	BirchForest: {"birch forest", coloursAutumn},
	DarkForest:  {"dark forest", coloursWoods},
	Swamp:       {"swamp", coloursSwamp},
	Taiga:       {"taiga", coloursCold},
	SnowyTaiga:  {"snowy taiga", coloursSnow},
	Tundra:      {"tundra", coloursSnow},
	Jungle:      {"jungle", coloursJungle},
	Savanna:     {"savanna", coloursDry},
	Desert:      {"desert", coloursDry},
	Badlands:    {"badlands", coloursRed},
	Mountains:   {"mountains", coloursCold},
	Peaks:       {"peaks", coloursSnow},
}

// String returns the name of a biome, "unknown" beyond the last.
func (b Biome) String() string {
	if int(b) >= Biomes {
		return "unknown"
	}
	return biomes[b].name
}

// Colours returns the look of a biome; for an unknown one, which a newer server sends, that of a mild meadow.
func (b Biome) Colours() *Colours {
	if int(b) >= Biomes {
		return &AllColours[coloursLush]
	}
	return &AllColours[biomes[b].colours]
}
