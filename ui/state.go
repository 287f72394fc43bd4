package ui

// Slots is the number of slots of an inventory; the first Hotbar are the hotbar.
const (
	Slots  = 36
	Hotbar = 9
)

// State is what the screens show of the game, told anew for each picture.
type State struct {
	Own        bool // the world is the player's own: leaving saves it
	Survival   bool // counts of stacks matter
	Slots      [Slots]Stack
	Selected   uint8    // slot of the hotbar in the hand
	Said       []Line   // since the last picture
	Refused    []string // why own actions were refused since the last picture, in plain words
	Unacked    int      // own actions that the server has not confirmed
	Waiting    float64  // seconds since the server was last heard, 0 if that is nothing to tell
	Resuming   bool     // the connection is lost and being resumed
	Why        string   // it is, in plain words
	PictureMS  float32  // what the last picture took from one to the next, in ms; 0 for unknown
	Debug      *Debug   // needed while DebugShown
	Progress   Progress // while joining
	Ended      string   // why the connection ended, as the client says it
	NewKey     bool     // it ended because the server showed another key than before
	Server     string   // the one that is joined or was left, empty for an own world
	Worlds     []World  // own worlds, for the menu
	WorldsFail string   // why they cannot be listed, empty if they can
}

// Stack is a number of one kind of block. A count of 0 is an empty slot.
type Stack struct {
	Block uint16
	Count uint8
}

// Line is something said: a name, empty for the game itself, and a text.
type Line struct{ Name, Text string }

// World is an own world in the list.
type World struct {
	Name   string
	Played string // when it was last played, in words
}

// Progress is how far joining has come.
type Progress struct {
	Stage       string // in plain words: "Connecting", "Receiving the land"
	Unit        string // of the numbers: "sections"
	Done, Total int    // 0 for unknown
	Slow        string // why it takes long, empty if it does not
}

// selectedBlock returns what is in the hand, 0 for nothing.
func (s *State) selectedBlock() uint16 {
	if h := s.Slots[min(s.Selected, Hotbar-1)]; h.Count > 0 {
		return h.Block
	}
	return 0
}

// Out is what follows from the events between two pictures.
type Out struct {
	Wishes       []Wish
	Presses      []Press // controls of the game, in order
	LookX, LookY float32 // how far the mouse turned the head, in pixels, before sensitivity
}

// Press is a control of the game that went down or up.
type Press struct {
	Control string // a Binding's Name
	Down    bool
}

// Want says what is wished for.
type Want uint8

// The wishes.
const (
	WantChat    Want = iota // Text: a line to say
	WantMove                // From, To, Count: move items between slots
	WantSelect              // To: the slot of the hotbar to take in hand
	WantOptions             // the options changed: ask Options and apply them
	WantLeave               // the world, to the menu
	WantQuit                // the game
	WantPlay                // Text: the own world to enter
	WantCreate              // Text, Seed, Survival: the own world to make and enter; Seed may be any text
	WantConnect             // Text: the address of a server; the name is in the options
	WantCancel              // joining
	WantRetry               // to join what was lost once more
	WantMenu                // back to the main menu after an end
	WantTrust               // the other key that the server shows, and to join it
	WantDelete              // Text: the own world that is to go for good
)

// Wish is something that the player wants.
type Wish struct {
	Want            Want
	Text, Seed      string
	From, To, Count uint8
	Survival        bool
}
