package secure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDialWithoutAnswer checks that an unanswered dial ends after its timeout and leaves nothing running.
func TestDialWithoutAnswer(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		c, _ := e.dial(t, "198.51.100.1:1", 2, Config{Handshake: 3 * time.Second})
		pass(2990 * ms)
		if c.g.Peer().Err() != nil {
			t.Fatal("too early")
		}
		if _, err := c.g.WriteTo([]byte("x"), c.g.Peer()); err != ErrNotOpen {
			t.Fatal(err)
		}
		pass(20 * ms)
		if c.g.Peer().Err() != ErrTimeout || !slices.Equal(c.reasons(), []string{"timeout"}) || len(c.peers()) != 0 {
			t.Fatalf("%v, %q", c.g.Peer().Err(), c.reasons())
		}
		if n := len(e.sent(isKind(typeHello))); n < 4 || n > 9 {
			t.Fatalf("%d hellos in 3 s", n)
		}
		c.end()
	})
}

// TestOtherVersionIsRefused checks that another version is refused with the version that the server wants.
func TestOtherVersionIsRefused(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{Version: 12})
		cfg.Version = 11
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(100 * ms)
		var why *RefusedError
		if err := c.g.Peer().Err(); !errors.As(err, &why) || *why != (RefusedError{RefusedVersion, 12, 11}) {
			t.Fatal(err)
		}
		if got := c.reasons(); !slices.Equal(got, []string{"the server wants version 12, this is version 11"}) {
			t.Fatalf("%q", got)
		}
		if n := s.g.Stats(); n.Version != 1 || n.Hellos != 0 {
			t.Fatalf("%+v", n)
		}
		c.end()
		s.end()
	})
}

// TestOtherLayoutIsRefused checks that another packet layout is refused with the same frozen answer.
func TestOtherLayoutIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{Version: 12})
		e.setTap(func(p datagram) []datagram {
			if p.data[0] == typeHello {
				p.data[1+len(magic)]++
			}
			return []datagram{p}
		})
		c, _ := e.dial(t, "198.51.100.1:1", 2, Config{Version: 12})
		pass(100 * ms)
		if got := c.reasons(); !slices.Equal(got, []string{"another version of the transport"}) {
			t.Fatalf("%q", got)
		}
		c.end()
		s.end()
	})
}

// TestKeyChanged checks that a server with another key than the known one is refused and that the error has both keys.
func TestKeyChanged(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		c, _ := e.dial(t, "198.51.100.1:1", 2, Config{Known: known(9)})
		pass(100 * ms)
		var why *KeyError
		if err := c.g.Peer().Err(); !errors.As(err, &why) || why.Known != *known(9) || why.Shown != *known(1) {
			t.Fatal(err)
		}
		if text := why.Error(); !strings.Contains(text, known(9).String()) || !strings.Contains(text, known(1).String()) {
			t.Fatal(text)
		}
		if n := s.g.Stats(); n.Handshakes != 0 || n.Peers != 0 {
			t.Fatalf("%+v", n)
		}
		c.end()
		s.end()
	})
}

// TestTrustDecides: at first contact the dial ends with Trust's error, and the server does not
// learn who dialled; without anybody to ask nothing is sent.
func TestTrustDecides(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		no := errors.New("I do not know you")
		var asked []Key
		c, _ := e.dial(t, "198.51.100.1:1", 2, Config{Trust: func(k Key) error { asked = append(asked, k); return no }})
		pass(100 * ms)
		if err := c.g.Peer().Err(); err != no || len(asked) != 1 || asked[0] != *known(1) {
			t.Fatalf("%v, asked %v", err, asked)
		}
		if n := len(e.sent(isKind(typeThird))); n != 0 || len(s.peers()) != 0 {
			t.Fatal("the server was told all the same")
		}
		c.end()
		pass(halfOpenFor)
		if n := s.g.Stats(); n.Peers != 0 || n.HalfOpen != 0 {
			t.Fatalf("%+v", n)
		}
		alone := Dial(e.socket("198.51.100.2:1"), s.g.LocalAddr(), Config{Secret: secret(2)})
		pass(100 * ms)
		if alone.Peer().Err() == nil || len(e.sent(func(p datagram) bool { return p.from == ap("198.51.100.2:1") })) != 0 {
			t.Fatal("connected without a server key or anybody to ask")
		}
		alone.Close()
		s.end()
	})
}

// TestLimitsRefuse: sessions in all, of one source, half-open, and their rates are bounded; who is
// turned away is told why, or tries again.
func TestLimitsRefuse(t *testing.T) {
	dials := func(t *testing.T, e *fakeNetwork, n int, at string) (cs []*testEnd) {
		for i := range n {
			c, _ := e.dial(t, fmt.Sprintf(at, i+1), 2+i, Config{})
			cs = append(cs, c)
		}
		pass(2 * time.Second)
		return cs
	}
	ends := func(s *testEnd, cs []*testEnd) {
		for _, c := range cs {
			c.end()
		}
		pass(100 * ms)
		s.end()
	}
	count := func(cs []*testEnd, why string) (n int) {
		for _, c := range cs {
			if r := c.reasons(); len(r) == 1 && r[0] == why {
				n++
			}
		}
		return n
	}
	t.Run("in all", func(t *testing.T) {
		bubble(t, func(t *testing.T, e *fakeNetwork) {
			s := e.listen(t, Config{Peers: 5})
			cs := dials(t, e, 8, "198.51.100.%d:1")
			if n := count(cs, "the server is full"); n != 3 || s.g.Stats().Handshakes != 5 {
				t.Fatalf("%d refused, %+v", n, s.g.Stats())
			}
			cs[0].end()
			cs[1].end()
			pass(100 * ms)
			if more := dials(t, e, 1, "198.51.101.%d:1"); !more[0].g.Peer().IsOpen() && count(cs[:2], "closed") == 2 {
				t.Fatal("no room where somebody has left")
			} else {
				more[0].end()
			}
			ends(s, cs)
		})
	})
	for _, at := range []string{"198.51.100.1:%d", "[2001:db8:1:2:%x::1]:5"} {
		t.Run("of one source", func(t *testing.T) {
			bubble(t, func(t *testing.T, e *fakeNetwork) {
				s := e.listen(t, Config{PerSource: 5})
				cs := dials(t, e, 8, at)
				if n := count(cs, "too many connections from your address"); n != 3 || s.g.Stats().Handshakes != 5 {
					t.Fatalf("%d refused, %+v", n, s.g.Stats())
				}
				other := dials(t, e, 1, "[2001:db8:1:3::%x]:5")
				if !other[0].g.Peer().IsOpen() {
					t.Fatal("others have no room either")
				}
				other[0].end()
				ends(s, cs)
			})
		})
	}
	t.Run("half-open", func(t *testing.T) {
		bubble(t, func(t *testing.T, e *fakeNetwork) {
			s := e.listen(t, Config{HalfOpen: 5})
			e.setTap(func(p datagram) []datagram { // nobody finishes
				if p.data[0] >= typeThird {
					return nil
				}
				return []datagram{p}
			})
			cs := dials(t, e, 8, "198.51.100.%d:1")
			if n := s.g.Stats(); n.HalfOpen != 5 || n.Peers != 5 || n.Busy < 3 || n.Handshakes != 0 {
				t.Fatalf("%+v", n)
			}
			e.setTap(nil) // who was put off gets in as soon as there is room
			pass(halfOpenFor + 2*time.Second)
			in := 0
			for _, c := range cs {
				if c.g.Peer().IsOpen() {
					in++
				}
			}
			if n := s.g.Stats(); n.HalfOpen != 0 || in != 8 || n.Handshakes != 8 {
				t.Fatalf("%d in, %+v", in, n)
			}
			ends(s, cs)
		})
	})
	t.Run("rates", func(t *testing.T) {
		bubble(t, func(t *testing.T, e *fakeNetwork) {
			s := e.listen(t, Config{SourceBurst: 6, SourceRate: 1})
			for i := range 9 {
				c, _ := e.dial(t, fmt.Sprintf("198.51.100.1:%d", i+1), 2, Config{})
				pass(ms)
				if open := c.g.Peer().IsOpen(); open != (i < 6) {
					t.Fatalf("handshake %d: open %v, %+v", i, open, s.g.Stats())
				}
				c.end()
				pass(50 * ms)
			}
			c, _ := e.dial(t, "198.51.100.1:99", 2, Config{})
			pass(1100 * ms)
			if !c.g.Peer().IsOpen() {
				t.Fatal("not in when it could have been")
			}
			ends(s, []*testEnd{c})
		})
	})
}
