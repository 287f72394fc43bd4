package streamtime

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
)

// lateness is the least lateness of the stamps that arrived from a client in the last 2 s: how far each lay behind the server's
// clock. It is kept in slices of 100 ms.
type lateness struct {
	slices [latenessSlices]timestream.Duration
	newest int64 // number of the newest slice
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
		l.begun, l.newest = true, slice-latenessSlices
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
}

// least returns the least lateness, latenessNone if nothing arrived.
func (l *lateness) least() timestream.Duration {
	d := latenessNone
	for _, s := range l.slices {
		d = min(d, s)
	}
	return d
}

// stallLine returns the instant behind which the stream must not stay. The server's own lateness is no client's stall.
func (l *lateness) stallLine(b *Bounds, now timestream.Time, late timestream.Duration) timestream.Time {
	l.moveTo(now)
	behind := b.LateMax
	if d := l.least(); d != latenessNone {
		behind = min(behind, d+b.Late)
	}
	if faults.Active(faults.ServerLatenessIsAStall) {
		late = 0
	}
	return now.Add(-behind - late)
}
