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

// TestOrdersAndPrediction: whatever commands do to players who play on over a real network, nobody is corrected for a
// reason that cannot be named, and what the server refuses because of whose land it is is said to be that.
func TestOrdersAndPrediction(t *testing.T) { inAir(t, testOrdersAndPrediction) }

func testOrdersAndPrediction(t *testing.T) {
	defer leaks(t)
	h, at := open(t, t.TempDir(), func(c *Config) { c.View = 48 })
	g := []*guest{join(t, "ann", at), join(t, "bob", at)}
	ann, bob := g[0], g[1]
	for end := Since() + 20*time.Second; Since() < end && !(standing(ann.Client) && standing(bob.Client)); {
		play(t, g, 50*time.Millisecond, 15*time.Millisecond)
	}
	var said []string
	pictures := func(d time.Duration) {
		for end := Since() + d; Since() < end; time.Sleep(15 * time.Millisecond) {
			for _, c := range g {
				sc := c.Picture(Since(), c.in)
				c.in.Do = nil
				if c == bob {
					for _, l := range sc.Said {
						said = append(said, l.Text)
					}
				}
			}
		}
	}
	types := func(c *guest, line string) {
		c.in.Do = append(c.in.Do, actions.Action{Kind: actions.Chat, Text: line})
		pictures(100 * time.Millisecond)
		for end := Since() + 20*time.Second; Since() < end && c.Unacked() > 0; { // a busy machine takes long to write it down
			pictures(50 * time.Millisecond)
		}
		pictures(300 * time.Millisecond)
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
	feet := func(c *guest) world.Pos {
		w := c.World()
		return w.Entity(w.Find(world.AvatarID(c.Stream()))).Motion.Pos.Block()
	}
	p := feet(bob)
	types(ann, "/tp bob ~ ~ ~")
	bob.in.Keys = 0
	pictures(time.Second) // stands still, on a busy machine too
	types(ann, "/tp bob")
	if q, r := feet(ann), feet(bob); max(q.X-r.X, r.X-q.X, q.Z-r.Z, r.Z-q.Z) > 2 {
		t.Errorf("ann is at %v, bob at %v, before at %v", q, r, p)
	}
	if got := order(t, h, fmt.Sprintf("claim 20 %d 0 %d ann", feet(bob).X, feet(bob).Z)); !strings.Contains(got, "belongs to ann") {
		t.Error(got)
	}
	for end := Since() + 20*time.Second; Since() < end && bob.Stats().Refused[actions.Claimed] == 0; { // breaks the ground beneath, falls in the prediction, and is told no
		if hit, ok := bob.Target(0, -89.9); ok {
			bob.in.Do = append(bob.in.Do, hit.Break(actions.Dug))
		}
		pictures(700 * time.Millisecond)
	}
	types(bob, "/unclaim")
	types(bob, "/help")
	for end := Since() + 20*time.Second; Since() < end && !heard("You may give: /claim"); {
		pictures(50 * time.Millisecond)
	}
	refused := bob.Stats().Refused[actions.Claimed]
	if refused == 0 {
		t.Errorf("nothing was refused: %v", bob.Stats().Refused)
	}
	if !heard("unclaim: not allowed: this land belongs to ann") || !heard("You may give: /claim") {
		t.Errorf("bob heard %q", said)
	}
	if slices.ContainsFunc(said, func(l string) bool { return strings.Contains(l, "/tp") }) {
		t.Errorf("bob heard ann's commands: %q", said)
	}
	h.Do(func(s *server.Server) {
		if bob.World().Day() != s.World().Day() || s.World().Day() == 0 {
			t.Errorf("the day is moved by %d and %d", bob.World().Day(), s.World().Day())
		}
	})
	for i, c := range g {
		c.honest(t, i)
		t.Log(c.Stats().Corrections, c.Stats().Refused)
		c.Leave()
	}
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}
