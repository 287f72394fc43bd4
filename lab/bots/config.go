package bots

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"voxtide/client/links"
	"voxtide/transport"
	"voxtide/world"
)

// Config says who plays and for how long. A zero field has the value that its comment names.
type Config struct {
	Players         int           // 8
	Duration        time.Duration // of play, once all are in; 10 s
	Rate            float64       // block actions a second that each bot tries; 4
	Workload        string        // one of Workloads; "mixed"
	Seed            uint64        // of the bots' random draws
	Check           bool          // record everything that is seen, and verify it
	FramesPerSecond int           // each frame tells the server the time: 1 to 125; 20
	Light           bool          // clients without prediction: more of them fit a machine, and the server sees the same
	View            int           // horizontal view, in sections; 2
	Spread          time.Duration // time over which the joins are spread; 0: 3 s with the workload "join", else as fast as the server takes them
	Returning       bool          // before anything is measured all come once with a view of one section, go to their places and leave: the measured join finds them there
	Playing         int           // bots that play already when the others come; 0: half with the workload "join", else all come together
	Name            string        // of the bots, before their numbers; "bot"
	Apart           int           // blocks between the places of bots that walk or build alone, in creative mode; 0: all stay where the server puts them
	DropSocketEvery time.Duration // mean time between two losses of a bot's socket; 0: as the workload says, negative: never

	Links links.Mode // whom bots let link with them; the zero value: nobody

	Acks bool // the report lists each ack

	LeaveEvery time.Duration // mean time between two leavings of a bot of a workload that leaves; 8 s

	// Dial opens the n-th connection of a bot, over a network of its own. cut, if not nil, cuts that network; if it has a method
	// LinkSocket, like those of Network, direct links go over that. Required.
	Dial func(bot, n int) (c transport.Conn, cut NetworkCutter)
	// DialOther opens it to another server of the world, at an address that the present one named; nil: others are not asked.
	DialOther func(bot, n int, address string) (c transport.Conn, cut NetworkCutter)
	// Progress is called now and then by one goroutine with how far the run is; nil is allowed.
	Progress func(p Progress)
	// Scrape reads the server's metrics; nil, and a nil result, are allowed.
	Scrape func() *Scrape
	// onFrame is called by a bot's worker before each of its frames in the world, for tests; nil is allowed.
	onFrame func(bot int, now time.Duration, at world.Vec, sh *runState)
	// OnQuiet is called when nothing moves and everything sent is acked, before the bots leave; nil is allowed.
	OnQuiet func()
}

// NetworkCutter cuts a network silently: DropIncoming drops what arrives from now on, DropAll everything.
type NetworkCutter interface {
	DropIncoming()
	DropAll()
}

// Progress is how far a run is.
type Progress struct {
	Phase   string        // visiting, joining, playing, settling, judging
	Joined  int           // bots that are in, or have been there and left while they visit
	Done    time.Duration // time played
	Actions int
	Acked   int
	Full    int // bots that have had their full view
}

// Bounds of a Config.
const (
	PlayersMax = 2000
	RateMax    = 20
	FramesMax  = 125
	ApartMax   = 10_000
)

// ErrConfig means that a Config is invalid.
var ErrConfig = errors.New("bots: wrong configuration")

func (c *Config) setDefaults() error {
	or(&c.Players, 8)
	or(&c.Duration, 10*time.Second)
	or(&c.Rate, 4)
	or(&c.Workload, "mixed")
	or(&c.FramesPerSecond, 20)
	or(&c.View, 2)
	or(&c.LeaveEvery, 8*time.Second)
	or(&c.Name, "bot")
	if c.Progress == nil {
		c.Progress = func(Progress) {}
	}
	if c.onFrame == nil {
		c.onFrame = func(int, time.Duration, world.Vec, *runState) {}
	}
	if c.Scrape == nil {
		c.Scrape = func() *Scrape { return nil }
	}
	if c.Workload == workloadJoin && c.Players > 1 {
		or(&c.Playing, c.Players/2)
		or(&c.Spread, 3*time.Second)
	}
	if c.OnQuiet == nil {
		c.OnQuiet = func() {}
	}
	switch {
	case c.Dial == nil:
		return fmt.Errorf("%w: no way to dial", ErrConfig)
	case c.Players < 1 || c.Players > PlayersMax:
		return fmt.Errorf("%w: players are 1 to %d", ErrConfig, PlayersMax)
	case c.Playing < 0 || c.Playing >= c.Players && c.Playing > 0:
		return fmt.Errorf("%w: those who play already are fewer than all players", ErrConfig)
	case c.Rate < 0 || c.Rate > RateMax:
		return fmt.Errorf("%w: the rate is 0 to %d actions a second", ErrConfig, RateMax)
	case c.FramesPerSecond < 1 || c.FramesPerSecond > FramesMax:
		return fmt.Errorf("%w: stamps are 1 to %d a second", ErrConfig, FramesMax)
	case c.Apart < 0 || c.Apart > ApartMax:
		return fmt.Errorf("%w: bots are 0 to %d blocks apart", ErrConfig, ApartMax)
	case c.Duration < 0 || c.Spread < 0 || c.LeaveEvery < 0:
		return fmt.Errorf("%w: times are not negative", ErrConfig)
	case !slices.Contains(Workloads(), c.Workload):
		return fmt.Errorf("%w: the workload is one of %s", ErrConfig, strings.Join(Workloads(), ", "))
	}
	return nil
}

// beginAt returns when a bot dials, from when its crowd may come.
func (c *Config) beginAt(n int) time.Duration {
	switch {
	case c.Playing == 0:
		return c.Spread * time.Duration(n) / time.Duration(c.Players)
	case n < c.Playing:
		return 0
	}
	return c.Spread * time.Duration(n-c.Playing) / time.Duration(c.Players-c.Playing)
}

func or[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}
