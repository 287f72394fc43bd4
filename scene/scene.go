// Package scene is one picture as plain values: what a renderer draws, a test looks at and a laboratory measures. It
// knows no world and no network. Positions are in blocks.
//
// Owner: the client, which fills one and hands it out; it is valid until the next picture.
package scene

// Scene is one picture.
type Scene struct {
	Time   int64 // of the picture, in microseconds of world time
	State  string
	Own    Body
	Bodies []Body   // others, as drawn
	Blocks []Change // blocks that look different from the picture before
	Said   []Line

	Selected uint8
	Slots    []Stack

	Unacked     int
	Refused     []string
	Corrections int // so far
}

// Body is something with a place.
type Body struct {
	ID      uint64
	Kind    uint8
	Block   uint16     // of a falling block or an item; in the hand of an avatar
	Ghost   [3]float64 // where it is simulated to be
	Drawn   [3]float64 // where it is drawn
	Yaw     uint16
	DigPos  [3]int32
	Digging float64 // 0 to 1, progress of the block being dug; 0 for none
}

// Change is a block that looks different now.
type Change struct {
	X, Y, Z     int32
	Before, Now uint16
}

// Stack is a slot of the own inventory.
type Stack struct {
	Block uint16
	Count uint8
}

// Line is something said.
type Line struct {
	Stream uint32
	Text   string
}
