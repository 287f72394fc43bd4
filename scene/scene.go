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

	Camera    Camera
	Sky       Sky
	Targets   []Outline  // boxes with an outline: what is looked at
	Cracks    []Crack    // blocks that are being dug
	Held      Held       // in the own hand
	Particles []Particle // block dust
	Ghosts    []Ghost    // blocks that are not there: what a rollback would set

	GhostsVersion uint64 // of Ghosts, 1 and up: another one says that they may have changed

	Uploads []Upload   // new meshes, in the order in which they are wanted
	Drops   [][3]int32 // sections whose meshes go, in sections
}

// Camera is where a picture is taken from. Its zero value looks north from the origin, and sees nothing.
type Camera struct {
	Pos        [3]float64 // the eye
	Yaw, Pitch float32    // radians: yaw 0 looks to -Z and grows clockwise, pitch grows upward
	Roll       float32    // radians, clockwise
	Widen      float32    // by how much of itself FOV is wider: running
	FOV        float32    // from the lower to the upper edge, radians; 0 for 1.22
	View       float32    // how far is seen, in blocks; 0 draws no section
	Submerged  bool       // the eye is under water
	Buried     bool       // the eye is within an opaque block: nothing of the world is seen
	Dark       float32    // how far the eye is from the light of the sky and used to it, 0 in the open to 1 deep under the ground
	Deep       float32    // how much water there is above the eye, in blocks
}

// Sky is the state of the heavens.
type Sky struct {
	Day    float64 // the time of day: 0 sunrise, 0.25 noon, 0.5 sunset, 0.75 midnight; only the fraction counts
	Clouds float64 // how far the clouds have drifted, in blocks
}

// Ghost is a block that is not there, drawn so that one sees through it; block 0 is one that would go.
type Ghost struct {
	Pos   [3]int32
	Block uint16
}

// Outline is a box with dark edges, in blocks.
type Outline struct{ Low, High [3]float64 }

// Crack is a block that is being dug.
type Crack struct {
	Pos      [3]int32
	Block    uint16  // which it is, for its box
	Progress float64 // 0 to 1
}

// Held is what the own hand holds, drawn in the lower right corner.
type Held struct {
	Shown bool
	Block uint16     // 0 for the bare hand
	Swing float32    // of the arm, 0 to 1 over one stroke
	Lower float32    // 0 in place, 1 out of sight: while another block is taken in hand
	Bob   [2]float32 // sideways and up, in blocks: walking and inertia
	Light [2]uint8   // sky and lamp light where the eye is, 0 to 255
}

// Particle is a small square of a block's texture that is turned to the eye.
type Particle struct {
	Pos   [3]float64
	Size  float32 // of its side, in blocks
	Block uint16
	Part  uint8 // which of the sixteen parts of the texture it shows, by rows
	Light [2]uint8
}

// Upload offers a mesh to the renderer, which copies as many as its budget of a picture allows, in order, and sets
// Taken. What was not taken is offered again with the next picture.
type Upload struct {
	Mesh   *Mesh
	Urgent bool // an own edit: taken at once, whatever the budget
	Taken  bool // set by the renderer: it has copied the mesh
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

	Pitch  float32  // of the head, radians, upward
	Turn   float32  // of the head from the rest of the body, radians, clockwise; Yaw is that of the head
	Stride float32  // where in its walk it is, radians: the legs swing with the sine
	Pace   float32  // how far the legs swing, 0 standing to 1 running
	Arm    float32  // a stroke of the arm, 0 to 1
	Crouch float32  // 0 upright, 1 crouching
	Lean   float32  // of all of it, radians forward: swimming and flying
	Spin   float32  // of an item that lies there, radians
	Light  [2]uint8 // sky and lamp light where it is, 0 to 255
	Name   string   // shown above it, empty for none
	Veil   float32  // of the name: 0 in sight, 1 behind something
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
	Name   string // of who said it; empty for the server
	Text   string
}
