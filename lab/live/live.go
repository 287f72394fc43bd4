// Package live is a run of two players that is steered while it plays: the part of the demonstration in a browser that is not
// drawing.
//
// Job: Live plays the real server and two real clients over lab/stage, frame by frame, and says after each frame what everybody
// shows, as one array of numbers. Beside them it plays the truth: the same inputs without any network. All that is done to a run is
// written on a Tape, whose text is a link.
//
// Data flow: events (keys, blocks, networks, methods) -> the tape and the stage -> frames. Owner: the holder, one goroutine.
//
// Invariants: a run is a function of its tape, in a browser as anywhere (Hash tells); nothing that is shown feeds back into it.
package live

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/lab/stage"
	"voxtide/physics"
	"voxtide/render/scene"
	"voxtide/world"
)

// Players is the number of players.
const Players = 2

// FramesPerSecond is how many frames each client makes in a second of virtual time.
const FramesPerSecond = 60

// frameTime is the virtual time between two frames.
const frameTime = time.Second / FramesPerSecond

// Live is a run.
type Live struct {
	tape    Tape
	pending []Event // of a tape that is played, not reached yet
	frame   int     // frames made so far
	rate    int     // steps of the server a second

	stage *stage.Stage
	truth *stage.Stage // the same inputs over no network
	seats [Players]seat

	packets []stage.Packet // that left in the last frame
	views   [Players + 1]blockView
}

// seat is a player: what it holds, and what was measured of it.
type seat struct {
	input     client.Input
	method    string
	network   Conditions
	own       scene.Entity // as drawn and simulated in the last frame
	other     scene.Entity // the other player, on this one's screen
	truth     scene.Entity // the own body without a network
	lastDrawn [2][3]float64
	refused   int
	refusal   string // the last one in words
	jumps     int
	step      wait
	block     blockWait
}

// wait measures how long the first step from standing takes to show.
type wait struct {
	on    bool
	since int // the frame that took the key
	from  [3]float64
	ms    float64 // of the last one, -1: none so far
}

// blockWait measures how long a block takes to show.
type blockWait struct {
	on     bool
	since  int
	pos    world.Pos
	before world.Block
	ms     float64
}

// ErrLong means that a run is as long as a tape can be.
var ErrLong = errors.New("live: the tape is full; begin again")

// New begins a run that goes as its tape says up to the tape's end, and as Do says from there.
func New(t Tape) (*Live, error) {
	l := new(Live)
	return l, l.begin(t)
}

// begin begins again, with a tape.
func (l *Live) begin(t Tape) error {
	*l = Live{tape: Tape{Seed: t.Seed}, pending: slices.Clone(t.Events), rate: FramesPerSecond}
	cfg := stage.Config{
		Players: Players, Land: arena(), Seed: t.Seed, Creative: true, PvP: true, FrameTime: frameTime, ServerStep: frameTime,
		Inventory: []world.Stack{world.StackOf(world.RedWool, 64), world.StackOf(world.BlueWool, 64)},
		Methods:   make([]string, Players), Links: make([]stage.Links, Players),
	}
	truth := cfg
	truth.Methods, truth.Links = nil, nil
	if err := l.opening(&cfg); err != nil {
		return err
	}
	cfg.Hooks = stage.Hooks{Frame: l.shown, Packet: func(p stage.Packet) { l.packets = append(l.packets, p) }}
	truth.Hooks = stage.Hooks{Frame: func(i int, _ time.Duration, sc *scene.Scene) { l.seats[i].truth = sc.OwnEntity }}
	var err error
	if l.stage, err = stage.New(cfg); err == nil {
		l.truth, err = stage.New(truth)
	}
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	for i := range l.seats {
		k := &l.seats[i]
		k.method, k.step.ms, k.block.ms = cfg.Methods[i], -1, -1
		k.input.Yaw = [Players]uint16{east, west}[i]
		k.input.Actions = []actions.Action{{Kind: actions.SelectSlot, Slot: uint8(i)}}
		l.give(i)
	}
	l.tape.Frames = t.Frames
	return nil
}

// Headings: 65536 a turn, clockwise from north.
const (
	east = 16384
	west = 49152
)

// opening makes the events before the first frame part of how the run begins, and writes them on the tape.
func (l *Live) opening(cfg *stage.Config) error {
	n := 0
	slices.SortStableFunc(l.pending, func(a, b Event) int { return a.order() - b.order() })
	for ; n < len(l.pending) && l.pending[n].order() < 0; n++ {
		e := &l.pending[n]
		if err := e.check(); err != nil {
			return err
		}
		switch e.Kind {
		case Network:
			l.seats[e.Player].network = e.Link
			cfg.Links[e.Player] = stage.Links{Up: e.Link.link(), Down: e.Link.link()}
		case Method:
			cfg.Methods[e.Player] = e.Text
		case Rate:
			l.rate = e.Rate
			cfg.ServerStep = time.Second / time.Duration(e.Rate)
		}
	}
	l.tape.Events = append(l.tape.Events, l.pending[:n]...)
	l.pending = l.pending[n:]
	return nil
}

// order puts the events that a run begins with in front of all others, which stay in order of frames.
func (e *Event) order() int {
	if e.Frame == 0 && e.Kind >= Network {
		return -1
	}
	return e.Frame
}

// Do does something before the next frame, and cuts off what was left of a tape that was being played.
func (l *Live) Do(e Event) error {
	e.Frame = l.frame
	if err := e.check(); err != nil {
		return err
	}
	if len(l.tape.Events) >= eventsMax {
		return ErrLong
	}
	if l.frame == 0 && e.Kind >= Network { // part of how the run begins
		return l.begin(Tape{Seed: l.tape.Seed, Events: append(l.tape.Events, e)})
	}
	if err := l.perform(&e); err != nil {
		return err
	}
	l.pending, l.tape.Frames = nil, l.frame
	l.tape.Events = append(l.tape.Events, e)
	return nil
}

// perform carries out an event.
func (l *Live) perform(e *Event) error {
	k := &l.seats[e.Player]
	switch e.Kind {
	case Hold:
		l.startWait(k, e.Keys)
		k.input.Keys, k.input.Yaw = e.Keys, e.Yaw
		l.give(e.Player)
	case Act:
		w := l.stage.Client(e.Player).World()
		b, _ := w.Block(e.Action.Pos)
		k.block.on, k.block.since, k.block.pos, k.block.before = true, l.frame, e.Action.Pos, b
		k.input.Actions = append(k.input.Actions, e.Action)
		l.give(e.Player)
	case Strike:
		// With a network and without one, each aims at what it sees.
		other := &l.seats[1-e.Player]
		l.strike(l.stage, e.Player, k.other.Drawn)
		l.strike(l.truth, e.Player, other.truth.Drawn)
	case Network:
		l.stage.SetNetwork(e.Player, e.Link.link(), e.Link.link())
		k.network = e.Link
	case Method:
		if err := l.stage.SetMethod(e.Player, e.Text); err != nil {
			return err
		}
		k.method = e.Text
	case Rate:
		l.rate = e.Rate
		l.stage.SetServerStep(time.Second / time.Duration(e.Rate))
	}
	return nil
}

// give hands a player's input to both stages.
func (l *Live) give(i int) {
	k := &l.seats[i]
	l.stage.Input(i, k.input)
	l.truth.Input(i, k.input)
	k.input.Actions = nil
}

// Step plays one frame.
func (l *Live) Step() error {
	if l.frame >= FramesMax {
		return ErrLong
	}
	for len(l.pending) > 0 && l.pending[0].Frame <= l.frame {
		e := l.pending[0]
		l.pending = l.pending[1:]
		if err := l.perform(&e); err != nil {
			return err
		}
		l.tape.Events = append(l.tape.Events, e)
	}
	l.packets = l.packets[:0]
	l.frame++
	to := time.Duration(l.frame) * frameTime
	l.truth.Step(to)
	l.stage.Step(to)
	l.tape.Frames = max(l.tape.Frames, l.frame)
	return nil
}

// Frame returns the number of frames made so far.
func (l *Live) Frame() int { return l.frame }

// End returns the number of frames of the tape.
func (l *Live) End() int { return l.tape.Frames }

// Tape returns the tape up to now, and what is left of the one that is being played.
func (l *Live) Tape() Tape {
	return Tape{l.tape.Seed, l.tape.Frames, slices.Concat(l.tape.Events, l.pending)}
}

// Hash returns a digest of all states and of every packet: runs with the same hash went the same way.
func (l *Live) Hash() uint64 { return l.stage.Hash() }

// Method returns the method of a player in text form, "" for the default.
func (l *Live) Method(i int) string { return l.seats[i].method }

// Network returns the conditions of a player's network.
func (l *Live) Network(i int) Conditions { return l.seats[i].network }

// Rate returns how many steps the server makes in a second.
func (l *Live) Rate() int { return l.rate }

// Refusal returns why the last refused action of a player was refused, "" if none was.
func (l *Live) Refusal(i int) string { return l.seats[i].refusal }

// Target returns the action by which a player places a block on top of a column, or breaks the block on top of it, as its own
// screen shows the column. It reports false where there is nothing to do.
func (l *Live) Target(i int, x, z int32, place bool) (a actions.Action, ok bool) {
	w := l.stage.Client(i).World()
	if x < 1 || x >= Wide-1 || z < 1 || z >= Deep-1 {
		return a, false
	}
	top := int32(High)
	for ; top > 0; top-- {
		if b, _ := w.Block(world.Pos{X: x, Y: top, Z: z}); b != world.Air {
			break
		}
	}
	a = actions.Action{Kind: actions.FinishBreak, Pos: world.Pos{X: x, Y: top, Z: z}}
	if place {
		a.Kind, a.Pos.Y, a.Face = actions.Place, top+1, world.Down
	}
	if a.Pos.Y < 1 || a.Pos.Y > High {
		return a, false
	}
	a.Aim = aimAt(w, l.eye(i), a.Pos)
	return a, true
}

// strike has a player strike where its screen draws the other, if that is within reach and nothing is between.
func (l *Live) strike(s *stage.Stage, player int, at [3]float64) {
	c := s.Client(player)
	e, ok := c.Avatar()
	if !ok {
		return
	}
	eye := physics.EyePos(&e.Motion)
	d := at
	for i := range d {
		d[i] -= float64(eye[i]) / float64(world.Unit)
	}
	d[1] += 0.9 // the middle of the body
	yaw := uint16(int(math.Round(math.Atan2(d[0], -d[2]) / (2 * math.Pi) * 65536)))
	pitch := math.Atan2(d[1], math.Sqrt(d[0]*d[0]+d[2]*d[2])) / math.Pi * 180
	if a, ok := c.TargetBody(yaw, pitch); ok {
		k := &l.seats[player]
		s.Input(player, client.Input{Keys: k.input.Keys, Yaw: k.input.Yaw, Actions: []actions.Action{a}})
	}
}

// eye returns where a player looks from on its own screen.
func (l *Live) eye(i int) world.Vec {
	m, _ := l.stage.Client(i).Avatar()
	return physics.EyePos(&m.Motion)
}

// aims are points of a cell to look at, in the order in which they are tried.
var aims = [...]actions.Aim{{8, 16, 8}, {8, 8, 8}, {8, 8, 0}, {8, 8, 16}, {0, 8, 8}, {16, 8, 8}, {8, 2, 8}}

// aimAt returns a point of a cell that can be seen, or its middle.
func aimAt(w *world.World, eye world.Vec, p world.Pos) actions.Aim {
	for _, a := range aims {
		if physics.LineOfSight(w, eye, a.Point(p), p) {
			return a
		}
	}
	return actions.Aim{8, 8, 8}
}
