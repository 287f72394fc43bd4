package server

import (
	"voxtide/faults"
	"voxtide/timestream"
)

// lateness is the least lateness of what arrived from a client in the last 2 s: how far each declared stamp lay behind
// the server's clock. It is kept in slices of 100 ms.
type lateness struct {
	slices [latenessSlices]timestream.Duration
	turn   int64 // number of the newest slice
	any    bool
}

const (
	latenessSlices = 20
	latenessSlice  = 100 * timestream.Millisecond
	latenessNone   = timestream.Duration(1) << 60
)

// pass lets time come to now.
func (l *lateness) pass(now timestream.Time) {
	turn := int64(now)/int64(latenessSlice) + latenessSlices
	if !l.any {
		l.any, l.turn = true, turn-latenessSlices
	}
	for n := min(turn-l.turn, latenessSlices); n > 0; n-- {
		l.slices[(turn-n+1+latenessSlices)%latenessSlices] = latenessNone
	}
	l.turn = max(l.turn, turn)
}

// arrive notes a stamp that arrived now. One that is further ahead than a stream may be is held, and so no earlier.
func (l *lateness) arrive(b *Bounds, now, stamp timestream.Time) {
	l.pass(now)
	s := &l.slices[l.turn%latenessSlices]
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

// line returns the instant below which the stream must not stay: the stall line. The server's own lateness is
// nobody's stall.
func (l *lateness) line(b *Bounds, now timestream.Time, late timestream.Duration) timestream.Time {
	l.pass(now)
	behind := b.LateMax
	if d := l.least(); d != latenessNone {
		behind = min(behind, d+b.Late)
	}
	if faults.Active(faults.OwnLatenessIsAStall) {
		late = 0
	}
	return now.Add(-behind - late)
}
