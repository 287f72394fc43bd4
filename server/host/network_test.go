package host

import (
	"bytes"
	"encoding/binary"
	"net"
	"sync"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/world"
)

// TestSourceChanges: a player's address changes again and again while they play, as behind a router that forgets or between
// two networks, and nobody notices: no resume, no stall, no correction, every action performed.
func TestSourceChanges(t *testing.T) { runInMemory(t, testSourceChanges) }

func testSourceChanges(t *testing.T) {
	const changes = 20
	h, at := openHost(t, t.TempDir(), nil)
	g := join(t, "ann", at)
	watcher := join(t, "bob", at)
	both := []*testClient{g, watcher}
	play(t, both, 2*time.Second, 16*time.Millisecond)
	g.in.Keys = world.KeyForward
	for i := range changes {
		g.in.Yaw = uint16(i * 13000)
		g.pc.(*memorySocket).rebind()
		play(t, both, 700*time.Millisecond, 16*time.Millisecond)
		if n := h.Network().Secure.Migrated; n != uint64(i+1) {
			t.Errorf("after %d changes the server has seen %d new addresses", i+1, n)
		}
	}
	g.in.Keys = 0
	play(t, both, time.Second, 16*time.Millisecond)
	for i, g := range both {
		g.honest(t, i)
	}
	if s := g.Stats(); s.Resumes > 0 || int(s.Acked) < s.Actions || s.Actions < changes || g.UnackedCount() > 0 || s.Refused != ([actions.RefusalCount]int{}) {
		t.Errorf("%+v", s)
	}
	h.Do(func(s *server.Server) {
		if m := s.Metrics(); m.Joined != 2 || m.Resumed != 0 || m.Stalls != 0 {
			t.Errorf("%+v", m)
		}
	})
	g.Leave()
	watcher.Leave()
	if err := h.Close("over"); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}

// capture keeps all packets of a socket, both ways.
type capture struct {
	net.PacketConn
	mu   sync.Mutex
	seen bytes.Buffer
}

func (c *capture) keep(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen.Write(b)
}

func (c *capture) ReadFrom(b []byte) (int, net.Addr, error) {
	n, from, err := c.PacketConn.ReadFrom(b)
	c.keep(b[:max(n, 0)])
	return n, from, err
}

func (c *capture) WriteTo(b []byte, to net.Addr) (int, error) {
	c.keep(b)
	return c.PacketConn.WriteTo(b, to)
}

// TestCaptureTellsNothing: packets on the network hold no chat, names or positions in the clear.
func TestCaptureTellsNothing(t *testing.T) { runInMemory(t, testCaptureTellsNothing) }

func testCaptureTellsNothing(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), nil)
	defer h.Close("over")
	c := &capture{}
	g := &testClient{}
	g.Client = client.New(client.Config{Name: "annabelle", Dial: func() transport.Conn {
		pc, err := socket()
		if err != nil {
			t.Error(err)
			return nil
		}
		c.PacketConn = pc
		g.conn = reliable.Dial(c, at, dialConfig("annabelle"))
		return g.conn
	}})
	clients := []*testClient{g}
	play(t, clients, 2*time.Second, 16*time.Millisecond)
	for end := Monotonic() + patience; Monotonic() < end && !g.Playable(); {
		play(t, clients, 16*time.Millisecond, 16*time.Millisecond)
	}
	const said = "the treasure lies under the old oak"
	g.in = client.Input{Keys: world.KeyForward, Actions: []actions.Action{{Kind: actions.Chat, Text: said}}}
	g.Frame(Monotonic(), g.in)
	g.in.Actions = nil
	heard := false
	for end := Monotonic() + patience; Monotonic() < end && !heard; { // a busy disk takes long
		for _, l := range g.Frame(Monotonic(), g.in).Chat {
			heard = heard || l.Text == said
		}
		time.Sleep(16 * time.Millisecond)
	}
	if !heard {
		t.Fatal("it was not said: the test shows nothing")
	}
	e := g.World().Entity(g.World().Find(world.AvatarID(g.Stream())))
	g.Leave()
	<-g.conn.Done()
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.seen.Bytes()
	if len(b) < 50_000 {
		t.Fatalf("only %d bytes were captured", len(b))
	}
	secrets := map[string][]byte{"chat": []byte(said[4:12]), "a name": []byte("annabelle")}
	for axis, v := range e.Motion.Pos {
		secrets["a position"+string(rune('x'+axis))] = binary.AppendVarint(nil, v)
	}
	for what, s := range secrets {
		if bytes.Contains(b, s) {
			t.Errorf("%s is in the clear", what)
		}
	}
}
