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

// introduceNear introduces those who are near and agree, the nearest first. A client that has LinksMax pairs gives up one beyond
// meetBlocks for a nearer one; nobody within meetBlocks is given up.
func (t *Table) introduceNear(now timestream.Time) {
	t.forgetPast(now)
	t.near = t.near[:0]
	for i, a := range t.clients {
		if !a.here || !t.hasRoom(a) {
			continue
		}
		for _, b := range t.clients[i+1:] {
			if !b.here || !t.hasRoom(b) || a.key == b.key || !agreed(a, b) {
				continue
			}
			d := distance(a, b)
			waits := now < t.past[pairOf{a.stream, b.stream}].next && !faults.Active(faults.LinksWithoutBackOff)
			if d > meetBlocks*meetBlocks || waits {
				continue
			}
			if p, _ := t.pair(a.stream, b.stream); p == nil {
				t.near = append(t.near, candidate{a, b, d})
			}
		}
	}
	slices.SortStableFunc(t.near, func(x, y candidate) int { return cmp.Compare(x.distance, y.distance) })
	for _, n := range t.near {
		ofA, ofB := addresses(n.a, n.b), addresses(n.b, n.a)
		if len(ofA) == 0 || len(ofB) == 0 || !t.hasRoom(n.a) || !t.hasRoom(n.b) {
			continue
		}
		t.makeRoom(n.a, now)
		t.makeRoom(n.b, now)
		t.introduce(n, ofA, ofB, now)
	}
}

// hasRoom reports whether a client may have another pair, if need be for one that is beyond meetBlocks.
func (t *Table) hasRoom(c *client) bool { return c.pairs < protocol.LinksMax || t.farthest(c) != nil }

// makeRoom ends the farthest pair of a client that has LinksMax.
func (t *Table) makeRoom(c *client, now timestream.Time) {
	if c.pairs < protocol.LinksMax {
		return
	}
	far := t.farthest(c)
	t.endPairs(now, protocol.LinkMany, func(p *pair) (ends bool, told [2]bool) { return p == far, [2]bool{true, true} })
}

// farthest returns the farthest pair of a client beyond meetBlocks, nil if there is none.
func (t *Table) farthest(c *client) (far *pair) {
	for _, p := range t.pairs {
		if (p.ends[0] == c || p.ends[1] == c) && p.distance > meetBlocks*meetBlocks && (far == nil || p.distance > far.distance) {
			far = p
		}
	}
	return far
}

// introduce tells both of a pair.
func (t *Table) introduce(n candidate, ofA, ofB []protocol.PeerAddress, now timestream.Time) {
	p := &pair{of: pairOf{n.a.stream, n.b.stream}, ends: [2]*client{n.a, n.b}, id: t.drawID(), since: now, distance: n.distance}
	secret := t.draw()
	t.pairs = append(t.pairs, p)
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

// offer tells clients that consent to nothing and may be asked that somebody near would link.
func (t *Table) offer(now timestream.Time) {
	for _, c := range t.clients {
		if !c.here || c.links.Mode != protocol.LinksOff || !c.links.Ask || len(c.offered) >= offersMax || len(c.offered) > 0 && now.Sub(c.offeredAt) < offerEvery {
			continue
		}
		var nearest *client
		least := int64(meetBlocks*meetBlocks + 1)
		for _, o := range t.clients {
			if o == c || !o.here || o.key == c.key || !consents(o, c) || slices.Contains(c.offered, o.stream) {
				continue
			}
			if d := distance(c, o); d < least {
				nearest, least = o, d
			}
		}
		if nearest != nil {
			c.offered, c.offeredAt = append(c.offered, nearest.stream), now
			t.news = append(t.news, News{To: c.stream, Offer: &protocol.LinkOffer{Stream: nearest.stream, Key: nearest.key}})
		}
	}
}
