package story

import (
	"errors"
	"fmt"
	"io"
	"strings"
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

// The story of two players at one chest, played by the real server and two real clients: Alice takes what lies in it, 3 ms later Bob
// takes the same. Both have it in the very next frame. It ends in two ways, by whose action reaches the server first, and the other
// is told who that was. Every line is read from the states and the observers.

// storyChest is where the chest stands.
var storyChest = world.Pos{X: 2, Y: 1, Z: 0}

// chestEndings are the ways in which the story ends, by the one-way delays of both.
var chestEndings = []struct {
	about  string
	oneWay [2]time.Duration
}{
	{"One way takes 10 ms for both: who presses first is first.", [2]time.Duration{10 * time.Millisecond, 10 * time.Millisecond}},
	{"One way takes 10 ms for Alice and 5 ms for Bob: he presses later, and is first.", [2]time.Duration{10 * time.Millisecond, 5 * time.Millisecond}},
}

// chestStage is one performance of the story.
type chestStage struct {
	out     io.Writer
	net     *memnet.Network
	server  *server.Server
	actors  [2]*chestActor
	now     time.Duration
	started bool // the story has begun
}

// chestActor is Alice or Bob.
type chestActor struct {
	name, pronoun string
	stage         *chestStage
	client        *client.Client
	at            time.Duration // after Alice pressed
	put           bool          // what lies in the chest has been put there
	corrections   []predict.Correction
	pressed       world.Stack // the own slot in the frame of the press
	corrected     int         // corrections since then
	told          []string    // every refusal that was shown
}

// Correction implements client.Observer.
func (a *chestActor) Correction(c predict.Correction) { a.corrections = append(a.corrections, c) }

// Update implements client.Observer.
func (a *chestActor) Update(uint64, uint64) {}

// SectionEdit implements client.Observer.
func (a *chestActor) SectionEdit(world.SectionPos, uint32, uint64, bool, world.Block, world.Pos) {}

// Edit implements server.Observer.
func (s *chestStage) Edit(_ uint64, d *edits.LogEntry) {
	if d.Edit.Kind == edits.SetBoxSlot {
		s.line("server", "sets the slot of the chest to %s (it was %s) and tells both", stackText(d.Edit.Stack), stackText(d.Inverse.Stack))
	}
}

// Action implements server.Observer.
func (s *chestStage) Action(of timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	if a.Kind != actions.BoxMove {
		return
	}
	for _, x := range s.actors {
		if x.client.Stream() == of && why == actions.Done {
			s.line("server", "performs %s's move and acks it", x.name)
		} else if x.client.Stream() == of {
			s.line("server", "refuses %s's move (%v): no edit, but the ack all the same", x.name, why)
		}
	}
}

// Advanced implements server.Observer.
func (s *chestStage) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (s *chestStage) Transaction(string) {}

// Session implements server.Observer.
func (s *chestStage) Session(timestream.Stream, server.SessionEvent, string) {}

func (s *chestStage) line(who, format string, args ...any) {
	if s.started {
		fmt.Fprintf(s.out, "%3d ms  %-7s %s\n", (s.now-storyReady)/time.Millisecond, who, fmt.Sprintf(format, args...))
	}
}

// stackText says what a slot holds.
func stackText(st world.Stack) string {
	if st.Count == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%d %s", st.Count, st.Item)
}

// chestLand is the land of the stories with a chest.
func chestLand(p world.SectionPos) *world.Section {
	if p != storyChest.Section() {
		return storyLand(p)
	}
	chest, _ := world.BlockNamed("chest")
	var cells [world.SectionCells]world.Block
	for i := range 256 {
		cells[i] = world.Stone
	}
	cells[storyChest.Index()] = chest
	return world.SectionOf(&cells)
}

// storyBox plays the story in both ways.
func storyBox(out io.Writer) error {
	fmt.Fprintf(out, "The chest at %v holds 5 glass. Alice takes them, Bob 3 ms later.\n", storyChest)
	for i := range chestEndings {
		fmt.Fprintf(out, "\n%s\n", chestEndings[i].about)
		if _, err := playChest(out, chestEndings[i].oneWay); err != nil {
			return err
		}
	}
	return nil
}

// playChest plays the story with one-way delays.
func playChest(out io.Writer, oneWay [2]time.Duration) (*chestStage, error) {
	s := &chestStage{out: out, net: memnet.New(1)}
	glass := world.StackOf(world.Glass, 5)
	var err error
	s.server, err = server.New(server.Config{
		UpdateRate: 1000, View: 1, ViewY: 1, Generate: chestLand, Observer: s,
		Spawn:             func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 * i), Y: 1}) },
		StartingInventory: []world.Stack{glass},
	})
	if err != nil {
		return nil, err
	}
	s.actors = [2]*chestActor{{name: "Alice", pronoun: "her", stage: s}, {name: "Bob", pronoun: "his", stage: s, at: storyBob, put: true}}
	for i, a := range s.actors {
		a.client = client.New(client.Config{Name: a.name, CheckRevert: true, Observer: a, Dial: func() transport.Conn {
			link := memnet.Link{Delay: oneWay[i], Copies: true}
			near, far := s.net.Pair(link, link)
			s.server.Accept(far)
			return near
		}})
	}
	for s.now = storyTick; s.now <= storyReady+storyEnd; s.now += storyTick {
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

// finish writes what everybody has in the end.
func (s *chestStage) finish() {
	w := s.server.World()
	fmt.Fprintf(s.out, "In the end: %s in the chest", stackText(w.BlockEntityAt(storyChest).Slot(0)))
	for _, a := range s.actors {
		fmt.Fprintf(s.out, ", %s with %s", stackText(w.Player(a.client.Stream()).Slots[chestSlot]), a.name)
	}
	for _, a := range s.actors {
		box, own := a.shown()
		fmt.Fprintf(s.out, "; %s sees %s and %s", a.name, stackText(box), stackText(own))
	}
	fmt.Fprintln(s.out, ".")
}

// chestSlot is the slot into which both take it; what they begin with lies in the first one.
const chestSlot = 1

// shown returns what an actor sees in the slot of the chest and in the own one.
func (a *chestActor) shown() (box, own world.Stack) {
	w := a.client.World()
	if p := w.Player(a.client.Stream()); p != nil {
		own = p.Slots[chestSlot]
	}
	return w.BlockEntityAt(storyChest).Slot(0), own
}

func (a *chestActor) frame(now time.Duration) error {
	var in client.Input
	s := a.stage
	ready, item := a.client.Playable(), world.ItemOf(world.Glass)
	press := s.started && now-storyReady == a.at
	switch {
	case press && !ready:
		return errors.New("story: the players at the chest have not joined")
	case ready && !a.put: // what there is to be taken comes from Alice
		a.put = true
		in.Actions = []actions.Action{{Kind: actions.BoxMove, Pos: storyChest, Count: 5, Want: true}}
	case press:
		in.Actions = []actions.Action{{Kind: actions.BoxMove, Pos: storyChest, ToSlot: chestSlot, Count: 5, Item: item}}
	}
	if !ready || !s.started {
		a.client.Frame(now, in)
		return nil
	}
	box, own := a.shown()
	queued := a.client.UnackedCount()
	a.corrections = a.corrections[:0]
	sc := a.client.Frame(now, in)
	a.narrate(press, box, own, queued, sc.Refusals)
	return nil
}

// narrate writes what a frame showed.
func (a *chestActor) narrate(press bool, box, own world.Stack, queued int, told []string) {
	s := a.stage
	nowBox, nowOwn := a.shown()
	see := fmt.Sprintf("%s in the chest and %s in %s slot", stackText(nowBox), stackText(nowOwn), a.pronoun)
	a.corrected += len(a.corrections)
	if press {
		a.pressed = nowOwn
		s.line(a.name, "sends \"take 5 glass\" and stores it in %s queue; shows %s at once", a.pronoun, see)
		return
	}
	if box != nowBox || own != nowOwn {
		s.line(a.name, "shows %s", see)
	}
	for _, c := range a.corrections {
		s.line(a.name, "is corrected: %s, because of %v", correctionText(&c), c.Cause)
	}
	if a.client.UnackedCount() < queued {
		s.line(a.name, "is acked and discards the prediction; shows %s", see)
	}
	if len(told) > 0 {
		s.line(a.name, "reads: %s", strings.Join(told, ", "))
		a.told = append(a.told, told...)
	}
}

// correctionText says what a correction changed.
func correctionText(c *predict.Correction) string {
	if c.Kind == predict.KindInventory {
		return fmt.Sprintf("the slot had %s and has %s", stackText(c.WasStack), stackText(c.IsStack))
	}
	return fmt.Sprintf("%v", c.Kind)
}
