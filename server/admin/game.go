package admin

import (
	"net/netip"
	"time"

	"voxtide/actions"
	"voxtide/server/access"
	"voxtide/server/market"
	"voxtide/server/profiler"
	"voxtide/timestream"
	"voxtide/world"
)

// Player is a player who is in the world.
type Player struct {
	Name         string
	Stream       timestream.Stream
	Principal    access.Principal
	Cell         world.Pos // of the feet
	Creative     bool
	Unseen       bool          // told to those alone who may be so themselves
	RoundTrip    time.Duration // to the server and back; 0: not known
	View         int           // in blocks
	Disconnected time.Duration // without a connection; 0 with one
}

// Death is the end of a player's body.
type Death struct {
	Name, How string        // how stands behind the name: "drowned"
	Ago       time.Duration // in world time
	At, Cairn world.Pos     // where, and where his things lie
	Items     int           // in the cairn; 0: there is none
}

// Rules is what commands need of the server's configuration.
type Rules struct {
	Whitelist       bool // only whitelisted players come in, unless the access lists say otherwise
	Policy          access.Policy
	SpawnProtection int           // blocks around the spawn point in which only operators build
	ClaimPlaytime   time.Duration // of play, for each claim of a player
	WorldSeed       uint64
}

// Game is what commands ask of the server. The server's loop alone calls it.
type Game interface {
	Players
	World
	Worlds
	Market
	Storage
	// Rules returns the configuration that counts now.
	Rules() Rules
	// Status and Stats return lines about the server, for operators: how it is, and what it has done since its start.
	Status() []string
	Stats() []string
	// Profile returns the run in which steps are measured, nil if they are not; BeginProfile begins one where there is none, and EndProfile
	// ends it and gives it away.
	Profile() *profiler.Run
	BeginProfile(length time.Duration)
	EndProfile() *profiler.Run
}

// Players is what commands ask about players, and do to them.
type Players interface {
	// Players appends everybody who is in the world, by stream.
	Players(dst []Player) []Player
	// Online and OnlineStream return a player who is in the world, by name or by stream; nil if there is none.
	Online(name string) *Player
	OnlineStream(of timestream.Stream) *Player
	// Admit returns a player as the issuer of a command, and counts it: late is set if there were too many in this second.
	Admit(of timestream.Stream) (by Issuer, online, late bool)
	// UpdateRanks makes changed access lists count for everybody in the world.
	UpdateRanks()
	// Tell writes a line into a player's chat, Broadcast into everybody's.
	Tell(of timestream.Stream, line string)
	Broadcast(line string)
	// Origin returns the address from which a player came last since the server started, the zero value if it is not known; CameFrom
	// the players who came last from an address.
	Origin(name string) netip.Addr
	CameFrom(at netip.Addr) []string
	// KickFrom ends the sessions of all players from a range of addresses, but for operators, and returns how many.
	KickFrom(of netip.Prefix, reason string) int
	// RebindName gives the name of a player who is not here, with things and place, to another key, with the zero key to the next that
	// comes under it; false if nothing is kept under that name.
	RebindName(name string, key access.Identity) bool
	// ShowBlocks shows a player blocks that are not there, in the place of those shown before; each calls a function with all of them.
	ShowBlocks(player string, each func(show func(world.Pos, world.Block)))
	// Kick ends the session of a player; false if there is no such player.
	Kick(name, reason string) bool
}

// World is what commands do to the world.
type World interface {
	// FreeRoom returns the first cell from a given one up in which a player has room, by the land that is in memory.
	FreeRoom(from world.Pos) world.Pos
	// SpawnPoint returns where the i-th player begins.
	SpawnPoint(i int) world.Vec
	// Position returns where a player's avatar stands; false if it has none.
	Position(of timestream.Stream) (world.Vec, bool)
	Teleport(of timestream.Stream, to world.Vec)
	// SetUnseen lets the body of a player be unseen, or seen again. Watch has a player see through the eyes of another one; of 0: no more.
	SetUnseen(of timestream.Stream, unseen bool)
	Watch(by, of timestream.Stream)
	// Freeze lets a player do nothing but look and speak, also after coming back, until the server ends or it is taken back. Frozen reports it.
	Freeze(name string, on bool)
	Frozen(name string) bool
	// Watched returns whom a player watches, 0 for nobody.
	Watched(by timestream.Stream) timestream.Stream
	// Home returns where a player comes back to, false if they have set no home and lain in no bed; SetHome sets it.
	Home(of timestream.Stream) (world.Vec, bool)
	SetHome(of timestream.Stream, at world.Vec)
	// Inventory returns the stacks of a player who is or was here; false for a name of whom nothing is kept.
	Inventory(name string) (slots []world.Stack, here, known bool)
	SetCreative(of timestream.Stream, creative bool)
	// Give adds n of an item to a player's inventory, all or none; one is a stack of one of them. False if they do not fit.
	Give(of timestream.Stream, one world.Stack, n int) bool
	// GiveAway is Give for a player who is not here, who has them on coming back; false for one who is here, too.
	GiveAway(name string, one world.Stack, n int) bool
	// SetTimeOfDay changes the time of day and returns the new offset of the day, which the access lists keep.
	SetTimeOfDay(t int64) (offset int64)
	TimeOfDay() int64
	// GameRules returns the rules of the game. SetRule changes one, which the access lists keep, and returns the offset of the day, which
	// they keep, too. The error says which rules and values there are.
	GameRules() world.Rules
	SetRule(name, value string) (offset int64, err error)
	// Deaths appends the last deaths, the latest first.
	Deaths(dst []Death) []Death
	// Hash returns the hash of all changed sections.
	Hash() uint64
}

// Market is what commands ask about shops, and do there. What it changes is durable as a whole or not at all.
type Market interface {
	// Shop returns the shop of a cell; loaded is false where the land there is not in memory. ShopsNear appends those within some blocks of a
	// cell, the nearest first, and BoxBeside returns the nearest box within a player's reach or, with shops, the nearest shop.
	Shop(at world.Pos) (s market.Shop, loaded bool)
	ShopsNear(dst []market.Shop, from world.Pos, within int32) []market.Shop
	BoxBeside(of timestream.Stream, shops bool) (at world.Pos, found bool)
	Reaches(of timestream.Stream, at world.Pos) bool
	// MayDeal returns why a player who is here may neither trade nor pay now, Done if they may.
	MayDeal(of timestream.Stream, at world.Pos) actions.Refusal
	SetOffer(by timestream.Stream, at world.Pos, o world.Offer) actions.Refusal
	Trade(by timestream.Stream, at world.Pos, times int) actions.Refusal
	Pay(from, to timestream.Stream, what world.Item, n int) actions.Refusal
}

// Worlds is what commands ask about the other worlds of the process, and do there.
type Worlds interface {
	// Worlds returns all worlds of the process, none where there is one alone.
	Worlds() []WorldState
	// Travel sends a player of this world to another one; it returns why not, "" if the client is told.
	Travel(of timestream.Stream, to string) (why string)
	// RunIn runs a line as a command in a world; false if that is not there. The issuer counts as being outside of it.
	RunIn(world string, by Issuer, line string, answer func(outcome int, lines []string)) bool
	// KeyElsewhere returns the key to which a name belongs in another world, false if none keeps it; KnownElsewhere appends names that
	// others keep and that begin with a text.
	KeyElsewhere(name string) (access.Identity, bool)
	KnownElsewhere(dst []string, begin string, most int) []string
	// BroadcastAll writes a line into everybody's chat in all worlds.
	BroadcastAll(line string)
}

// WorldState is a world of the process.
type WorldState struct {
	Name    string
	Here    bool     // it is the one that is asked
	Open    bool     //
	Only    []string // the roles whose holders may come in, beside operators; none: everybody may
	Players []string // who is seen there
}

// Storage is what commands ask about what is saved.
type Storage interface {
	// ReadOnly returns why nothing can be saved now, Done if it can.
	ReadOnly() actions.Refusal
	// EndCommand ends the transaction of a command.
	EndCommand()
	// SaveSoon makes a snapshot of each changed section due; Saved returns how many were handed to the store since the start, and
	// whether none is due.
	SaveSoon()
	Saved() (sections int, all bool)
	// Edits returns the number of the last edit; CommitSeq and DurableSeq return the last batch, and the last durable one.
	Edits() uint64
	CommitSeq() uint64
	DurableSeq() uint64
	// WallTime and BanTime return the time of day, and the date by which bans end, in seconds since 1970; 0 if unknown.
	WallTime() int64
	BanTime() int64
}
