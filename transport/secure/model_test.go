package secure

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// modelWorld is a server, some clients and a network that does its worst, all by hand.
type modelWorld struct {
	t       *rapid.T
	server  *stepped
	clients []*modelClient
	flight  []datagram
	record  []datagram
	sent    map[string]string // payload to the session it is for
	got     map[string]bool
	opened  []*Peer // by the server
	closed  map[*Peer]bool
	dials   int
	said    int
}

type modelClient struct {
	*stepped
	who     int
	opened  int
	closed  int
	agreed  map[uint32]bool // session numbers for which it ever had keys
	left    bool            // was closed by somebody of the model
	trusted bool            // XX
}

const (
	flightMax = 60
	recordMax = 400
)

func newModelWorld(t *rapid.T) *modelWorld {
	w := &modelWorld{t: t, sent: map[string]string{}, got: map[string]bool{}, closed: map[*Peer]bool{}}
	w.server = steppedServer(Config{
		Secret: secret(1), Peers: 8, PerSource: 4, HalfOpen: 4, epochBits: 6,
		Opened: func(p *Peer) {
			if slices.Contains(w.opened, p) || w.closed[p] {
				t.Fatal("opened twice, or after its end")
			}
			w.opened = append(w.opened, p)
		},
		Closed: func(p *Peer, why string) {
			if !slices.Contains(w.opened, p) || w.closed[p] || why == "" {
				t.Fatal("closed twice, or before it opened")
			}
			w.closed[p] = true
		},
	}, w.post)
	return w
}

func (w *modelWorld) post(p datagram) {
	if len(p.data) > DatagramMax {
		w.t.Fatalf("%d bytes", len(p.data))
	}
	p.data = bytes.Clone(p.data)
	if len(w.flight) < flightMax {
		w.flight = append(w.flight, p)
	}
	if len(w.record) < recordMax {
		w.record = append(w.record, p)
	}
}

// testAddress returns the i-th address. There are few, so that clients come to share one.
func testAddress(i int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, byte(i / 4)}), uint16(1+i))
}

func (w *modelWorld) dial(at int, known1 bool) {
	if len(w.clients) >= 6 {
		return
	}
	w.dials++
	c := &modelClient{who: 100 + w.dials, agreed: map[uint32]bool{}, trusted: !known1}
	cfg := Config{Secret: secret(c.who), epochBits: 6, Handshake: 6 * time.Second,
		Opened: func(*Peer) { c.opened++ },
		Closed: func(*Peer, string) { c.closed++ },
	}
	if known1 {
		cfg.Known = known(1)
	} else {
		cfg.Trust = func(k Key) error {
			if k != *known(1) {
				return fmt.Errorf("not %v", k)
			}
			return nil
		}
	}
	c.stepped = steppedClient(testAddress(at), cfg, w.post)
	w.clients = append(w.clients, c)
}

// deliver gives a packet to the endpoint or client at its address.
func (w *modelWorld) deliver(p datagram) {
	if p.to == ap(serverAt) {
		b, from := w.server.arrive(p)
		w.take(b, from, from)
		return
	}
	for _, c := range w.clients {
		if c.wire.at == p.to {
			b, from := c.arrive(p)
			w.take(b, from, c.dialed)
		}
	}
}

// session names the half of a session that a payload is for.
func session(p *Peer) string {
	if p.endpoint.dialed != nil {
		return fmt.Sprintf("up %08x", p.out.Load().id)
	}
	return fmt.Sprintf("down %08x", p.out.Load().id)
}

func (w *modelWorld) take(b []byte, from, at *Peer) {
	if from == nil {
		return
	}
	text := string(b)
	want, ok := w.sent[text]
	here := session(at)
	if here[:2] == "up" { // at a client's gate comes what is sent down
		here = "down" + here[2:]
	} else {
		here = "up" + here[4:]
	}
	switch {
	case !ok:
		w.t.Fatalf("nobody said %q", text)
	case w.got[text]:
		w.t.Fatalf("%q came twice", text)
	case want != here:
		w.t.Fatalf("%q was for %s and came to %s", text, want, here)
	}
	w.got[text] = true
}

func (w *modelWorld) say(p *Peer) {
	text := fmt.Sprintf("payload %d", w.said)
	if _, err := p.endpoint.WriteTo([]byte(text), p); err == nil {
		w.said++
		w.sent[text] = session(p)
	}
}

// check holds what must always be so.
func (w *modelWorld) check() {
	t, g := w.t, w.server.Endpoint
	half, sources := 0, map[netip.Addr]int{}
	for id, p := range g.peers {
		if p.accept.id != id || p.state.Load() == ended {
			t.Fatal("the table is wrong")
		}
		if p.accept.halfOpen {
			half++
		}
		sources[p.source]++
		if sources[p.source] > g.cfg.PerSource {
			t.Fatalf("%d of one source", sources[p.source])
		}
	}
	if half != g.halfOpen || half > g.cfg.HalfOpen || len(g.peers) > g.cfg.Peers || len(g.handshakes) > len(g.peers) {
		t.Fatalf("%d half-open, counted %d, of %d, %d shakes", half, g.halfOpen, len(g.peers), len(g.handshakes))
	}
	if len(sources) != len(g.sources) {
		t.Fatalf("sources %v, counted %v", sources, g.sources)
	}
	for s, n := range sources {
		if g.sources[s] != n {
			t.Fatalf("sources %v, counted %v", sources, g.sources)
		}
	}
	if n := g.counters.handshakes.Load(); int(n) != len(w.opened) {
		t.Fatalf("%d handshakes, %d sessions", n, len(w.opened))
	}
	for _, c := range w.clients {
		if o := c.dialed.out.Load(); o != nil {
			c.agreed[o.id] = true
		}
		if c.opened > 1 || c.closed > 1 {
			t.Fatal("opened or closed twice")
		}
	}
	by := map[Key]map[uint32]int{}
	for _, p := range w.opened {
		if by[p.Key()] == nil {
			by[p.Key()] = map[uint32]int{}
		}
		by[p.Key()][p.accept.id]++
	}
	for _, c := range w.clients {
		k := secret(c.who).Public()
		for id, n := range by[k] {
			if n > 1 || !c.agreed[id] {
				t.Fatalf("session %08x is open %d times, and its client knows of it: %v", id, n, c.agreed[id])
			}
		}
		delete(by, k)
	}
	if len(by) != 0 {
		t.Fatal("a session with somebody who never dialled")
	}
}

func (w *modelWorld) later(d time.Duration) {
	w.server.later(d)
	w.server.pumpOnce()
	for _, c := range w.clients {
		c.later(d)
		c.pumpOnce()
	}
}

// TestModel: clients come, roam, talk and go, on a network that loses, doubles, delays,
// reorders, falsifies, redirects and plays everything again. No payload comes twice or to
// the wrong one, no session opens that a client has not asked for, the tables hold what they
// should; and when the network is well again, who is in can talk, and who was not can come in.
func TestModel(t *testing.T) {
	inAll, heardAll, rounds := 0, 0, 0
	check := func(t *rapid.T) {
		w := newModelWorld(t)
		w.dial(0, true)
		w.dial(rapid.SampledFrom([]int{0, 1, 9}).Draw(t, "second"), false)
		pick := func(n int, what string) int { return rapid.IntRange(0, n-1).Draw(t, what) }
		client := func() *modelClient { return w.clients[pick(len(w.clients), "client")] }
		some := func(from []datagram) (p datagram, ok bool) {
			if len(from) == 0 {
				return p, false
			}
			p = from[pick(len(from), "which")]
			p.data = bytes.Clone(p.data)
			return p, true
		}
		deliver := func() {
			if len(w.flight) > 0 {
				i := pick(min(len(w.flight), 4), "which")
				p := w.flight[i]
				w.flight = slices.Delete(w.flight, i, i+1)
				w.deliver(p)
			}
		}
		ops := []func(){
			deliver, deliver, deliver, deliver, deliver, deliver, deliver,
			func() { w.later(time.Duration(rapid.IntRange(0, 400).Draw(t, "ms")) * ms) },
			func() { w.later(ms) },
			func() { // many at once, and in order
				for len(w.flight) > 0 {
					p := w.flight[0]
					w.flight = w.flight[1:]
					w.deliver(p)
				}
			},
			func() { // lost
				if len(w.flight) > 0 {
					i := pick(len(w.flight), "which")
					w.flight = slices.Delete(w.flight, i, i+1)
				}
			},
			func() { // twice
				if p, ok := some(w.flight); ok {
					w.deliver(p)
				}
			},
			func() { // again, from long ago
				if p, ok := some(w.record); ok {
					w.deliver(p)
				}
			},
			func() { // falsified, beside the true one
				if p, ok := some(w.record); ok {
					bit := pick(8*len(p.data), "bit")
					p.data[bit/8] ^= 1 << (bit % 8)
					w.deliver(p)
				}
			},
			func() { // from or to somewhere else
				if p, ok := some(w.record); ok {
					if p.to == ap(serverAt) {
						p.from = testAddress(pick(12, "from"))
					} else {
						p.to = testAddress(pick(12, "to"))
					}
					w.deliver(p)
				}
			},
			func() { w.say(client().dialed) },
			func() { w.say(client().dialed) },
			func() { w.say(client().dialed) },
			func() {
				if len(w.opened) > 0 {
					w.say(w.opened[pick(len(w.opened), "peer")])
				}
			},
			func() { // roams
				c := client()
				c.wire.at = testAddress(pick(12, "to"))
			},
			func() { w.dial(pick(12, "at"), rapid.Bool().Draw(t, "known")) },
			func() {
				if pick(4, "really") > 0 {
					return
				}
				if rapid.Bool().Draw(t, "the client") {
					c := client()
					c.left = true
					c.dialed.Close("I have to go")
				} else if len(w.opened) > 0 {
					w.opened[pick(len(w.opened), "peer")].Close("go")
				}
				w.later(0)
			},
			func() { // a silence in which all time out
				if pick(10, "really") == 0 {
					w.flight = nil
					w.later(11 * time.Second)
				}
			},
		}
		heal := func(rounds int) {
			for range rounds {
				w.later(200 * ms)
				for len(w.flight) > 0 {
					p := w.flight[0]
					w.flight = w.flight[1:]
					w.deliver(p)
				}
				w.check()
			}
		}
		if rapid.Bool().Draw(t, "all is well at first") {
			heal(3)
		}
		for range rapid.SampledFrom([]int{400, 100, 20}).Draw(t, "steps") {
			ops[pick(len(ops), "op")]()
			w.check()
		}
		// The network has recovered: every open peer receives and is received.
		w.flight = nil
		for _, c := range w.clients { // apart from each other, so that there is room for all
			c.wire.at = netip.AddrPortFrom(netip.AddrFrom4([4]byte{203, 0, 113, byte(c.who)}), 1)
		}
		heal(75)
		for _, p := range w.server.currentPeers() {
			if p.state.Load() != open {
				t.Fatalf("still half-open after 15 s: %d", p.state.Load())
			}
		}
		before := len(w.got)
		talking := 0
		for _, c := range w.clients {
			switch s := c.dialed.state.Load(); {
			case s == open:
				talking++
				w.say(c.dialed)
			case s != ended:
				t.Fatalf("a client in state %d after 15 s", s)
			}
		}
		heal(1)
		if len(w.got) != before+talking {
			t.Fatalf("%d of %d were heard", len(w.got)-before, talking)
		}
		all := w.clients
		w.dial(63, true) // from where nobody is
		heal(3)
		if c := w.clients[len(w.clients)-1]; len(w.clients) > len(all) && !c.dialed.IsOpen() {
			t.Fatalf("a newcomer is not let in: %v, %+v", c.dialed.Err(), w.server.Stats())
		}
		rounds++
		inAll += len(w.opened)
		heardAll += len(w.got)
	}
	for range 3 {
		rapid.Check(t, check)
	}
	t.Logf("%d sessions, %d payloads", inAll, heardAll)
	if inAll < rounds || heardAll < 2*rounds { // -short plays fewer rounds
		t.Fatal("the model tests nothing")
	}
}
