package story

import (
	"errors"
	"fmt"
	"io"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/edits"
	"voxtide/lab/perception"
	"voxtide/physics"
	"voxtide/predict"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// The story of section 2.2 of the essay, played by the real server and two real clients: 10 ms each way, Alice places
// a block, 3 ms later Bob places stone in the same cell. Server and clients run every millisecond, so that the times
// are the essay's. Every line is read from the states and the observers.

const (
	storyOneWay = 10 * time.Millisecond
	storyTick   = time.Millisecond
	storyReady  = 3 * time.Second // joining is over
	storyBob    = 3 * time.Millisecond
	storyEnd    = 40 * time.Millisecond
)

// storyCell is the {XYZ} of the essay.
var storyCell = world.Pos{X: 2, Y: 1, Z: 0}

// storyStage is one performance of the story.
type storyStage struct {
	out     io.Writer
	net     *memnet.Network
	server  *server.Server
	actors  []*storyActor
	pressAt time.Duration // when Alice presses
	now     time.Duration
	started bool // the story has begun
}

// storyActor is Alice or Bob.
type storyActor struct {
	name, pronoun string
	stage         *storyStage
	client        *client.Client
	slot          uint8
	at            time.Duration // after Alice pressed
	edits         []world.Block // edits of the cell that came in this frame
	view          perception.View
}

// Correction implements client.Observer.
func (a *storyActor) Correction(predict.Correction) {}

// Update implements client.Observer.
func (a *storyActor) Update(uint64, uint64) {}

// SectionEdit implements client.Observer.
func (a *storyActor) SectionEdit(_ world.SectionPos, _ uint32, _ uint64, snapshot bool, b world.Block, at world.Pos) {
	if !snapshot && at == storyCell {
		a.edits = append(a.edits, b)
	}
}

// Edit implements server.Observer.
func (s *storyStage) Edit(_ uint64, d *edits.LogEntry) {
	if d.Edit.Kind == edits.SetBlock && d.Edit.Pos == storyCell {
		s.line("server", "sets the cell to %v (it was %v) and tells both", d.Edit.Block, d.Inverse.Block)
	}
}

// Action implements server.Observer.
func (s *storyStage) Action(of timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	if a.Kind != actions.Place {
		return
	}
	for _, x := range s.actors {
		if x.client.Stream() == of && why == actions.Done {
			s.line("server", "performs %s's action and acks it", x.name)
		} else if x.client.Stream() == of {
			s.line("server", "refuses %s's action (%v): no edit, but the ack all the same", x.name, why)
		}
	}
}

// Advanced implements server.Observer.
func (s *storyStage) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (s *storyStage) Transaction(string) {}

// Session implements server.Observer.
func (s *storyStage) Session(timestream.Stream, server.SessionEvent, string) {}

func (s *storyStage) line(who, format string, args ...any) {
	if s.started {
		fmt.Fprintf(s.out, "%3d ms  %-7s %s\n", (s.now-s.pressAt)/time.Millisecond, who, fmt.Sprintf(format, args...))
	}
}

// storyLand is a floor of stone at y 0 and air above.
func storyLand(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	var cells [world.SectionCells]world.Block
	if p.Y == 0 {
		for i := range 256 {
			cells[i] = world.Stone
		}
	}
	return world.SectionOf(&cells)
}

// storyBlocks plays the story; first is the block that Alice places.
func storyBlocks(out io.Writer, first world.Block) error {
	s := &storyStage{out: out, net: memnet.New(1)}
	var err error
	s.server, err = server.New(server.Config{
		UpdateRate: 1000, View: 1, ViewY: 1, Generate: storyLand, Observer: s, Creative: true,
		Spawn:             func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 * i), Y: 1}) },
		StartingInventory: []world.Stack{world.StackOf(first, 1), world.StackOf(world.Stone, 1)},
	})
	if err != nil {
		return err
	}
	s.actors = []*storyActor{
		{name: "Alice", pronoun: "her", stage: s, slot: 0},
		{name: "Bob", pronoun: "his", stage: s, slot: 1, at: storyBob},
	}
	for _, a := range s.actors {
		a.client = client.New(client.Config{Name: a.name, CheckRevert: true, Observer: a, Dial: func() transport.Conn {
			link := memnet.Link{Delay: storyOneWay, Copies: true}
			near, far := s.net.Pair(link, link)
			s.server.Accept(far)
			return near
		}})
	}
	fmt.Fprintf(out, "Block %v is %v. Alice places %v there, Bob %v 3 ms later. One way takes 10 ms.\n", storyCell, world.Air, first, world.Stone)
	s.pressAt = storyReady
	for s.now = storyTick; s.now <= storyReady+storyEnd; s.now += storyTick {
		s.started = s.now >= s.pressAt
		s.net.Advance(s.now)
		s.server.Step(s.now)
		for _, a := range s.actors {
			if err := a.frame(s.now); err != nil {
				return err
			}
		}
	}
	b, _ := s.server.World().Block(storyCell)
	fmt.Fprintf(out, "In the end: %v on the server", b)
	for _, a := range s.actors {
		b, _ := a.client.World().Block(storyCell)
		fmt.Fprintf(out, ", %v before %s", b, a.name)
	}
	fmt.Fprintln(out, ".")
	return nil
}

// received returns the cell's block without predictions.
func (a *storyActor) received() (b world.Block) {
	a.client.InspectReceived(func(w *world.World) { b, _ = w.Block(storyCell) })
	return b
}

func (a *storyActor) frame(now time.Duration) error {
	var in client.Input
	s := a.stage
	ready := a.client.State() == client.Playing && a.view.Update(a.client.World(), a.client.Stream())
	press := s.started && now-s.pressAt == a.at
	switch {
	case press && !ready:
		return errors.New("netlab: the story's players have not joined")
	case ready && a.view.Player.Selected != a.slot && a.client.UnackedCount() == 0 && !s.started:
		in.Actions = []actions.Action{{Kind: actions.SelectSlot, Slot: a.slot}}
	case press:
		aim := actions.Aim{8, 0, 8}
		if !physics.LineOfSight(a.view.World, physics.EyePos(&a.view.Self.Motion), aim.Point(storyCell), storyCell) {
			return errors.New("netlab: the story's cell is out of sight")
		}
		in.Actions = []actions.Action{{Kind: actions.Place, Pos: storyCell, Face: world.Down, Aim: aim}}
	}
	if !ready || !s.started {
		a.client.Frame(now, in)
		a.edits = a.edits[:0]
		return nil
	}
	shown, base, queued := a.view.Block(storyCell), a.received(), a.client.UnackedCount()
	a.client.Frame(now, in)
	a.view.Update(a.client.World(), a.client.Stream())
	a.narrate(press, shown, base, queued)
	a.edits = a.edits[:0]
	return nil
}

// narrate writes what a frame did: revert, ack, apply, predict, in this order.
func (a *storyActor) narrate(press bool, shown, base world.Block, queued int) {
	s := a.stage
	now, after := a.view.Block(storyCell), a.client.UnackedCount()
	if press {
		s.line(a.name, "sends \"place\" and stores it in %s queue; shows %v, and stores the undo record %v", a.pronoun, now, base)
		return
	}
	if len(a.edits) == 0 && after == queued {
		if now != shown {
			s.line(a.name, "shows %v", now)
		}
		return
	}
	switch {
	case queued > 0 && shown == base:
		s.line(a.name, "has nothing to revert: %s prediction had no consequences", a.pronoun)
	case queued > 0:
		s.line(a.name, "reverts %s prediction: %v becomes %v", a.pronoun, shown, base)
	}
	if after < queued {
		s.line(a.name, "is acked and discards the prediction")
	}
	for _, b := range a.edits {
		s.line(a.name, "applies the edit: %v becomes %v", base, b)
		base = b
	}
	switch {
	case after > 0 && now != base:
		s.line(a.name, "predicts again, over %v: shows %v", base, now)
	case after > 0:
		s.line(a.name, "predicts again, without consequences: shows %v", now)
	default:
		s.line(a.name, "shows %v", now)
	}
}
