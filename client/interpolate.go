package client

import (
	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// interpolator draws the bodies of others 100 ms in the past, between states that were received, for players who like
// that better than extrapolation. Each stream has its own past: the least lateness of its stamps in the last seconds,
// plus the delay. When it runs dry a body flies on for at most 250 ms and then stands.
type interpolator struct {
	streams []playback
	bodies  []track
}

const (
	playDelay = 100 * timestream.Millisecond
	playDry   = 250 * timestream.Millisecond
	playKeep  = 16 // states a body
	playRise  = 20 // the least lateness rises by a 20th of the time that passes, to follow a worse link
)

type playback struct {
	stream timestream.Stream
	late   timestream.Duration
	at     timestream.Time // when late was last looked at
}

type track struct {
	id     world.EntityID
	stream timestream.Stream
	states [playKeep]state
	n      int
	seen   timestream.Time // picture time of the last state
}

type state struct {
	at       timestream.Time
	pos, vel world.Vec
}

// take notes the received state of a body, at a picture's time.
func (p *interpolator) take(s predict.Sample, now timestream.Time) {
	st := p.stream(s.Stream)
	late := now.Sub(s.At)
	st.late = min(late, st.late+now.Sub(st.at)/playRise)
	st.at = now
	t := p.track(s.ID)
	t.stream, t.seen = s.Stream, now
	if t.n > 0 && t.states[(t.n-1)%playKeep].at >= s.At {
		return
	}
	t.states[t.n%playKeep] = state{s.At, s.Pos, s.Vel}
	t.n++
}

func (p *interpolator) stream(s timestream.Stream) *playback {
	for i := range p.streams {
		if p.streams[i].stream == s {
			return &p.streams[i]
		}
	}
	p.streams = append(p.streams, playback{stream: s, late: 1 << 40})
	return &p.streams[len(p.streams)-1]
}

func (p *interpolator) track(id world.EntityID) *track {
	for i := range p.bodies {
		if p.bodies[i].id == id {
			return &p.bodies[i]
		}
	}
	p.bodies = append(p.bodies, track{id: id})
	return &p.bodies[len(p.bodies)-1]
}

// forget drops what has not been told for a while.
func (p *interpolator) forget(now timestream.Time) {
	kept := p.bodies[:0]
	for _, t := range p.bodies {
		if now.Sub(t.seen) < 2*timestream.Second {
			kept = append(kept, t)
		}
	}
	p.bodies = kept
}

// place returns where a body is drawn at a picture's time, in position units; false if nothing is known of it.
func (p *interpolator) place(id world.EntityID, now timestream.Time) (at world.Vec, ok bool) {
	for i := range p.bodies {
		if t := &p.bodies[i]; t.id == id && t.n > 0 {
			st := p.stream(t.stream)
			return t.place(now.Add(-st.late - playDelay)), true
		}
	}
	return at, false
}

// place returns where the body was at an instant of its stream.
func (t *track) place(at timestream.Time) world.Vec {
	last := t.states[(t.n-1)%playKeep]
	if at >= last.at {
		d := min(at.Sub(last.at), playDry)
		return world.Motion{Pos: last.pos, Vel: last.vel}.After(d).Pos
	}
	next := last
	for i := t.n - 2; i >= 0 && i >= t.n-playKeep; i-- {
		s := t.states[i%playKeep]
		if s.at <= at {
			span := int64(next.at - s.at)
			var v world.Vec
			for a := range v {
				d := float64(next.pos[a]-s.pos[a]) * float64(at-s.at) / float64(span)
				v[a] = s.pos[a] + int64(d)
			}
			return v
		}
		next = s
	}
	return next.pos
}
