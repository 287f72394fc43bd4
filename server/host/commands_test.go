package host

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/world"
)

// TestCommandsAndPrediction: commands that change players who play on over a real network cause no unexplained correction, and
// a refusal because of a claim says so.
func TestCommandsAndPrediction(t *testing.T) { runInMemory(t, testCommandsAndPrediction) }

func testCommandsAndPrediction(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), func(c *Config) { c.ViewDistance = 48 })
	g := []*testClient{join(t, "ann", at), join(t, "bob", at)}
	ann, bob := g[0], g[1]
	for end := Monotonic() + patience; Monotonic() < end && !(standing(ann.Client) && standing(bob.Client)); {
		play(t, g, 50*time.Millisecond, 15*time.Millisecond)
	}
	var said []string
	playFor := func(d time.Duration) {
		for end := Monotonic() + d; Monotonic() < end; time.Sleep(15 * time.Millisecond) {
			for _, c := range g {
				sc := c.Frame(Monotonic(), c.in)
				c.in.Actions = nil
				if c == bob {
					for _, l := range sc.Chat {
						said = append(said, l.Text)
					}
				}
			}
		}
	}
	types := func(c *testClient, line string) {
		c.in.Actions = append(c.in.Actions, actions.Action{Kind: actions.Chat, Text: line})
		playFor(100 * time.Millisecond)
		for end := Monotonic() + patience; Monotonic() < end && c.UnackedCount() > 0; { // a busy machine takes long to write it down
			playFor(50 * time.Millisecond)
		}
		playFor(300 * time.Millisecond)
	}
	heard := func(text string) bool {
		return slices.ContainsFunc(said, func(l string) bool { return strings.HasPrefix(l, text) })
	}
	order(t, h, "op ann")
	bob.in.Keys = world.KeyForward
	types(ann, "/gamemode survival bob")
	types(ann, "/give bob glass 64")
	types(ann, "/gamemode creative bob")
	types(ann, "/time midnight")
	feet := func(c *testClient) world.Pos {
		w := c.World()
		return w.Entity(w.Find(world.AvatarID(c.Stream()))).Motion.Pos.Block()
	}
	p := feet(bob)
	types(ann, "/tp bob ~ ~ ~")
	bob.in.Keys = 0
	playFor(time.Second) // stands still, on a busy machine too
	types(ann, "/tp bob")
	if q, r := feet(ann), feet(bob); max(q.X-r.X, r.X-q.X, q.Z-r.Z, r.Z-q.Z) > 2 {
		t.Errorf("ann is at %v, bob at %v, before at %v", q, r, p)
	}
	if got := order(t, h, fmt.Sprintf("claim 20 %d 0 %d ann", feet(bob).X, feet(bob).Z)); !strings.Contains(got, "belongs to ann") {
		t.Error(got)
	}
	for end := Monotonic() + patience; Monotonic() < end && bob.Stats().Refused[actions.Claimed] == 0; { // breaks the ground beneath, falls in the prediction, and is told no
		if hit, ok := bob.Target(0, -89.9); ok {
			bob.in.Actions = append(bob.in.Actions, hit.BreakAction(actions.FinishBreak))
		}
		playFor(700 * time.Millisecond)
	}
	types(bob, "/unclaim")
	types(bob, "/help")
	for end := Monotonic() + patience; Monotonic() < end && !heard("You may give: /buy, /claim"); {
		playFor(50 * time.Millisecond)
	}
	refused := bob.Stats().Refused[actions.Claimed]
	if refused == 0 {
		t.Errorf("nothing was refused: %v", bob.Stats().Refused)
	}
	if !heard("unclaim: not allowed: this land belongs to ann") || !heard("You may give: /buy, /claim") {
		t.Errorf("bob heard %q", said)
	}
	if slices.ContainsFunc(said, func(l string) bool { return strings.Contains(l, "/tp") }) {
		t.Errorf("bob heard ann's commands: %q", said)
	}
	h.Do(func(s *server.Server) {
		if bob.World().DayOffset() != s.World().DayOffset() || s.World().DayOffset() == 0 {
			t.Errorf("the day is moved by %d and %d", bob.World().DayOffset(), s.World().DayOffset())
		}
	})
	for i, c := range g {
		c.honest(t, i)
		t.Log(c.Stats().Corrections, c.Stats().Refused)
		c.Leave()
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}
