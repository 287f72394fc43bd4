package secure

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

// TestAnswersNoLarger: whatever a stranger sends, valid or not, cut or grown, from wherever,
// the server answers at most one packet, no larger than what it answers.
func TestAnswersNoLarger(t *testing.T) {
	luck := testrand.New(t)
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{HalfOpen: 20, PerSource: 30, Peers: 40})
		server := ap(serverAt)
		answered := map[byte]int{}
		e.setTap(func(datagram) []datagram { return nil }) // the test carries each by hand
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		check := func(p datagram) {
			before := len(e.sent(func(q datagram) bool { return q.from == server }))
			e.put(p)
			pass(answerGap) // and the worker is done
			got := e.sent(func(q datagram) bool { return q.from == server })[before:]
			sum := 0
			for _, q := range got {
				if q.data[0] == typeKeepalive && len(got) > 1 {
					continue // of a session that is open: each second
				}
				if q.to != p.from {
					t.Fatalf("%x for %v is answered to %v", p.data, p.from, q.to)
				}
				sum += len(q.data)
				answered[q.data[0]]++
			}
			if sum > len(p.data) {
				t.Fatalf("%d bytes of type %d are answered with %d: %v", len(p.data), p.data[0], sum, got)
			}
		}
		// A true handshake, step by step, each request mutated at first.
		for range 40 {
			pass(retryFirst)
			sent := e.sent(func(q datagram) bool { return q.to == server })
			if len(sent) == 0 {
				continue
			}
			next := sent[len(sent)-1]
			for range 8 {
				q := datagram{next.from, server, bytes.Clone(next.data)}
				switch luck.IntN(4) {
				case 0:
					q.data = q.data[:1+luck.IntN(len(q.data))]
				case 1:
					q.data = append(q.data, make([]byte, luck.IntN(200))...)
				case 2:
					q.data[luck.IntN(len(q.data))] ^= byte(1 + luck.IntN(255))
				case 3:
					if q.data[0] >= typePayload {
						continue // no stranger, and not without a session: TestSpoofedMigration
					}
					q.from = netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(luck.Uint32())}), 9)
				}
				check(q)
			}
			check(next)
			if got := e.sent(func(q datagram) bool { return q.from == server && q.to == next.from }); len(got) > 0 {
				e.put(got[len(got)-1]) // the client goes on
			}
			if c.g.Peer().IsOpen() && len(s.peers()) == 1 {
				break
			}
		}
		for _, kind := range []byte{typeRetry, typeSecond, typeKeepalive} {
			if answered[kind] == 0 {
				t.Fatalf("no answer of type %d was seen: %v, %+v", kind, answered, s.g.Stats())
			}
		}
		if len(s.peers()) != 1 {
			t.Fatalf("the handshake is not through: %+v", s.g.Stats())
		}
	})
}

// TestNoPlaintext checks that neither the payloads nor the client's key cross the wire in plain text.
func TestNoPlaintext(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{})
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(10 * ms)
		texts := []string{"meet me at the red tower", "position 1024 64 -2048", "the reason of the end"}
		say(t, c, c.g.Peer(), texts[0])
		say(t, s, s.peers()[0], texts[1])
		pass(ms)
		s.peers()[0].Close(texts[2])
		pass(100 * ms)
		heard(t, s, texts[0])
		heard(t, c, texts[1])
		own, shown := *known(2), *known(1)
		all := e.sent(func(datagram) bool { return true })
		found := false
		for _, p := range all {
			for _, x := range append(texts, string(own[:])) {
				for n := 0; n+8 <= len(x); n++ {
					if bytes.Contains(p.data, []byte(x[n:n+8])) {
						t.Fatalf("%q is in %x", x, p.data)
					}
				}
			}
			found = found || bytes.Contains(p.data, shown[:])
		}
		if len(all) < 8 || !found {
			t.Fatal("the search finds nothing at all") // the server's key is in the retry
		}
	})
}

// manInTheMiddle stands between a client and the server with a key of her own: she answers the
// client as a server, and speaks to the server as a client.
func manInTheMiddle(t *testing.T, e *fakeNetwork, trust func(Key) error, knownKey *Key) (s, c, front *testEnd) {
	s = e.listen(t, Config{})
	front = e.listenAt(t, "203.0.113.66:1", Config{Secret: secret(66)})
	e.setTap(func(p datagram) []datagram {
		switch {
		case p.from == ap("198.51.100.1:1"): // to the server, as it thinks
			p.to = ap("203.0.113.66:1")
		case p.from == ap("203.0.113.66:1"):
			p.from = ap(serverAt)
		}
		return []datagram{p}
	})
	c, _ = e.dial(t, "198.51.100.1:1", 2, Config{Known: knownKey, Trust: trust})
	return s, c, front
}

// TestManInTheMiddle: she is refused where the server's key is known, even if she shows that
// key, and at first contact by a Trust that compares.
func TestManInTheMiddle(t *testing.T) {
	no := errors.New("the fingerprint is not the one on the invitation")
	compare := func(k Key) error {
		if k != *known(1) {
			return no
		}
		return nil
	}
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		_, c, front := manInTheMiddle(t, e, nil, known(1))
		pass(time.Second)
		var why *KeyError
		if !errors.As(c.g.Peer().Err(), &why) || why.Shown != *known(66) || len(front.peers()) != 0 {
			t.Fatalf("IK: %v", c.g.Peer().Err())
		}
	})
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		_, c, front := manInTheMiddle(t, e, compare, nil)
		pass(time.Second)
		if c.g.Peer().Err() != no || len(front.peers()) != 0 {
			t.Fatalf("XX: %v", c.g.Peer().Err())
		}
	})
	bubble(t, func(t *testing.T, e *fakeNetwork) { // the attack works on who trusts everybody, or the test shows nothing
		_, c, front := manInTheMiddle(t, e, func(Key) error { return nil }, nil)
		pass(time.Second)
		if !c.g.Peer().IsOpen() || len(front.peers()) != 1 || c.g.Peer().Key() != *known(66) {
			t.Fatalf("no attack: %v", c.g.Peer().Err())
		}
	})
	for _, trust := range []func(Key) error{nil, compare} { // she passes all on, but for the key or the world shown
		for _, lie := range []string{"key", "world"} {
			bubble(t, func(t *testing.T, e *fakeNetwork) {
				s := e.listen(t, Config{})
				e.setTap(func(p datagram) []datagram {
					if p.data[0] == typeRetry && lie == "key" {
						shown := *known(66)
						copy(p.data[firstHead+worldBytes:], shown[:])
					} else if p.data[0] == typeRetry {
						p.data[firstHead]++
					}
					return []datagram{p}
				})
				cfg := Config{Trust: trust}
				if trust == nil {
					cfg.Known = known(1)
				}
				c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
				pass(11 * time.Second)
				if c.g.Peer().Err() == nil || len(s.peers()) != 0 || len(c.peers()) != 0 {
					t.Fatalf("another %s shown: %v", lie, c.g.Peer().Err())
				}
			})
		}
	}
}

// TestShowsAnothersKey: a server that shows the key of another in its retry, without having
// it, gets no session.
func TestShowsAnothersKey(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		false66 := secret(66)
		false66.public = secret(1).public // as shown; the private half is her own
		s := e.listen(t, Config{Secret: false66})
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(11 * time.Second)
		if c.g.Peer().Err() != ErrTimeout || len(c.peers()) != 0 || len(s.peers()) != 0 || c.g.Stats().Forged+s.g.Stats().Forged == 0 {
			t.Fatalf("%v, %+v, %+v", c.g.Peer().Err(), c.g.Stats(), s.g.Stats())
		}
	})
}

// TestReplayedSession replays the packets of a whole session to the same server during and after it, and to a restarted
// server: no session opens, nothing is delivered and no peer moves.
func TestReplayedSession(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{})
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(10 * ms)
		var want []string
		for i := range 50 {
			want = append(want, fmt.Sprint("up ", i))
			say(t, c, c.g.Peer(), want[i])
			say(t, s, s.peers()[0], "down")
		}
		pass(10 * ms)
		record := e.sent(func(datagram) bool { return true })
		play := func(from string) {
			t.Helper()
			for _, p := range record {
				q := datagram{p.from, p.to, bytes.Clone(p.data)}
				if from != "" {
					q.from = ap(from)
				}
				e.put(q)
				pass(ms)
			}
			pass(halfOpenFor + time.Second)
			heard(t, s, want...)
			if n := len(c.messages()); n != 50 {
				t.Fatalf("the client heard %d", n)
			}
			if n := s.g.Stats(); n.Handshakes != 1 || n.Migrated != 0 || n.HalfOpen != 0 {
				t.Fatalf("played again from %q: %+v", from, n)
			}
		}
		play("")
		play("203.0.113.66:1")
		if p := s.peers()[0]; !p.IsOpen() || !c.g.Peer().IsOpen() || p.Addr() != ap("198.51.100.1:1") {
			t.Fatal("the session has suffered")
		}
		c.end()
		pass(100 * ms)
		record = e.sent(func(datagram) bool { return true }) // with the closes
		play("")
		if n := s.g.Stats(); n.Peers != 0 || n.Unknown == 0 {
			t.Fatalf("%+v", n)
		}
		s.end()
		anew := e.listen(t, Config{})
		for _, p := range record {
			e.put(p)
		}
		pass(halfOpenFor + time.Second)
		if n := anew.g.Stats(); n.Handshakes != 0 || n.Peers != 0 || len(anew.messages()) != 0 || n.NoCookie == 0 {
			t.Fatalf("at the restarted server: %+v", n)
		}
	})
}

// TestForgedPackets: packets from the right address with the right session number, but without
// the key, reset and close nothing and say nothing, at either end; of every type.
func TestForgedPackets(t *testing.T) {
	luck := testrand.New(t)
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{})
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(10 * ms)
		say(t, c, c.g.Peer(), "before")
		pass(ms)
		var true1 []byte
		for _, p := range e.sent(isKind(typePayload)) {
			true1 = p.data
		}
		for range 3000 {
			lie := bytes.Clone(true1[:1+idBytes])
			lie[0] = []byte{typePayload, typeKeepalive, typeClose, byte(luck.IntN(20))}[luck.IntN(4)]
			for range counterBytes + luck.IntN(60) {
				lie = append(lie, byte(luck.Uint32()))
			}
			if luck.IntN(2) == 0 {
				e.put(datagram{ap("198.51.100.1:1"), ap(serverAt), lie})
			} else {
				e.put(datagram{ap(serverAt), ap("198.51.100.1:1"), lie})
			}
		}
		turned := bytes.Clone(true1) // a payload turned into a close
		turned[0] = typeClose
		e.put(datagram{ap("198.51.100.1:1"), ap(serverAt), turned})
		back := bytes.Clone(true1) // and the client's own, sent back to it
		e.put(datagram{ap(serverAt), ap("198.51.100.1:1"), back})
		pass(100 * ms)
		say(t, c, c.g.Peer(), "after")
		say(t, s, s.peers()[0], "yes")
		pass(ms)
		heard(t, s, "before", "after")
		heard(t, c, "yes")
		if n := s.g.Stats(); n.Forged < 500 || n.Handshakes != 1 || n.Migrated != 0 {
			t.Fatalf("%+v", n)
		}
	})
}

// TestRepeatedHandshakeMessages: handshake messages that come twice, or late, get the same answer and make no
// second session.
func TestRepeatedHandshakeMessages(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{})
		e.setTap(func(p datagram) []datagram {
			if p.data[0] < typePayload {
				return []datagram{p, p, p}
			}
			return []datagram{p}
		})
		c, _ := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(10 * ms)
		e.setTap(nil)
		if !c.g.Peer().IsOpen() || len(s.peers()) != 1 {
			t.Fatalf("not open: %+v", s.g.Stats())
		}
		shakes := e.sent(func(p datagram) bool {
			return p.data[0] < typePayload && p.to == ap(serverAt) && p.data[0] != typeHello
		})
		seconds := e.sent(isKind(typeSecond))
		for range 20 {
			pass(2 * answerGap)
			for _, p := range shakes {
				e.put(p)
			}
		}
		pass(10 * ms)
		for _, p := range e.sent(isKind(typeSecond)) {
			if !bytes.Equal(p.data, seconds[0].data) {
				t.Fatal("another answer to the same message")
			}
		}
		if n := s.g.Stats(); n.Handshakes != 1 || n.Peers != 1 || n.HalfOpen != 0 || n.Repeats < 10 || n.Forged != 0 {
			t.Fatalf("%+v", n)
		}
		pass(repeatWindow)
		if len(s.g.handshakes) != 0 {
			t.Fatal("the handshake is kept")
		}
		say(t, c, c.g.Peer(), "still there")
		pass(ms)
		heard(t, s, "still there")
	})
}

// TestTamperedHandshakeMessages: a message of the handshake that was tampered with, and comes before the true
// one, does not spoil it.
func TestTamperedHandshakeMessages(t *testing.T) {
	luck := testrand.New(t)
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{PerSource: 1000, SourceRate: 1e6, TotalRate: 1e6})
		for i := range 60 {
			e.setTap(func(p datagram) []datagram {
				head := map[byte]int{typeFirstIK: firstHead, typeFirstXX: firstHead, typeSecond: secondHead, typeThird: secondHead}[p.data[0]]
				if head == 0 {
					return []datagram{p}
				}
				lie := datagram{p.from, p.to, bytes.Clone(p.data)}
				lie.data[head+luck.IntN(len(lie.data)-head)] ^= 1 << luck.IntN(8)
				low := datagram{p.from, p.to, bytes.Clone(p.data)}
				clear(low.data[head : head+keyBytes]) // a point of low order
				return []datagram{lie, low, p}
			})
			c, _ := e.dial(t, fmt.Sprintf("198.51.100.1:%d", i+1), 2, cfg)
			pass(100 * ms)
			first := e.sent(func(p datagram) bool { return p.data[0] == typeFirstIK || p.data[0] == typeFirstXX })
			if !c.g.Peer().IsOpen() || len(first) != i+1 {
				t.Fatalf("%v: handshake %d is spoiled", c.g.Peer().Err(), i)
			}
			c.end()
		}
		if n := s.g.Stats(); n.Handshakes != 60 || n.Forged < 60 {
			t.Fatalf("%+v", n)
		}
	})
}
