package netlab

import (
	"strconv"
	"strings"
	"time"

	"voxtide/client"
	"voxtide/lab/liar"
	"voxtide/lab/netlab/players"
	"voxtide/world"
)

// Config configures a run. Its zero value, with a Duration, is eight players of all roles over a perfect network.
type Config struct {
	Players         int           // default 8
	Duration        time.Duration // virtual time of play, without the quiet time at the end. Default 20 s
	RTT             time.Duration // half of it each way
	Jitter          time.Duration // most that is added to a packet's delay
	Loss            float64       // share of packets lost, 0 to 1
	Burst           bool          // loss comes in bursts
	Stall           time.Duration // all packets of one client stop for so long every 20 s
	PeerRTT         time.Duration // round trip of direct links between clients; 0 is none
	NoCopies        bool          // the transport sends no early copies
	Strategy        string        // default "timestream"
	Seed            uint64
	CheckEveryFrame bool          // law 11 is checked in every frame, not only where a prediction ends
	FrameTime       time.Duration // between two frames; default 1/60 s
	Scenario        string        // its name, for reports
	Liar            bool          // the first client lies to those who link with it,
	Trick           liar.Trick    // in this way
	Relays          int           // goroutines that write the server's updates; no result depends on it
	Linking         int           // how many clients, of the first, consent to links; 0: all

	Conditions
}

// Conditions are what scenarios vary beside the network: who plays, how, and what goes wrong. All times are virtual.
type Conditions struct {
	Roles       []players.Role // in turn; default all
	Creative    bool
	PvP         bool          // players may strike each other
	Night       bool          // it is night, and players may lie in beds
	Mixed       bool          // survival or creative mode by seed
	Spread      int32         // blocks between the homes; 0: all meet at one spot
	Sandy       bool          // homes lie on sand or gravel
	Reservoirs  bool          // homes lie before dams, if Alone each before another
	Perils      bool          // homes lie on land that harms, and what harms counts; bodies begin hurt and hungry
	Rules       world.Rules   // of the game
	ItemsLast   time.Duration // lifetime of items
	FullBags    bool          // inventories begin full, so that items stay on the ground
	Bag         []world.Stack // what inventories begin with; default: blocks
	Alone       bool          // nobody interferes: no correction at all, and the path must be that of zero delay
	OwnTroubles bool          // conditions by seed: each client has its own troubles

	Hitch, HitchEvery        time.Duration // a pause between two frames
	Extra, ExtraAt, ExtraTo  time.Duration // added to the round trip from one time to another
	Ramp                     time.Duration // the extra delay grows over this time
	Flood, FloodAt           time.Duration // all but the first come in within this time, from another on, to a place far from the first, who is alone
	View                     int           // how far players see, in sections. Default 2
	TurnCost                 time.Duration // of each client's turn at the sections of a step, by the server's own clock, which bounds them; with one relay
	Skew, SkewTo             time.Duration // the way to the server is longer by this than half of the round trip, the way back shorter, up to a time; 0: always
	Pause, PauseEvery        time.Duration // the server does no step for so long
	Kills                    int           // how often the server is killed and started again from its store
	Soon                     bool          // killed servers are started again within half a second, and clients learn of it at once: a kill sets nobody back
	Standby                  Standby       // a second machine, which goes on with the world
	StandStill, StandStillAt time.Duration // the server's machine stands still, and its clock with it
	LiveDelay                time.Duration // added for all but sections, which then arrive ahead of the updates that they depend on
	Sleep, SleepAt           time.Duration // the machine of the first client sleeps
	SleepStopsClock          bool          // its clock stands meanwhile
	ClockOff                 time.Duration // error of each client's clock at joining
	BulkDelay                time.Duration // added for sections
	BulkRate                 int           // bytes a second of sections
	Commit                   time.Duration // time until a batch is durable
	Leave, LeaveEvery        time.Duration // every other client leaves for so long
	Cut, CutEvery            time.Duration // every other client's connection is cut for so long
	MidFall                  Trouble       // happens to a client whenever a block falls on its stream
	SlowClock                bool          // the last client runs its clock at a quarter of the speed, off and on
	Counter                  uint32        // number of the first entity of each stream
	SwitchEvery              time.Duration // about how often each client goes on with another method, and with it the server's judge
	Border                   int32         // blocks from where all meet to the border, which moves by some every few seconds; beside that spot an area is closed
	Plots                    bool          // where all meet is one claim on which all are trusted, with plots that are let to some of them and change every few seconds
	Vanish                   bool          // the first player is an operator, who vanishes and is seen again by turns
	Shops                    bool          // the boxes where all begin are made shops by turns, with other offers, and ended
	Travel                   bool          // players run far from home and back: sections are unsubscribed and subscribed again
}

// Trouble is something that happens to a client.
type Trouble int

// The troubles.
const (
	NoTrouble Trouble = iota
	StallTrouble
	LeaveTrouble
	KillTrouble // of the server, not a client: it is killed while a block falls or is about to
)

// setDefaults sets the defaults.
func (c *Config) setDefaults() {
	if c.Players == 0 {
		c.Players = 8
	}
	if c.Duration == 0 {
		c.Duration = 20 * time.Second
	}
	if c.FrameTime == 0 {
		c.FrameTime = time.Second / 60
	}
	if c.StandStill > 0 && c.StandStillAt == 0 {
		c.StandStillAt = c.warmUp() + 3*time.Second
	}
	if c.View == 0 {
		c.View = 2
	}
	if c.Strategy == "" {
		c.Strategy = client.Strategies()[0]
	}
	if len(c.Roles) == 0 {
		c.Roles = []players.Role{players.Walker, players.Builder, players.Builder, players.Jumper, players.SandDigger, players.Builder, players.Miner, players.Mover}
	}
}

// alone reports whether nobody interferes with a player.
func (c *Config) alone(player int) bool { return c.Alone || c.Flood > 0 && player == 0 }

// warmUp is how long scenarios leave everybody undisturbed at first.
func (c *Config) warmUp() time.Duration {
	if c.Soon || c.Standby.On { // what a stall of the joining left behind is over
		return joinGrace + time.Second
	}
	return 3*time.Second + c.BulkDelay
}

// startingNeeds returns how hurt and hungry bodies begin.
func (c *Config) startingNeeds() (n world.Needs) {
	if c.Perils {
		n.Damage, n.Hunger = uint8(4+c.Seed%8), uint8(world.FoodMax-5*(c.Seed%4))
	}
	return n
}

// startingInventory returns the items of new players under these conditions.
func (c *Config) startingInventory() []world.Stack {
	if c.Bag != nil {
		return c.Bag
	}
	if !c.FullBags {
		return inventory
	}
	full := make([]world.Stack, world.InventorySize)
	for i := range full {
		full[i] = world.StackOf(inventory[i%len(inventory)].Block(), world.StackMax)
	}
	return full
}

// inventory holds items of new players: blocks to fight with, falling blocks, replaceable blocks.
var inventory = []world.Stack{
	world.StackOf(world.Stone, 64), world.StackOf(world.Sand, 64), world.StackOf(world.Gravel, 64),
	world.StackOf(world.Planks, 64), world.StackOf(world.StoneSlab, 64), world.StackOf(world.Water, 16),
	world.StackOf(world.TallGrass, 16), world.StackOf(world.Dirt, 64),
}

// boxInventory holds what keepers play with.
var boxInventory = stacks("chest 4, furnace 3, campfire 2, oak_sign 4, barrel 2, sand 40, log 24, coal 12, cobblestone 30, stick 30, iron_ore 20, iron_pick 1, meat 9")

// tradeInventory holds what traders play with.
var tradeInventory = stacks("chest 3, barrel 2, sand 60, log 40, coal 40, iron_ingot 40, planks 60, chest 1, sand 20, planks 50")

// deviceInventory holds what householders play with: a hotbar of it, and what else things are made of.
var deviceInventory = stacks("oak_door 16, oak_gate 16, lever 12, oak_button 12, oak_plate 16, oak_trapdoor 12, bed 9, water_bucket 1, bucket 1, sand 40, log 12, stick 20, coal 9")

// perilsInventory holds what daredevils have: food, and what they would miss.
var perilsInventory = stacks("bread 40, dirt 30, berries 30, iron_pick 1, iron_ingot 9, roast 12, oak_door 3, flint 5")

// villageInventory holds what those play with who cook, forge, steal and carry water side by side.
var villageInventory = stacks("chest 3, furnace 3, workbench 1, campfire 1, oak_gate 12, water_bucket 1, bucket 1, planks 40, anvil 1, " +
	"coal 24, sand 40, log 24, cobblestone 30, stick 40, iron_ore 20, iron_ingot 24, copper_ingot 24, tin_ingot 9, meat 9, lever 6, clay 12")

// stacks returns what a list of names and counts stands for.
func stacks(list string) (out []world.Stack) {
	for row := range strings.SplitSeq(list, ", ") {
		name, count, _ := strings.Cut(row, " ")
		it, known := world.ItemNamed(name)
		n, err := strconv.Atoi(count)
		if !known || err != nil {
			panic("netlab: no stack is called " + row)
		}
		out = append(out, world.Stack{Item: it, Count: uint8(n)})
	}
	return out
}

// predicts reports whether the clients' strategy promises what the invariants of prediction check, from the first frame to the last.
func (c *Config) predicts() bool {
	return c.SwitchEvery == 0 && client.StrategyCapabilities(c.Strategy).Predicts
}

const (
	// joinGrace is how long after the start a stall is due to the network: the updates about all the sections at
	// joining are too large for early copies, so one lost packet may delay them by more than the server waits.
	joinGrace = 5 * time.Second
)

// Standby is a second machine beside the first, and what befalls the two.
type Standby struct {
	On          bool
	Troubles    []OwnerTrouble // in any order; none: all is well
	BadEngine   bool           // its answers are lost, late and uneven now and then
	WrongClocks bool           // the machines' clocks are wrong
}

// OwnerTrouble is something that happens to the machine that owns the world.
type OwnerTrouble int

// The troubles.
const (
	KillOwner    OwnerTrouble = iota // at any point of a batch
	BurnOwner                        // the same, and its disk is lost
	PauseShort                       // its process stands for 600 ms
	PauseLong                        // and for 5 s
	NoMajority                       // the engine does nothing for 10 s
	CutEngine                        // it cannot reach the engine
	CutClients                       // clients cannot reach it; the engine can
	KillFollower                     // the other machine is killed
	ownerTroubleCount
)

var ownerTroubleNames = [...]string{"owner killed", "owner killed, disk lost", "owner paused 600 ms", "owner paused 5 s", "engine away 10 s", "owner cut from engine", "owner cut from clients", "follower killed"}

// String names it.
func (t OwnerTrouble) String() string { return ownerTroubleNames[t] }
