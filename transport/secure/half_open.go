package secure

import (
	"net/netip"
	"time"

	"voxtide/internal/faults"
)

// halfOpenGrace protects a new half-open handshake from being dropped for one of a source that has as many.
const halfOpenGrace = 3 * time.Second

// makeRoom reports whether a source may begin a half-open handshake; if needed it drops another one. Only the worker
// calls it, which alone begins handshakes.
func (g *Endpoint) makeRoom(source netip.Addr) bool {
	full := func() bool { return g.halfOpen >= g.cfg.HalfOpen || len(g.peers) >= g.cfg.Peers }
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refusalFor(source) != 0 {
		return false
	}
	if !full() {
		return true
	}
	out := g.victimFor(source, g.now())
	if out == nil {
		return false
	}
	g.mu.Unlock()
	out.expire()
	g.mu.Lock()
	return !full() && g.refusalFor(source) == 0
}

// victimFor returns the half-open peer that has to make room for one of a source: the oldest peer of the source with
// the most, in the prefix with the most. It returns none of a source that has fewer, and no young peer of a source
// that has as many. The caller holds the lock.
func (g *Endpoint) victimFor(source netip.Addr, now time.Duration) (out *Peer) {
	if faults.Active(faults.HalfOpenNotShared) {
		return nil
	}
	prefixes, sources := map[netip.Addr]int{}, map[netip.Addr]int{}
	for _, p := range g.handshakes {
		if p.accept.halfOpen {
			prefixes[prefixOf(p.source)]++
			sources[p.source]++
		}
	}
	for _, p := range g.handshakes {
		if p.accept.halfOpen && (out == nil || g.compareShares(p, out, prefixes, sources) > 0 ||
			g.compareShares(p, out, prefixes, sources) == 0 && p.createdAt < out.createdAt) {
			out = p
		}
	}
	if out == nil {
		return nil
	}
	mine, prefix := sources[source]+1, prefixes[prefixOf(source)]+1 // with the one that comes
	theirs, theirPrefix := sources[out.source], prefixes[prefixOf(out.source)]
	switch {
	case now-out.createdAt >= halfOpenGrace:
		return out
	case prefixOf(out.source) != prefixOf(source) && theirPrefix > prefix:
		return out
	case prefixOf(out.source) == prefixOf(source) && theirs > mine:
		return out
	}
	return nil
}

// compareShares compares two half-open peers by the numbers of their prefixes, then of their sources.
func (g *Endpoint) compareShares(a, b *Peer, prefixes, sources map[netip.Addr]int) int {
	if d := prefixes[prefixOf(a.source)] - prefixes[prefixOf(b.source)]; d != 0 {
		return d
	}
	return sources[a.source] - sources[b.source]
}
