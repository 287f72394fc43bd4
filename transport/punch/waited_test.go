package punch

import (
	"net/netip"
	"testing"
	"time"
)

// timedEnd is a socket that knows when packets came.
type timedEnd struct {
	*end
	waited time.Duration
}

func (e *timedEnd) Receive(buf []byte) (int, netip.AddrPort, bool) {
	if len(e.came) > 0 {
		e.waited = e.w.now - e.came[0].at
	}
	return e.end.Receive(buf)
}

func (e *timedEnd) Waited() time.Duration { return e.waited }

// TestWaited: two clients that draw 8 and 11 pictures a second measure the round trip of the network, 40 ms, and not that of
// their pictures; without the arrival times they cannot.
func TestWaited(t *testing.T) {
	for _, timed := range []bool{false, true} {
		p := newPlayers(t, 20*ms)
		if timed {
			for i := range p.links {
				p.links[i] = New(&timedEnd{end: p.sock[i]}, Config{Secret: secretOf(i)})
			}
		}
		p.introduce(77)
		for k := 1; p.w.now < 20*time.Second; k++ {
			p.w.advance(time.Duration(k) * 5 * ms)
			for i, every := range []int{25, 18} {
				if k%every == 0 {
					p.links[i].Update(p.w.now)
					p.links[i].Send(uint64(1-i), []byte("moving"), p.w.now)
				}
			}
		}
		for i := range 2 {
			s := p.links[i].Status(uint64(1 - i))
			if exact := s.RoundTrip == 40*ms; exact != timed || s.State != Open {
				t.Errorf("arrival times known: %v: %v", timed, s.RoundTrip)
			}
			t.Logf("arrival times known: %v: %v", timed, s.RoundTrip)
		}
	}
}

// TestKindsOfTheServer: what the server says of an address goes before what it looks like.
func TestKindsOfTheServer(t *testing.T) {
	for kind, want := range map[How]How{LAN: LAN, V6: V6, SeenByServer: SeenByServer, 0: SeenByServer, SeenByPeer: SeenByServer, 99: SeenByServer} {
		p := newPlayers(t, 20*ms)
		for i, l := range p.links {
			l.Introduce(0, Introduction{
				ID: uint64(1 - i), Key: secretOf(1 - i).Public(), Pair: 7, Secret: [32]byte{7}, Role: byte(i),
				Addresses: p.sock[1-i].Addresses(), Kinds: []How{kind},
			})
		}
		p.linked()
		if got := p.links[0].Status(1).How; got != want {
			t.Errorf("%v: %v", kind, got)
		}
	}
}
