package lanes

// When KCP would send a segment again. KCP knows it and does not tell, so its estimate is
// made once more from the same round trips; an error costs some milliseconds.

import "time"

const (
	rtoFirst = 200 * time.Millisecond
	rtoLeast = 30 * time.Millisecond
	rtoCalm  = 100 * time.Millisecond // the same of the bulk lane
	rtoSlack = 10 * time.Millisecond  // least margin over the smoothed round trip
	rtoMost  = 60 * time.Second
	lateGap  = 10 * time.Millisecond // between two askings for one that is late
)

// timing is the estimate of RFC 6298.
type timing struct {
	trip, spread time.Duration
	calm         bool // as KCP's without nodelay
}

func (t *timing) take(trip time.Duration) {
	if t.trip == 0 {
		t.trip, t.spread = trip, trip/2
		return
	}
	off := trip - t.trip
	t.trip += off / 8
	t.spread += (max(off, -off) - t.spread) / 4
}

// rto gives how long KCP waits for an ack of what it has sent so many times.
func (t *timing) rto(sends int) time.Duration {
	if t.trip == 0 {
		return rtoFirst
	}
	least, step := rtoLeast, time.Duration(1)
	if t.calm {
		least, step = rtoCalm, 2
	}
	rto := min(max(least, t.trip+max(rtoSlack, 4*t.spread)), rtoMost)
	return rto + rto/2*step*time.Duration(min(sends-1, 100))
}

// late says when the first un-acked piece would be sent again.
func (l *lane) late() time.Duration {
	at := never
	for i := range l.pieces.Len() {
		p := l.pieces.At(i)
		if p.sends == 0 {
			break
		}
		at = min(at, p.again)
	}
	return at
}

// wait puts off what is late and was not sent all the same: it is acked, behind one that is
// not, or KCP means to wait a little longer.
func (l *lane) wait(now time.Duration) {
	for i := range l.pieces.Len() {
		if p := l.pieces.At(i); p.sends == 0 {
			break
		} else if p.again <= now {
			p.again = now + lateGap
		}
	}
}
