package secure

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// TestMigration: the source address changes in mid-session again and again, nobody notices
// and no payload is lost; what is older than the newest packet moves nobody; the source's
// count follows.
func TestMigration(t *testing.T) {
	both(t, func(t *testing.T, e *fakeNetwork, cfg Config) {
		s := e.listen(t, Config{})
		c, pc := e.dial(t, "198.51.100.1:1", 2, cfg)
		pass(10 * ms)
		p := s.peers()[0]
		var up, down []string
		for i := range 40 {
			at := fmt.Sprintf("198.51.100.%d:%d", 1+i/8, 100+i)
			pc.move(at)
			up = append(up, fmt.Sprint("up ", i))
			say(t, c, c.g.Peer(), up[i])
			pass(ms)
			if p.Addr() != ap(at) {
				t.Fatalf("at %v, not %v", p.Addr(), at)
			}
			down = append(down, fmt.Sprint("down ", i))
			say(t, s, p, down[i])
			pass(ms)
		}
		heard(t, s, up...)
		heard(t, c, down...)
		now := p.Addr()
		e.setTap(func(q datagram) []datagram { // two packets that overtake each other
			if q.data[0] != typePayload {
				return []datagram{q}
			}
			return nil
		})
		before := len(e.sent(isKind(typePayload)))
		say(t, c, c.g.Peer(), "older")
		say(t, c, c.g.Peer(), "newer")
		two := e.sent(isKind(typePayload))[before:]
		two[0].from = ap("203.0.113.5:5") // the older comes from elsewhere, and late
		e.put(two[1])
		e.put(two[0])
		pass(ms)
		heard(t, s, append(slices.Clone(up), "newer", "older")...)
		two[1].from = ap("203.0.113.5:5") // and a copy of the newest from there too
		e.put(two[1])
		pass(ms)
		if p.Addr() != now {
			t.Fatalf("moved to %v", p.Addr())
		}
		if n := s.g.Stats(); n.Migrated != 40 || n.Handshakes != 1 || len(s.g.sources) != 1 || s.g.sources[sourceOf(now)] != 1 {
			t.Fatalf("%+v, sources %v", n, s.g.sources)
		}
	})
}

// TestMigrationWithinSourceLimit checks that no peer migrates to a source that already has its share of sessions.
func TestMigrationWithinSourceLimit(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{PerSource: 2})
		var socks []*fakeSocket
		var cs []*testEnd
		for i := range 3 {
			c, pc := e.dial(t, fmt.Sprintf("198.51.100.%d:%d", 1+i/2, 1+i), 2+i, Config{})
			socks, cs = append(socks, pc), append(cs, c)
		}
		pass(time.Second)
		socks[2].move("198.51.100.1:9")
		say(t, cs[2], cs[2].g.Peer(), "from where two are")
		pass(ms)
		if n := s.g.Stats(); n.Migrated != 0 || n.Source != 1 || n.Peers != 3 {
			t.Fatalf("%+v", n)
		}
		heard(t, s, "from where two are")
		cs[0].end()
		pass(100 * ms)
		say(t, cs[2], cs[2].g.Peer(), "there is room")
		pass(ms)
		if n := s.g.Stats(); n.Migrated != 1 || s.g.sources[netip.MustParseAddr("198.51.100.1")] != 2 || len(s.g.sources) != 1 {
			t.Fatalf("%+v, %v", n, s.g.sources)
		}
	})
}

// TestSpoofedMigration: who has a session and names another's address as its own gets the server to
// send there little more than three bytes for each that came, however often it does so.
func TestSpoofedMigration(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		c, _ := e.dial(t, "198.51.100.1:1", 2, Config{Timeout: time.Hour})
		pass(10 * ms)
		p := s.peers()[0]
		up, down := 0, 0
		spoofing := true
		e.setTap(func(q datagram) []datagram {
			if !spoofing || q.from == ap(serverAt) && q.to.Addr() != netip.MustParseAddr("203.0.113.80") {
				return []datagram{q}
			}
			if q.from == ap(serverAt) { // to the victim, who does not answer
				down += len(q.data)
				return nil
			}
			up += len(q.data)
			q.from = netip.AddrPortFrom(netip.MustParseAddr("203.0.113.80"), uint16(1+up%3))
			return []datagram{q}
		})
		refused := 0
		for i := range 2000 { // 20 s
			if i%5 == 0 {
				say(t, c, c.g.Peer(), "spoofed")
			}
			for range 3 {
				if _, err := s.g.WriteTo(make([]byte, 1000), p); err == ErrUnvalidated {
					refused++
				} else if err != nil {
					t.Fatal(err)
				}
				if _, _, err := p.Seal(nil, make([]byte, 1000)); err != nil && err != ErrUnvalidated {
					t.Fatal(err)
				}
			}
			pass(10 * ms)
		}
		n := s.g.Stats()
		if most := creditTimes*up + 3*creditFirst + 200*64; down > most || down < up || refused < 1000 || n.Unvalidated < 1000 || n.Migrated < 20 {
			t.Fatalf("%d up, %d down, %d at most, %+v", up, down, most, n)
		}
		spoofing = false // where it really is, it can prove that
		say(t, c, c.g.Peer(), "here")
		pass(probeEvery)
		say(t, c, c.g.Peer(), "here")
		pass(ms)
		before := len(c.messages())
		for range 100 {
			say(t, s, p, string(make([]byte, 1000)))
		}
		pass(ms)
		if got := len(c.messages()) - before; got != 100 {
			t.Fatalf("%d of 100 where it is", got)
		}
	})
}
