package reliable

// The time at which KCP would resend a segment. KCP does not tell it, so the estimate is made again from the same
// round trips; an error costs some milliseconds.

import "time"

const (
	rtoFirst = 200 * time.Millisecond
	rtoMin   = 30 * time.Millisecond
	rtoCalm  = 100 * time.Millisecond // least timeout of the bulk lane
	rtoSlack = 10 * time.Millisecond  // least margin over the smoothed round trip
	rtoMax   = 60 * time.Second
	lateGap  = 10 * time.Millisecond // between two calls of KCP for a late piece
)

// rtoEstimate is the estimate of RFC 6298.
type rtoEstimate struct {
	srtt, rttvar time.Duration
	calm         bool // as KCP computes it without nodelay
}

func (t *rtoEstimate) update(trip time.Duration) {
	if t.srtt == 0 {
		t.srtt, t.rttvar = trip, trip/2
		return
	}
	off := trip - t.srtt
	t.srtt += off / 8
	t.rttvar += (max(off, -off) - t.rttvar) / 4
}

// rto returns how long KCP waits for an ack after sending a segment sends times.
func (t *rtoEstimate) rto(sends int) time.Duration {
	if t.srtt == 0 {
		return rtoFirst
	}
	least, step := rtoMin, time.Duration(1)
	if t.calm {
		least, step = rtoCalm, 2
	}
	rto := min(max(least, t.srtt+max(rtoSlack, 4*t.rttvar)), rtoMax)
	return rto + rto/2*step*time.Duration(min(sends-1, 100))
}
