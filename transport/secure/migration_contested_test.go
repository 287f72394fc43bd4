package secure

// Somebody on the way who is faster than the network: copies of a session's packets that come from elsewhere, before the
// packets themselves.

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

const (
	attackerAddr = "203.0.113.9:9"
	clientAt     = "198.51.100.1:1"
	oneWay       = 40 * ms // of the honest packets
	thiefWins    = 2 * ms  // by which copies come earlier
)

// race delivers each packet after oneWay, and before it a copy from the thief of those that are picked.
func (e *fakeNetwork) race(copies func(datagram) bool) {
	e.copied(copies, oneWay-thiefWins, func() bool { return false })
}

// copied delivers each packet after oneWay, but for those that are lost, and a copy from the thief of those that are picked
// after another time.
func (e *fakeNetwork) copied(copies func(datagram) bool, after time.Duration, lost func() bool) {
	late := func(d time.Duration, p datagram) {
		go func() {
			time.Sleep(d)
			e.put(p)
		}()
	}
	e.setTap(func(p datagram) []datagram {
		if copies(p) {
			early := p
			early.from = ap(attackerAddr)
			late(after, early)
		}
		if !lost() {
			late(oneWay, p)
		}
		return nil
	})
}

// calm ends a race, and lets what is under way arrive: a test that ends before leaves goroutines behind.
func (e *fakeNetwork) calm() {
	e.setTap(nil)
	pass(time.Second)
}

// talk has an end send a payload each 10 ms and gives the longest time in which none of them came, and how many came.
func talk(t *testing.T, from *testEnd, to *Peer, at *testEnd, d time.Duration) (silence time.Duration, came int) {
	t.Helper()
	before := len(at.messages())
	last, seen := time.Now(), before
	for start := time.Now(); time.Since(start) < d; {
		if _, err := from.g.WriteTo([]byte("payload"), to); err != nil && err != ErrUnvalidated {
			t.Fatal(err)
		}
		pass(10 * ms)
		if n := len(at.messages()); n > seen {
			seen, last = n, time.Now()
		}
		silence = max(silence, time.Since(last))
	}
	return silence, seen - before
}

// TestEarlyCopies: who copies a session's packets and is faster costs it a second at most, in either direction, from the
// first packet on or later, with all packets or some, whether or not they pass the probes on; and the session goes on.
func TestEarlyCopies(t *testing.T) {
	const lasts = 8 * time.Second
	up := func(p datagram) bool { return p.from == ap(clientAt) }
	down := func(p datagram) bool { return p.from == ap(serverAt) && p.to == ap(clientAt) }
	count := 0
	for _, c := range []struct {
		name   string
		copies func(datagram) bool
		join   bool // from the join on
		passes bool // what the server sends to the thief, to the client
	}{
		{"up", up, false, false},
		{"up, from the join on", up, true, false},
		{"up, each second", func(p datagram) bool { count++; return up(p) && count%2 == 0 }, false, false},
		{"up, and passes probes on", up, false, true},
		{"down", down, false, false},
		{"down, from the join on", down, true, false},
		{"both", func(p datagram) bool { return up(p) || down(p) }, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *fakeNetwork) {
				s := e.listen(t, Config{})
				nobody := func(datagram) bool { return false }
				if e.race(nobody); c.join {
					e.race(c.copies)
				}
				if c.passes {
					defer e.passOn()()
				}
				cl, _ := e.dial(t, clientAt, 2, Config{})
				defer e.calm()
				pass(time.Second)
				if len(s.peers()) != 1 || !cl.g.Peer().IsOpen() {
					t.Fatalf("not in after a second: %+v", s.g.Stats())
				}
				p := s.peers()[0]
				e.race(c.copies)
				stop := make(chan struct{})
				defer close(stop)
				go func() { // the client talks all the time, too
					for {
						select {
						case <-stop:
							return
						default:
						}
						cl.g.WriteTo([]byte("up"), cl.g.Peer())
						time.Sleep(10 * ms)
					}
				}()
				ups := len(s.messages())
				silence, came := talk(t, s, p, cl, lasts)
				ups = len(s.messages()) - ups
				t.Logf("%d of %d came down, longest silence %v, %d came up; %+v", came, lasts/(10*ms), silence, ups, s.g.Stats())
				if most := time.Second; silence > most || came < int((lasts-time.Second)/(10*ms)) {
					t.Errorf("%d came down, silent for %v", came, silence)
				}
				if ups < int((lasts-time.Second)/(10*ms)) {
					t.Errorf("%d came up", ups)
				}
				if p.Addr() != ap(clientAt) || cl.g.Peer().Addr() != ap(serverAt) {
					t.Errorf("the client is thought to be at %v, the server at %v", p.Addr(), cl.g.Peer().Addr())
				}
				e.race(nobody)
				if silence, _ := talk(t, s, p, cl, time.Second); silence > 2*oneWay+20*ms {
					t.Errorf("silent for %v when it was over", silence)
				}
			})
		})
	}
}

// passOn has the thief pass on what comes to it, until the function that it gives is called.
func (e *fakeNetwork) passOn() (stop func() error) {
	pc := e.socket(attackerAddr)
	go func() {
		for {
			select {
			case p := <-pc.in:
				e.put(datagram{ap(attackerAddr), ap(clientAt), p.data})
			case <-pc.closed:
				return
			}
		}
	}()
	return pc.Close
}

// TestLateCopies: copies that come later than the packets move nobody for long, also when the peer moves at that time and loses
// packets, whose copies are new when they come.
func TestLateCopies(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		sent := 0
		e.copied(func(p datagram) bool { return p.from != ap(serverAt) }, oneWay+3*ms, func() bool { // a fifth of all
			sent++
			return sent > 20 && sent%5 == 0
		})
		cl, pc := e.dial(t, clientAt, 2, Config{})
		defer e.calm()
		pass(time.Second)
		p := s.peers()[0]
		at := clientAt
		for i := range 12 {
			if i%3 == 2 {
				at = fmt.Sprintf("198.51.100.%d:7", 10+i)
				pc.move(at)
			}
			away := 0
			for range 200 {
				say(t, cl, cl.g.Peer(), "up")
				pass(20 * ms)
				if p.Addr() == ap(attackerAddr) {
					away++
				}
			}
			if p.Addr() != ap(at) || away > 60 { // contestedSilence, and a bit
				t.Fatalf("turn %d: thought to be at %v, not %v; %d of 200 times at the thief's; %+v", i, p.Addr(), at, away, s.g.Stats())
			}
		}
		t.Logf("%+v", s.g.Stats())
	})
}

// TestMoveInContest: a player whose address is fought over and who then really moves is followed within the time after which
// an address counts as silent, or twice that where the first packet from the new address is copied already.
func TestMoveInContest(t *testing.T) {
	const movedTo = "198.51.100.2:2"
	for _, c := range []struct {
		name   string
		copies func(datagram) bool
		within time.Duration
	}{
		{"then undisturbed", func(p datagram) bool { return p.from == ap(clientAt) }, contestedSilence + 500*ms},
		{"copied there, too", func(p datagram) bool { return p.from != ap(serverAt) }, 2*contestedSilence + 500*ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *fakeNetwork) {
				s := e.listen(t, Config{})
				e.race(func(datagram) bool { return false })
				cl, pc := e.dial(t, clientAt, 2, Config{})
				defer e.calm()
				pass(time.Second)
				p := s.peers()[0]
				e.race(c.copies)
				speak := func(d time.Duration, until func() bool) (took time.Duration) {
					for start := time.Now(); time.Since(start) < d && !until(); took = time.Since(start) {
						say(t, cl, cl.g.Peer(), "up")
						pass(20 * ms)
					}
					return took
				}
				speak(2*time.Second, func() bool { return false })
				if p.Addr() != ap(clientAt) || s.g.Stats().MovedBack == 0 {
					t.Fatalf("at %v before it moves, %+v", p.Addr(), s.g.Stats())
				}
				pc.move(movedTo)
				took := speak(8*time.Second, func() bool { return p.Addr() == ap(movedTo) })
				t.Logf("followed after %v; %+v", took, s.g.Stats())
				if took > c.within {
					t.Fatalf("at %v after %v", p.Addr(), took)
				}
				if silence, came := talk(t, s, p, cl, time.Second); came < 90 || silence > 100*ms {
					t.Fatalf("%d came, silent for %v", came, silence)
				}
				speak(3*time.Second, func() bool { return false })
				if p.Addr() != ap(movedTo) {
					t.Fatalf("at %v in the end", p.Addr())
				}
			})
		})
	}
}

// TestServerMoves checks that a client follows its server to a new address only after the old one has been silent.
func TestServerMoves(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		cl, _ := e.dial(t, clientAt, 2, Config{})
		pass(time.Second)
		p, moved := s.peers()[0], ap("192.0.2.2:7777")
		e.setTap(func(q datagram) []datagram {
			if q.from == ap(serverAt) {
				q.from = moved
			}
			if q.to == moved {
				q.to = ap(serverAt)
			}
			return []datagram{q}
		})
		var followed time.Duration
		start := time.Now()
		for range 400 {
			say(t, s, p, "down")
			say(t, cl, cl.g.Peer(), "up")
			pass(10 * ms)
			if followed == 0 && cl.g.Peer().Addr() == moved {
				followed = time.Since(start)
			}
		}
		if followed < serverSilence-time.Second || followed > serverSilence+time.Second {
			t.Fatalf("followed after %v", followed)
		}
		cl.end()
		s.end()
	})
}

// TestOldAddressIsAskedForAWhile checks that an old address is probed for probeOldFor, and no longer.
func TestOldAddressIsAskedForAWhile(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		cl, pc := e.dial(t, clientAt, 2, Config{})
		pass(time.Second)
		var log []datagram
		for i := range 4 {
			pc.move(fmt.Sprintf("198.51.100.%d:5", 10+i))
			for range 1000 {
				say(t, cl, cl.g.Peer(), "up")
				pass(10 * ms)
			}
			log = e.sent(isKind(typeProbe))
		}
		to := map[netip.AddrPort]int{}
		for _, p := range log {
			to[p.to]++
		}
		for at, n := range to {
			if most := int(probeOldFor/probeEvery) + 2; n > most {
				t.Errorf("%d probes to %v, %d at most", n, at, most)
			}
		}
		if len(to) != 5 || to[ap(clientAt)] == 0 {
			t.Errorf("probes went to %v", to)
		}
		cl.end()
		s.end()
	})
}

// TestAnswersFromElsewhere checks that a client accepts a server that answers from another of its addresses than was dialled.
func TestAnswersFromElsewhere(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{})
		other := ap("192.0.2.3:7777")
		e.setTap(func(q datagram) []datagram {
			if q.from == ap(serverAt) {
				q.from = other
			}
			if q.to == other {
				q.to = ap(serverAt)
			}
			return []datagram{q}
		})
		cl, _ := e.dial(t, clientAt, 2, cfg)
		pass(2 * time.Second)
		if !cl.g.Peer().IsOpen() || len(s.peers()) != 1 {
			t.Fatalf("not in: %+v", s.g.Stats())
		}
		say(t, cl, cl.g.Peer(), "up")
		say(t, s, s.peers()[0], "down")
		pass(ms)
		heard(t, s, "up")
		heard(t, cl, "down")
		cl.end()
		s.end()
	})
}
