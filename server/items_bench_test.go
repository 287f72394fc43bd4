package server

import (
	"fmt"
	"testing"
)

// BenchmarkItems is a step of a server with 8 players who stand, and items at rest around them.
func BenchmarkItems(b *testing.B) {
	for _, n := range []int{0, 1000, 10000, 50000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := newHarnessWithItems(b, n)
			b.ReportAllocs()
			for b.Loop() {
				for _, h := range r.hands { // updates are thrown away
					h.conn.down[0], h.conn.down[1] = h.conn.down[0][:0], h.conn.down[1][:0]
					h.declare(r.s.Now())
				}
				r.now += stepAt
				r.s.Step(r.now)
			}
		})
	}
}

// BenchmarkPick is choosing what a client is told of, once more, among 50,000 items around it: the cost of a player who walks there.
func BenchmarkPick(b *testing.B) {
	r := newHarnessWithItems(b, 50000)
	c := r.s.clients.session(1)
	b.ReportAllocs()
	for b.Loop() {
		r.s.tell.replicator.RankAgain(c.told)
	}
}
