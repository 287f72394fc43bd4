package effects

import (
	"math"

	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// smoother hides corrections: an entity is drawn at an offset from its simulated position, and the offset decays. It is a
// layer above prediction, which does not know of it.
type smoother struct {
	offsets []offset
	last    timestream.Time
}

type offset struct {
	id    world.EntityID
	delta [3]float64 // blocks
}

const (
	halfLife     = 60 * timestream.Millisecond
	offsetSnap   = 2.0    // blocks; a larger offset is not smoothed
	restDistance = 1.0e-4 // blocks; a smaller one is forgotten
)

// advance lets the offsets decay to a frame's time and adds the frame's corrections.
func (s *smoother) advance(corrections []predict.Displacement, to timestream.Time) {
	decay := math.Exp2(-float64(to.Sub(s.last)) / float64(halfLife))
	s.last = to
	kept := s.offsets[:0]
	for _, o := range s.offsets {
		size := 0.0
		for i := range o.delta {
			o.delta[i] *= decay
			size = max(size, math.Abs(o.delta[i]))
		}
		if size > restDistance {
			kept = append(kept, o)
		}
	}
	s.offsets = kept
	for _, j := range corrections {
		o := s.entry(j.ID)
		far := false
		for i := range o.delta {
			o.delta[i] -= float64(j.Delta[i]) / float64(world.Unit)
			far = far || math.Abs(o.delta[i]) > offsetSnap
		}
		if far {
			o.delta = [3]float64{}
		}
	}
}

// entry returns the offset of an entity, which it adds if there is none.
func (s *smoother) entry(id world.EntityID) *offset {
	for i := range s.offsets {
		if s.offsets[i].id == id {
			return &s.offsets[i]
		}
	}
	s.offsets = append(s.offsets, offset{id: id})
	return &s.offsets[len(s.offsets)-1]
}

// offsetOf returns the offset at which an entity is drawn from its simulated position, in blocks.
func (s *smoother) offsetOf(id world.EntityID) (by [3]float64) {
	for i := range s.offsets {
		if s.offsets[i].id == id {
			return s.offsets[i].delta
		}
	}
	return by
}
