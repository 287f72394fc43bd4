package gate

// A peer is followed to a new address at once, so that no payload is lost; contest.go says when not. But whoever has a
// session could name an address that is not theirs, and have the server's whole stream sent
// there. So until the peer has echoed a random token that was sent to the new address, not
// much more is sent there than has come from it.

import (
	"crypto/rand"
	"crypto/subtle"
	"net/netip"
	"sync/atomic"
	"time"
)

// path is what is known of a server's peer's address.
type path struct {
	unproved atomic.Bool  // it has roamed there, and not echoed
	credit   atomic.Int64 // bytes that may still be sent there
	token    [tokenBytes]byte
	probed   time.Duration
	moved    time.Duration // when the address was given its first credit
}

// roam follows a peer to a new address, unless there are too many there. The reader's.
func (g *Gate) roam(p *Peer, to endpoint) {
	if !g.recount(p, sourceOf(to.at)) {
		return
	}
	g.counts.roamed.Add(1)
	if g.client == nil {
		if !p.path.unproved.Load() {
			p.contest.leave(*p.at.Load(), g.now())
		}
		p.contest.moved, p.contest.other = g.now(), endpoint{}
		p.doubt()
	}
	p.at.Store(&endpoint{to.at, to.to})
}

// doubt begins a new address.
func (p *Peer) doubt() {
	now, path := p.gate.now(), &p.path
	rand.Read(path.token[:])
	path.probed = now - probeEvery
	if path.moved == 0 || now-path.moved >= creditEvery {
		path.moved = now
		path.credit.Store(creditFirst)
	}
	path.unproved.Store(true)
}

// probe asks for the echo, now and then, and counts what came from the address. The
// reader's.
func (p *Peer) probe(came int) {
	now, path := p.gate.now(), &p.path
	path.credit.Add(int64(creditTimes * came))
	if now-path.probed >= probeEvery {
		path.probed = now
		p.write(typeProbe, path.token[:])
	}
}

// echoed proves the address that the token was sent to. The reader's.
func (p *Peer) echoed(token []byte, from endpoint) {
	path := &p.path
	if path.unproved.Load() && from.at == p.at.Load().at && subtle.ConstantTimeCompare(token, path.token[:]) == 1 {
		path.unproved.Store(false)
	}
}

// spend says whether a payload of a session may go where the peer is.
func (p *Peer) spend(bytes int) bool {
	return !p.path.unproved.Load() || p.path.credit.Add(-int64(bytes)) >= 0 || p.overspent(bytes)
}

// overspent gives the bytes back that were not sent.
func (p *Peer) overspent(bytes int) bool {
	p.path.credit.Add(int64(bytes))
	p.gate.counts.unproved.Add(1)
	return false
}

// uncount takes a peer off a source. Under the lock.
func (g *Gate) uncount(source netip.Addr) {
	if g.sources[source] > 1 {
		g.sources[source]--
	} else {
		delete(g.sources, source)
	}
}
