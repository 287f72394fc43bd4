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
	"voxtide/transport/lanes"
)

// knock joins over the network under a key and a name of its own; it returns how long it took until the server let it in, or the
// reason why not.
func knock(t *testing.T, name string, at net.Addr) (c *client.Client, conn *lanes.Conn, took time.Duration, why string) {
	t.Helper()
	pc, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Error(err)
		return nil, nil, 0, err.Error()
	}
	dialed := false
	c = client.New(client.Config{Name: name, Blind: true, Dial: func() transport.Conn {
		if dialed {
			return nil
		}
		dialed = true
		conn = lanes.Dial(pc, at, keyed(name))
		return conn
	}})
	begin := Since()
	for Since() < begin+20*time.Second {
		c.Picture(Since(), client.Input{})
		if c.Stream() != 0 {
			return c, conn, Since() - begin, ""
		}
		if conn != nil {
			if reason, closed := conn.Closed(); closed {
				return c, conn, Since() - begin, reason
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	return c, conn, Since() - begin, "no answer"
}

// TestJoinsFromOneAddress: over a real network, 100 joins from one address that are gone at once leave room for an honest player at
// once, who comes from the same address even; and 30 friends behind it come in and stay.
func TestJoinsFromOneAddress(t *testing.T) {
	joins, places := 100, 30
	if testing.Short() {
		joins, places = 40, 12
	}
	h, at := open(t, t.TempDir(), func(c *Config) { c.Players = places; c.View = 16 })
	in, reasons := 0, map[string]int{}
	begin := Since()
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
	took := Since() - begin
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
		conn *lanes.Conn
	}
	var friends []friend
	for i := range places {
		c, conn, _, why := knock(t, fmt.Sprint("friend ", i), at)
		if why != "" {
			t.Fatalf("friend %d: %q", i, why)
		}
		friends = append(friends, friend{c, conn})
		for _, f := range friends {
			f.Picture(Since(), client.Input{})
		}
	}
	for end := Since() + 2*time.Second; Since() < end; time.Sleep(10 * time.Millisecond) {
		for _, f := range friends {
			f.Picture(Since(), client.Input{})
		}
	}
	for i, f := range friends {
		if reason, closed := f.conn.Closed(); closed || f.State() != client.Playing {
			t.Errorf("friend %d: %v, %q", i, f.State(), reason)
		}
		f.conn.Close(server.LeaveReason)
	}
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
}

// TestClaimsLookAtTheHistory: on a real disk, land on which somebody else's block stands cannot be claimed, and can be when it is
// gone; the answer names whose it is.
func TestClaimsLookAtTheHistory(t *testing.T) {
	h, at := open(t, t.TempDir(), func(c *Config) { c.View = 48 })
	g := []*guest{join(t, "ann", at), join(t, "bob", at)}
	ann, bob := g[0], g[1]
	var said []string
	pictures := func(d time.Duration) {
		for end := Since() + d; Since() < end; time.Sleep(15 * time.Millisecond) {
			for _, c := range g {
				sc := c.Picture(Since(), c.in)
				c.in.Do = nil
				if c == ann {
					for _, l := range sc.Said {
						said = append(said, l.Text)
					}
				}
			}
		}
	}
	for end := Since() + 20*time.Second; Since() < end && !(standing(ann.Client) && standing(bob.Client)); {
		pictures(50 * time.Millisecond)
	}
	claims := func(want string) {
		t.Helper()
		said = nil
		ann.in.Do = append(ann.in.Do, actions.Action{Kind: actions.Chat, Text: "/claim 16"})
		for end := Since() + 20*time.Second; Since() < end && len(said) == 0; {
			pictures(50 * time.Millisecond)
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
		bob.in.Do = append(bob.in.Do, act)
		before := bob.Stats().Refused
		pictures(time.Second)
		if bob.Stats().Refused != before {
			t.Fatalf("%s: refused: %v", what, bob.Stats().Refused)
		}
	}
	done("place", func() (actions.Action, bool) {
		hit, ok := bob.Target(0, down)
		return hit.Against(bob.World()), ok
	})
	claims("claim: bob has built there, at ")
	done("break", func() (actions.Action, bool) {
		hit, ok := bob.Target(0, down)
		return hit.Break(actions.Dug), ok
	})
	claims("belongs to ann")
	for _, c := range g {
		c.Leave()
	}
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
}
