package secure

// An attacker who sees packets on their way and is faster can make a copy of each arrive first, from another address,
// and the session would follow the copies. So a server that follows a peer also probes the address before: if an echo
// comes from there, that address was right, and the server moves back. From then on the address is contested: the
// peer is followed only if it has not answered for contestedSilence. A client, whose server hardly ever moves,
// follows only if the old address is silent. A copy of the echo may come first as well; the echo itself is a replay
// then, which is opened nevertheless while an address is in doubt.

import (
	"crypto/rand"
	"crypto/subtle"
	"time"

	"voxtide/internal/faults"
)

// addressChanged handles that the newest packet came from another address, and follows it where that is right.
func (p *Peer) addressChanged(to address, now time.Duration) {
	c := &p.contest
	switch {
	case p.endpoint.dialed != nil:
		c.contestedUntil = now + contestFor
		if now-c.heardAt < serverSilence && !faults.Active(faults.ClientFollowsAtOnce) {
			p.endpoint.counters.notFollowed.Add(1)
			return
		}
		p.endpoint.migrate(p, to)
		c.heardAt = now
	case c.oldAddr.addrPort.IsValid() && to.addrPort == c.oldAddr.addrPort:
		p.moveBack(now)
	case c.isContested(now) && now-c.heardAt < contestedSilence:
		c.contestedUntil = now + contestFor
		p.endpoint.counters.notFollowed.Add(1)
	default:
		p.endpoint.migrate(p, to)
	}
}

// probeRival handles another packet from a different address while a new address has not echoed yet: perhaps the peer
// has moved, and an attacker was faster from the first packet on. The rival is probed, and if only it answers, it is
// the peer.
func (p *Peer) probeRival(from address) {
	c := &p.contest
	if c.rival.addrPort != from.addrPort {
		c.rival = address{from.addrPort, from.netAddr}
		rand.Read(c.rivalToken[:])
	}
	p.writeTo(typeProbe, c.rivalToken[:], from)
}

// probeOld probes the address before the move, or the contested one, now and then.
func (p *Peer) probeOld(now time.Duration) {
	c := &p.contest
	to := c.oldAddr
	switch {
	case p.endpoint.dialed != nil || now-c.probedAt < probeEvery:
		return
	case to.addrPort.IsValid() && now >= c.probeUntil:
		c.oldAddr = address{}
		return
	case !to.addrPort.IsValid() && c.isContested(now):
		to = *p.addr.Load()
	case !to.addrPort.IsValid():
		return
	}
	c.probedAt = now
	p.writeTo(typeProbe, c.token[:], to)
}

// receiveProbeEcho handles an echo from the address before the move, which is right then, or from a contested one.
func (p *Peer) receiveProbeEcho(token []byte, from address, now time.Duration) {
	c := &p.contest
	if c.rival.addrPort.IsValid() && from.addrPort == c.rival.addrPort && subtle.ConstantTimeCompare(token, c.rivalToken[:]) == 1 {
		if p.path.unvalidated.Load() && now-c.movedAt >= contestedSilence {
			c.oldAddr = c.rival
			p.moveBack(now)
		}
		return
	}
	if subtle.ConstantTimeCompare(token, c.token[:]) != 1 {
		return
	}
	switch {
	case c.oldAddr.addrPort.IsValid() && from.addrPort == c.oldAddr.addrPort:
		p.moveBack(now)
	case !c.oldAddr.addrPort.IsValid() && c.isContested(now) && from.addrPort == p.addr.Load().addrPort:
		c.heardAt = now
		rand.Read(c.token[:])
	}
}

// moveBack returns to the address before the move, which still answers.
func (p *Peer) moveBack(now time.Duration) {
	c, g := &p.contest, p.endpoint
	to := c.oldAddr
	c.oldAddr, c.rival = address{}, address{}
	if !g.moveToSource(p, sourceOf(to.addrPort)) {
		return
	}
	g.counters.movedBack.Add(1)
	p.path.unvalidated.Store(false) // it was validated when it was left
	p.addr.Store(&to)
	c.contestedUntil, c.heardAt, c.probedAt = now+contestFor, now, now-probeEvery
	rand.Read(c.token[:])
}

// receiveReplay handles a packet that was seen before, while an address is in doubt: from the right address it is a
// sign of life.
func (p *Peer) receiveReplay(in *opener, packet []byte, from address) {
	c, now := &p.contest, p.endpoint.now()
	here, echo := from.addrPort == p.addr.Load().addrPort, packet[0] == typeEcho
	known := c.oldAddr.addrPort.IsValid() && from.addrPort == c.oldAddr.addrPort || here && c.isContested(now)
	stranger := p.path.unvalidated.Load() && !here && !known && now-c.rivalProbedAt >= probeEvery
	switch {
	case p.endpoint.dialed != nil && here && c.isContested(now):
		if _, ok := in.reopen(packet); ok {
			c.heardAt = now
		}
	case p.endpoint.dialed != nil:
	case echo && (known || c.rival.addrPort.IsValid() && from.addrPort == c.rival.addrPort):
		if payload, ok := in.reopen(packet); ok {
			p.receiveProbeEcho(payload, from, now)
		}
	case stranger:
		c.rivalProbedAt = now
		if _, ok := in.reopen(packet); ok {
			p.probeRival(from)
		}
	}
}
