package world

import "voxtide/timestream"

// Kind is a kind of block, in one or more states: a row of Kinds. Its number depends on the table; what lasts is its name.
type Kind uint16

// KindInfo is the row from which the states of a kind are made.
type KindInfo struct {
	Name     string // for saving and commands; never changes
	Class    Class
	Hardness timestream.Duration // stream time to break it by hand; 0 at once, negative never
	Tool     ToolClass
	Tier     uint8
	Drops    string // the name of the kind of block that breaking it gives; "" for none
	Sound    Sound
	Tint     Tint
	Light    uint8
	Harm     uint8             // see BlockInfo
	Faces    [FaceCount]string // names of textures, by Face, of the usual state; the other states turn with their axis or facing
	Group    Group             // where the creative inventory has it

	opaque      bool
	solid       bool // a full cell, unless its class has another shape
	replaceable bool
	shape       Shape
	numbers     map[int]Block // the states that have a constant, by their number within the kind
}

// Group is a page of the creative inventory.
type Group uint8

// The groups.
const (
	GroupNone Group = iota // not in the inventory
	GroupStone
	GroupWood
	GroupColour
	GroupNature
	GroupDevices
	GroupThings
	GroupCount
)

// Kinds is the table of the kinds of blocks: the families of all files, in the order of their numbers. Read it only. New kinds are
// added where they belong; their numbers may change by it.
var Kinds = joinKinds(oldKinds(), woodKinds(), stoneKinds(), colourKinds(), natureKinds(), deviceKinds())

func joinKinds(families ...[]KindInfo) (out []KindInfo) {
	for _, f := range families {
		out = append(out, f...)
	}
	return out
}

// KindNamed returns the kind with a name.
func KindNamed(name string) (Kind, bool) {
	k, known := states.kinds[name]
	return k, known
}

// Info returns the row of a kind; that of air for a number that does not exist.
func (k Kind) Info() *KindInfo {
	if int(k) >= len(Kinds) {
		return &Kinds[0]
	}
	return &Kinds[k]
}

// String returns the name of a kind.
func (k Kind) String() string { return k.Info().Name }

// Block returns the usual state of a kind.
func (k Kind) Block() Block { return k.States()[0] }

// States returns all states of a kind. Read them only.
func (k Kind) States() []Block {
	if int(k) >= len(Kinds) {
		return states.of[0]
	}
	return states.of[k]
}
