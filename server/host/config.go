package host

import (
	"crypto/ed25519"
	cryptorand "crypto/rand"
	"encoding/binary"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/backups"
	"voxtide/server/handout"
	"voxtide/server/webhook"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/secure"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Config says how a world is run. A zero field has the value that its comment names.
type Config struct {
	Dir           string               // the world's folder; required
	Seed          uint64               // of a new world
	SeedSet       bool                 // Seed was given: an existing world with another seed is refused
	SyncInterval  bool                 // changes are durable within a second, not before they are acknowledged
	Survival      bool                 // the mode of new players; else creative
	StartingItems []world.Stack        // of new players; nil: blocks to build with, in survival nothing
	PlayersMax    int                  // 100
	ViewDistance  int                  // in blocks, at most: 192
	UpdateRate    int                  // updates a second to each player at most: 60
	BulkRate      int                  // bytes of sections a second to each player; 0: no bound
	Secret        secure.Secret        // the server's key, by which players recognize it; zero: a new one
	Owner         transport.Identity   // of the player who comes in by Dial
	Rules         server.RuntimeConfig // what can be changed while the world runs; the fields above win over it
	Version       string               // of the program, for the command status
	Log           *slog.Logger         // nil: nothing is logged
	HashAddresses bool                 // the log names no address of a player, but a number for it that holds while this server has its key

	Land
	Retention
	Cores
	HTTP
	Company

	// Stop is told that a command ends the world, and the reason. The loop calls it; it returns at once. nil: nobody can end it so.
	Stop func(reason string)
	// Console is told lines for the console that answer no line typed there. Any goroutine calls it. nil: nobody reads them.
	Console func(line string)
	// ReadSettings reads the settings again for the command reload, and returns them with lines for the answer. nil: there are none.
	ReadSettings func() (server.RuntimeConfig, []string, error)

	testHooks
}

// Land is what land a world has, how it is claimed, and whether it is told beyond the view.
type Land struct {
	NoFarLand        bool          // clients are told nothing of the land beyond their view
	Generator        int           // of a new world: the number of its land's generator; worldgen.Default. An existing world with another one is refused
	PlayTimePerClaim time.Duration // play time that each claim of a player takes: none
	Pack             *handout.Pack // how it looks and sounds for players who want that; nil: as the game has it
}

// Retention is how long what is old is kept.
type Retention struct {
	HistoryRetention time.Duration  // of changes; 0: for ever
	NameRetention    time.Duration  // world time after which unused names are free again; 0: never
	BackupsMax       int            // the newest backups that are kept of those made without naming a folder; 0: all
	Backups          backups.Config // copies that are made by themselves; Max is BackupsMax
	ChatDays         int            // that what is said, and which commands are given, can be searched; 0: it is not kept
	ItemDays         int            // that it is kept what players got and gave away; 0: it is not
	ChatPrivate      bool           // private messages can be searched, too, by operators
	BackupsTo        string         // the folder of copies that are made without naming one; "": see Backups
	// ReadBackups returns how copies are made, after ReadSettings has read the settings again. nil: as before.
	ReadBackups func() (backups.Config, error)
}

// Cores is how many goroutines share some work.
type Cores struct {
	Workers int // that make sections: one less than there are cores, 1 to 4
	Relays  int // that write updates: as many as there are cores, up to 16
}

// HTTP is how map, metrics and machines are served.
type HTTP struct {
	Webhooks     []webhook.Config        // where events are posted
	ReadWebhooks func() []webhook.Config // the same, after ReadSettings has read the settings again; nil: as before
	WebNames     []string                // host names of map and metrics, beside IP addresses and localhost
	Profiles     bool                    // metrics come with Go's profiles
}

// Cluster is what a world on several machines needs (package server/cluster); all zero: it is on this one alone.
type Cluster struct {
	// Claimed is a world that is open already, and that other machines go on with when this one is gone (package server/cluster); its errors end
	// the host, with a reason after which players come back. nil: the folder is opened.
	Claimed *Claimed
	// Others returns the addresses at which players may find the world then. nil: there are none.
	Others func() []string
	// Leash reports whether nothing may be told at a Monotonic time: another machine may have the world by now. The loop calls it. nil: it has
	// not.
	Leash func(now time.Duration) bool
	// Numbers returns what metrics say of the cluster. Any goroutine may call it. nil: there is none.
	Numbers func() ClusterNumbers
	// OnList is told of each list of people and land that was written, by the name of its file. nil: nobody is.
	OnList func(name, text string)
}

// Company is who else has the world, and what other worlds the process has.
type Company struct {
	Cluster
	Together Together
}

// ClusterNumbers are numbers for metrics.
type ClusterNumbers struct {
	Standbys             int           // other machines with the world that were heard of within ten seconds
	Behind               uint64        // entries of the log that the one lacks which is least behind, as far as it has said
	AppendP50, AppendP99 time.Duration // of the last appends to the log, until they were durable on a majority
}

// Claimed is a world on several machines that this one has.
type Claimed struct {
	Disk   *pebble.Store   // opened with Config.DiskOptions
	Begins timestream.Time // the world's time now, 0 where that is not known: wall clocks tell then
	Store  store.Store     // over it; what is durable in it is durable on the others, too
	Wake   <-chan struct{} // has an element when Store.Committed may have news
}

// testHooks are what tests change.
type testHooks struct {
	tuneDisk    func(*pebble.Options)         // how the folder is opened
	wrapStore   func(store.Store) store.Store // a store before the disk's
	probeAfter  time.Duration                 // the pause before each probe
	makeBackup  func() ([]string, error)      // the copy of the command backup
	backupClock func() time.Time              // the wall clock of copies
	landDate    func() int64                  // the date of the world for chores, in ms since 1970
}

// viewHeight is how far players see up and down, in sections.
const viewHeight = protocol.ViewHeight

// fill sets zero fields to what they stand for.
func (c *Config) fill() error {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Console == nil {
		c.Console = func(string) {}
	}
	if c.Generator != 0 && !worldgen.Known(c.Generator) {
		return fmt.Errorf("%w: %d; known are %v", ErrNoGenerator, c.Generator, worldgen.Numbers())
	}
	setDefault(&c.PlayersMax, 100)
	setDefault(&c.ViewDistance, 192)
	setDefault(&c.UpdateRate, 60)
	setDefault(&c.Relays, min(runtime.NumCPU(), 16))
	setDefault(&c.Workers, max(1, min(runtime.NumCPU()-1, 4)))
	if c.Secret == (secure.Secret{}) {
		_, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return err
		}
		c.Secret = secure.NewSecret(key)
	}
	return nil
}

func setDefault(v *int, value int) {
	if *v == 0 {
		*v = value
	}
}

// DiskOptions returns how the folder is opened.
func (c *Config) DiskOptions() pebble.Options {
	log := c.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	o := pebble.Options{
		Seed: c.Seed, SeedSet: c.SeedSet, Generator: c.Generator, Generators: worldgen.Numbers(), NoSync: c.SyncInterval, History: c.HistoryRetention, Log: log,
		Blocks: world.BlockNames(), Repack: Repack,
	}
	setDefault(&o.Generator, worldgen.Default)
	if !o.SeedSet { // of a new world
		o.Seed = randomNumber() >> 1 // fits a signed number, so that it can be written down anywhere
	}
	if c.tuneDisk != nil {
		c.tuneDisk(&o)
	}
	return o
}

// Repack rewrites a packed section for another table of blocks.
func Repack(packed []byte, n *world.Numbering) ([]byte, error) {
	var p protocol.Packer
	s, err := p.UnpackForeign(packed)
	if err != nil {
		return nil, err
	}
	return p.Pack(nil, n.Section(s)), nil
}

// startingInventory returns the items of a new player: those of the configuration, else in survival nothing, in creative blocks to
// build with, one for each slot. A block more than there are slots does not compile.
func (c *Config) startingInventory() (slots []world.Stack) {
	if c.StartingItems != nil || c.Survival {
		return c.StartingItems
	}
	for _, b := range [world.InventorySize]world.Block{
		world.Stone, world.Planks, world.Dirt, world.Glass, world.Torch, world.Sand, world.Log, world.StoneStairsNorth, world.Water,
		world.StoneBricks, world.Cobblestone, world.Bricks, world.Grass, world.Leaves, world.Lamp, world.Ladder, world.StoneSlab, world.PlankSlab,
		world.WhiteWool, world.RedWool, world.BlueWool, world.GreenWool, world.Sandstone, world.Marble, world.Basalt, world.Bookshelf, world.Snow,
		world.Gravel, world.BirchPlanks, world.PinePlanks, world.FencePost, world.RedFlower, world.YellowFlower, world.Ice, world.Cactus, world.RedCarpet,
	} {
		slots = append(slots, world.StackOf(b, world.StackMax))
	}
	return slots
}

// randomNumber returns a number that nobody can guess.
func randomNumber() uint64 {
	var b [8]byte
	cryptorand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// Monotonic returns the monotonic time of the process, which the loop and the clients in the process share.
func Monotonic() time.Duration { return time.Since(processStart) }

var processStart = time.Now()
