package secure

// Handshakes that somebody begins and does not finish, from many addresses at once.

import (
	"crypto/rand"
	"fmt"
	"testing"
	"time"
)

// strangerCrowd begins handshakes from addresses of its own, by raw packets.
type strangerCrowd struct {
	e    *fakeNetwork
	from []string
	n    int
	kept map[string][][]byte // first messages with good cookies, by address
}

// hello asks for a cookie and gives the first message that it is good for. No key is agreed: the ephemeral key is random bytes.
func (c *strangerCrowd) hello(from string) []byte {
	var public [keyBytes]byte
	rand.Read(public[:])
	n := nonceOf(public[:])
	b := append([]byte{typeHello}, magic...)
	b = append(b, layout, 0, 0)
	b = append(b, n[:]...)
	c.e.put(datagram{ap(from), ap(serverAt), append(b, make([]byte, helloBytes-len(b))...)})
	pass(0)
	retries := c.e.sent(func(p datagram) bool { return p.to == ap(from) && p.data[0] == typeRetry })
	if len(retries) == 0 {
		return nil
	}
	retry := retries[len(retries)-1].data
	first := append([]byte{typeFirstXX}, retry[1:firstHead]...)
	first = append(first, public[:]...)
	return append(first, make([]byte, helloBytes-len(first))...)
}

// forget drops what was sent, or looking for an answer takes ever longer.
func (e *fakeNetwork) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.log = nil
}

// begin sends a first message from the next address, one that is kept if there is one.
func (c *strangerCrowd) begin(fresh bool) {
	from := c.from[c.n%len(c.from)]
	if kept := c.kept[from]; len(kept) > 0 && !fresh {
		c.e.put(datagram{ap(from), ap(serverAt), kept[c.n/len(c.from)%len(kept)]})
	} else if first := c.hello(from); first != nil {
		c.e.put(datagram{ap(from), ap(serverAt), first})
	}
	c.n++
}

// TestJoinBesideACrowd: sixty addresses begin ten handshakes a second each and finish none; an honest player joins beside them
// within half a second, whether they are in one network or in sixty, in the honest one's own or not, and whether they send
// the same messages again or new ones.
func TestJoinBesideACrowd(t *testing.T) {
	const sources, rate, lasts = 60, 10, 4
	for i, c := range []struct {
		name  string
		at    string // of the crowd
		fresh bool
		n     int
	}{
		{"sixty networks, new messages", "198.%d.100.1:9", true, sources},
		{"sixty networks, the same again", "198.%d.100.1:9", false, sources},
		{"one network, new messages", "203.0.113.%d:9", true, sources},
		{"the player's network, new messages", "192.0.3.%d:9", true, sources},
		{"one address, new messages", "203.0.113.9:%d", true, sources},
	} {
		if testing.Short() && i > 1 { // under the race detector
			break
		}
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *fakeNetwork) {
				s := e.listen(t, Config{})
				w := &strangerCrowd{e: e, kept: map[string][][]byte{}}
				for i := range c.n {
					w.from = append(w.from, fmt.Sprintf(c.at, i+1))
				}
				if !c.fresh {
					for _, from := range w.from {
						for range rate {
							w.kept[from] = append(w.kept[from], w.hello(from))
						}
						e.forget()
					}
				}
				var took []time.Duration
				var worst time.Duration
				for step := range lasts * 100 { // 10 ms each
					for range sources * rate / 100 {
						w.begin(c.fresh)
					}
					if step >= 100 && step%50 == 0 { // when the crowd has had a second
						cl, _ := e.dial(t, fmt.Sprintf("192.0.2.%d:5", 10+step/50), 100+step, Config{})
						start := time.Now()
						for !cl.g.Peer().IsOpen() && time.Since(start) < 5*time.Second {
							for range sources * rate / 100 {
								w.begin(c.fresh)
							}
							pass(10 * ms)
							e.forget()
						}
						took = append(took, time.Since(start))
						worst = max(worst, took[len(took)-1])
						cl.end()
					}
					pass(10 * ms)
					e.forget()
				}
				n := s.g.Stats()
				t.Logf("%d honest joins, at most %v: %v; %d first messages of the crowd, %+v", len(took), worst, took, w.n, n)
				if worst > 500*ms || len(took) < 6 {
					t.Errorf("%d joins, one took %v", len(took), worst)
				}
				if int(n.Handshakes) != len(took) || n.Busy+n.Replayed < 100 || w.n < sources*rate*lasts {
					t.Errorf("the crowd is none: %d messages, %+v", w.n, n)
				}
			})
		})
	}
}

// TestFirstMessagesCountOnce: a first message begins one handshake in the whole time of its cookie, and a new one of the same
// address begins another.
func TestFirstMessagesCountOnce(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		w := &strangerCrowd{e: e, from: []string{"203.0.113.9:9"}}
		first := w.hello(w.from[0])
		begun := func() int { return len(e.sent(isKind(typeSecond))) }
		for i := range 25 {
			e.put(datagram{ap(w.from[0]), ap(serverAt), first})
			pass(12 * time.Second) // the half-open one is forgotten by then
			if begun() != 1 {
				t.Fatalf("%d answers after it was sent %d times", begun(), i+1)
			}
		}
		if n := s.g.Stats(); n.Replayed < 8 || n.NoCookie < 1 || n.HalfOpen != 0 {
			t.Fatalf("%+v", n)
		}
		w.begin(true)
		pass(ms)
		if begun() != 2 {
			t.Fatal("a new one begins none")
		}
		pass(halfOpenFor)
	})
}

// TestOneAddressLeavesRoom: one address takes half of the sessions at most and then others come in; the sessions of a whole
// school fit where there are twice as many as players.
func TestOneAddressLeavesRoom(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		const peers, school = 48, 20
		s := e.listen(t, Config{Peers: peers, SourceBurst: 1000})
		dial := func(at string, n int) (in, refused int) {
			for i := range n {
				cl, _ := e.dial(t, fmt.Sprintf(at, i+1), 500+i, Config{})
				pass(10 * ms)
				if cl.g.Peer().IsOpen() {
					in++
				} else if len(cl.reasons()) == 1 {
					refused++
				}
			}
			return in, refused
		}
		if in, _ := dial("192.0.2.7:%d", school); in != school {
			t.Fatalf("%d of %d behind one address", in, school)
		}
		in, refused := dial("192.0.2.7:%d", 100)
		if in += school; in != peers/2 || refused != 100+school-in {
			t.Fatalf("%d in, %d refused", in, refused)
		}
		for i := range 4 { // others, each with as many as they like: there is always room for one more address
			in, _ := dial(fmt.Sprintf("198.51.%d.1:%%d", i), 100)
			if in == 0 {
				t.Fatalf("no room for the next address: %+v", s.g.Stats())
			}
			t.Logf("address %d: %d in", i+2, in)
		}
		if n := s.g.Stats(); n.Peers >= peers {
			t.Fatalf("%+v", n)
		}
	})
}
