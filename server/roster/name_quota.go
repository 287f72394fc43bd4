package roster

import (
	"net/netip"
	"time"
)

// Many people may stand behind one address: a school, a carrier. So the quota does not count attempts but names that stay: a
// player who leaves without anything to keep has used up nothing.
const (
	nameRefill = time.Hour / 8 // a source gains a name this often in the long run
	// NameBurst is how many names a source may add at once.
	NameBurst = 40
	// SourcesMax bounds the sources that are remembered. One more replaces the source that has the most left.
	SourcesMax = 4096
)

// NameQuota bounds how many new names each source may add (generic cell rate algorithm): it holds when each source has its whole
// burst again.
type NameQuota map[netip.Addr]time.Duration

// Take enters a new name of a source; if it may add none now, it returns how long it has to wait. The zero source is unbounded.
func (q NameQuota) Take(source netip.Addr, now time.Duration) (wait time.Duration, ok bool) {
	if !source.IsValid() {
		return 0, true
	}
	at := max(q[source], now) + nameRefill
	if wait = at - now - NameBurst*nameRefill; wait > 0 {
		return wait, false
	}
	if _, ok := q[source]; !ok && len(q) >= SourcesMax {
		q.evict(now)
	}
	q[source] = at
	return 0, true
}

// Refund gives a source back the name of a player of whom nothing is kept.
func (q NameQuota) Refund(source netip.Addr, now time.Duration) {
	if at, ok := q[source]; ok {
		if at -= nameRefill; at <= now {
			delete(q, source)
		} else {
			q[source] = at
		}
	}
}

// evict forgets the sources that have their whole burst again, or else the source that will have it the soonest.
func (q NameQuota) evict(now time.Duration) {
	var least netip.Addr
	for a, at := range q {
		if at <= now {
			delete(q, a)
		} else if !least.IsValid() || at < q[least] {
			least = a
		}
	}
	if len(q) >= SourcesMax {
		delete(q, least)
	}
}
