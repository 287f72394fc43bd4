package server

import (
	"errors"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Config is what a server is made from. A zero field has the value that its comment names.
type Config struct {
	Frames      int                                   // a second and client at most; 60, as Step is called
	View, ViewY int                                   // interest in sections at most, horizontally 3 and vertically 2
	Generate    func(world.SectionPos) *world.Section // required, if Land is nil; pure
	Land        Land                                  // where sections come from; nil: the store, or else Generate, at once
	Spawn       func(i int) world.Vec                 // required: where the i-th avatar begins
	Creative    bool                                  // the mode of new players
	Inventory   []world.Stack                         // of new players
	Store       store.Store                           // in memory, durable at once
	Peers       bool                                  // tell acks of peers' actions, too
	Bounds      Bounds                                // see there
	BulkCredit  int                                   // sections on their way to a client: 32
	BulkBytes   int                                   // bytes of sections on their way to a client: 128 KiB
	Sections    int                                   // in memory, above which those that nobody needs are dropped: 16384
	SaveEvery   time.Duration                         // between two snapshots of what changed: 30 s
	Players     int                                   // at most: 100
	ItemsLast   time.Duration                         // how long an item lies: 5 minutes; below 0 for ever
	Seed        uint64                                // of tokens
	Counter     uint32                                // of the first entity of a new stream: 1; tests begin near the end
	Observe     Observer                              // nil: nobody
	Date        func() int64                          // date of the world in ms since 1970, by which bans end: not that of a machine whose clock is far off; nil: Wall
	Wall        func() int64                          // wall clock in ms since 1970, for the history and bans that end; nil: it stands at 0
	HashEvery   time.Duration                         // between two hashes to a client: 1 s
	Book        *access.Book                          // who may come in and build where; the server's from then on: an empty one
	House       House                                 // what commands ask of whoever runs the server; nil: nobody is there
	MOTD        string                                // lines that are told to whoever comes: none
	Guarded     bool                                  // only guests of the book come in, unless it says otherwise itself
	SpawnGuard  int                                   // blocks around where players begin in which operators alone build: 0
	ClaimAfter  time.Duration                         // of play, for each claim of a player: none
	NamesFor    time.Duration                         // of the world, after which the name of somebody who has built nothing is free again: never
	LandSeed    uint64                                // for those who ask
	Begin       timestream.Time                       // the world's time at the first step, if it is later than the store's
	Frozen      actions.Refusal                       // why nothing can be kept: what lasts is refused with it, and items and loose blocks are not there; Done: it can
}

// Bounds is what a client may declare about its time (netcode.md, section 6).
type Bounds struct {
	Ahead      timestream.Duration // of the server's clock: 50 ms
	RateMille  int64               // long-run speed in thousandths: 1005
	Burst      timestream.Duration // of the token bucket: 700 ms
	Late       timestream.Duration // beyond the least lateness of the last 2 s: 500 ms
	LateMax    timestream.Duration // in any case: 2 s
	Release    timestream.Duration // of a stall until controls are released: 150 ms
	Held       timestream.Duration // of time in the queue, from the stream's stamp on: protocol.Horizon, which clients keep to
	HeldCount  int                 // of actions in the queue that are not free: 256
	Silence    time.Duration       // ends a connection: 10 s
	Unread     time.Duration       // without a word that frames arrive, although they are sent: 15 s
	Linger     time.Duration       // of a session after its connection: 60 s
	HoldFrames time.Duration       // longest wait of frames for the store: 2 s
}

// Observer sees what the server does, for checkers and logs. It is called by the owner, in the order of what happens.
type Observer interface {
	// Edit tells each edit of the log; seq is 0 for births and deaths.
	Edit(seq uint64, d *edits.Done)
	// Action tells an action that was performed or refused, and the moment of its stream.
	Action(s timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal)
	Advanced(s timestream.Stream, from, to timestream.Time, byServer bool)
	// Transaction ends one: the edits since the last call belong together.
	Transaction(kind string)
	// Session tells "joined", "resumed", "lost", "left" and "ended: reason".
	Session(s timestream.Stream, what string)
}

// ErrConfig says that a required field is missing.
var ErrConfig = errors.New("server: Spawn and one of Land and Generate are required")

func (c *Config) fill() error {
	if c.Generate == nil && c.Land == nil || c.Spawn == nil {
		return ErrConfig
	}
	or(&c.Frames, 60)
	or(&c.View, 3)
	or(&c.ViewY, 2)
	or(&c.BulkCredit, 32)
	or(&c.BulkBytes, 128<<10)
	or(&c.SaveEvery, 30*time.Second)
	or(&c.Sections, 16384)
	or(&c.Players, 100)
	or(&c.ItemsLast, 5*time.Minute)
	or(&c.Counter, 1)
	or(&c.HashEvery, time.Second)
	c.View = min(c.View, protocol.ViewMax)
	for c.View > 1 && subsOf(c.View, c.ViewY) > protocol.SubsMax {
		c.View--
	}
	if c.Store == nil {
		c.Store = store.NewMemory(nil)
	}
	if c.Land == nil {
		c.Land = &instant{store: c.Store, generate: c.Generate}
	}
	if c.Book == nil {
		c.Book = &access.Book{}
	}
	if c.Observe == nil {
		c.Observe = nobody{}
	}
	b := &c.Bounds
	or(&b.Ahead, 50*timestream.Millisecond)
	or(&b.RateMille, 1005)
	or(&b.Burst, 700*timestream.Millisecond)
	or(&b.Late, 500*timestream.Millisecond)
	or(&b.LateMax, 2*timestream.Second)
	or(&b.Release, 150*timestream.Millisecond)
	or(&b.Held, protocol.Horizon)
	or(&b.HeldCount, 256)
	or(&b.Silence, 10*time.Second)
	or(&b.Unread, 15*time.Second)
	or(&b.Linger, 60*time.Second)
	or(&b.HoldFrames, 2*time.Second)
	return nil
}

func or[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

type nobody struct{}

func (nobody) Edit(uint64, *edits.Done)                                                    {}
func (nobody) Action(timestream.Stream, *actions.Action, timestream.Time, actions.Refusal) {}
func (nobody) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool)          {}
func (nobody) Transaction(string)                                                          {}
func (nobody) Session(timestream.Stream, string)                                           {}
