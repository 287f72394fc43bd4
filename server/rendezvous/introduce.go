package rendezvous

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
)

// look finds whom a client could be introduced to, or be offered.
func (t *Table) look(a *client, now timestream.Time) {
	switch {
	case !a.here:
	case a.links.Mode == protocol.LinksOff && !faults.Active(faults.LinksWithoutConsent):
		t.offer(a, now)
	case a.hasRoom():
		for _, b := range t.clients {
			if b == a || !b.here || a.key == b.key {
				continue
			}
			d := distance(a, b)
			if d > meetBlocks*meetBlocks || !agreed(a, b) || !b.hasRoom() {
				continue
			}
			waits := now < t.past[newPairOf(a, b)].next && !faults.Active(faults.LinksWithoutBackOff)
			if p, _ := t.pair(a.stream, b.stream); p == nil && !waits {
				t.near = append(t.near, candidate{a, b, d})
			}
		}
	}
}

// introduceNear introduces those who were found near each other and agree, the nearest first. A client that has LinksMax pairs gives up
// one beyond meetBlocks for a nearer one; nobody within meetBlocks is given up.
func (t *Table) introduceNear(now timestream.Time) {
	slices.SortStableFunc(t.near, func(x, y candidate) int { return cmp.Compare(x.distance, y.distance) })
	for _, n := range t.near {
		if p, _ := t.pair(n.a.stream, n.b.stream); p != nil { // each found the other
			continue
		}
		ofA, ofB := addresses(n.a, n.b), addresses(n.b, n.a)
		if len(ofA) == 0 || len(ofB) == 0 || !n.a.hasRoom() || !n.b.hasRoom() {
			continue
		}
		t.makeRoom(n.a, now)
		t.makeRoom(n.b, now)
		t.introduce(n, ofA, ofB, now)
	}
}

// hasRoom reports whether the client may have another pair, if need be for one that is beyond meetBlocks.
func (c *client) hasRoom() bool { return c.pairs < protocol.LinksMax || c.farthest != nil }

// makeRoom ends the farthest pair of a client that has LinksMax.
func (t *Table) makeRoom(c *client, now timestream.Time) {
	if c.pairs < protocol.LinksMax {
		return
	}
	far := c.farthest
	t.endPairs(now, protocol.LinkMany, func(p *pair) (ends bool, told [2]bool) { return p == far, [2]bool{true, true} })
}

// findFarthest notes each client's farthest pair beyond meetBlocks.
func (t *Table) findFarthest() {
	for _, c := range t.clients {
		c.farthest = nil
	}
	for _, p := range t.pairs {
		for _, c := range p.ends {
			if p.distance > meetBlocks*meetBlocks && (c.farthest == nil || p.distance > c.farthest.distance) {
				c.farthest = p
			}
		}
	}
}

// introduce tells both of a pair.
func (t *Table) introduce(n candidate, ofA, ofB []protocol.PeerAddress, now timestream.Time) {
	if n.a.stream > n.b.stream {
		n.a, n.b, ofA, ofB = n.b, n.a, ofB, ofA
	}
	p := &pair{of: newPairOf(n.a, n.b), ends: [2]*client{n.a, n.b}, id: t.drawID(), since: now, distance: n.distance}
	secret := t.draw()
	t.pairs, t.byClients[p.of] = append(t.pairs, p), p
	if h, ok := t.past[p.of]; ok { // what failed before counts while this one is tried
		h.next = now
		t.past[p.of] = h
	}
	t.counts.Met++
	first := byte(0) // the role of a: the lower key begins
	if bytes.Compare(n.a.key[:], n.b.key[:]) > 0 {
		first = 1
	}
	for i, of := range [2][]protocol.PeerAddress{ofB, ofA} {
		to, other := p.ends[i], p.ends[1-i]
		to.pairs++
		t.news = append(t.news, News{To: to.stream, Peer: &protocol.Peer{Stream: other.stream, Key: other.key, Pair: p.id, Secret: secret,
			Role: first ^ byte(i), At: now.Add(lead), Addresses: of}})
	}
}

// drawID returns a number for a pair that is not 0 and that no other has.
func (t *Table) drawID() uint32 {
	for {
		secret := t.draw()
		id := binary.LittleEndian.Uint32(secret[:])
		if id != 0 && !slices.ContainsFunc(t.pairs, func(p *pair) bool { return p.id == id }) {
			return id
		}
	}
}

// forgetPast forgets failures that no longer count: an introduction was due long ago.
func (t *Table) forgetPast(now timestream.Time) {
	for of, h := range t.past {
		if now.Sub(h.next) > backOff[len(backOff)-1] {
			delete(t.past, of)
		}
	}
}

// offer tells a client that consents to nothing and may be asked that somebody near would link.
func (t *Table) offer(c *client, now timestream.Time) {
	if !c.links.Ask || len(c.offered) >= offersMax || len(c.offered) > 0 && now.Sub(c.offeredAt) < offerEvery {
		return
	}
	var nearest *client
	least := int64(meetBlocks*meetBlocks + 1)
	for _, o := range t.clients {
		if o == c || !o.here || o.key == c.key {
			continue
		}
		if d := distance(c, o); d < least && consents(o, c) && !slices.Contains(c.offered, o.stream) {
			nearest, least = o, d
		}
	}
	if nearest != nil {
		c.offered, c.offeredAt = append(c.offered, nearest.stream), now
		t.news = append(t.news, News{To: c.stream, Offer: &protocol.LinkOffer{Stream: nearest.stream, Key: nearest.key}})
	}
}
