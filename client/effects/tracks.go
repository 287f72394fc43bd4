package effects

import (
	"math"

	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// tracks keep the received states of the entities of others, for ways of drawing that look at nothing else.
type tracks struct {
	streams []streamLateness
	bodies  []track
}

const (
	statesMax    = 16 // kept of each entity
	latenessRise = 20 // the least lateness rises by a 20th of the elapsed time, to follow a connection that gets worse
	forgetAfter  = 2 * timestream.Second
)

// streamLateness is how late the stamps of a stream come: the least of the last seconds.
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
	at       timestream.Time // of its stream
	came     timestream.Time // frame time
	pos, vel world.Vec
	yaw      uint16
}

// drawnState is where an entity is drawn, and the time of its stream at which it was or will be there.
type drawnState struct {
	at  timestream.Time
	pos world.Vec
	yaw uint16
}

// add notes the received state of an entity, at a frame's time.
func (p *tracks) add(s predict.Sample, now timestream.Time) {
	st := p.latenessOf(s.Stream)
	late := now.Sub(s.At)
	st.lateness = min(late, st.lateness+now.Sub(st.updatedAt)/latenessRise)
	st.updatedAt = now
	t := p.track(s.ID)
	t.stream, t.updatedAt = s.Stream, now
	if t.n > 0 && t.last(0).at >= s.At {
		return
	}
	t.states[t.n%statesMax] = receivedState{at: s.At, came: now, pos: s.Pos, vel: s.Vel, yaw: s.Yaw}
	t.n++
}

// latenessOf returns the lateness of a stream, which it adds if there is none.
func (p *tracks) latenessOf(s timestream.Stream) *streamLateness {
	for i := range p.streams {
		if p.streams[i].stream == s {
			return &p.streams[i]
		}
	}
	p.streams = append(p.streams, streamLateness{stream: s, lateness: 1 << 40})
	return &p.streams[len(p.streams)-1]
}

// track returns the states of an entity, which it adds if there are none.
func (p *tracks) track(id world.EntityID) *track {
	for i := range p.bodies {
		if p.bodies[i].id == id {
			return &p.bodies[i]
		}
	}
	p.bodies = append(p.bodies, track{id: id})
	return &p.bodies[len(p.bodies)-1]
}

// prune forgets entities of which no state has come for forgetAfter.
func (p *tracks) prune(now timestream.Time) {
	kept := p.bodies[:0]
	for _, t := range p.bodies {
		if now.Sub(t.updatedAt) < forgetAfter {
			kept = append(kept, t)
		}
	}
	p.bodies = kept
}

// last returns the n-th last state, which must be there.
func (t *track) last(n int) *receivedState { return &t.states[(t.n-1-n)%statesMax] }

// kept returns how many states are there.
func (t *track) kept() int { return min(t.n, statesMax) }

func (s *receivedState) drawn() drawnState { return drawnState{s.at, s.pos, s.yaw} }

// flown returns where a state leads in a time at its velocity.
func (s *receivedState) flown(d timestream.Duration) drawnState {
	return drawnState{s.at.Add(d), world.Motion{Pos: s.pos, Vel: s.vel}.Extrapolated(d).Pos, s.yaw}
}

// mix returns the state at a share of the way from s to next.
func (s *receivedState) mix(next *receivedState, share float64) (m drawnState) {
	m.at = s.at + timestream.Time(share*float64(next.at-s.at))
	for a := range m.pos {
		m.pos[a] = s.pos[a] + int64(share*float64(next.pos[a]-s.pos[a]))
	}
	m.yaw = s.yaw + uint16(int32(math.Round(share*float64(int16(next.yaw-s.yaw))))) // the short way round
	return m
}
