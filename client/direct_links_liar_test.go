package client_test

import (
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/links"
	"voxtide/internal/testrand"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
	"voxtide/world"
)

// liar is bob's program: his session is that of an ordinary client, and over his links goes what the test says.
type liar struct {
	transport.Conn // of bob's client
	socket         *nat.Socket
	machine        *punch.Links
	linked         bool
	introduced     []protocol.Peer
}

// Receive notes the introductions that bob's client gets.
func (l *liar) Receive() (transport.Message, bool) {
	m, ok := l.Conn.Receive()
	if ok && m.Kind == transport.KindMessage && m.Lane == transport.Live && m.Data[0] == protocol.MsgPeer {
		r := wire.NewReader(m.Data[1:])
		if p, err := protocol.ReadPeer(&r); err == nil {
			l.introduced = append(l.introduced, p)
		}
	}
	return m, ok
}

// update drives the liar's links.
func (l *liar) update(now time.Duration) {
	for _, p := range l.introduced {
		i := punch.Introduction{ID: uint64(p.Stream), Key: secure.Key(p.Key), Pair: p.Pair, Secret: p.Secret, Role: p.Role, In: 300 * time.Millisecond}
		for _, a := range p.Addresses {
			i.Addresses = append(i.Addresses, netip.AddrPortFrom(netip.AddrFrom16(a.IP).Unmap(), a.Port))
		}
		l.machine.Introduce(now, i)
	}
	l.introduced = nil
	l.machine.Update(now)
	for _, e := range l.machine.Events() {
		if l.linked = e.Kind == punch.Linked; l.linked {
			l.Send(transport.Live, protocol.AppendLinked(nil, protocol.Linked{Stream: timestream.Stream(e.ID), How: protocol.LinkSeenByServer}))
		}
	}
}

// TestLyingPeer: whatever a linked player's own program sends, what it can show lasts at most a second and a way from the server, its player
// is unlinked if it was a lie or could not be read, no correction is without a cause, and all states are equal two seconds later.
func TestLyingPeer(t *testing.T) {
	random := testrand.New(t)
	const lying = 6 * time.Second
	ghost := func(n int) world.Pos { return world.Pos{X: 6 + int32(n%4), Y: 0, Z: 6 + int32(n/4%3)} }
	invented := func(n int, k actions.Kind, number uint64, at timestream.Time) actions.Action {
		return actions.Action{Kind: k, Number: number, At: at, Keys: world.Keys(n % 8), Yaw: uint16(n) << 12, Pos: ghost(n), Face: world.Down, Aim: actions.Aim{8, 0, 8}}
	}
	cases := []struct {
		name  string
		ends  protocol.LinkEnd // LinkEndCount: the link stays
		flood int              // messages a frame
		send  func(n int, number uint64, at timestream.Time) []actions.Action
		raw   func(r *rand.Rand) []byte
	}{
		{name: "blocks that were never placed", ends: protocol.LinkLies, flood: 1, send: func(n int, number uint64, at timestream.Time) []actions.Action {
			if n%16 > 0 { // so that each has a cell of its own for three seconds
				return nil
			}
			return []actions.Action{invented(n/16, actions.Place, number+uint64(n), at)}
		}},
		{name: "keys that were never held", ends: protocol.LinkLies, flood: 1, send: func(n int, number uint64, at timestream.Time) []actions.Action {
			return []actions.Action{invented(n, actions.SetKeys, number+uint64(n), at)}
		}},
		{name: "a flood of them", ends: protocol.LinkLies, flood: 20, send: func(n int, number uint64, at timestream.Time) (all []actions.Action) {
			for i := range 20 {
				all = append(all, invented(n+i, actions.Place, number+uint64(n*20+i), at))
			}
			return all
		}},
		{name: "numbers and times far away", ends: protocol.LinkLies, flood: 1, send: func(n int, number uint64, at timestream.Time) []actions.Action {
			return []actions.Action{invented(n, actions.Place, number+uint64(n)<<20+600, at), invented(n, actions.Place, number+uint64(n)<<20+601, at.Add(timestream.Duration(n)*3600*timestream.Second))}
		}},
		{name: "garbage", ends: protocol.LinkBroken, flood: 1, raw: func(r *rand.Rand) []byte {
			b := make([]byte, r.IntN(punch.PayloadMax))
			for i := range b {
				b[i] = byte(r.IntN(256))
			}
			return b
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := &liar{}
			p := newPair(t, [2]links.Mode{links.All, links.Off}, func(i int, cfg *client.Config) {
				if i == 1 {
					dial := cfg.Dial
					cfg.Links = nil
					cfg.Dial = func() transport.Conn { l.Conn = dial(); return l }
				}
			})
			p.until("both play", 10*time.Second, p.playable)
			l.socket = p.sockets[1]
			l.machine = punch.New(l.socket, punch.Config{Secret: p.secrets[1]})
			own := l.socket.Addresses()[0]
			l.Send(transport.Live, protocol.AppendLinks(nil, &protocol.Links{Mode: protocol.LinksAll, Addresses: []protocol.LinkAddress{{IP: own.Addr().As16(), Port: own.Port()}}}))
			p.each = func() { l.update(p.now) }
			p.until("linked", 10*time.Second, func() bool { return l.linked && p.state(0) == links.Linked })
			p.run(500 * time.Millisecond)

			number, n, sent := p.clients[1].Stats().Acked+1, 0, 0
			shown, longest := map[world.Pos]time.Duration{}, time.Duration(0)
			until := p.now + lying
			p.each = func() {
				l.update(p.now)
				if p.now < until {
					at := p.times[1].Add(timestream.Duration(p.now%3) * timestream.Millisecond)
					for range c.flood {
						var b []byte
						if c.raw != nil {
							b = c.raw(random)
						} else {
							b, _ = protocol.AppendPeerMessage(nil, protocol.Declare{Stamp: at}, c.send(n, number, at))
						}
						if n++; l.machine.Send(uint64(p.clients[0].Stream()), b, p.now) {
							sent++
						}
					}
				}
				for i := range 12 { // what ann's frames show of it
					at := ghost(i)
					if b, ok := p.clients[0].World().Block(at); !ok || b == world.Air {
						delete(shown, at)
					} else if began, ok := shown[at]; !ok {
						shown[at] = p.now
					} else {
						longest = max(longest, p.now-began)
					}
				}
			}
			p.in[0].Keys, p.in[0].Yaw = world.KeyForward, 1<<15
			p.run(lying)
			state, why := links.Closed, ""
			for _, in := range p.clients[0].DirectLinks() {
				state, why = in.State, in.Why
			}
			if want := c.ends; want < protocol.LinkEndCount && (state != links.Closed || why != want.String()) || want == protocol.LinkEndCount && state != links.Linked {
				t.Errorf("the link is %v: %s", state, why)
			}
			if limit := time.Second + toServer + 4*step; longest > limit && c.flood == 1 {
				t.Errorf("an invented block was shown for %v, more than %v", longest, limit)
			}
			p.in[0].Keys = 0
			p.run(2 * time.Second)
			if len(shown) > 0 {
				t.Errorf("%d invented blocks are still shown", len(shown))
			}
			p.settle()
			t.Logf("%d messages of %d went out; the link is %v %s; a block was shown for %v at most; said %q; corrections %v", sent, n, state, why, longest, p.said[0], p.clients[0].Stats().Corrections)
		})
	}
}
