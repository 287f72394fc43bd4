package netstats

import (
	"math"

	"voxtide/timestream"
)

// Body is what is known of a player's body. Positions are those of its feet, in blocks; those of Server are where the server
// had it at the time At, which is as late as the updates of it come, so that the body moves evenly.
type Body struct {
	ID        uint64
	Own       bool
	Low       bool // it crouches
	Seen      timestream.Time
	Predicted [3]float64
	Drawn     [3]float64
	Received  [3]float64 // the last that came
	Stamp     timestream.Time
	told      path
	drawn     path
	worst     timestream.Duration // from a stamp to the frame in which the next one came; falls slowly
}

// path is a ring of positions by time.
type path struct {
	points [pathKept]point
	n      int
}

type point struct {
	at  timestream.Time
	pos [3]float64
}

// drawnEvery is the least time between two noted positions of the drawn body: 96 of them are nearly two seconds.
const drawnEvery = 15 * timestream.Millisecond

func (p *path) add(at timestream.Time, pos [3]float64) {
	p.points[p.n%pathKept] = point{at, pos}
	p.n++
}

func (p *path) newest() *point { return &p.points[(p.n+pathKept-1)%pathKept] }

// at returns the position at a time, between the two noted around it; false outside of what is kept.
func (p *path) at(t timestream.Time) (pos [3]float64, ok bool) {
	if p.n == 0 || t > p.newest().at {
		return pos, false
	}
	next := p.newest()
	for i := p.n - 1; i >= 0 && i >= p.n-pathKept; i-- {
		q := &p.points[i%pathKept]
		if q.at <= t {
			if next.at == q.at {
				return q.pos, true
			}
			share := float64(t-q.at) / float64(next.at-q.at)
			for k := range pos {
				pos[k] = q.pos[k] + (next.pos[k]-q.pos[k])*share
			}
			return pos, true
		}
		next = q
	}
	return pos, false
}

// body returns the record of a body, a new one or that of a body that has left if there is none; nil if all are in use.
func (r *Recorder) body(id uint64, own bool, at timestream.Time) *Body {
	free := -1
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.ID == id {
			return b
		}
		if free < 0 && (b.ID == 0 || at.Sub(b.Seen) > timestream.Second) && (i > 0 || own) {
			free = i // the first is the own body's
		}
	}
	if free < 0 {
		return nil
	}
	if own && r.bodies[0].ID != 0 && r.bodies[0].Own {
		free = 0
	}
	r.bodies[free] = Body{ID: id, Own: own, Seen: at}
	return &r.bodies[free]
}

// Drew notes where a frame of a time has a player's body: as it is predicted, and as it is drawn.
func (r *Recorder) Drew(id uint64, own, low bool, frame timestream.Time, predicted, drawn [3]float64) {
	b := r.body(id, own, frame)
	if b == nil {
		return
	}
	b.Seen, b.Low, b.Predicted, b.Drawn = frame, low, predicted, drawn
	if b.drawn.n == 0 || frame.Sub(b.drawn.newest().at) >= drawnEvery {
		b.drawn.add(frame, drawn)
	}
}

// Told notes the received state of a player's body: where it is at a stamp. frame is the time of the last frame. What was
// drawn for that instant is compared with it.
func (r *Recorder) Told(now timestream.Duration, id uint64, own bool, frame, stamp timestream.Time, pos [3]float64) {
	r.now = max(r.now, now)
	b := r.body(id, own, frame)
	if b == nil || b.told.n > 0 && stamp <= b.told.newest().at {
		return
	}
	if b.told.n > 0 {
		b.worst = max(b.worst-b.worst/64, frame.Sub(b.told.newest().at))
	}
	b.told.add(stamp, pos)
	b.Received, b.Stamp = pos, stamp
	if was, ok := b.drawn.at(stamp); ok {
		s := &r.ApartOthers
		if b.Own {
			s = &r.ApartOwn
		}
		s.max(now, 100*distance(was, pos))
	}
}

// Moved notes that an update moved the body of somebody else by a distance in cm, as it was predicted for one instant.
func (r *Recorder) Moved(now timestream.Duration, cm float64) {
	r.now = max(r.now, now)
	r.JumpOthers.max(now, cm)
}

// Server returns where the server had the body at an instant that lies so far back that it was told, and how far back that is
// from the last frame; false before it was told twice.
func (b *Body) Server() (pos [3]float64, ago timestream.Duration, ok bool) {
	at := max(0, b.Seen.Add(-b.worst))
	if b.told.n > 0 {
		at = min(at, b.told.newest().at)
	}
	pos, ok = b.told.at(at)
	return pos, b.Seen.Sub(at), ok && b.told.n > 1
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
