package server

import (
	"errors"
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/handout"
	"voxtide/server/past"
	"voxtide/server/sections"
	"voxtide/server/streamtime"
	"voxtide/server/worlds"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Config is what a server is made from. A zero field means the default that its comment names.
type Config struct {
	UpdateRate        int                                   // updates a second to each client, at most: 60, as Step is called
	View, ViewY       int                                   // most view distance in sections, horizontally 3 and vertically 2
	Generate          func(world.SectionPos) *world.Section // required if SectionSource is nil; pure
	SectionSource     sections.Source                       // where sections come from; nil: the store, or else Generate, at once
	Spawn             func(i int) world.Vec                 // required: where the i-th avatar begins
	SpawnYaw          func(i, sun int) uint16               // where it looks at first, with the sun in the east (1), the west (-1) or nowhere (0); nil: to the north
	Creative          bool                                  // the mode of new players
	StartingInventory []world.Stack                         // of new players
	StartingNeeds     world.Needs                           // of the bodies of new players
	Store             store.Store                           // nil: in memory, durable at once
	AnyMethod         bool                                  // clients may choose the judge of their input (protocol.Method), for comparisons; false: streams alone
	NoLinks           bool                                  // players are not introduced to each other for direct links
	NoSkins           bool                                  // players look as their numbers have it: what clients send is not told to others
	Bounds            Bounds                                // what clients may declare about their time
	BulkCredit        int                                   // most sections on their way to a client: 32
	BulkBytes         int                                   // most bytes of sections on their way to a client: 128 KiB
	Relays            int                                   // goroutines that write updates side by side, from which nothing depends: 1
	TellAside         bool                                  // a step is told while the next one is judged, by a goroutine of its own
	Cork              func(on bool)                         // if set, called before and after the updates of a step are sent, to hold them back until all are
	Stopwatch         func() time.Duration                  // a clock for what the sections of a step may take; nil: they take what they need, as under virtual time
	MaxSections       int                                   // in memory, above which unneeded ones are unloaded: 16384
	SaveEvery         time.Duration                         // between two snapshots of changed sections: 30 s
	MaxPlayers        int                                   // 100
	ItemLifetime      time.Duration                         // of an item at rest: 5 minutes; below 0 for ever
	Seed              uint64                                // of session tokens
	Counter           uint32                                // counter of the first entity of a new stream: 1; tests begin near its end
	Observer          Observer                              // nil: none
	BanClock          func() int64                          // date in ms since 1970 by which bans end, which does not follow a machine whose clock is far off; nil: WallClock
	WallClock         func() int64                          // wall clock in ms since 1970, for the history; nil: it stands at 0
	HashEvery         time.Duration                         // between two hashes to a client: 1 s
	AccessList        *access.Lists                         // who may come in and build where, owned by the server from then on; nil: empty lists
	Backend           admin.Backend                         // does the slow parts of commands; nil: none
	Policy            access.Policy                         // order among players
	MOTD              string                                // lines that a player is told on joining: none
	Whitelist         bool                                  // only whitelisted players come in, unless the access lists say otherwise
	SpawnProtection   int                                   // blocks around the spawn point in which only operators build: 0
	ClaimPlaytime     time.Duration                         // play time that each claim of a player takes: none
	NameRetention     time.Duration                         // world time after which the unused name of a player who has built nothing is free again: never
	WorldSeed         uint64                                // of the generator, for the command seed
	StartTime         timestream.Time                       // the world's time at the first step, where that is known and not before the store's last batch
	Rules             world.Rules                           // of the game; the zero value is peaceful
	CairnTime         timestream.Duration                   // how long what lies where a player died is his alone: 20 minutes
	PvP               bool                                  // players may strike each other
	Hits              past.Bounds                           // of the judgement of hits
	Others            func() []string                       // addresses of other servers that may go on with the world, each of at most protocol.OtherMax bytes; nil: there are none
	Leash             func(now time.Duration) bool          // whether nothing may be told at a time of Step's clock: the world may be another server's by now; nil: it is this one's
	Worlds            *worlds.Group                         // other worlds of the process; nil: there are none. Everything is called under its lock then
	WorldName         string                                // of this one among them
	Wake              func()                                // called when another of them has handed over a connection: a step is due; nil: steps come anyway
	Pack              *handout.Pack                         // textures and sounds for clients whose players want them; nil: none
	Far               handout.FarLand                       // answers questions for the land beyond the view; nil: they are not answered
	ReadOnly          actions.Refusal                       // why nothing can be stored: persistent actions are refused with it, and items and falling blocks are left out; Done: it can
}

// Bounds limits what a client may declare about its time, and how long the server waits for it.
type Bounds struct {
	streamtime.Bounds
	SilenceTimeout time.Duration // silence that ends a connection: 10 s
	UnreadTimeout  time.Duration // time without a sign that updates arrive, although they are sent: 15 s
	Linger         time.Duration // how long a session outlives its connection: 60 s
	HoldUpdates    time.Duration // longest wait of an update for the store: 2 s
}

// Observer is told what the server does, for checkers and logs, by the owner and in the order in which things happen.
type Observer interface {
	// Edit reports an edit of the log; seq is 0 for the spawn and removal of entities.
	Edit(seq uint64, d *edits.LogEntry)
	// Action reports an action that was performed or refused, and at which time of its stream.
	Action(s timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal)
	Advanced(s timestream.Stream, from, to timestream.Time, byServer bool)
	// Transaction ends a transaction: the edits since the last call belong together.
	Transaction(kind string)
	// Session reports what happened to a session; reason is empty except for SessionEnded.
	Session(s timestream.Stream, event SessionEvent, reason string)
}

// Seated is the kind of the transaction that brings a player into the world who was in it when the server before this one ended.
const Seated = "seated"

// ItemRemoved is the kind of a transaction that removes one item because of its age or a bound.
const ItemRemoved = "item gone"

// The kinds of transactions that are told as the server's own, also where a player has caused them: nobody predicts them.
const (
	kindRollback = "rollback"
	kindDeal     = "deal" // a command about shops, or by which players pay
)

// SessionEvent is what happened to a session.
type SessionEvent uint8

// The events, in the order of a session's life: SessionEnded is followed by SessionLeft.
const (
	SessionJoined  SessionEvent = iota
	SessionResumed              // over another connection, or after a kill of the server
	SessionLost                 // its connection is gone, it waits for a resume
	SessionEnded                // by the server, for the reason given
	SessionLeft                 // its player is out of the world
	SessionDied                 // its player died: how, and where
)

// LeftUnseen is the reason of a SessionLeft of a player whom nobody was told of.
const LeftUnseen = "unseen"

var sessionEventNames = [...]string{"joined", "resumed", "lost", "ended", "left", "died"}

// String returns the event in one word.
func (e SessionEvent) String() string {
	if int(e) < len(sessionEventNames) {
		return sessionEventNames[e]
	}
	return fmt.Sprintf("SessionEvent(%d)", uint8(e))
}

// ErrConfig means that a required field is missing.
var ErrConfig = errors.New("server: Spawn and one of Land and Generate are required")

func (c *Config) fill() error {
	if c.Generate == nil && c.SectionSource == nil || c.Spawn == nil {
		return ErrConfig
	}
	setDefault(&c.UpdateRate, 60)
	setDefault(&c.View, 3)
	setDefault(&c.ViewY, 2)
	setDefault(&c.BulkCredit, 32)
	if c.Stopwatch == nil {
		c.Stopwatch = func() time.Duration { return 0 }
	}
	setDefault(&c.BulkBytes, 128<<10)
	setDefault(&c.SaveEvery, 30*time.Second)
	setDefault(&c.MaxSections, 16384)
	setDefault(&c.MaxPlayers, 100)
	setDefault(&c.ItemLifetime, 5*time.Minute)
	setDefault(&c.Counter, 1)
	setDefault(&c.CairnTime, 20*60*timestream.Second)
	setDefault(&c.HashEvery, time.Second)
	c.View = min(c.View, protocol.ViewDistanceMax)
	for c.View > 1 && subscriptionsMax(c.View, c.ViewY) > protocol.SubscriptionsMax {
		c.View--
	}
	if c.Store == nil {
		c.Store = store.NewMemory(nil)
	}
	if c.SectionSource == nil {
		c.SectionSource = &sections.OnDemand{Store: c.Store, Generate: c.Generate}
	}
	if c.AccessList == nil {
		c.AccessList = &access.Lists{}
	}
	if c.Observer == nil {
		c.Observer = noObserver{}
	}
	b := &c.Bounds
	b.Bounds.Fill()
	setDefault(&b.SilenceTimeout, 10*time.Second)
	setDefault(&b.UnreadTimeout, 15*time.Second)
	setDefault(&b.Linger, 60*time.Second)
	setDefault(&b.HoldUpdates, 2*time.Second)
	return nil
}

func setDefault[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

type noObserver struct{}

func (noObserver) Edit(uint64, *edits.LogEntry)                                                {}
func (noObserver) Action(timestream.Stream, *actions.Action, timestream.Time, actions.Refusal) {}
func (noObserver) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool)          {}
func (noObserver) Transaction(string)                                                          {}
func (noObserver) Session(timestream.Stream, SessionEvent, string)                             {}

// Every bound of the package that is no configuration, and what happens when it is reached.
const (
	// stepLate is the distance of two steps above which the server itself was late.
	stepLate = 50 * timestream.Millisecond
	// stepSuspended is the distance of two steps above which the server was suspended: its process or its machine stood still. Players
	// stop acting after 2 s without an answer, so their streams would not catch up by themselves.
	stepSuspended = 2 * timestream.Second
	// catchUpTicks bounds the ticks of the server's stream in one step; later ones wait for the next.
	catchUpTicks = 20
	// requestedPerClient bounds the sections that are requested for one client and have not arrived, wherever it has moved since:
	// while some are made, others are on their way to it. requestedAlone bounds them while fewer than that are requested of all clients: what workers make between
	// two steps, if nobody else waits for them.
	requestedPerClient = 64
	requestedAlone     = 128
	// scanMax bounds the sections of one client's interest that are checked in a step.
	scanMax = 1 << 10
	// openingChecks bounds the pending support checks that are sent with the sections opened for a client in a step; further sections
	// are opened later, at least one in a step.
	openingChecks = 512
	// receiveMax bounds the messages received from one connection in a step; the rest waits in the transport.
	receiveMax = 1024
	// sectionItemsMax bounds the items at rest in one section, playerItemsMax the items that one player's stream spawned; with more
	// the oldest is removed.
	sectionItemsMax = 256
	playerItemsMax  = 4096
	// ceilingAhead is how far the time on disk is ahead of the clock, and ceilingLeft when it is raised again.
	ceilingAhead = 10 * timestream.Second
	ceilingLeft  = 5 * timestream.Second
	// editsGap is added to the number of the last edit after a crash: clients may have been told of later ones.
	editsGap = 1 << 20
	// freeRate bounds the unmetered actions of a client in a second of the server's clock: an honest client sends 20 yaws a second and
	// a confirmation in each frame, and after a pause of some seconds all of them at once.
	freeRate = 2000
	// linkRate bounds the messages of links of a client in a second of the server's clock: consent, and news of at most LinksMax links.
	linkRate = 32
	// linkNewsMax bounds the news of links that wait for one client's lane; more of them end its session.
	linkNewsMax = 64
	// commandsPerSecond bounds the commands of one player in a second of the server's clock; further ones are refused.
	commandsPerSecond = 8
	// epochsGap is added to the highest epoch that a client holds from a server that was killed.
	epochsGap = 1 << 16
	// epochsMax is the highest epoch; a session that would go beyond it ends.
	epochsMax = 1 << 31
	// confirmAfter is how long after delivery the server confirms a section by itself.
	confirmAfter = 5 * time.Second
)
