package gate

// The handshake messages that wait for the worker, which does TotalRate first messages a second. They are taken in the order
// in which those who sent them were served last: of the prefix that was served longest ago, of the source in it that was, the
// oldest. So sixty sources that ask for more than there is share it, and whoever has not been served lately goes first. When
// the line is full, the last in that order has to go, be it the one that comes. What goes on with a handshake comes before all
// that begins one.

import (
	"hash/maphash"
	"net/netip"
	"sync"

	"voxtide/faults"
)

// job is a handshake message that waits for the worker.
type job struct {
	from   endpoint
	n      int
	buf    [helloBytes]byte
	source netip.Addr
	prefix netip.Addr
	rank   rank
}

// rank is whose turn it is: the lowest first.
type rank struct {
	begins         bool // a handshake
	prefix, source uint64
	came           uint64
}

func (r *rank) before(o *rank) bool {
	switch {
	case r.begins != o.begins:
		return o.begins
	case faults.Active(faults.HalfOpenNotShared):
	case r.prefix != o.prefix:
		return r.prefix < o.prefix
	case r.source != o.source:
		return r.source < o.source
	}
	return r.came < o.came
}

// prefixOf gives what sources are shared out by: the IPv4 /16 or the IPv6 /32 that a network usually has.
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

// line is the jobs that wait.
type line struct {
	mu    sync.Mutex
	jobs  []job
	came  uint64
	turn  uint64 // handshakes begun
	turns *turns // of a listening Gate's; nil before the first
	more  chan struct{}
}

// put adds a packet of at most helloBytes; false if there is no room for it.
func (l *line) put(packet []byte, from endpoint) bool {
	j := job{from: from, n: len(packet), rank: rank{begins: packet[0] == typeFirstIK || packet[0] == typeFirstXX}}
	copy(j.buf[:], packet)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.came++
	if j.rank.came = l.came; j.rank.begins {
		if l.turns == nil {
			l.turns = &turns{seed: maphash.MakeSeed()}
		}
		j.source = sourceOf(from.at)
		j.prefix = prefixOf(j.source)
		j.rank.prefix, j.rank.source = l.turns.of(j.prefix, 1).turn, l.turns.of(j.source, 0).turn
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

// next takes the job whose turn it is; begins says whether it may be one that begins a handshake. waits: there is one that
// may not.
func (l *line) next(begins bool) (j job, ok, waits bool) {
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
	if l.jobs[first].rank.begins && !begins {
		return j, false, true
	}
	j = l.jobs[first]
	n := len(l.jobs) - 1
	l.jobs[first] = l.jobs[n]
	l.jobs = l.jobs[:n]
	if !j.rank.begins {
		return j, true, false
	}
	l.turn++
	l.turns.of(j.prefix, 1).turn, l.turns.of(j.source, 0).turn = l.turn, l.turn
	for i := range l.jobs {
		if o := &l.jobs[i]; o.rank.begins && o.prefix == j.prefix {
			if o.rank.prefix = l.turn; o.source == j.source {
				o.rank.source = l.turn
			}
		}
	}
	return j, true, false
}

// len is how many wait.
func (l *line) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.jobs)
}

// turns says when sources and prefixes were served last, of those that were lately, in a table that never grows. One that has
// no row has never been served, as far as anybody knows; it takes that of its set which was served longest ago.
type turns struct {
	seed maphash.Seed
	rows [sourceRows]turnRow
}

type turnRow struct {
	who  netip.Addr
	kind byte // 0 is a source, 1 a prefix
	turn uint64
}

func (t *turns) of(who netip.Addr, kind byte) *turnRow {
	row := int(maphash.Comparable(t.seed, turnRow{who: who, kind: kind})%(sourceRows/sourceWays)) * sourceWays
	idle := row
	for i := row; i < row+sourceWays; i++ {
		if r := &t.rows[i]; r.who == who && r.kind == kind {
			return r
		}
		if t.rows[i].turn < t.rows[idle].turn {
			idle = i
		}
	}
	t.rows[idle] = turnRow{who: who, kind: kind}
	return &t.rows[idle]
}
