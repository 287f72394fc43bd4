package gate

import (
	"hash/maphash"
	"net/netip"
	"time"

	"voxtide/transport"
)

// sourceOf gives what peers are counted by.
func sourceOf(at netip.AddrPort) netip.Addr { return transport.Source(at.Addr()) }

// bucket lets so many through at once and then one each gap. The zero value is full.
type bucket struct{ paid time.Duration } // until when all is paid for

func (b *bucket) take(now, gap time.Duration, burst int) bool {
	paid := max(b.paid, now)
	if paid+gap-now > gap*time.Duration(burst) {
		return false
	}
	b.paid = paid + gap
	return true
}

// wait gives how long it is until take takes the next; not above 0 if it would now.
func (b *bucket) wait(now, gap time.Duration, burst int) time.Duration {
	return max(b.paid, now) + gap - now - gap*time.Duration(burst)
}

// sourceBuckets has a bucket for each of the sources heard of last, in a table that never
// grows. A new source takes the place of that of its row which has been paid for longest.
type sourceBuckets struct {
	seed maphash.Seed
	rows [sourceRows]struct {
		source netip.Addr
		bucket
	}
}

func (s *sourceBuckets) take(source netip.Addr, now, gap time.Duration, burst int) bool {
	row := int(maphash.Comparable(s.seed, source)%(sourceRows/sourceWays)) * sourceWays
	idle := row
	for i := row; i < row+sourceWays; i++ {
		if s.rows[i].source == source {
			return s.rows[i].take(now, gap, burst)
		}
		if s.rows[i].paid < s.rows[idle].paid {
			idle = i
		}
	}
	s.rows[idle].source, s.rows[idle].bucket = source, bucket{}
	return s.rows[idle].take(now, gap, burst)
}
