package nat_test

import (
	"crypto/ed25519"
	"encoding/binary"
	"net/netip"
	"slices"
	"testing"
	"time"

	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

const (
	ms         = time.Millisecond
	frame      = time.Second / 60
	ownPort    = 4000
	peerDelay  = 10 * ms  // one way
	introduced = 100 * ms // from an introduction to the first knock
)

// player is one end of a pair: the real machine of package punch on a socket of the simulated network.
type player struct {
	home   *nat.NAT // nil: none
	socket *nat.Socket
	links  *punch.Links
	secret secure.Secret
	events []punch.Event
	at     []time.Duration // of each event
	took   []string        // payloads
}

// pair is two players, a server that both have a session with, and its rendezvous.
type pair struct {
	t       testing.TB
	net     *nat.Network
	server  netip.AddrPort
	players [2]*player
	session bool   // packets go to the server, 20 a second
	again   bool   // the rendezvous introduces them again when both have lost the link
	pairs   uint32 // introductions so far
	told    time.Duration
	now     time.Duration
	frames  int
	// addresses changes what the rendezvous says of a player; nil: what the server sees, and own ones within a house.
	addresses func(of, to *player) []netip.AddrPort
}

// secretOf returns the key of a player.
func secretOf(player int) secure.Secret {
	return secure.NewSecret(ed25519.NewKeyFromSeed(append([]byte{byte(player)}, make([]byte, ed25519.SeedSize-1)...)))
}

// newPair puts each player on a host of its own, behind a NAT or (nil) before it. Their clocks' frames lie half a frame apart.
func newPair(t testing.TB, net *nat.Network, a, b *nat.NAT) *pair {
	p := &pair{t: t, net: net, session: true}
	server := net.NewHost()
	net.SetPath(nat.Path{Delay: peerDelay})
	p.server = netip.AddrPortFrom(server.Address(), 4600)
	server.Listen(4600)
	for i, home := range []*nat.NAT{a, b} {
		host := (*nat.Host)(nil)
		if home != nil {
			host = home.NewHost()
		} else {
			host = net.NewHost()
		}
		q := &player{home: home, socket: host.Listen(ownPort), secret: secretOf(i)}
		q.links = punch.New(q.socket, punch.Config{Secret: q.secret})
		p.players[i] = q
	}
	return p
}

// seen returns where the server sees a player.
func (p *pair) seen(q *player) netip.AddrPort { return q.socket.MappedTo(p.server) }

// tell is the rendezvous: both players learn of each other at the same moment.
func (p *pair) tell() {
	p.pairs++
	p.told = p.now
	var secret [32]byte
	binary.LittleEndian.PutUint64(secret[:], uint64(p.pairs)<<32|7)
	for i, q := range p.players {
		other := p.players[1-i]
		list := []netip.AddrPort{p.seen(other)}
		if p.seen(other).Addr() == p.seen(q).Addr() {
			list = append(list, other.socket.Addresses()...)
		}
		if p.addresses != nil {
			list = p.addresses(other, q)
		}
		q.links.Introduce(p.now, punch.Introduction{
			ID: 1, Key: other.secret.Public(), Pair: p.pairs, Secret: secret, Role: byte(i), In: introduced, Addresses: list,
		})
	}
}

// run plays for a time, with payloads each way every so often (0: none).
func (p *pair) run(d, every time.Duration) {
	buf := make([]byte, 8)
	for end := p.now + d; p.now < end; {
		p.frames++
		p.now = time.Duration(p.frames) * frame / 2
		p.net.Advance(p.now)
		q := p.players[p.frames%2]
		q.links.Update(p.now)
		for _, e := range q.links.Events() {
			q.events, q.at = append(q.events, e), append(q.at, p.now)
		}
		for _, payload, ok := q.links.Receive(); ok; _, payload, ok = q.links.Receive() {
			q.took = append(q.took, string(payload))
		}
		if p.again && p.players[0].links.Status(1).State == punch.None && p.players[1].links.Status(1).State == punch.None {
			p.tell()
		}
		if p.session && p.frames/2%3 == 0 {
			p.seen(q)
		}
		if n := int(every / frame); n > 0 && p.frames/2%n == 0 {
			binary.LittleEndian.PutUint64(buf, uint64(p.frames))
			q.links.Send(1, buf, p.now)
		}
	}
}

// count returns how often a kind of event came to a player.
func (q *player) count(kind punch.EventKind) (n int) {
	for _, e := range q.events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// linked reports whether both are linked.
func (p *pair) linked() bool {
	for _, q := range p.players {
		if q.links.Status(1).State != punch.Open {
			return false
		}
	}
	return true
}

// linkedAfter returns how long after the last introduction both were linked, and how; false if they were not.
func (p *pair) linkedAfter() (after time.Duration, how punch.How, ok bool) {
	for _, q := range p.players {
		ok = false
		for i, e := range q.events {
			if e.Kind == punch.Linked && q.at[i] >= p.told {
				after, how, ok = max(after, q.at[i]-p.told), q.links.Status(1).How, true
			}
		}
		if !ok {
			return 0, 0, false
		}
	}
	return after, how, true
}

// passes checks that a payload gets through each way.
func (p *pair) passes(what string) {
	p.t.Helper()
	for i, q := range p.players {
		other := p.players[1-i]
		q.links.Send(1, []byte(what), p.now)
		p.run(200*ms, 0)
		if !slices.Contains(other.took, what) {
			p.t.Errorf("%s: no payload from %d to %d", what, i, 1-i)
		}
	}
}
