package bots

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"voxtide/transport"
)

// Config says who plays and for how long. A zero field has the value that its comment names.
type Config struct {
	Players  int           // 8
	Duration time.Duration // of play, once all are in; 10 s
	Rate     float64       // block actions a second that each bot tries; 4
	Workload string        // one of Workloads; "mixed"
	Seed     uint64        // of the bots' chance
	Check    bool          // note all that is seen, and judge it
	Stamps   int           // pictures a second, each of which tells the time: 1 to 125; 20
	Light    bool          // clients that show what they received and predict nothing: more of them for less, and the server sees the same
	View     int           // sections to see horizontally; 2
	Spread   time.Duration // over which the joins are spread; 0: as fast as the server takes them
	Name     string        // of the bots, before their numbers; "bot"
	Apart    int           // blocks between the places of bots that walk or build alone, in creative mode; 0: all where the server has players begin
	Resume   time.Duration // between two losses of a bot's socket, on average; 0: as the workload has it, negative: never

	Leave time.Duration // between two leavings of a bot of a workload that leaves, on average; 8 s

	// Dial opens a connection over a network of its own: the n-th of a bot. Cut, if it is given, has this network vanish
	// without a word. Required.
	Dial func(bot, n int) (c transport.Conn, cut Cutter)
	// Progress is told now and then how far the run is, by one goroutine; nil: nobody.
	Progress func(p Progress)
	// Still is called when nothing moves any more and all that was sent is acked, before the bots leave; nil: nobody.
	Still func()
}

// Cutter lets a network vanish: Deaf drops what comes from now on, Gone all.
type Cutter interface {
	Deaf()
	Gone()
}

// Progress is how far a run is.
type Progress struct {
	Phase   string // joining, playing, settling, judging
	Joined  int
	Done    time.Duration // of play
	Actions int
	Acked   int
}

// Bounds of a Config.
const (
	PlayersMax = 2000
	RateMax    = 20
	StampsMax  = 125
	ApartMax   = 10_000
)

// ErrConfig says that a Config cannot be played.
var ErrConfig = errors.New("bots: wrong configuration")

func (c *Config) fill() error {
	or(&c.Players, 8)
	or(&c.Duration, 10*time.Second)
	or(&c.Rate, 4)
	or(&c.Workload, "mixed")
	or(&c.Stamps, 20)
	or(&c.View, 2)
	or(&c.Leave, 8*time.Second)
	or(&c.Name, "bot")
	if c.Progress == nil {
		c.Progress = func(Progress) {}
	}
	if c.Still == nil {
		c.Still = func() {}
	}
	switch {
	case c.Dial == nil:
		return fmt.Errorf("%w: no way to dial", ErrConfig)
	case c.Players < 1 || c.Players > PlayersMax:
		return fmt.Errorf("%w: players are 1 to %d", ErrConfig, PlayersMax)
	case c.Rate < 0 || c.Rate > RateMax:
		return fmt.Errorf("%w: the rate is 0 to %d actions a second", ErrConfig, RateMax)
	case c.Stamps < 1 || c.Stamps > StampsMax:
		return fmt.Errorf("%w: stamps are 1 to %d a second", ErrConfig, StampsMax)
	case c.Apart < 0 || c.Apart > ApartMax:
		return fmt.Errorf("%w: bots are 0 to %d blocks apart", ErrConfig, ApartMax)
	case c.Duration < 0 || c.Spread < 0 || c.Leave < 0:
		return fmt.Errorf("%w: times are not negative", ErrConfig)
	case !slices.Contains(Workloads(), c.Workload):
		return fmt.Errorf("%w: the workload is one of %s", ErrConfig, strings.Join(Workloads(), ", "))
	}
	return nil
}

func or[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}
