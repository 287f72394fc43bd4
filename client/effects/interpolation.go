package effects

import (
	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// interpolator draws the entities of others 100 ms in the past, between received states, for players who prefer that to
// extrapolation. Each stream has its own past: the least lateness of its stamps in the last seconds, plus the delay. When no
// newer state has come, an entity flies on for at most 250 ms and then stands.
type interpolator struct {
	streams []streamLateness
	bodies  []track
}

const (
	interpolationDelay = 100 * timestream.Millisecond
	extrapolationMax   = 250 * timestream.Millisecond
	statesMax          = 16 // kept of each entity
	latenessRise       = 20 // the least lateness rises by a 20th of the elapsed time, to follow a connection that gets worse
)

// streamLateness is how late the stamps of a stream come.
type streamLateness struct {
	stream    timestream.Stream
	lateness  timestream.Duration
	updatedAt timestream.Time // frame time of the last update of lateness
}

// track holds the last received states of an entity, as a ring.
type track struct {
	id        world.EntityID
	stream    timestream.Stream
	states    [statesMax]receivedState
	n         int
	updatedAt timestream.Time // frame time of the last state
}

// receivedState is a received state of an entity.
type receivedState struct {
	at       timestream.Time
	pos, vel world.Vec
}

// add notes the received state of an entity, at a frame's time.
func (p *interpolator) add(s predict.Sample, now timestream.Time) {
	st := p.latenessOf(s.Stream)
	late := now.Sub(s.At)
	st.lateness = min(late, st.lateness+now.Sub(st.updatedAt)/latenessRise)
	st.updatedAt = now
	t := p.track(s.ID)
	t.stream, t.updatedAt = s.Stream, now
	if t.n > 0 && t.states[(t.n-1)%statesMax].at >= s.At {
		return
	}
	t.states[t.n%statesMax] = receivedState{s.At, s.Pos, s.Vel}
	t.n++
}

// latenessOf returns the lateness of a stream, which it adds if there is none.
func (p *interpolator) latenessOf(s timestream.Stream) *streamLateness {
	for i := range p.streams {
		if p.streams[i].stream == s {
			return &p.streams[i]
		}
	}
	p.streams = append(p.streams, streamLateness{stream: s, lateness: 1 << 40})
	return &p.streams[len(p.streams)-1]
}

// track returns the states of an entity, which it adds if there are none.
func (p *interpolator) track(id world.EntityID) *track {
	for i := range p.bodies {
		if p.bodies[i].id == id {
			return &p.bodies[i]
		}
	}
	p.bodies = append(p.bodies, track{id: id})
	return &p.bodies[len(p.bodies)-1]
}

// prune forgets entities of which no state has come for 2 s.
func (p *interpolator) prune(now timestream.Time) {
	kept := p.bodies[:0]
	for _, t := range p.bodies {
		if now.Sub(t.updatedAt) < 2*timestream.Second {
			kept = append(kept, t)
		}
	}
	p.bodies = kept
}

// position returns where an entity is drawn at a frame's time, in position units; false if no state of it has come.
func (p *interpolator) position(id world.EntityID, now timestream.Time) (at world.Vec, ok bool) {
	for i := range p.bodies {
		if t := &p.bodies[i]; t.id == id && t.n > 0 {
			st := p.latenessOf(t.stream)
			return t.position(now.Add(-st.lateness - interpolationDelay)), true
		}
	}
	return at, false
}

// position returns where the entity was at a time of its stream.
func (t *track) position(at timestream.Time) world.Vec {
	last := t.states[(t.n-1)%statesMax]
	if at >= last.at {
		d := min(at.Sub(last.at), extrapolationMax)
		return world.Motion{Pos: last.pos, Vel: last.vel}.Extrapolated(d).Pos
	}
	next := last
	for i := t.n - 2; i >= 0 && i >= t.n-statesMax; i-- {
		s := t.states[i%statesMax]
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
