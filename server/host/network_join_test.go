package host

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/reliable"
)

// knock joins over the network under a key and a name of its own; it returns how long the server took to let it in, or why it
// did not.
func knock(t *testing.T, name string, at net.Addr) (c *client.Client, conn *reliable.Conn, took time.Duration, why string) {
	t.Helper()
	pc, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Error(err)
		return nil, nil, 0, err.Error()
	}
	dialed := false
	c = client.New(client.Config{Name: name, NoScene: true, Dial: func() transport.Conn {
		if dialed {
			return nil
		}
		dialed = true
		conn = reliable.Dial(pc, at, dialConfig(name))
		return conn
	}})
	begin := Monotonic()
	for Monotonic() < begin+patience {
		c.Frame(Monotonic(), client.Input{})
		if c.Stream() != 0 {
			return c, conn, Monotonic() - begin, ""
		}
		if conn != nil {
			if reason, closed := conn.Closed(); closed {
				return c, conn, Monotonic() - begin, reason
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	return c, conn, Monotonic() - begin, "no answer"
}

// TestJoinsFromOneAddress: over a real network, 100 short joins from one address leave room at once for an honest player, even
// from the same address; and 30 friends behind it come in and stay.
func TestJoinsFromOneAddress(t *testing.T) {
	joins, places := 100, 30
	if testing.Short() {
		joins, places = 40, 12
	}
	h, at := openHost(t, t.TempDir(), func(c *Config) { c.PlayersMax = places; c.ViewDistance = 16 })
	in, reasons := 0, map[string]int{}
	begin := Monotonic()
	var mu sync.Mutex
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			for i := range joins / 4 {
				_, conn, _, why := knock(t, fmt.Sprint("passer ", joins*w+i), at)
				mu.Lock()
				if why == "" {
					in++
				} else {
					reasons[why]++
				}
				mu.Unlock()
				conn.Close("gone")
			}
		})
	}
	wait.Wait()
	took := Monotonic() - begin
	_, honest, quick, why := knock(t, "honest", at)
	if why != "" || quick > 5*time.Second {
		t.Fatalf("the honest player: %q after %v", why, quick)
	}
	t.Logf("%d of %d joins came in in %v, %v; the honest player in %v", in, joins, took, reasons, quick)
	if in <= places {
		t.Errorf("%d joins came in: the places were not taken", in)
	}
	honest.Close(server.LeaveReason)

	type friend struct {
		*client.Client
		conn *reliable.Conn
	}
	var friends []friend
	for i := range places {
		c, conn, _, why := knock(t, fmt.Sprint("friend ", i), at)
		if why != "" {
			t.Fatalf("friend %d: %q", i, why)
		}
		friends = append(friends, friend{c, conn})
		for _, f := range friends {
			f.Frame(Monotonic(), client.Input{})
		}
	}
	for end := Monotonic() + 2*time.Second; Monotonic() < end; time.Sleep(10 * time.Millisecond) {
		for _, f := range friends {
			f.Frame(Monotonic(), client.Input{})
		}
	}
	for i, f := range friends {
		if reason, closed := f.conn.Closed(); closed || f.State() != client.Playing {
			t.Errorf("friend %d: %v, %q", i, f.State(), reason)
		}
		f.conn.Close(server.LeaveReason)
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}

// TestClaimsLookAtTheHistory: on a real disk, land with a block of another player cannot be claimed, and can be once the block
// is gone; the answer names its owner.
func TestClaimsLookAtTheHistory(t *testing.T) {
	h, at := openHost(t, t.TempDir(), func(c *Config) { c.ViewDistance = 48 })
	g := []*testClient{join(t, "ann", at), join(t, "bob", at)}
	ann, bob := g[0], g[1]
	var said []string
	playFor := func(d time.Duration) {
		for end := Monotonic() + d; Monotonic() < end; time.Sleep(15 * time.Millisecond) {
			for _, c := range g {
				sc := c.Frame(Monotonic(), c.in)
				c.in.Actions = nil
				if c == ann {
					for _, l := range sc.Chat {
						said = append(said, l.Text)
					}
				}
			}
		}
	}
	for end := Monotonic() + patience; Monotonic() < end && !(standing(ann.Client) && standing(bob.Client)); {
		playFor(50 * time.Millisecond)
	}
	claims := func(want string) {
		t.Helper()
		said = nil
		ann.in.Actions = append(ann.in.Actions, actions.Action{Kind: actions.Chat, Text: "/claim 16"})
		for end := Monotonic() + patience; Monotonic() < end && len(said) == 0; {
			playFor(50 * time.Millisecond)
		}
		if got := strings.Join(said, "|"); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	const down = -60
	done := func(what string, a func() (actions.Action, bool)) {
		t.Helper()
		act, ok := a()
		if !ok {
			t.Fatalf("%s: nothing there", what)
		}
		bob.in.Actions = append(bob.in.Actions, act)
		before := bob.Stats().Refused
		playFor(time.Second)
		if bob.Stats().Refused != before {
			t.Fatalf("%s: refused: %v", what, bob.Stats().Refused)
		}
	}
	done("place", func() (actions.Action, bool) {
		hit, ok := bob.Target(0, down)
		return hit.PlaceAction(bob.World()), ok
	})
	claims("claim: bob has built there, at ")
	done("break", func() (actions.Action, bool) {
		hit, ok := bob.Target(0, down)
		return hit.BreakAction(actions.FinishBreak), ok
	})
	claims("belongs to ann")
	for _, c := range g {
		c.Leave()
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}
