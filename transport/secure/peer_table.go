package secure

import (
	"crypto/rand"
	"encoding/binary"
	"net/netip"
)

// currentPeers returns the present peers; the list is valid until the next call.
func (g *Endpoint) currentPeers() []*Peer {
	clear(g.peerList)
	g.peerList = g.peerList[:0]
	if g.dialed != nil {
		g.peerList = append(g.peerList, g.dialed)
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	for _, p := range g.peers {
		g.peerList = append(g.peerList, p)
	}
	return g.peerList
}

// removePeer removes an ended peer from the tables.
func (g *Endpoint) removePeer(p *Peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.peers[p.accept.id] != p {
		return
	}
	delete(g.peers, p.accept.id)
	g.leaveSource(p.source)
	if p.accept.halfOpen {
		p.accept.halfOpen = false
		g.halfOpen--
	}
	if p.accept.repeatable {
		p.accept.repeatable = false
		delete(g.handshakes, p.accept.handshake)
	}
}

// removeHandshake ends the time in which a peer's handshake may be repeated.
func (g *Endpoint) removeHandshake(p *Peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p.accept.repeatable = false
	delete(g.handshakes, p.accept.handshake)
}

// peerByID returns the peer of a session number.
func (g *Endpoint) peerByID(id uint32) *Peer {
	if g.dialed != nil {
		return g.dialed
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.peers[id]
}

// newSessionID draws a session number that no peer has. The caller holds the lock; only the worker calls it, so the
// number stays free until it is used.
func (g *Endpoint) newSessionID() uint32 {
	for {
		var b [idBytes]byte
		rand.Read(b[:])
		if id := binary.LittleEndian.Uint32(b[:]); id != 0 && g.peers[id] == nil {
			return id
		}
	}
}

// sourceIsFull reports whether a source has its share of the sessions: PerSource, or without that as many as are free
// for others. So all friends at a school get in behind one address, and no address takes all that is left. The caller
// holds the lock.
func (g *Endpoint) sourceIsFull(source netip.Addr) bool {
	n := g.sources[source]
	if g.cfg.PerSource > 0 {
		return n >= g.cfg.PerSource
	}
	return n > 0 && n >= g.cfg.Peers-len(g.peers)
}

// moveToSource counts a peer to another source, if there is room.
func (g *Endpoint) moveToSource(p *Peer, source netip.Addr) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.dialed != nil || source == p.source {
		return true
	}
	if g.peers[p.accept.id] != p || g.sourceIsFull(source) {
		g.counters.source.Add(1)
		return false
	}
	g.leaveSource(p.source)
	g.sources[source]++
	p.source = source
	return true
}

// leaveSource takes a peer off a source's count. The caller holds the lock.
func (g *Endpoint) leaveSource(source netip.Addr) {
	if g.sources[source] > 1 {
		g.sources[source]--
	} else {
		delete(g.sources, source)
	}
}
