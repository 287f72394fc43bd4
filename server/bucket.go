package server

import "voxtide/timestream"

// bucket holds the stream time that a client may still use: it fills with the server's monotonic time at a little more
// than its speed, and every advance of the stream spends from it, whoever makes it.
//
// Bound: what is spent in any window of steps of length T is at most rate*T + burst, because what is left after a step
// is never more than the burst.
type bucket struct {
	level int64 // thousandths of a microsecond
}

// full returns a bucket with its whole burst.
func full(b *Bounds) bucket { return bucket{int64(b.Burst) * 1000} }

// fill adds a step's span. A late step raises the cap by its span, for that step only: see settle.
func (k *bucket) fill(b *Bounds, span, late timestream.Duration) {
	k.level = min(k.level+int64(span)*b.RateMille, (int64(b.Burst)+int64(late))*1000)
}

// settle ends a step: what is left above the burst is lost.
func (k *bucket) settle(b *Bounds) { k.level = min(k.level, int64(b.Burst)*1000) }

// left returns the stream time that may be used now.
func (k *bucket) left() timestream.Duration { return timestream.Duration(max(0, k.level) / 1000) }

// spend takes the time of an advance.
func (k *bucket) spend(d timestream.Duration) { k.level -= int64(d) * 1000 }
