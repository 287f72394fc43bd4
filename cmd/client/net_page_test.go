package main

import (
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/cmd/internal/netmenu"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport/netem"
	"voxtide/world"
)

// playFor makes frames of a session in real time, with keys, until a condition holds.
func playFor(t *testing.T, g *session, keys world.Keys, condition string, done func() bool) {
	t.Helper()
	playWith(t, g, func(time.Duration) client.Input { return client.Input{Keys: keys} }, condition, done)
}

// playWith makes frames of a session in real time, each with its input, until a condition holds.
func playWith(t *testing.T, g *session, input func(now time.Duration) client.Input, condition string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !done(); time.Sleep(4 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within two minutes: %s; the client is %v: %s", condition, g.client.State(), g.client.Reason())
		}
		now := host.Monotonic()
		g.client.Frame(now, input(now))
	}
}

// TestWorseWhilePlaying makes the network of a world of the player's own worse while the player walks: the session goes on over
// a socket, nothing is lost, and no step is corrected; then still worse, and good again, on the same connection.
func TestWorseWhilePlaying(t *testing.T) {
	c := &playCmd{World: t.TempDir() + "/own", Data: t.TempDir(), Name: "ann", Patience: 2 * time.Minute}
	g, err := c.open(slog.New(slog.NewTextHandler(io.Discard, nil)), client.Config{ViewDistance: 3, NetStats: netNotes()})
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	s := &app{cmd: c, session: g}
	s.netPage.Menu = netmenu.New(client.Choice{}, netem.Network{})
	playFor(t, g, 0, "the world is playable", g.client.Playable)
	if _, ok := c.Net.packets(); ok || g.conn != nil {
		t.Fatal("the connection within the process has packets")
	}
	move := func(label, text string) {
		t.Helper()
		for i, r := range s.netPage.Rows() {
			for to := 0; r.Label == label && to < r.Positions; to++ {
				s.netPage.Move(i, to)
				if s.netPage.Rows()[i].Text == text {
					s.setNetwork()
					return
				}
			}
		}
		t.Fatalf("no %s of %s", label, text)
	}
	move("Delay each way", "50 ms")
	playFor(t, g, world.KeyForward, "it goes on over a socket", func() bool {
		return g.conn != nil && g.client.State() == client.Playing && g.conn.Stats().RoundTrip > 90*time.Millisecond && g.client.Stats().Updates > 100
	})
	if st := g.client.Stats(); st.Resumes != 1 || st.Unexplained() != 0 || c.Net.worse() != "50 ms" {
		t.Errorf("resumes %d, unexplained %d, %q", st.Resumes, st.Unexplained(), c.Net.worse())
	}
	conn, now := g.conn, g.net.Now()
	move("Loss", "10%")
	playFor(t, g, world.KeyForward, "packets are lost", func() bool { p, _ := c.Net.packets(); return p.Lost > 3 })
	if wait := g.net.WaitFrame.Top(now); wait != 0 {
		t.Errorf("an input waited %v ms for its frame", wait)
	}
	s.netPage.GoodNetwork()
	s.setNetwork()
	begin := host.Monotonic()
	playFor(t, g, 0, "two seconds", func() bool { return host.Monotonic()-begin > 2*time.Second })
	playFor(t, g, 0, "all is acked", func() bool { return g.client.UnackedCount() == 0 })
	playFor(t, g, 0, "the delay is gone", func() bool { return g.conn.Stats().RoundTrip < 90*time.Millisecond })
	st := g.client.Stats()
	p, _ := c.Net.packets()
	t.Logf("%d actions, %d acked, %d packets lost of %d, round trip %v", st.Actions, st.Acked, p.Lost, p.Up+p.Down, g.conn.Stats().RoundTrip)
	if g.conn != conn || c.Net.worse() != "" || st.Resumes != 1 || st.Unexplained() != 0 {
		t.Errorf("another connection %v, resumes %d, unexplained %d", g.conn != conn, st.Resumes, st.Unexplained())
	}
	if int(st.Acked) != st.Actions {
		t.Errorf("%d of %d actions are acked", st.Acked, st.Actions)
	}
	g.leave()
}

// TestMethodOfOptions checks how the options and flags choose a method, and that a wrong one is named.
func TestMethodOfOptions(t *testing.T) {
	c, err := methodOf(&settings.Client{Strategy: "dumb", Others: "interpolate", Draw: "offset"})
	if err != nil || c.String() != "dumb,draw=offset,others=interpolate" {
		t.Errorf("%v, %v", c, err)
	}
	for _, v := range []optionValues{{"strategy": "telepathy"}, {"strategy": "dumb,colour=red"}} {
		if err := v.checkMethod(); err == nil || !strings.HasPrefix(err.Error(), "--strategy: ") {
			t.Errorf("%v: %v", v, err)
		}
	}
	if err := (optionValues{"others": "interpolate", "strategy": "timestream"}).checkMethod(); err != nil {
		t.Error(err)
	}
}
