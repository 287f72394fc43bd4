package ui

import (
	"image"

	"voxtide/client/netstats"
	"voxtide/recipes"
	"voxtide/ui/playerlist"
	"voxtide/ui/subtitles"
	"voxtide/world"
)

// Slots is the number of slots of an inventory; the first Hotbar of them are the hotbar.
const (
	Slots  = 36
	Hotbar = 9
)

// State is what the screens show of the game. The caller fills it for each frame.
type State struct {
	OwnWorld bool // the world is the player's own: leaving saves it
	Items
	ChatLines        []ChatLine // received since the last frame
	Refusals         []string   // reasons in plain words for actions refused since the last frame
	Unacked          int        // the player's actions that the server has not confirmed
	SilentFor        float64    // seconds since the server's last update, 0 while that is normal
	Resuming         bool       // the connection is lost and being resumed
	LostReason       string     // why the connection was lost, in plain words
	FrameMS          float32    // time from the frame before to the last one, in ms; 0 for unknown
	Debug            *Debug     // needed while DebugShown reports true
	Net              *netstats.Recorder
	Method           string       // of the netcode, in its text form
	NetworkRows      []NetworkRow // of the page Network, empty without a session
	NetworkRefused   string       // why the server does not allow a method, in words; "" if it does
	MethodNotes      MethodNotes
	Links            Links
	NetworkWorse     string   // how the network is made worse, in words: "150 ms, 5%"; "" if it is not
	Progress         Progress // while loading
	DisconnectReason string   // why the connection ended, as the client reports it
	ServerKeyChanged bool     // the connection ended because the server has another key than before
	Server           string   // address of the current or last server, "" for a world of the player's own
	OwnWorlds
	Journal Journal
	Seen
}

// OwnWorlds are the worlds of the player's own.
type OwnWorlds struct {
	Worlds      []World // for the menu
	WorldsError string  // why they cannot be listed, "" if they can
	OpenAt      string  // where others can join the one that is played: "192.168.0.7:7400"; "" if they cannot
}

// Seen is what a frame shows beside the world while the player asks for it or has turned the camera.
type Seen struct {
	Aim     Aim
	Players playerlist.List // needed while PlayersShown reports true
	Servers Servers         // needed while ServersShown reports true
	// Watched is through whose eyes the world is shown, "" for the player's own; Vanished says that others are not told of the player.
	Watched  string
	Vanished bool
	Frozen   bool         // the server lets the player do nothing but look and speak
	Pack     PackQuestion // of the server that is played on
}

// PackQuestion is what the player is asked about the textures and sounds of a server; a size of 0: nothing.
type PackQuestion struct {
	Name string
	Size int // bytes
}

// Aim is where the frame shows what the player aims at.
type Aim struct {
	Hidden bool    // behind the camera
	Up     float64 // above the middle, by the frame's height
}

// Journal is what a player has done of what one does first, and what to do next. In its texts a control in braces stands for its key:
// {jump}.
type Journal struct {
	Lines []JournalLine
	News  string // a line that has been done since the last frame; "" for none
	Hint  string // "" for none
}

// JournalLine is a line of the journal.
type JournalLine struct {
	Text, How string
	Done      bool
}

// Items is what the screens show of what the player has and reaches.
type Items struct {
	Survival bool // survival mode: counts of stacks are shown in the hotbar
	Slots    [Slots]Stack
	Selected uint8 // slot of the hotbar
	Body     Body
	Heard    []Heard          // the sounds that began since the last frame
	Near     recipes.Stations // in reach, needed while ItemsShown reports true
	Box      Box              // the block that is open, needed while BlockShown reports true
}

// Heard is a sound that began, to be written as a subtitle.
type Heard struct {
	Text string
	Side subtitles.Side
}

// Body is how the player's body is.
type Body struct {
	Shown  bool    // it can be harmed: nothing is shown of one that is whole whatever happens
	Health int     // 0 to world.HealthMax; 0 at the brink, of which only the server says whether it is death
	Food   int     // 0 to world.FoodMax
	Breath float64 // the part of a breath that is left, 1 in the air
	Eaten  float64 // the part of what is being eaten that is eaten, 0 for nothing
	Lies   bool    // in a bed
}

// Box is an open block: a box, an oven, a sign or a station. One whose Item is 0 is gone, or out of reach.
type Box struct {
	Item  uint16 // of the block
	Class world.Class
	Count int                      // slots
	Slots [world.BoxSlotsMax]Stack // of an oven: In, Fuel and Out as they are at the moment of the frame
	Burnt float64                  // of an oven: seconds that it has worked on what it makes next
	Takes float64                  // seconds that that takes; 0 for an oven that is out
	Text  string                   // of a sign
	Shop  Shop                     // what is sold at the box
}

// Shop is what is sold at a box. Where nothing is, both counts are 0.
type Shop struct {
	Goods, Price Stack
	Own          bool   // the player has made it, so the box itself is opened
	Left         int    // items of the goods in the box
	Have         int    // items of the price in the player's hands
	Times        int    // how often the player could buy now
	Why          string // why not once, "" if once
}

// open reports whether something is sold.
func (s *Shop) open() bool { return s.Goods.Count > 0 }

// oven reports whether the box is an oven.
func (b *Box) oven() bool { return b.Count > 0 && b.Count < world.ChestSlots }

// MethodNotes is what is known of the netcode's method beside its name.
type MethodNotes struct {
	Figures string // in words; "" for none
	Rival   bool   // the method gives its corrections no cause
}

// Stack is a stack of one item: a block, or a thing that is no block. A count of 0 is an empty slot.
type Stack struct {
	Item  uint16
	Count uint8
	Wear  uint16 // of a tool
}

// stack returns the stack as the rules know it.
func (s Stack) stack() world.Stack {
	return world.Stack{Item: world.Item(s.Item), Count: s.Count, Wear: s.Wear}
}

// with returns the stack with another count.
func (s Stack) with(count uint8) Stack {
	if count == 0 {
		return Stack{}
	}
	s.Count = count
	return s
}

// ChatLine is a line of the chat: the name of its sender, "" for the game itself, and a text.
type ChatLine struct{ Name, Text string }

// World is a world of the player's own in the list.
type World struct {
	Name       string
	LastPlayed string // in words: "2 hours ago"
	Size       string // on the disk, in words: "14 MB"
	Mode       string // of its player: "Survival"; "" if it is not known
	Seed       string // "" if it is not known
	Picture    *image.NRGBA
}

// Progress is the progress of loading a world.
type Progress struct {
	Stage       string // in plain words: "Connecting", "Loading terrain"
	Unit        string // of Done and Total: "sections"
	Done, Total int    // 0 for unknown
	SlowReason  string // why loading takes long, "" if it does not
}

// Debug is what the debug screen shows beside the values of State.
type Debug struct {
	Position        [3]float64 // of the feet, in blocks
	Section         [3]int32
	Yaw, Pitch      float64 // degrees: yaw 0 north, growing clockwise; pitch grows upward
	Biome           string
	LookingAt       string // name of the target block, "" for none
	Streams         []Stream
	Corrections     []Count // by cause
	Desyncs         int
	Driver          string
	Sections        int // drawn
	KnownSections   int // loaded
	Quads           int
	Draws           int
	ViewDistance    int     // blocks
	LODDistance     int     // blocks from which land is drawn coarsely; 0: all of it is drawn in full
	ResolutionScale float64 // pixels drawn per pixel shown along each side
	Quality         string  // name of the preset
	UpKB            float64 // a second
	DownKB          float64
	RTT             float64 // ms, 0 for unknown
	Extra           []string
}

// Stream is a time stream with its stamp.
type Stream struct {
	Name  string
	Stamp float64 // seconds of world time
	Lag   float64 // ms behind the frame
}

// Count is a named number.
type Count struct {
	Name string
	N    int
}

// selectedItem returns the item in the player's hand, 0 for none.
func (s *State) selectedItem() uint16 {
	if h := s.Slots[min(s.Selected, Hotbar-1)]; h.Count > 0 {
		return h.Item
	}
	return 0
}

// Output is what follows from the events between two frames.
type Output struct {
	Requests     []Request
	Controls     []ControlEvent // of the game, in the order of the events
	LookX, LookY float32        // motion of the captured mouse, in pixels, before sensitivity
	Pressed      int            // widgets that were pressed
}

// ControlEvent is the press or release of a control of the game.
type ControlEvent struct {
	Control string // a Binding's Name
	Down    bool
}

// RequestKind is the kind of a request.
type RequestKind uint8

// The kinds of requests.
const (
	RequestChat         RequestKind = iota // Text: send this line
	RequestMoveItem                        // From, To, Count: move items between slots
	RequestSelectSlot                      // To: the slot of the hotbar to take in hand
	RequestApplyOptions                    // make the values of UI.Options take effect
	RequestLeave                           // leave the world, to the main menu
	RequestQuit                            // quit the game
	RequestPlay                            // Text: enter this world
	RequestCreateWorld                     // Text, Seed, Survival: create and enter this world; Seed may be any text
	RequestConnect                         // Text: join the server at this address; the player's name is in the options
	RequestCancel                          // stop loading
	RequestRetry                           // enter the same world or server again
	RequestMenu                            // back to the main menu from the disconnected page
	RequestTrustKey                        // trust the new key of the server, and join it
	RequestDeleteWorld                     // Text: delete this world for good
	RequestOpenLAN                         // open the own world to others in this network
	RequestNetwork                         // Row, Position: move a row of State.NetworkRows; a Row of -1: a good network
	RequestAnswerLinks                     // the player has answered State.Links.Offer: the options hold the answer
	RequestAddFriend                       // Row: make the player of this row of State.Links.Rows a friend
	RequestCopyKey                         // put State.Links.Key into the clipboard
	RequestCraft                           // Recipe, Count: make a recipe some times
	RequestProvide                         // To, Item, Count: set a slot out of nothing, in creative mode
	RequestDrop                            // From, Count: throw items of a slot where the player looks
	RequestBoxMove                         // From (of the box), To (own), Count, Item, Into: move items into the open box, or out of it
	RequestTrade                           // Count: buy so often at the open shop
	RequestOpenBox                         // open the box of the open shop
	RequestAddServer                       // Text, Name: keep the server at this address in the list
	RequestRemoveServer                    // Text: take the server at this address out of the list
	RequestWriteSign                       // Text: write it on the open sign
	RequestAnswerPack                      // Into: whether the textures and sounds of the server are wanted
)

// Request is something that the player asks for on a screen.
type Request struct {
	Kind            RequestKind
	Text, Seed      string
	Name            string // RequestAddServer: what the server is called
	From, To, Count uint8
	Survival        bool
	Row, Position   int
	Recipe          recipes.Number
	Item            uint16 // RequestBoxMove: what lies in the slot of the box
	Into            bool
}

// Servers is what the screens show of the servers that the player knows.
type Servers struct {
	Rows  []Server
	Error string // why the list cannot be read or written, in words; "" if it can
}

// Server is a server in the list.
type Server struct {
	Name, Address string
	Local         bool // found in the local network, and not kept
	Asked         bool // how it is, is known
	Online        bool
	Other         string // the version that it wants, where that is another; "" if it is this one
	About         string // its message
	Players, Most int
	Waiting       int
	Ping          int // ms
	Whitelist     bool
	Frozen        bool
}

// NetworkRow is a row of the page of the network: a choice of the netcode's method, one of its parameters, or a condition by
// which the network is made worse. What the rows mean is the caller's business.
type NetworkRow struct {
	Label     string
	Help      string // shown while the row is focused
	Slider    bool   // else a choice
	Position  int
	Positions int
	Text      string // the value as people read it
}
