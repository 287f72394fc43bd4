// Package rendezvous introduces players to each other who want a direct link: it knows who consents and where everybody is, and
// decides who is told of whom, and when a link must end.
//
// Owner: the server's one goroutine. Data flow: package server enters a client's consent as its MsgLinks arrives (Consent), what it says
// of its links (Linked, Unlinked) and the loss of its connection (Leave), calls Update a few times a second with where everybody is,
// and sends the News. The machine is sans-IO: no clock, no socket, no chance of its own.
//
// Invariants:
//   - Two clients are introduced only while both consent, each by its own mode (consents). A client whose mode is off is told nothing but
//     offers, and these only if it may be asked; an offer has no address.
//   - An address of a client's own house goes only to a client that the server sees at the same IPv4 address or in the same /64.
//   - Both clients of a pair learn of it in the same step, with the same pair, secret and time; both learn of its end, but for the one that
//     said so itself.
//   - A client has at most protocol.LinksMax pairs, within keepBlocks. A pair that never carried is introduced again after 10 s, then
//     60 s, then 10 min, whatever the two say, and whether or not they connect again; after a lie after an hour.
package rendezvous

import (
	"cmp"
	"slices"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	// meetBlocks is how near two players must be to be introduced, keepBlocks how near they must stay.
	meetBlocks, keepBlocks = 64, 96
	// lead is the time from an introduction to the first packets: longer than the way of the message to nearly everybody.
	lead = 500 * timestream.Millisecond
	// carryWithin is how long after an introduction both sides must have said that the link carries: longer than they try.
	carryWithin = 20 * timestream.Second
	// again is the least time from the end of a link that carried for both to the next introduction. One side alone cannot claim that
	// it did, so it cannot have the other knock at addresses of its choice more often than backOff allows.
	again = 2 * timestream.Second
	// lookMax bounds the clients for which one Update looks for others; the next one goes on behind them.
	lookMax = 64
	// barFor is how long two players are not introduced of whom one lied to the other, or broke the protocol, by the other's word.
	barFor = 60 * timestream.Minute
	// offerEvery is the least time between two offers to one client; each other player is offered once over a connection.
	offerEvery = timestream.Minute
	// offersMax bounds the offers to one client over a connection.
	offersMax = 32
)

// backOff is the time from the start of an introduction that failed to the next, by how many have failed.
var backOff = [...]timestream.Duration{10 * timestream.Second, timestream.Minute, 10 * timestream.Minute}

// Place is where a client is.
type Place struct {
	Feet     world.Vec            // the position of its body
	Location protocol.LinkAddress // as the server sees it; port 0: it has none
}

// News is what a client must be told. Exactly one of the fields behind To is set.
type News struct {
	To    timestream.Stream
	Peer  *protocol.Peer
	Gone  *protocol.LinkEnded
	Offer *protocol.LinkOffer
}

// Counts is how many pairs are in which state, and how many came to which end since the start.
type Counts struct {
	Introduced, Half, Linked int // now: introduced and carrying for nobody, for one side, for both
	Met, Carried             uint64
	Ended                    [protocol.LinkEndCount]uint64
}

// Table is the state of all clients that consent or may be asked, and of all pairs.
type Table struct {
	off       bool // nobody is introduced
	draw      func() [32]byte
	clients   []*client // by stream
	pairs     []*pair
	past      map[pairOf]past
	byClients map[pairOf]*pair
	counts    Counts
	news      []News
	near      []candidate // memory that is used again
	looked    int         // the client with which the next Update begins to look
}

// client is what is known of one client over its present connection.
type client struct {
	stream    timestream.Stream
	key       protocol.PlayerKey
	links     protocol.Links // without Friends
	friends   map[protocol.PlayerKey]bool
	place     Place
	here      bool // its place is known
	pairs     int
	farthest  *pair // its farthest pair beyond meetBlocks, as the last Update found it and if it has not ended since
	offered   []timestream.Stream
	offeredAt timestream.Time
}

// pairOf names two clients, the lower stream first.
type pairOf [2]timestream.Stream

func newPairOf(a, b *client) pairOf {
	return pairOf{min(a.stream, b.stream), max(a.stream, b.stream)}
}

// pair is two clients who were introduced.
type pair struct {
	of       pairOf
	ends     [2]*client
	id       uint32
	since    timestream.Time
	linked   [2]bool
	carried  timestream.Time // since when both are linked; 0: they are not
	distance int64           // squared, in blocks, at the last Update
}

// past is what became of the last introductions of two clients.
type past struct {
	failed int             // introductions in a row that never carried
	next   timestream.Time // not before
}

// candidate is a pair that might be introduced.
type candidate struct {
	a, b     *client
	distance int64
}

// New returns an empty table. It draws secrets that nobody can guess, each another one.
func New(draw func() [32]byte) *Table {
	return &Table{draw: draw, past: map[pairOf]past{}, byClients: map[pairOf]*pair{}}
}

// Consent notes what a client consents to from now on, in place of what it said before. Pairs to which it no longer consents end.
func (t *Table) Consent(s timestream.Stream, key protocol.PlayerKey, l *protocol.Links, now timestream.Time) {
	c := t.client(s)
	if c == nil {
		c = &client{stream: s}
		t.clients = append(t.clients, c)
		slices.SortFunc(t.clients, func(a, b *client) int { return cmp.Compare(a.stream, b.stream) })
	}
	c.key = key
	c.links = protocol.Links{Mode: l.Mode, Ask: l.Ask, Addresses: slices.Clone(l.Addresses)}
	c.friends = map[protocol.PlayerKey]bool{}
	for _, k := range l.Friends {
		c.friends[k] = true
	}
	t.endWithdrawn(now)
}

// SetOff makes the table introduce nobody, or go on. All pairs end; what clients consent to stays known.
func (t *Table) SetOff(off bool, now timestream.Time) {
	if t.off == off {
		return
	}
	t.off = off
	t.endWithdrawn(now)
}

// Leave forgets a client whose connection is lost.
func (t *Table) Leave(s timestream.Stream, now timestream.Time) {
	c := t.client(s)
	if c == nil {
		return
	}
	t.endPairs(now, protocol.LinkLeft, func(p *pair) (ends bool, told [2]bool) {
		return p.ends[0] == c || p.ends[1] == c, [2]bool{p.ends[0] != c, p.ends[1] != c}
	})
	t.clients = slices.DeleteFunc(t.clients, func(o *client) bool { return o == c })
}

// Linked notes that a link carries for one side; false if that client was not introduced to the other, which changes nothing: the end of
// a pair and this message may pass each other on their ways.
func (t *Table) Linked(s, other timestream.Stream, now timestream.Time) bool {
	p, side := t.pair(s, other)
	if p == nil {
		return false
	}
	p.linked[side] = true
	if p.linked[1-side] && p.carried == 0 {
		p.carried = now
		t.counts.Carried++
	}
	return true
}

// Unlinked ends a pair because one side says so; false if there is none.
func (t *Table) Unlinked(s timestream.Stream, u protocol.LinkEnded, now timestream.Time) bool {
	p, side := t.pair(s, u.Stream)
	if p == nil {
		return false
	}
	t.endPairs(now, u.Why, func(q *pair) (ends bool, told [2]bool) {
		told[1-side] = true
		return q == p, told
	})
	return true
}

// Update introduces and separates. place returns where a client is, false if it has no body or no connection.
func (t *Table) Update(now timestream.Time, place func(timestream.Stream) (Place, bool)) {
	for _, c := range t.clients {
		c.place, c.here = place(c.stream)
		c.here = c.here && c.place.Location.Port != 0
	}
	t.endPairs(now, protocol.LinkFar, func(p *pair) (ends bool, told [2]bool) {
		p.distance = distance(p.ends[0], p.ends[1])
		return !p.ends[0].here || !p.ends[1].here || p.distance > keepBlocks*keepBlocks, [2]bool{true, true}
	})
	t.endWithdrawn(now)
	t.endPairs(now, protocol.LinkFailed, func(p *pair) (ends bool, told [2]bool) {
		return p.carried == 0 && now.Sub(p.since) > carryWithin, [2]bool{true, true}
	})
	if t.off || len(t.clients) == 0 {
		return
	}
	t.forgetPast(now)
	t.findFarthest()
	t.near = t.near[:0]
	for range min(lookMax, len(t.clients)) {
		t.looked = (t.looked + 1) % len(t.clients)
		t.look(t.clients[t.looked], now)
	}
	t.introduceNear(now)
}

// News returns what clients must be told, in order, and forgets it. It is valid until the next call of a method.
func (t *Table) News() []News {
	n := t.news
	t.news = t.news[:0]
	return n
}

// HasLinked reports whether a client said that its link to another carries, and the pair has not ended.
func (t *Table) HasLinked(s, other timestream.Stream) bool {
	p, side := t.pair(s, other)
	return p != nil && p.linked[side]
}

// Counts returns the counts.
func (t *Table) Counts() Counts {
	c := t.counts
	for _, p := range t.pairs {
		switch {
		case p.linked[0] && p.linked[1]:
			c.Linked++
		case p.linked[0] || p.linked[1]:
			c.Half++
		default:
			c.Introduced++
		}
	}
	return c
}

func (t *Table) client(s timestream.Stream) *client {
	i, ok := slices.BinarySearchFunc(t.clients, s, func(c *client, s timestream.Stream) int { return cmp.Compare(c.stream, s) })
	if !ok {
		return nil
	}
	return t.clients[i]
}

// pair returns the pair of two clients and which end of it the first is, nil if they are none.
func (t *Table) pair(s, other timestream.Stream) (p *pair, side int) {
	if s > other {
		side = 1
	}
	return t.byClients[pairOf{min(s, other), max(s, other)}], side
}

// endWithdrawn ends the pairs in which one side no longer consents.
func (t *Table) endWithdrawn(now timestream.Time) {
	t.endPairs(now, protocol.LinkWithdrawn, func(p *pair) (ends bool, told [2]bool) {
		return t.off || !agreed(p.ends[0], p.ends[1]), [2]bool{true, true}
	})
}

// endPairs ends the pairs that a function picks, and tells the sides that it names.
func (t *Table) endPairs(now timestream.Time, why protocol.LinkEnd, pick func(p *pair) (ends bool, told [2]bool)) {
	t.pairs = slices.DeleteFunc(t.pairs, func(p *pair) bool {
		ends, told := pick(p)
		if !ends {
			return false
		}
		delete(t.byClients, p.of)
		t.counts.Ended[why]++
		h := t.past[p.of]
		switch {
		case why == protocol.LinkLies || why == protocol.LinkBroken:
			h.next = now.Add(barFor)
		case p.carried != 0:
			h = past{next: now.Add(again)}
		default:
			h.next = p.since.Add(backOff[min(h.failed, len(backOff)-1)])
			h.failed++
		}
		t.past[p.of] = h
		for i, c := range p.ends {
			c.pairs--
			if c.farthest == p {
				c.farthest = nil
			}
			if told[i] {
				t.news = append(t.news, News{To: c.stream, Gone: &protocol.LinkEnded{Stream: p.ends[1-i].stream, Why: why}})
			}
		}
		return true
	})
}
