// Package scene is one frame as plain values, for a renderer that draws it and for tests that look at it. It knows no world
// and no network. Positions are in blocks.
//
// Owner: the client, which fills a scene and lends it; it is valid until the next frame.
package scene

// Scene is one frame.
type Scene struct {
	Time         int64 // of the frame, in microseconds of world time
	State        string
	OwnEntity    Entity
	OwnBody      Entity        // the own one as it is drawn, for a camera that sees it; else its Kind is EntityNone
	Entities     []Entity      // all others, as drawn
	BlockChanges []BlockChange // blocks that look different from the last frame
	Chat         []ChatLine

	SelectedSlot uint8
	Inventory    []Stack

	Agreement
	Refusals []string
	Struck   []Struck // hits that were told since the last frame

	Camera Camera
	Sky    Sky
	Marks
	HeldItem  HeldItem       // in the own hand
	Particles []Particle     // block dust
	Signs     []Sign         // in sight, of which the text is drawn
	Preview   []PreviewBlock // blocks that a rollback would set

	PreviewVersion uint64 // of Preview, from 1 up: with another version Preview may have changed

	Sounds Sounds // what is heard

	Skins   []SkinUpload // that players have from this frame on
	Uploads []Upload     // new meshes, the most urgent first
	Land
}

// Marks lie on the faces of blocks.
type Marks struct {
	Outlines []Outline // boxes of which the edges are drawn: of the block that the player looks at
	Cracks   []Crack   // blocks that are being broken
	Blobs    []Blob    // dark patches below bodies
}

// Blob is a rectangle of ground that a body above it darkens, in blocks. What a body darkens consists of one for each block below it.
type Blob struct {
	Low, High [2]float64 // x and z
	Y         float64    // of the ground
	Strength  float32    // 0 to 1
}

// Land is what becomes of land that is not near.
type Land struct {
	Unloads  [][3]int32 // sections whose meshes are removed, in sections
	Far      *Far       // land beyond the sections; nil: none
	OnePlane float32    // from this distance on, in blocks, a slow machine may draw one of the two planes of a plant; 0: nowhere
}

// Agreement is how far the server has confirmed what the frame shows.
type Agreement struct {
	Unacked     int // the player's actions that it has not confirmed
	Corrections int // so far
}

// Camera is the camera of a frame. Its zero value looks north from the origin, and sees nothing.
type Camera struct {
	Pos            [3]float64 // the eye
	Yaw, Pitch     float32    // radians: yaw 0 looks to -Z and grows clockwise, pitch grows upward
	Roll           float32    // radians, clockwise
	FOVWidening    float32    // the part of itself by which FOV is wider while sprinting
	FOV            float32    // from the lower to the upper edge, radians; 0 for 1.22
	ViewDistance   float32    // in blocks; 0 draws no section
	Reach          float32    // to where far land is there, in blocks; fog begins behind it if it is more than ViewDistance
	Submerged      bool       // the eye is under water
	InsideBlock    bool       // the eye is inside an opaque block: nothing of the world is seen
	InLava         bool       // that block is lava
	DarkAdaptation float32    // how far the eye has adapted to the dark, 0 in the open to 1 deep underground
	WaterDepth     float32    // of the eye below the surface, in blocks
	AimUp          float32    // how far above the middle the player aims: tangent of the angle from there
}

// Sky is the state of the sky.
type Sky struct {
	TimeOfDay  float64 // 0 sunrise, 0.25 noon, 0.5 sunset, 0.75 midnight; only the fraction counts
	CloudDrift float64 // in blocks
}

// PreviewBlock is a block that a rollback would set, drawn translucent; block 0 would be cleared.
type PreviewBlock struct {
	Pos   [3]int32
	Block uint16
}

// Outline is a box of which the edges are drawn, in blocks.
type Outline struct {
	Low, High [3]float64
	Colour    [4]uint8 // red, green, blue and opacity; the zero value is dark
	Thick     float32  // of its edges, times the usual; 0 is 1
}

// SignDistance is how far the text of signs is read, in blocks.
const SignDistance = 12

// Sign is the text on the board of a sign.
type Sign struct {
	Pos   [3]float64 // the middle of the front of its board
	Front [3]float32 // the horizontal side to which that looks, of length 1
	Text  string     // lines, with line ends between
}

// Crack is a block that is being broken.
type Crack struct {
	Pos      [3]int32
	Block    uint16  // for its box
	Progress float64 // 0 to 1
}

// FirstThing is the first number of a thing that is no block, where a block or a thing may stand; a test of package client compares
// it with package world's.
const FirstThing = 4096

// HeldItem is the item in the own hand, drawn in the lower right corner.
type HeldItem struct {
	Shown   bool
	Block   uint16     // a block, or a thing from FirstThing on; 0 for the bare hand
	Swing   float32    // of the arm, 0 to 1 over one stroke
	Lowered float32    // 0 in place, 1 out of sight while the held item changes
	Bob     [2]float32 // sideways and up, in blocks: walking and inertia
	Light   [2]uint8   // sky and lamp light at the eye, 0 to 255
	Shine   float32    // of a light in the hand: its level at the eye, 0 for none to 1; it falls by ShineFall for each block
	Skin    uint8      // of the hand, as an Entity has it
}

// ShineFall is how much the level of a light in the hand falls for each block.
const ShineFall = 1. / 15

// Particle is a small square of a block's texture that is turned to the eye.
type Particle struct {
	Pos   [3]float64
	Size  float32 // of its side, in blocks
	Block uint16
	Part  uint8 // of the sixteen parts of the texture, by rows
	Light [2]uint8
}

// SkinSlots is how many skins can be drawn at once.
const SkinSlots = 32

// SkinUpload puts a skin into a slot: 64 by 64 pixels of red, green, blue and alpha. It must not change afterwards.
type SkinUpload struct {
	Slot   uint8
	Pixels []byte
}

// Upload offers a mesh to the renderer, which copies as many meshes as its budget of a frame allows, in order, and sets
// Uploaded. The client offers the others again with the next frame.
type Upload struct {
	Mesh     *Mesh
	Urgent   bool // an own edit: copied at once, whatever the budget
	Uploaded bool // set by the renderer: it has copied the mesh
}

// EntityKind is a kind of entity, with the number that package world gives it; a test of package client compares them.
type EntityKind uint8

// The kinds of entities.
const (
	EntityNone EntityKind = iota
	EntityAvatar
	EntityFallingBlock
	EntityItem
	EntityKindCount
)

// Entity is an entity as it is drawn.
type Entity struct {
	ID            uint64
	Kind          EntityKind
	Block         uint16     // of a falling block or an item; in the hand of a player. A thing that is no block from FirstThing on
	Simulated     [3]float64 // position in the simulation
	Drawn         [3]float64 // position on the screen, smoothed
	Yaw           uint16
	BreakPos      [3]int32
	BreakProgress float64 // of the block that it is breaking, 0 to 1; 0 for none

	Pitch        float32  // of the head, radians, upward
	HeadTurn     float32  // of the head relative to the rest of the body, radians, clockwise; Yaw is the head's
	WalkPhase    float32  // phase of its walk, radians: the legs swing with the sine
	WalkAmount   float32  // of the swing of the legs, 0 standing to 1 sprinting
	ArmSwing     float32  // a stroke of the arm, 0 to 1
	Crouch       float32  // 0 upright, 1 crouching
	Lean         float32  // of the whole player, radians forward: swimming and flying
	Lie          float32  // 0 upright, 1 on the back about its position, the head away from where the body looks
	Gesture      Gesture  // of a player
	Skin         uint8    // of a player: the slot of its skin and 1 more; 0 for the colours of its id
	Hurt         float32  // 0 to 1: it was just harmed
	Spin         float32  // of an item on the ground, radians
	Light        [2]uint8 // sky and lamp light at its position, 0 to 255
	Name         string   // of its name tag, empty for none
	NameOccluded float32  // of the name tag: 0 in sight, 1 behind something
}

// GestureKind is what a player does with arms and head.
type GestureKind uint8

// The gestures: the emotes, with the numbers that package edits gives them, which a test of package client compares; and eating.
const (
	GestureNone GestureKind = iota
	GestureWave
	GesturePoint
	GestureNod
	GestureNo
	GestureCheer
	GestureClap
	GestureBow
	GestureEat
)

// Gesture is a gesture under way.
type Gesture struct {
	Kind    GestureKind
	Seconds float32 // since it began; of eating any phase
	Weight  float32 // how far it is from the usual pose, 0 to 1
}

// Struck is a hit that counts: By struck the entity ID, as it was seen Age milliseconds before the server judged it.
type Struck struct {
	ID, By     uint64
	Own, ByOwn bool // the own player was struck, has struck
	Age        int
}

// BlockChange is a block that looks different from the last frame.
type BlockChange struct {
	X, Y, Z       int32
	Before, After uint16
}

// Stack is a slot of the own inventory.
type Stack struct {
	Item  uint16 // a block, or a thing from FirstThing on
	Count uint8
	Wear  uint16 // of a tool
}

// ChatLine is a line of chat.
type ChatLine struct {
	Stream uint32
	Name   string // of its author; empty for the server
	Text   string
}
