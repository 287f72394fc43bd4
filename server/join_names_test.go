package server

import (
	"flag"
	"fmt"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/transport"
)

var forgedNames = flag.Int("names", 5000, "how many names TestForgedNames makes")

// TestForgedNames: names that strangers make without end, from many addresses, each gone at once, leave no row in
// memory and make no command slow.
func TestForgedNames(t *testing.T) {
	r, _, ann, _ := newAdminFixture(t, nil)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	forge := func(from, n int) {
		for i := from; i < from+n; i++ {
			c := &fakeConn{}
			r.s.Accept(transport.WithAddress(c, netip.AddrFrom4([4]byte{203, byte(i >> 14), byte(i >> 6), byte(i)})))
			c.say(protocol.AppendJoin(nil, &protocol.Join{Name: fmt.Sprint("forged ", i)}))
			r.step(stepAt)
			c.closed, c.reason = true, LeaveReason
			ann.declare(r.s.Now())
		}
		r.play(120)
	}
	slowest := func() (most time.Duration) {
		for range 50 {
			begin := time.Now()
			r.consoleCommand("claims forged 7")
			most = max(most, time.Since(begin))
		}
		return most
	}
	const first = 9000 // tables grow to their size: more names than package access remembers addresses of
	forge(0, first)
	before, quick := heap(), slowest()
	forge(first, *forgedNames)
	after, slow := heap(), slowest()
	const each = 64 // bytes that a name may leave: a row has 3,200
	if after > before+before/10+uint64(*forgedNames)*each {
		t.Errorf("%d kB of memory before, %d kB after %d names", before>>10, after>>10, *forgedNames)
	}
	t.Logf("%d names: %d kB of memory before, %d kB after; /claims took %v at most, and %v; %d players are known", *forgedNames, before>>10, after>>10, quick, slow, len(r.s.roster.WithPrefix("", 1<<20)))
}
