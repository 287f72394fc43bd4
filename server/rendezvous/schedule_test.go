package rendezvous

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// crowd is a random schedule over some players, with what each was told so far.
type crowd struct {
	t       *testing.T
	rnd     *rand.Rand
	table   *Table
	now     timestream.Time
	people  []*person
	drawn   uint64
	meeting map[pairOf]*meeting

	introduced, again, gone, offers, refusals, lan, v6, crowded int
	ended                                                       [protocol.LinkEndCount]int
}

// person is a player of the schedule. One without a connection has told nothing.
type person struct {
	stream    timestream.Stream
	key       protocol.PlayerKey
	feet      world.Vec
	location  protocol.LinkAddress
	links     protocol.Links
	connected bool
	knows     map[timestream.Stream]*protocol.Peer // introduced, and not gone
	offered   map[timestream.Stream]bool
}

// meeting is what is known of the introductions of two players.
type meeting struct {
	since, carried, ended timestream.Time
	said                  [2]bool
	open, proven, barred  bool
	failed                int
}

func newCrowd(t *testing.T, rnd *rand.Rand, n int) *crowd {
	c := &crowd{t: t, rnd: rnd, meeting: map[pairOf]*meeting{}, now: timestream.Time(rnd.Int64N(1e9))}
	c.table = New(func() (s [32]byte) {
		c.drawn++
		for i := range s {
			s[i] = byte(rnd.Uint32())
		}
		return s
	})
	for i := range n {
		p := &person{stream: timestream.Stream(i + 1), key: protocol.PlayerKey{byte(rnd.IntN(250)), byte(i)}}
		c.people = append(c.people, p)
		c.move(p)
		c.connect(p)
	}
	return c
}

// connect gives a player a connection, from one of four houses: two with IPv4, two with IPv6.
func (c *crowd) connect(p *person) {
	house := byte(c.rnd.IntN(4))
	if house < 2 {
		p.location.IP = [16]byte{10: 0xff, 0xff, 198, 51, 100, house}
	} else {
		p.location.IP = [16]byte{0x20, 1, 0xd, 0xb8, 7: house, 15: byte(p.stream)}
	}
	p.location.Port = uint16(2000 + c.rnd.IntN(60000))
	p.connected, p.links = true, protocol.Links{}
	p.knows, p.offered = map[timestream.Stream]*protocol.Peer{}, map[timestream.Stream]bool{}
}

func (c *crowd) move(p *person) {
	for i := range p.feet {
		p.feet[i] = c.rnd.Int64N(160) * world.Unit
	}
	p.feet[1] = 0
}

// consent tells what a player consents to: own addresses of all kinds, useful and not.
func (c *crowd) consent(p *person) {
	l := protocol.Links{Mode: protocol.LinkMode(c.rnd.IntN(int(protocol.LinkModeCount))), Ask: c.rnd.IntN(2) == 0}
	s := byte(p.stream)
	if l.Mode != protocol.LinksOff {
		all := []protocol.LinkAddress{
			{IP: [16]byte{10: 0xff, 0xff, 192, 168, 1, s}, Port: 5000}, {IP: [16]byte{10: 0xff, 0xff, 10, 0, s, 1}, Port: 5000},
			{IP: [16]byte{0xfd, 1, 15: s}, Port: 5000}, {IP: [16]byte{0x2a, 0, s, 15: s}, Port: 5000},
			{IP: [16]byte{10: 0xff, 0xff, 127, 0, 0, 1}, Port: 5000}, {IP: [16]byte{15: 1}, Port: 5000}, {IP: [16]byte{0xff, 2, 15: s}, Port: 5000},
			{IP: [16]byte{10: 0xff, 0xff, 224, 0, 0, s}, Port: 5000}, {IP: [16]byte{10: 0xff, 0xff, 255, 255, 255, 255}, Port: 5000}, {Port: 5000},
			{IP: [16]byte{10: 0xff, 0xff, 192, 168, 1, s}, Port: 22}, {IP: [16]byte{0xfe, 0x80, 15: s}, Port: 5000},
		}
		for range c.rnd.IntN(protocol.LinkAddressesMax + 1) {
			l.Addresses = append(l.Addresses, all[c.rnd.IntN(len(all))])
		}
		for _, o := range c.people {
			if c.rnd.IntN(3) > 0 {
				l.Friends = append(l.Friends, o.key)
			}
		}
	}
	p.links = l
	c.table.Consent(p.stream, p.key, &l, c.now)
}

// wants is consent as the issue words it, written a second time.
func wants(a, b *person) bool {
	if !a.connected || !b.connected {
		return false
	}
	switch a.links.Mode {
	case protocol.LinksAll:
		return true
	case protocol.LinksHouse:
		return house(a) == house(b)
	case protocol.LinksFriends:
		return slices.Contains(a.links.Friends, b.key)
	}
	return false
}

func house(p *person) [16]byte {
	h := p.location.IP
	if h[0] == 0x20 {
		clear(h[8:])
	}
	return h
}

func (c *crowd) near(a, b *person, blocks int64) bool {
	var d int64
	for i := range a.feet {
		x := (a.feet[i] - b.feet[i]) / world.Unit
		d += x * x
	}
	return d <= blocks*blocks
}

func (c *crowd) met(a, b timestream.Stream) *meeting {
	of := pairOf{min(a, b), max(a, b)}
	if c.meeting[of] == nil {
		c.meeting[of] = &meeting{}
	}
	return c.meeting[of]
}

func (c *crowd) step() {
	p := c.people[c.rnd.IntN(len(c.people))]
	o := c.people[c.rnd.IntN(len(c.people))]
	switch c.rnd.IntN(12) {
	case 0:
		if p.connected {
			c.consent(p)
		}
	case 1:
		c.move(p)
	case 2:
		if p.connected && c.rnd.IntN(3) == 0 {
			c.leave(p)
		} else if !p.connected {
			c.connect(p)
			c.consent(p)
		}
	case 3, 4, 5:
		o = c.acquaintance(p, o)
		c.linked(p, o)
		c.linked(o, p)
	case 6:
		if c.rnd.IntN(4) == 0 {
			c.unlinked(p, c.acquaintance(p, o))
		}
	case 7:
		c.linked(p, o) // most are of no pair
	default:
		c.now = c.now.Add(timestream.Duration(c.rnd.IntN([]int{300, 3000, 20_000}[c.rnd.IntN(3)])) * timestream.Millisecond)
		c.table.Update(c.now, func(s timestream.Stream) (Place, bool) {
			p := c.people[s-1]
			return Place{p.feet, p.location}, p.connected
		})
		c.hear()
		for _, p := range c.people { // whatever an Update leaves is within the rules
			for s := range p.knows {
				if q := c.people[s-1]; !c.near(p, q, keepBlocks) {
					c.t.Fatalf("%d and %d are still introduced, too far apart", p.stream, s)
				}
			}
		}
	}
	c.hear()
	for _, p := range c.people {
		if len(p.knows) > protocol.LinksMax {
			c.t.Fatalf("%d has %d links", p.stream, len(p.knows))
		}
		if len(p.knows) == protocol.LinksMax {
			c.crowded++
		}
		for s := range p.knows {
			if q := c.people[s-1]; q.knows[p.stream] == nil || !wants(p, q) || !wants(q, p) {
				c.t.Fatalf("%d is introduced to %d: known there %v, consent %v and %v", p.stream, s, q.knows[p.stream] != nil, wants(p, q), wants(q, p))
			}
		}
	}
}

// acquaintance returns somebody to whom a player was introduced, or else another one.
func (c *crowd) acquaintance(p, or *person) *person {
	if len(p.knows) == 0 {
		return or
	}
	return c.people[slices.Sorted(maps.Keys(p.knows))[c.rnd.IntN(len(p.knows))]-1]
}

func (c *crowd) leave(p *person) {
	p.connected = false
	c.table.Leave(p.stream, c.now)
	for s := range p.knows {
		c.end(p.stream, s)
	}
	clear(p.knows)
}

func (c *crowd) linked(p, o *person) {
	known := p.knows[o.stream] != nil
	if got := c.table.Linked(p.stream, o.stream, c.now); got != known {
		c.t.Fatalf("%d says that it is linked to %d: %v, introduced %v", p.stream, o.stream, got, known)
	}
	if !known {
		c.refusals++
		return
	}
	m, side := c.met(p.stream, o.stream), 0
	if p.stream > o.stream {
		side = 1
	}
	m.said[side] = true
	if m.said[1-side] && m.carried == 0 {
		m.carried = c.now
	}
}

func (c *crowd) unlinked(p, o *person) {
	why := []protocol.LinkEnd{protocol.LinkFailed, protocol.LinkFailed, protocol.LinkSilent, protocol.LinkSilent, protocol.LinkLies, protocol.LinkBroken}[c.rnd.IntN(6)]
	known := p.knows[o.stream] != nil
	if got := c.table.Unlinked(p.stream, protocol.LinkEnded{Stream: o.stream, Why: why}, c.now); got != known {
		c.t.Fatalf("%d ends the link to %d: %v, introduced %v", p.stream, o.stream, got, known)
	}
	if known {
		c.met(p.stream, o.stream).barred = why == protocol.LinkLies || why == protocol.LinkBroken
		delete(p.knows, o.stream)
		c.end(p.stream, o.stream)
	}
}

// end notes the end of a pair, once.
func (c *crowd) end(a, b timestream.Stream) {
	m := c.met(a, b)
	if !m.open {
		return
	}
	m.open, m.ended = false, c.now
	switch m.proven = m.carried != 0; {
	case m.barred:
	case m.proven:
		m.failed = 0
	default:
		m.failed++
	}
}

// hear judges all news.
func (c *crowd) hear() {
	started := map[pairOf][]News{}
	for _, n := range c.table.News() {
		p := c.people[n.To-1]
		switch {
		case !p.connected:
			c.t.Fatalf("%d is told something without a connection", n.To)
		case n.Gone != nil:
			if p.knows[n.Gone.Stream] == nil {
				c.t.Fatalf("%d is told that %d is gone, whom it does not know", n.To, n.Gone.Stream)
			}
			delete(p.knows, n.Gone.Stream)
			c.end(n.To, n.Gone.Stream)
			c.gone++
			c.ended[n.Gone.Why]++
		case n.Offer != nil:
			o := c.people[n.Offer.Stream-1]
			if p.links.Mode != protocol.LinksOff || !p.links.Ask || !wants(o, p) || p.offered[o.stream] || !c.near(p, o, meetBlocks) || n.Offer.Key != o.key {
				c.t.Fatalf("%d is offered a link to %d", n.To, o.stream)
			}
			p.offered[o.stream] = true
			c.offers++
		default:
			c.introduces(p, n.Peer)
			of := pairOf{min(n.To, n.Peer.Stream), max(n.To, n.Peer.Stream)}
			started[of] = append(started[of], n)
		}
	}
	for of, both := range started {
		if len(both) != 2 || both[0].Peer.Pair != both[1].Peer.Pair || both[0].Peer.Secret != both[1].Peer.Secret || both[0].Peer.At != both[1].Peer.At || both[0].Peer.Role+both[1].Peer.Role != 1 {
			c.t.Fatalf("%v are introduced by %+v", of, both)
		}
		m := c.met(of[0], of[1])
		wait := backOff[min(max(m.failed-1, 0), len(backOff)-1)]
		switch {
		case m.since != 0 && m.barred && c.now.Sub(m.ended) < barFor:
			c.t.Fatalf("%v are introduced again after a lie, %v later", of, c.now.Sub(m.ended))
		case m.since != 0 && m.proven && c.now.Sub(m.ended) < again, m.since != 0 && !m.proven && c.now.Sub(m.since) < wait:
			c.t.Fatalf("%v are introduced again after %d ms, %d failures", of, c.now.Sub(m.since)/timestream.Millisecond, m.failed)
		case m.since != 0:
			c.again++
		}
		if c.now.Sub(m.since)-wait > 10*timestream.Minute { // long over
			m.failed = 0
		}
		*m = meeting{since: c.now, open: true, failed: m.failed}
		c.introduced++
	}
}

// introduces judges what one is told of another.
func (c *crowd) introduces(p *person, n *protocol.Peer) {
	o := c.people[n.Stream-1]
	if !wants(p, o) || !wants(o, p) {
		c.t.Fatalf("%d (%v) is told the addresses of %d (%v)", p.stream, p.links.Mode, o.stream, o.links.Mode)
	}
	if o == p || n.Key != o.key || p.knows[o.stream] != nil || !c.near(p, o, meetBlocks) || n.At <= c.now || len(n.Addresses) == 0 {
		c.t.Fatalf("%d is told of %d: %+v", p.stream, o.stream, n)
	}
	p.knows[o.stream] = n
	for _, a := range n.Addresses {
		global := a.IP[0]&0xe0 == 0x20
		switch {
		case a.How == protocol.LinkSeenByServer && a.LinkAddress == o.location:
		case a.Port != 5000 || !slices.Contains(o.links.Addresses, a.LinkAddress):
			c.t.Fatalf("an address of nobody: %+v", a)
		case a.How == protocol.LinkIPv6 && global:
			c.v6++
		case a.How != protocol.LinkLAN || global || house(p) != house(o):
			c.t.Fatalf("%d is told the address %+v of %d, who is elsewhere", p.stream, a, o.stream)
		case a.IP[0] != 0xfd && (a.IP[10] != 0xff || a.IP[12] != 192 && a.IP[12] != 10):
			c.t.Fatalf("an address that nobody can use: %+v", a)
		default:
			c.lan++
		}
	}
}

// TestSchedules plays random schedules of consent, moves, links, ends and reconnections: nobody learns of anybody, or of an address,
// without the consent of both sides, nobody outside of a house learns an address within it, and both of a pair are told alike.
func TestSchedules(t *testing.T) {
	rnd := testrand.New(t)
	var sum crowd
	for range 150 {
		c := newCrowd(t, rnd, 2+rnd.IntN(24))
		for _, p := range c.people {
			c.consent(p)
		}
		for range 500 {
			c.step()
		}
		sum.introduced, sum.again, sum.gone, sum.offers = sum.introduced+c.introduced, sum.again+c.again, sum.gone+c.gone, sum.offers+c.offers
		sum.lan, sum.v6, sum.refusals, sum.crowded = sum.lan+c.lan, sum.v6+c.v6, sum.refusals+c.refusals, sum.crowded+c.crowded
		for i, n := range c.ended {
			sum.ended[i] += n
		}
	}
	t.Logf("%d introductions, %d of them again, %d offers, %d messages of an end, by reason %v; %d addresses of a house, %d of IPv6; %d times linked to nobody; a client had all its links after %d steps",
		sum.introduced, sum.again, sum.offers, sum.gone, sum.ended, sum.lan, sum.v6, sum.refusals, sum.crowded)
	for _, n := range []int{sum.introduced, sum.again, sum.offers, sum.lan, sum.v6, sum.refusals, sum.crowded} {
		if n == 0 {
			t.Error("the schedules miss something")
		}
	}
}
