package story

import (
	"errors"
	"fmt"
	"io"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/lab/stage"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/world"
)

// The story of section 2.8 of the essay: "a ping of 40 ms is considered basically fine", but a linked peer's action is observed after 20,
// and in one building almost at once. The real server, two real clients and real links; all run every millisecond, so that the times
// are the essay's.

// linksCase is one performance.
type linksCase struct {
	about  string
	rtt    time.Duration // of each player to the server
	method string
	direct stage.Direct
}

// linksCases are the performances: relayed, then direct.
var linksCases = []linksCase{
	{"40 ms to the server, by the server alone", 40 * time.Millisecond, "timestream", stage.Direct{}},
	{"40 ms to the server and between the two, linked", 40 * time.Millisecond, "timestream+direct", stage.Direct{RoundTrip: 40 * time.Millisecond}},
	{"200 ms to the server, by the server alone", 200 * time.Millisecond, "timestream", stage.Direct{}},
	{"200 ms to the server, 20 ms between the two, linked", 200 * time.Millisecond, "timestream+direct", stage.Direct{RoundTrip: 20 * time.Millisecond}},
	{"200 ms to the server, both in one house, linked", 200 * time.Millisecond, "timestream+direct",
		stage.Direct{RoundTrip: 20 * time.Millisecond, NATs: []nat.Config{{Filter: nat.AddressAndPortDependent}}, House: true}},
}

// linksSeen is what a performance shows, in time after Ann pressed.
type linksSeen struct {
	own, server, peer, confirmed time.Duration // Ann's screen, the server, Ben's screen, Ben's received state
	how                          string        // they are linked
	corrections                  int
}

// Where they build: Ben stands far enough away to have nothing to do with the block.
const (
	linksApart = 8
	linksReady = time.Second
	linksEnd   = 500 * time.Millisecond
)

var linksCell = world.Pos{X: 2, Y: stage.FlatTop + 1, Z: 0}

// errNotLinked means that the two are not linked, or are where they should not be.
var errNotLinked = errors.New("story: the two are not linked as they should be")

// play plays a performance.
func (c *linksCase) play() (seen linksSeen, err error) {
	var s *stage.Stage
	pressed := linksReady
	at := func(out *time.Duration, now time.Duration, there bool) {
		if there && *out == 0 && now >= pressed {
			*out = max(now-pressed, 1)
		}
	}
	way := memnet.Link{Delay: c.rtt / 2}
	asked := false
	cfg := stage.Config{
		Land: stage.Flat(linksApart), FrameTime: storyTick, ServerStep: storyTick, UpdateRate: int(time.Second / storyTick), Creative: true, WarmUp: 4 * time.Second,
		Methods: []string{c.method}, Links: []stage.Links{{Up: way, Down: way}}, Direct: c.direct,
	}
	cfg.Hooks.Input = func(i int, now time.Duration, in *client.Input) {
		if i == 0 && now >= linksReady && !asked {
			asked, pressed = true, now
			in.Actions = []actions.Action{{Kind: actions.Place, Pos: linksCell, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
		}
	}
	block := func(w *world.World) bool { b, _ := w.Block(linksCell); return b != world.Air }
	cfg.Hooks.Frame = func(i int, now time.Duration, _ *scene.Scene) {
		if i == 0 {
			at(&seen.own, now, block(s.Client(0).World()))
			return
		}
		at(&seen.peer, now, block(s.Client(1).World()))
		s.Client(1).InspectReceived(func(w *world.World) { at(&seen.confirmed, now, block(w)) })
	}
	cfg.Hooks.ServerStep = func(now time.Duration) { at(&seen.server, now, block(s.ServerWorld())) }
	cfg.Hooks.Correction = func(int, predict.Correction) { seen.corrections++ }
	if s, err = stage.New(cfg); err != nil {
		return seen, err
	}
	s.Step(linksReady + linksEnd)
	for _, l := range s.Client(1).DirectLinks() {
		seen.how = l.How
	}
	direct := c.direct.RoundTrip > 0
	if (s.Linked(0) == 1 && s.Linked(1) == 1) != direct || seen.own == 0 || seen.confirmed == 0 {
		return seen, fmt.Errorf("%w: %s: %+v", errNotLinked, c.about, seen)
	}
	return seen, nil
}

func storyLinks(out io.Writer) error {
	fmt.Fprint(out, "Ann places a block. When it is there, in ms after she pressed; all frames and steps take 1 ms:\n\n"+
		"Ann's screen   server   Ben's screen   the server's word at Ben's\n")
	for i := range linksCases {
		c := &linksCases[i]
		seen, err := c.play()
		if err != nil {
			return err
		}
		how := ""
		if seen.how != "" {
			how = " (" + seen.how + ")"
		}
		fmt.Fprintf(out, "%12d%9d%15d%29d   %s%s\n", seen.own/storyTick, seen.server/storyTick, seen.peer/storyTick, seen.confirmed/storyTick, c.about, how)
		if seen.corrections > 0 {
			fmt.Fprintf(out, "%d corrections\n", seen.corrections)
		}
	}
	fmt.Fprint(out, "\nThe server's word comes as it did before, and changes nothing: Ben had predicted Ann's action as she had.\n")
	return nil
}
