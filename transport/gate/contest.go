package gate

// Who sees packets on their way and is faster can have a copy of each arrive from elsewhere first, and the session would
// follow the copies. So a server that follows asks the address before as well: if an echo comes from there, it was right,
// and the server goes back. From then on the address is contested: the peer is followed only when it has not answered for
// silentAfter. A client, whose server hardly ever moves, follows only where the old address has been silent. A copy of the
// echo may come first, too; then the echo itself is a replay, which is opened all the same while an address is in doubt.

import (
	"crypto/rand"
	"crypto/subtle"
	"net/netip"
	"time"

	"voxtide/faults"
)

const (
	askOldFor    = 5 * time.Second // an address that a peer was at before
	contestFor   = 5 * time.Second // after the last packet from elsewhere
	silentAfter  = time.Second     // a contested address that does not answer is left
	serverSilent = 2 * time.Second // a server's address that is heard nothing from is left
)

// contest is what is known of the address that a peer was at, and of who else claims to be it. It is the reader's.
type contest struct {
	was      endpoint // proved, and left; not valid: none is asked
	asked    time.Duration
	askUntil time.Duration
	until    time.Duration // the address is contested; 0 is never
	token    [tokenBytes]byte
	here     time.Duration // when something last came from the address

	moved  time.Duration // when the peer was followed last
	other  endpoint      // where packets come from that have come from a new address before, which has not echoed yet
	tried  time.Duration // when it was asked
	ticket [tokenBytes]byte
}

// leave begins to ask the address that a peer has left, if it had been proved.
func (c *contest) leave(from endpoint, now time.Duration) {
	if faults.Active(faults.OldAddressNotAsked) {
		return
	}
	c.was, c.asked, c.askUntil = from, now-probeEvery, now+askOldFor
	rand.Read(c.token[:])
}

// contested says whether more than one address has claimed the peer lately.
func (c *contest) contested(now time.Duration) bool { return c.until != 0 && now < c.until }

// moves takes in that the newest packet came from elsewhere, and follows it where that is right.
func (p *Peer) moves(to endpoint, now time.Duration) {
	c := &p.contest
	switch {
	case p.gate.client != nil:
		c.until = now + contestFor
		if now-c.here < serverSilent && !faults.Active(faults.ClientFollowsAtOnce) {
			p.gate.counts.held.Add(1)
			return
		}
		p.gate.roam(p, to)
		c.here = now
	case c.was.at.IsValid() && to.at == c.was.at:
		p.back(now)
	case c.contested(now) && now-c.here < silentAfter:
		c.until = now + contestFor
		p.gate.counts.held.Add(1)
	default:
		p.gate.roam(p, to)
	}
}

// askToo takes in that a packet came from elsewhere once more, while a new address has not echoed: perhaps the peer has moved
// and somebody was faster from the first packet on. It is asked, and if only it answers, it is right.
func (p *Peer) askToo(from endpoint) {
	c := &p.contest
	if c.other.at != from.at {
		c.other = endpoint{from.at, from.to}
		rand.Read(c.ticket[:])
	}
	p.writeTo(typeProbe, c.ticket[:], from)
}

// ask asks the address that was left, or the one that is contested, now and then.
func (p *Peer) ask(now time.Duration) {
	c := &p.contest
	to := c.was
	switch {
	case p.gate.client != nil || now-c.asked < probeEvery:
		return
	case to.at.IsValid() && now >= c.askUntil:
		c.was = endpoint{}
		return
	case !to.at.IsValid() && c.contested(now):
		to = *p.at.Load()
	case !to.at.IsValid():
		return
	}
	c.asked = now
	p.writeTo(typeProbe, c.token[:], to)
}

// answers takes an echo in: of the address that was left, which is right then, or of a contested one.
func (p *Peer) answers(token []byte, from endpoint, now time.Duration) {
	c := &p.contest
	if c.other.at.IsValid() && from.at == c.other.at && subtle.ConstantTimeCompare(token, c.ticket[:]) == 1 {
		if p.path.unproved.Load() && now-c.moved >= silentAfter {
			c.was = c.other
			p.back(now)
		}
		return
	}
	if subtle.ConstantTimeCompare(token, c.token[:]) != 1 {
		return
	}
	switch {
	case c.was.at.IsValid() && from.at == c.was.at:
		p.back(now)
	case !c.was.at.IsValid() && c.contested(now) && from.at == p.at.Load().at:
		c.here = now
		rand.Read(c.token[:])
	}
}

// back returns to the address that was left, which still answers.
func (p *Peer) back(now time.Duration) {
	c, g := &p.contest, p.gate
	to := c.was
	c.was, c.other = endpoint{}, endpoint{}
	if !g.recount(p, sourceOf(to.at)) {
		return
	}
	g.counts.returned.Add(1)
	p.path.unproved.Store(false) // it was left proved
	p.at.Store(&to)
	c.until, c.here, c.asked = now+contestFor, now, now-probeEvery
	rand.Read(c.token[:])
}

// repeated takes in a packet that was seen before, while an address is in doubt: from the right one it is a sign of life.
func (p *Peer) repeated(in *inbound, packet []byte, from endpoint) {
	c, now := &p.contest, p.gate.now()
	here, echo := from.at == p.at.Load().at, packet[0] == typeEcho
	known := c.was.at.IsValid() && from.at == c.was.at || here && c.contested(now)
	stranger := p.path.unproved.Load() && !here && !known && now-c.tried >= probeEvery
	switch {
	case p.gate.client != nil && here && c.contested(now):
		if _, ok := in.again(packet); ok {
			c.here = now
		}
	case p.gate.client != nil:
	case echo && (known || c.other.at.IsValid() && from.at == c.other.at):
		if payload, ok := in.again(packet); ok {
			p.answers(payload, from, now)
		}
	case stranger:
		c.tried = now
		if _, ok := in.again(packet); ok {
			p.askToo(from)
		}
	}
}

// recount counts a peer to another source, if there is room.
func (g *Gate) recount(p *Peer, source netip.Addr) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.client != nil || source == p.source {
		return true
	}
	if g.peers[p.id] != p || g.crowded(source) {
		g.counts.source.Add(1)
		return false
	}
	g.uncount(p.source)
	g.sources[source]++
	p.source = source
	return true
}
