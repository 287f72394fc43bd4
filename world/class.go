package world

// Class says how the kinds of a family behave, what properties their states have, and how they are drawn. The rules of a class
// stand in edits/reactions.go and actions/orient.go, its model in render/mesh.
type Class uint8

// The classes.
const (
	ClassPlain     Class = iota
	ClassPillar          // a full block with an axis: logs
	ClassStairs          // facing: the side of the high half
	ClassSlab            // half: lower, upper, or both
	ClassFalling         // sand and gravel
	ClassLeaves          // go when their log is gone, unless a player placed them
	ClassPlant           // stands on a floor
	ClassCarpet          // lies on a floor
	ClassLiquid          // level: 0 the source, 7 to 1 flowing, 8 falling
	ClassTorch           // on the floor, or at the wall behind its facing
	ClassLadder          // at the wall behind its facing
	ClassSign            // as a torch
	ClassFence           // joins
	ClassWall            // joins
	ClassPane            // joins
	ClassDoor            // two halves
	ClassGate            // a fence that opens
	ClassTrapdoor        // a lid that opens
	ClassLever           // as a torch, on or off
	ClassButton          // as a torch, on for a while
	ClassPlate           // on while somebody stands on it
	ClassChest           // a box with 27 slots, its front toward facing
	ClassBarrel          // the same as a full block
	ClassFurnace         // smelts; its front toward facing
	ClassKiln            // fires clay and sand
	ClassCampfire        // cooks
	ClassWorkbench       // a station for recipes
	ClassAnvil           // a station for recipes
	ClassLantern         // stands on a floor
	ClassLava            // lies still and glows; bodies sink into it
	ClassCairn           // what a player had who died here: a box that is his alone for a while, and goes when it is empty
	ClassBed             // two halves: the lower one is the foot, the upper one the head, which lies toward facing
	ClassCount
)

// ToolClass is a class of tools, and of the blocks for which they are made.
type ToolClass uint8

// The classes of tools.
const (
	ToolNone ToolClass = iota
	ToolPick
	ToolAxe
	ToolShovel
	ToolKnife
	ToolSpear
	ToolShears
	ToolClassCount
)

// Property is a property of the states of a kind; which ones it has, and how many values, its class says.
type Property uint8

// The properties. Value 0 is the usual one.
const (
	PropFacing Property = iota // 0 north, 1 south, 2 west, 3 east: a Face less North
	PropHalf                   // 0 lower, 1 upper, 2 both (slabs)
	PropOpen                   // 0 shut, 1 open
	PropHinge                  // 0 left, 1 right, for who looks along facing
	PropAxis                   // 0 y, 1 x, 2 z
	PropLevel                  // of a liquid: 0 source, 7 high to 1 low, 8 falling
	PropJoins                  // a bit for each side that is joined: 1 north, 2 south, 4 west, 8 east
	PropOn                     // 0 off, 1 on
	PropWall                   // 0 on the floor, 1 at the wall behind facing
	PropPlaced                 // 1: a player placed it, so that it stays
	PropertyCount
)

// The values of PropHalf.
const (
	LowerHalf  = 0
	UpperHalf  = 1
	BothHalves = 2
)

// The values of PropLevel.
const (
	LevelSource  = 0
	LevelHighest = 7
	LevelFalling = 8
)

// propertyNames are the names in the name of a state, and the words for its values where they are not numbers.
var propertyNames = [PropertyCount]struct {
	name   string
	values []string
}{
	PropFacing: {"facing", []string{"north", "south", "west", "east"}},
	PropHalf:   {"half", []string{"lower", "upper", "both"}},
	PropOpen:   {"open", []string{"no", "yes"}},
	PropHinge:  {"hinge", []string{"left", "right"}},
	PropAxis:   {"axis", []string{"y", "x", "z"}},
	PropLevel:  {"level", []string{"source", "1", "2", "3", "4", "5", "6", "7", "falling"}},
	PropJoins:  {"joins", []string{"none", "n", "s", "ns", "w", "nw", "sw", "nsw", "e", "ne", "se", "nse", "we", "nwe", "swe", "nswe"}},
	PropOn:     {"on", []string{"no", "yes"}},
	PropWall:   {"wall", []string{"no", "yes"}},
	PropPlaced: {"placed", []string{"no", "yes"}},
}

// propertyValues is a property of a class and the number of its values.
type propertyValues struct {
	property Property
	count    int
}

// properties holds the properties of the states of each class.
var properties = [ClassCount][]propertyValues{
	ClassPillar:   {{PropAxis, 3}},
	ClassStairs:   {{PropFacing, 4}, {PropHalf, 2}},
	ClassSlab:     {{PropHalf, 3}},
	ClassLeaves:   {{PropPlaced, 2}},
	ClassLiquid:   {{PropLevel, 9}},
	ClassTorch:    {{PropFacing, 4}, {PropWall, 2}},
	ClassLadder:   {{PropFacing, 4}},
	ClassSign:     {{PropFacing, 4}, {PropWall, 2}},
	ClassFence:    {{PropJoins, 16}},
	ClassWall:     {{PropJoins, 16}},
	ClassPane:     {{PropJoins, 16}},
	ClassDoor:     {{PropFacing, 4}, {PropHalf, 2}, {PropOpen, 2}, {PropHinge, 2}},
	ClassGate:     {{PropFacing, 4}, {PropOpen, 2}},
	ClassTrapdoor: {{PropFacing, 4}, {PropHalf, 2}, {PropOpen, 2}},
	ClassLever:    {{PropFacing, 4}, {PropWall, 2}, {PropOn, 2}},
	ClassButton:   {{PropFacing, 4}, {PropWall, 2}, {PropOn, 2}},
	ClassPlate:    {{PropOn, 2}},
	ClassChest:    {{PropFacing, 4}},
	ClassBarrel:   {{PropFacing, 4}},
	ClassFurnace:  {{PropFacing, 4}},
	ClassKiln:     {{PropFacing, 4}},
	ClassCampfire: {{PropFacing, 4}},
	ClassAnvil:    {{PropFacing, 4}},
	ClassBed:      {{PropFacing, 4}, {PropHalf, 2}},
}
