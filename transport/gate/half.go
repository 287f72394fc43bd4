package gate

import (
	"net/netip"
	"time"

	"voxtide/faults"
)

// halfOpenSure is how long a half-open handshake is not given up for one of a source that has as many.
const halfOpenSure = 3 * time.Second

// crowded says whether a source has its share of the sessions: PerSource, or without that as many as are free for others.
// So all friends of a school come in behind one address, and one address never takes what is left. Under the lock.
func (g *Gate) crowded(source netip.Addr) bool {
	n := g.sources[source]
	if g.cfg.PerSource > 0 {
		return n >= g.cfg.PerSource
	}
	return n > 0 && n >= g.cfg.Peers-len(g.peers)
}

// makeRoom says whether there is room for a half-open handshake of a source, or now is. The worker's: nobody else begins any.
func (g *Gate) makeRoom(source netip.Addr) bool {
	full := func() bool { return g.half >= g.cfg.HalfOpen || len(g.peers) >= g.cfg.Peers }
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.limit(source) != 0 {
		return false
	}
	if !full() {
		return true
	}
	out := g.yields(source, g.now())
	if out == nil {
		return false
	}
	g.mu.Unlock()
	out.expire()
	g.mu.Lock()
	return !full() && g.limit(source) == 0
}

// yields gives the half-open peer that has to make room for one of a source: the oldest of the source with the most, in the
// prefix with the most. None of a source that has fewer, nor a young one of a source that has as many. Under the lock.
func (g *Gate) yields(source netip.Addr, now time.Duration) (out *Peer) {
	if faults.Active(faults.HalfOpenNotShared) {
		return nil
	}
	prefixes, sources := map[netip.Addr]int{}, map[netip.Addr]int{}
	for _, p := range g.shakes {
		if p.halfOpen {
			prefixes[prefixOf(p.source)]++
			sources[p.source]++
		}
	}
	for _, p := range g.shakes {
		if p.halfOpen && (out == nil || g.greedier(p, out, prefixes, sources) > 0 ||
			g.greedier(p, out, prefixes, sources) == 0 && p.made < out.made) {
			out = p
		}
	}
	if out == nil {
		return nil
	}
	mine, prefix := sources[source]+1, prefixes[prefixOf(source)]+1 // with the one that comes
	theirs, theirPrefix := sources[out.source], prefixes[prefixOf(out.source)]
	switch {
	case now-out.made >= halfOpenSure:
		return out
	case prefixOf(out.source) != prefixOf(source) && theirPrefix > prefix:
		return out
	case prefixOf(out.source) == prefixOf(source) && theirs > mine:
		return out
	}
	return nil
}

// greedier compares two half-open peers by what their prefixes, and then their sources, have.
func (g *Gate) greedier(a, b *Peer, prefixes, sources map[netip.Addr]int) int {
	if d := prefixes[prefixOf(a.source)] - prefixes[prefixOf(b.source)]; d != 0 {
		return d
	}
	return sources[a.source] - sources[b.source]
}
