package streamtime

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
)

// lateness is the least lateness of the stamps that arrived from a client in the last 2 s: how far each lay behind the server's
// clock. It is kept in slices of 100 ms. Of a client from which nothing arrives any more the last one is remembered.
type lateness struct {
	slices [latenessSlices]timestream.Duration
	newest int64               // number of the newest slice
	known  timestream.Duration // the least lateness when something last arrived; latenessNone before that
	begun  bool
}

const (
	latenessSlices = 20
	latenessSlice  = 100 * timestream.Millisecond
	latenessNone   = timestream.Duration(1) << 60
)

// moveTo forgets the slices that are older than 2 s.
func (l *lateness) moveTo(now timestream.Time) {
	slice := int64(now)/int64(latenessSlice) + latenessSlices
	if !l.begun {
		l.begun, l.newest, l.known = true, slice-latenessSlices, latenessNone
	}
	for n := min(slice-l.newest, latenessSlices); n > 0; n-- {
		l.slices[(slice-n+1+latenessSlices)%latenessSlices] = latenessNone
	}
	l.newest = max(l.newest, slice)
}

// record notes a stamp that arrived now. A stamp further ahead than a stream may be waits, so it counts as no earlier.
func (l *lateness) record(b *Bounds, now, stamp timestream.Time) {
	l.moveTo(now)
	s := &l.slices[l.newest%latenessSlices]
	*s = min(*s, max(now.Sub(stamp), -b.Ahead))
	l.known = l.least()
}

// silent reports whether nothing has ever arrived.
func (l *lateness) silent() bool { return !l.begun || l.known == latenessNone }

// least returns the least lateness, latenessNone if nothing arrived.
func (l *lateness) least() timestream.Duration {
	d := latenessNone
	for _, s := range l.slices {
		d = min(d, s)
	}
	return d
}

// stallLine returns the instant behind which the stream must not stay. The server's own lateness is no client's stall.
//
// A client that has fallen silent keeps the line that it had: one that fell back to LateMax would let the stream stand once more, for
// longer than the budget holds, and what a budget loses comes back at 5 ms a second.
func (l *lateness) stallLine(b *Bounds, now timestream.Time, late timestream.Duration) timestream.Time {
	l.moveTo(now)
	behind := b.LateMax
	d := l.least()
	if d == latenessNone {
		d = l.known
	}
	if d != latenessNone {
		behind = min(behind, d+b.Late)
	}
	if faults.Active(faults.ServerLatenessIsAStall) {
		late = 0
	}
	return now.Add(-behind - late)
}
