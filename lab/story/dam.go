package story

import (
	"errors"
	"fmt"
	"io"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// The story of a dam, played by the real server and two real clients, 50 ms each way: Alice breaks it, and the water runs down a channel
// past Bob. What it will do is planned within her action, so it is told once, long before it comes. In the second ending Bob puts a stone
// into the empty channel: each sees the water stop there.

// The channel: a source, the dam, and cells down to the end.
var (
	damCell   = world.Pos{X: 5, Y: 1, Z: 1}
	damStone  = world.Pos{X: 9, Y: 1, Z: 1} // where Bob puts a stone
	damOneWay = 50 * time.Millisecond
)

const (
	damFrom, damTo = 4, 12 // the source, and the last cell of the channel
	damBob         = 300 * time.Millisecond
	damEnd         = 2200 * time.Millisecond
)

// damStage is one performance of the story.
type damStage struct {
	out     io.Writer
	net     *memnet.Network
	server  *server.Server
	actors  [2]*damActor
	now     time.Duration
	started bool
	turns   int // of cells, in the present transaction
}

// damActor is Alice or Bob.
type damActor struct {
	name        string
	stage       *damStage
	client      *client.Client
	act         actions.Action
	at          time.Duration // after Alice's
	shown       [damTo + 1]world.Block
	seenAt      [damTo + 1]time.Duration // when a cell was first shown wet
	corrections int
	told        bool
}

// Correction implements client.Observer.
func (a *damActor) Correction(c predict.Correction) {
	if a.corrections++; a.stage.started {
		a.stage.line(a.name, "learns of what is to come: %v", c.Cause)
	}
}

// Update implements client.Observer.
func (a *damActor) Update(uint64, uint64) {}

// SectionEdit implements client.Observer.
func (a *damActor) SectionEdit(_ world.SectionPos, _ uint32, _ uint64, snapshot bool, b world.Block, at world.Pos) {
	if a.stage.started && !snapshot && !a.told && b.RunsOrAir() && b != world.Air {
		a.told = true
		a.stage.line(a.name, "is told which cells will turn, and when; shows none of it yet")
	}
}

// Edit implements server.Observer.
func (s *damStage) Edit(_ uint64, d *edits.LogEntry) {
	if d.Edit.Kind == edits.SetBlock && d.Edit.At != 0 {
		s.turns++
	}
}

// Action implements server.Observer.
func (s *damStage) Action(of timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	for _, x := range s.actors {
		if x.client.Stream() == of && a.Kind == x.act.Kind {
			s.line("server", "performs %s's action (%v)", x.name, why)
		}
	}
}

// Advanced implements server.Observer.
func (s *damStage) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (s *damStage) Transaction(string) {
	if s.turns > 0 {
		s.line("server", "has planned within it what the water does: %d turns of cells, told once", s.turns)
	}
	s.turns = 0
}

// Session implements server.Observer.
func (s *damStage) Session(timestream.Stream, server.SessionEvent, string) {}

func (s *damStage) line(who, format string, args ...any) {
	if s.started {
		fmt.Fprintf(s.out, "%4d ms  %-7s %s\n", (s.now-storyReady)/time.Millisecond, who, fmt.Sprintf(format, args...))
	}
}

// damLand is the land of the story: a channel of stone, with a source behind a dam of earth.
func damLand(p world.SectionPos) *world.Section {
	if p != damCell.Section() {
		return storyLand(p)
	}
	var cells [world.SectionCells]world.Block
	for i := range 256 {
		cells[i] = world.Stone
	}
	for x := int32(damFrom - 1); x <= damTo+1; x++ {
		for z := int32(0); z <= 2; z++ {
			b := world.Stone
			switch {
			case z != 1 || x < damFrom || x > damTo:
			case x == damFrom:
				b = world.Water
			case x == damCell.X:
				b = world.Dirt
			default:
				continue
			}
			cells[world.Pos{X: x, Y: 1, Z: z}.Index()] = b
		}
	}
	return world.SectionOf(&cells)
}

// storyDam plays the story in both ways.
func storyDam(out io.Writer) error {
	fmt.Fprintf(out, "A source lies behind a dam at %v, one way takes %v. Alice breaks the dam.\n", damCell, damOneWay)
	for _, stone := range []bool{false, true} {
		about := "Bob looks on."
		if stone {
			about = fmt.Sprintf("%v later Bob puts a stone into the channel at %v.", damBob, damStone)
		}
		fmt.Fprintf(out, "\n%s\n", about)
		if _, err := playDam(out, stone); err != nil {
			return err
		}
	}
	return nil
}

// playDam plays the story, with Bob's stone or without.
func playDam(out io.Writer, stone bool) (*damStage, error) {
	s := &damStage{out: out, net: memnet.New(1)}
	var err error
	s.server, err = server.New(server.Config{
		UpdateRate: 1000, View: 1, ViewY: 1, Generate: damLand, Observer: s, Creative: true,
		Spawn: func(i int) world.Vec {
			return world.BottomCentre([]world.Pos{{X: damCell.X, Y: 2, Z: 0}, {X: damStone.X + 1, Y: 2, Z: 2}}[i%2])
		},
		StartingInventory: []world.Stack{world.StackOf(world.Stone, 5)},
	})
	if err != nil {
		return nil, err
	}
	top, bottom := actions.Aim{8, 16, 8}, actions.Aim{8, 0, 8}
	s.actors = [2]*damActor{
		{name: "Alice", stage: s, act: actions.Action{Kind: actions.FinishBreak, Pos: damCell, Aim: top}},
		{name: "Bob", stage: s, at: damBob, act: actions.Action{Kind: actions.Place, Pos: damStone, Face: world.Down, Aim: bottom}},
	}
	if !stone {
		s.actors[1].at = 2 * damEnd
	}
	for _, a := range s.actors {
		a.client = client.New(client.Config{Name: a.name, CheckRevert: true, Observer: a, Dial: func() transport.Conn {
			link := memnet.Link{Delay: damOneWay, Copies: true}
			near, far := s.net.Pair(link, link)
			s.server.Accept(far)
			return near
		}})
	}
	for s.now = storyTick; s.now <= storyReady+damEnd; s.now += storyTick {
		s.started = s.now >= storyReady
		s.net.Advance(s.now)
		s.server.Step(s.now)
		for _, a := range s.actors {
			if err := a.frame(s.now); err != nil {
				return nil, err
			}
		}
	}
	s.finish()
	return s, nil
}

// finish writes when each saw what.
func (s *damStage) finish() {
	for x := damCell.X; x <= damTo; x++ {
		fmt.Fprintf(s.out, "x = %2d: ", x)
		for i, a := range s.actors {
			if i > 0 {
				fmt.Fprint(s.out, ", ")
			}
			if at := a.seenAt[x]; at > 0 {
				fmt.Fprintf(s.out, "%s sees water after %d ms", a.name, (at-storyReady)/time.Millisecond)
			} else {
				fmt.Fprintf(s.out, "%s sees none", a.name)
			}
		}
		fmt.Fprintln(s.out)
	}
}

func (a *damActor) frame(now time.Duration) error {
	s := a.stage
	if !s.started || !a.client.Playable() {
		if a.client.Frame(now, client.Input{}); s.started {
			return errors.New("story: the players at the dam have not joined")
		}
		return nil
	}
	var in client.Input
	press := now-storyReady == a.at
	if press {
		in.Actions = []actions.Action{a.act}
	}
	a.client.Frame(now, in)
	w := a.client.World()
	self := w.Entity(w.Find(world.AvatarID(a.client.Stream()))).At
	if press {
		b, _ := w.BlockAt(a.act.Pos, self)
		s.line(a.name, "acts, and shows %v at %v in the same frame", b, a.act.Pos)
	}
	for x := int32(damFrom + 1); x <= damTo; x++ {
		b, _ := w.BlockAt(world.Pos{X: x, Y: damCell.Y, Z: damCell.Z}, self)
		if b != a.shown[x] && b != world.Air && b.RunsOrAir() && a.seenAt[x] == 0 {
			a.seenAt[x] = now
			s.line(a.name, "shows %v at x = %d", b, x)
		}
		a.shown[x] = b
	}
	return nil
}
