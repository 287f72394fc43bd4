package sound

// Kind is what happens.
type Kind uint8

// The kinds of sounds.
const (
	NoKind Kind = iota
	Step
	Land
	Dig
	Break
	Place
	DoorOpen
	DoorShut
	LeverOn
	LeverOff
	BoxOpen
	BoxShut
	Splash
	Swim
	Scoop
	Pour
	LieDown
	PickUp
	Throw
	Eat
	Craft
	Struck
	Hurt
	Heart
	Death
	ToolGone
	Drip
	Click
	Move
	Done
	KindCount
)

// kind is a row of the table of kinds.
type kind struct {
	name      string
	subtitle  string // of kinds with materials the name of the material follows, or begins it where it begins with %
	group     Group
	materials bool    // there is one of each material
	ofWater   bool    // of water, too
	level     float64 // see ID.Level
	reach     float64 // blocks
	variants  int
}

// kinds is the table of kinds. The levels say what is in front: what one does oneself now and then (break, place) is louder than what
// one does all the time (step), and nothing is as loud as being hurt.
var kinds = [KindCount]kind{
	Step:     {name: "step", subtitle: "Footsteps on", group: Players, materials: true, ofWater: true, level: -30, reach: 18, variants: 4},
	Land:     {name: "land", subtitle: "Landing on", group: Players, materials: true, ofWater: true, level: -24, reach: 24, variants: 2},
	Dig:      {name: "dig", subtitle: "Digging", group: Blocks, materials: true, level: -27, reach: 20, variants: 3},
	Break:    {name: "break", subtitle: "% breaks", group: Blocks, materials: true, level: -19, reach: 32, variants: 3},
	Place:    {name: "place", subtitle: "% placed", group: Blocks, materials: true, level: -22, reach: 26, variants: 2},
	DoorOpen: {name: "door-open", subtitle: "Door opens", group: Blocks, level: -22, reach: 26, variants: 2},
	DoorShut: {name: "door-shut", subtitle: "Door shuts", group: Blocks, level: -20, reach: 26, variants: 2},
	LeverOn:  {name: "lever-on", subtitle: "Click", group: Blocks, level: -25, reach: 16, variants: 1},
	LeverOff: {name: "lever-off", subtitle: "Click", group: Blocks, level: -26, reach: 16, variants: 1},
	BoxOpen:  {name: "box-open", subtitle: "Lid opens", group: Blocks, level: -23, reach: 20, variants: 1},
	BoxShut:  {name: "box-shut", subtitle: "Lid shuts", group: Blocks, level: -22, reach: 20, variants: 1},
	Splash:   {name: "splash", subtitle: "Splash", group: Players, level: -20, reach: 30, variants: 3},
	Swim:     {name: "swim", subtitle: "Swimming", group: Players, level: -28, reach: 18, variants: 3},
	Scoop:    {name: "scoop", subtitle: "Bucket fills", group: Blocks, level: -24, reach: 16, variants: 1},
	Pour:     {name: "pour", subtitle: "Bucket empties", group: Blocks, level: -23, reach: 16, variants: 1},
	LieDown:  {name: "lie-down", subtitle: "Bed rustles", group: Players, level: -27, reach: 12, variants: 1},
	PickUp:   {name: "pick-up", subtitle: "Item picked up", group: Players, level: -27, reach: 10, variants: 2},
	Throw:    {name: "throw", subtitle: "Item thrown", group: Players, level: -28, reach: 12, variants: 2},
	Eat:      {name: "eat", subtitle: "Eating", group: Players, level: -26, reach: 12, variants: 4},
	Craft:    {name: "craft", subtitle: "Something is made", group: Players, level: -24, reach: 14, variants: 2},
	Struck:   {name: "struck", subtitle: "Blow", group: Players, level: -20, reach: 24, variants: 2},
	Hurt:     {name: "hurt", subtitle: "Hurt", group: Players, level: -17, reach: 24, variants: 3},
	Heart:    {name: "heart", subtitle: "Heart beats", group: Players, level: -24, reach: 2, variants: 1},
	Death:    {name: "death", subtitle: "Somebody dies", group: Players, level: -16, reach: 40, variants: 1},
	ToolGone: {name: "tool-gone", subtitle: "Tool breaks", group: Players, level: -20, reach: 14, variants: 1},
	Drip:     {name: "drip", subtitle: "Water drips", group: Ambience, level: -32, reach: 20, variants: 4},
	Click:    {name: "click", subtitle: "Click", group: Interface, level: -30, reach: 2, variants: 1},
	Move:     {name: "move", subtitle: "Item moved", group: Interface, level: -32, reach: 2, variants: 2},
	Done:     {name: "done", subtitle: "Line of the journal done", group: Interface, level: -24, reach: 2, variants: 1},
}

// Bed is a sound that goes on, and whose level follows where the ear is.
type Bed uint8

// The beds.
const (
	Wind Bed = iota
	Cave
	Stream
	Depths // below water
	Fire
	Lava
	BedCount
)

// bed is a row of the table of beds.
type bed struct {
	name, subtitle string
	level          float64 // at full strength, see ID.Level
	seconds        float64 // of its loop
}

var beds = [BedCount]bed{
	Wind:   {"wind", "Wind blows", -27, 9},
	Cave:   {"cave", "The cave hums", -31, 11},
	Stream: {"stream", "Water runs", -28, 6},
	Depths: {"depths", "Under water", -28, 7},
	Fire:   {"fire", "Fire crackles", -30, 8},
	Lava:   {"lava", "Lava bubbles", -28, 8},
}

// String returns the name of a bed.
func (b Bed) String() string { return beds[b].name }

// Subtitle returns what a subtitle says of the bed.
func (b Bed) Subtitle() string { return beds[b].subtitle }

// Level returns the loudness of a bed at full strength, as ID.Level.
func (b Bed) Level() float64 { return beds[b].level }

// Seconds returns how long the loop of a bed is.
func (b Bed) Seconds() float64 { return beds[b].seconds }
