package client

import (
	"math"

	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// smoother hides jumps of what is predicted: each drawn body follows its simulated one (its ghost) with an offset that
// decays. It is a layer above prediction; nothing below hears of it.
type smoother struct {
	offsets []offset
	last    timestream.Time
}

type offset struct {
	id world.EntityID
	by [3]float64 // blocks
}

const (
	halfLife = 60 * timestream.Millisecond
	snap     = 2.0    // blocks; a larger offset is not smoothed
	rest     = 1.0e-4 // blocks; a smaller one is forgotten
)

// step takes the jumps of a picture and lets the offsets decay to its time.
func (s *smoother) step(jumps []predict.Jump, to timestream.Time) {
	decay := math.Exp2(-float64(to.Sub(s.last)) / float64(halfLife))
	s.last = to
	kept := s.offsets[:0]
	for _, o := range s.offsets {
		size := 0.0
		for i := range o.by {
			o.by[i] *= decay
			size = max(size, math.Abs(o.by[i]))
		}
		if size > rest {
			kept = append(kept, o)
		}
	}
	s.offsets = kept
	for _, j := range jumps {
		o := s.entry(j.ID)
		far := false
		for i := range o.by {
			o.by[i] -= float64(j.Delta[i]) / float64(world.Unit)
			far = far || math.Abs(o.by[i]) > snap
		}
		if far {
			o.by = [3]float64{}
		}
	}
}

func (s *smoother) entry(id world.EntityID) *offset {
	for i := range s.offsets {
		if s.offsets[i].id == id {
			return &s.offsets[i]
		}
	}
	s.offsets = append(s.offsets, offset{id: id})
	return &s.offsets[len(s.offsets)-1]
}

// of returns by how much a body is drawn away from its ghost, in blocks.
func (s *smoother) of(id world.EntityID) (by [3]float64) {
	for i := range s.offsets {
		if s.offsets[i].id == id {
			return s.offsets[i].by
		}
	}
	return by
}
