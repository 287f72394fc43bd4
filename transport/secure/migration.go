package secure

// Connection migration. A peer is followed to a new address at once, so that no payload is lost;
// migration_contested.go says when not. But a peer could claim an address of somebody else's and have the server's
// whole stream sent there. So until the peer has echoed a random token from the new address, not much more is sent
// there than has come from it.

import (
	"crypto/rand"
	"crypto/subtle"
)

// migrate follows a peer to a new address, unless too many peers are there. Only the reader calls it.
func (g *Endpoint) migrate(p *Peer, to address) {
	if !g.moveToSource(p, sourceOf(to.addrPort)) {
		return
	}
	g.counters.migrated.Add(1)
	if g.dialed == nil {
		if !p.path.unvalidated.Load() {
			p.contest.beginProbing(*p.addr.Load(), g.now())
		}
		p.contest.movedAt, p.contest.rival = g.now(), address{}
		p.beginValidation()
	}
	p.addr.Store(&address{to.addrPort, to.netAddr})
}

// beginValidation begins the validation of a new address.
func (p *Peer) beginValidation() {
	now, path := p.endpoint.now(), &p.path
	rand.Read(path.token[:])
	path.probedAt = now - probeEvery
	if path.creditedAt == 0 || now-path.creditedAt >= creditEvery {
		path.creditedAt = now
		path.credit.Store(creditFirst)
	}
	path.unvalidated.Store(true)
}

// validate probes the new address now and then, and credits the bytes that came from it. Only the reader calls it.
func (p *Peer) validate(came int) {
	now, path := p.endpoint.now(), &p.path
	path.credit.Add(int64(creditTimes * came))
	if now-path.probedAt >= probeEvery {
		path.probedAt = now
		p.write(typeProbe, path.token[:])
	}
}

// receiveEcho validates the address if the token is right. Only the reader calls it.
func (p *Peer) receiveEcho(token []byte, from address) {
	path := &p.path
	if path.unvalidated.Load() && from.addrPort == p.addr.Load().addrPort && subtle.ConstantTimeCompare(token, path.token[:]) == 1 {
		path.unvalidated.Store(false)
	}
}
