package server

import (
	"fmt"
	"testing"
)

// BenchmarkItems is a step of a server with 8 players who stand, and things at rest around them.
func BenchmarkItems(b *testing.B) {
	for _, n := range []int{0, 1000, 10000, 50000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := layAbout(b, n)
			b.ReportAllocs()
			for b.Loop() {
				for _, h := range r.hands { // what they are told is thrown away
					h.conn.down[0], h.conn.down[1] = h.conn.down[0][:0], h.conn.down[1][:0]
					h.declare(r.s.Now())
				}
				r.now += stepAt
				r.s.Step(r.now)
			}
		})
	}
}

// BenchmarkPick is what a client is told of, chosen anew among 50,000 things around it: what somebody costs who walks there.
func BenchmarkPick(b *testing.B) {
	r := layAbout(b, 50000)
	c := r.s.session(1)
	b.ReportAllocs()
	for b.Loop() {
		c.stale = true
		r.s.rank(c)
	}
}
