package secure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSessionDeliversPayloads: both ends know each other's key and the world, payloads pass both ways, and
// the reason of the end arrives.
func TestSessionDeliversPayloads(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{World: [16]byte{7, 8}})
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(10 * ms)
		if len(s.peers()) != 1 || len(c.peers()) != 1 || !c.g.Peer().IsOpen() {
			t.Fatalf("not open: %v, %+v", c.g.Peer().Err(), s.g.Stats())
		}
		p, far := s.peers()[0], c.g.Peer()
		if p.Key() != *known(2) || far.Key() != *known(1) {
			t.Fatal("not whom they are")
		}
		if far.World() != [16]byte{7, 8} || p.World() != far.World() {
			t.Fatal("not the same world")
		}
		if p.Addr() != ap("198.51.100.1:1") || p.String() != far.String() {
			t.Fatalf("%v, %v, %v", p.Addr(), p, far)
		}
		say(t, c, far, "up")
		say(t, s, p, strings.Repeat("d", MaxPayload))
		say(t, s, p, "")
		pass(ms)
		heard(t, s, "up")
		heard(t, c, strings.Repeat("d", MaxPayload), "")
		if _, err := c.g.WriteTo(make([]byte, MaxPayload+1), far); err != ErrTooLarge {
			t.Fatal(err)
		}
		if _, err := c.g.WriteTo(nil, p); err == nil {
			t.Fatal("sent to a peer of another gate")
		}
		p.Close("go away")
		pass(100 * ms)
		var why *ClosedError
		if !errors.As(far.Err(), &why) || !why.Remote || why.Reason != "go away" {
			t.Fatalf("ended with %v", far.Err())
		}
		if !errors.As(p.Err(), &why) || why.Remote {
			t.Fatalf("ended with %v", p.Err())
		}
		if !slices.Equal(c.reasons(), []string{"go away"}) || !slices.Equal(s.reasons(), []string{"go away"}) {
			t.Fatalf("told %q and %q", c.reasons(), s.reasons())
		}
		if n := s.g.Stats(); n.Peers != 0 || n.HalfOpen != 0 || n.Handshakes != 1 || len(s.g.sources) != 0 || len(s.g.handshakes) != 0 {
			t.Fatalf("left over: %+v", n)
		}
		<-c.g.Done() // a dialled Endpoint ends with its session
		if _, err := c.g.WriteTo(nil, far); err != ErrNotOpen {
			t.Fatal(err)
		}
		c.end()
		s.end()
	})
}

// TestCloseThrice: a reason is cut at 256 bytes and sent three times within 40 ms, and each
// of them is enough.
func TestCloseThrice(t *testing.T) {
	for lost := range 3 {
		bubble(t, func(t *testing.T, e *fakeNetwork) {
			s := e.listen(t, Config{})
			c, _ := e.dial(t, "198.51.100.1:1", 2, Config{})
			pass(10 * ms)
			n := 0
			var times []time.Time
			e.setTap(func(p datagram) []datagram {
				if p.data[0] == typeClose {
					times = append(times, time.Now())
					if n++; n-1 != lost {
						return nil
					}
				}
				return []datagram{p}
			})
			s.g.CloseWith(strings.Repeat("r", 300))
			pass(ms)
			if got := c.reasons(); !slices.Equal(got, []string{strings.Repeat("r", 256)}) {
				t.Fatalf("told %q", got)
			}
			if n != 3 || times[2].Sub(times[0]) != 40*ms {
				t.Fatalf("%d times, at %v", n, times)
			}
			c.end()
			s.end()
		})
	}
}

// TestKeepalive: nothing to say costs a packet a second each way, and who has said something
// says no more.
func TestKeepalive(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		c, _ := e.dial(t, "198.51.100.1:1", 2, Config{})
		pass(10 * ms)
		before := len(e.sent(isKind(typeKeepalive)))
		pass(60 * time.Second)
		if n := len(e.sent(isKind(typeKeepalive))) - before; n < 118 || n > 121 {
			t.Fatalf("%d keepalives in a minute", n)
		}
		before = len(e.sent(isKind(typeKeepalive)))
		for range 100 {
			say(t, c, c.g.Peer(), "x")
			say(t, s, s.peers()[0], "x")
			pass(300 * ms)
		}
		if n := len(e.sent(isKind(typeKeepalive))) - before; n != 0 {
			t.Fatalf("%d keepalives beside payloads", n)
		}
		if !c.g.Peer().IsOpen() || !s.peers()[0].IsOpen() {
			t.Fatal("not open any more")
		}
		c.end()
		s.end()
	})
}

// TestTimeout checks that both ends close after 10 s of silence, not earlier.
func TestTimeout(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		c, _ := e.dial(t, "198.51.100.1:1", 2, Config{})
		pass(5 * time.Second)
		e.setTap(func(datagram) []datagram { return nil })
		pass(8900 * ms)
		if !c.g.Peer().IsOpen() || !s.peers()[0].IsOpen() {
			t.Fatal("too early")
		}
		pass(1200 * ms)
		if c.g.Peer().Err() != ErrTimeout || s.peers()[0].Err() != ErrTimeout {
			t.Fatalf("%v, %v", c.g.Peer().Err(), s.peers()[0].Err())
		}
		pass(100 * ms)
		if n := s.g.Stats().Peers; n != 0 {
			t.Fatalf("%d peers", n)
		}
		c.end()
		s.end()
	})
}

// TestHandshakeOverLossyNetwork: any one packet of the handshake may be lost, and any two, three or four from
// there on.
func TestHandshakeOverLossyNetwork(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{PerSource: 500, Peers: 500, TotalRate: 1e6, SourceRate: 1e6})
		for first := range 9 {
			for many := 1; many <= 4; many++ {
				n := 0
				e.setTap(func(p datagram) []datagram {
					if n++; n > first && n <= first+many {
						return nil
					}
					return []datagram{p}
				})
				c, _ := e.dial(t, fmt.Sprintf("198.51.100.1:%d", 10+first*10+many), 2, cfg)
				pass(5 * time.Second)
				if c.g.Peer().Err() != nil || !c.g.Peer().IsOpen() {
					t.Fatalf("packets %d to %d lost: %v", first, first+many, c.g.Peer().Err())
				}
				say(t, c, c.g.Peer(), "in")
				pass(10 * ms)
				if m := s.messages(); len(m) == 0 || m[len(m)-1].data != "in" {
					t.Fatalf("packets %d to %d lost: the server does not hear", first, first+many)
				}
				c.end()
				pass(100 * ms)
			}
		}
		if n := s.g.Stats(); n.Handshakes != 36 || n.Peers != 0 || n.Forged != 0 {
			t.Fatalf("%+v", n)
		}
		s.end()
	})
}
