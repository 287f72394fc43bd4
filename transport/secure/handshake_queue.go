package secure

// The handshake messages that wait for the worker, which handles TotalRate first messages a second. They are handled
// in the order in which their senders were served last: first the prefix that was served longest ago, in it the
// source that was, of that the oldest message. So sixty sources that ask for more than the rate share it, and a
// source that was not served lately goes first. When the queue is full, the last message in this order is dropped,
// even if it is the new one. Messages that continue a handshake come before all that begin one.

import (
	"hash/maphash"
	"net/netip"
	"sync"

	"voxtide/internal/faults"
)

// job is a handshake message that waits for the worker.
type job struct {
	from   address
	size   int
	buf    [helloBytes]byte
	source netip.Addr
	prefix netip.Addr
	rank   handshakeRank
}

// handshakeRank is a job's place in the order; the lowest goes first.
type handshakeRank struct {
	beginsHandshake bool // the message begins a handshake
	prefix, source  uint64
	arrival         uint64
}

func (r *handshakeRank) before(o *handshakeRank) bool {
	switch {
	case r.beginsHandshake != o.beginsHandshake:
		return o.beginsHandshake
	case faults.Active(faults.HalfOpenNotShared):
	case r.prefix != o.prefix:
		return r.prefix < o.prefix
	case r.source != o.source:
		return r.source < o.source
	}
	return r.arrival < o.arrival
}

// prefixOf returns the prefix by which sources share: the IPv4 /16 or the IPv6 /32 that one network usually has.
func prefixOf(source netip.Addr) netip.Addr {
	bits := 16
	if source.Is6() {
		bits = 32
	}
	p, err := source.Prefix(bits)
	if err != nil {
		return source
	}
	return p.Addr()
}

// handshakeQueue holds the waiting jobs.
type handshakeQueue struct {
	mu         sync.Mutex
	jobs       []job
	arrivals   uint64
	served     uint64       // handshakes begun so far
	lastServed *servedTable // of an Endpoint that listens; nil before the first message
	more       chan struct{}
}

// push adds a packet of at most helloBytes, and reports whether there was room for it.
func (l *handshakeQueue) push(packet []byte, from address) bool {
	j := job{from: from, size: len(packet), rank: handshakeRank{beginsHandshake: packet[0] == typeFirstIK || packet[0] == typeFirstXX}}
	copy(j.buf[:], packet)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.arrivals++
	if j.rank.arrival = l.arrivals; j.rank.beginsHandshake {
		if l.lastServed == nil {
			l.lastServed = &servedTable{seed: maphash.MakeSeed()}
		}
		j.source = sourceOf(from.addrPort)
		j.prefix = prefixOf(j.source)
		j.rank.prefix, j.rank.source = l.lastServed.row(j.prefix, 1).servedAt, l.lastServed.row(j.source, 0).servedAt
	}
	if len(l.jobs) < queueMax {
		l.jobs = append(l.jobs, j)
	} else {
		last := 0
		for i := range l.jobs {
			if l.jobs[last].rank.before(&l.jobs[i].rank) {
				last = i
			}
		}
		if !j.rank.before(&l.jobs[last].rank) {
			return false
		}
		l.jobs[last] = j
	}
	select {
	case l.more <- struct{}{}:
	default:
	}
	return true
}

// pop returns the next job. With begins at false it returns no job that begins a handshake; waits then reports
// whether such a job is there.
func (l *handshakeQueue) pop(begins bool) (j job, ok, waits bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.jobs) == 0 {
		return j, false, false
	}
	first := 0
	for i := range l.jobs {
		if l.jobs[i].rank.before(&l.jobs[first].rank) {
			first = i
		}
	}
	if l.jobs[first].rank.beginsHandshake && !begins {
		return j, false, true
	}
	j = l.jobs[first]
	n := len(l.jobs) - 1
	l.jobs[first] = l.jobs[n]
	l.jobs = l.jobs[:n]
	if !j.rank.beginsHandshake {
		return j, true, false
	}
	l.served++
	l.lastServed.row(j.prefix, 1).servedAt, l.lastServed.row(j.source, 0).servedAt = l.served, l.served
	for i := range l.jobs {
		if o := &l.jobs[i]; o.rank.beginsHandshake && o.prefix == j.prefix {
			if o.rank.prefix = l.served; o.source == j.source {
				o.rank.source = l.served
			}
		}
	}
	return j, true, false
}

// len returns the number of waiting jobs.
func (l *handshakeQueue) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.jobs)
}

// servedTable remembers when sources and prefixes were served last, in a table that never grows. An address without a
// row counts as never served; it takes the row of its set that was served longest ago.
type servedTable struct {
	seed maphash.Seed
	rows [sourceRows]servedRow
}

type servedRow struct {
	addr     netip.Addr
	kind     byte // 0 is a source, 1 a prefix
	servedAt uint64
}

func (t *servedTable) row(who netip.Addr, kind byte) *servedRow {
	row := int(maphash.Comparable(t.seed, servedRow{addr: who, kind: kind})%(sourceRows/sourceWays)) * sourceWays
	idle := row
	for i := row; i < row+sourceWays; i++ {
		if r := &t.rows[i]; r.addr == who && r.kind == kind {
			return r
		}
		if t.rows[i].servedAt < t.rows[idle].servedAt {
			idle = i
		}
	}
	t.rows[idle] = servedRow{addr: who, kind: kind}
	return &t.rows[idle]
}
