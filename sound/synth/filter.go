package synth

import (
	"math"

	"voxtide/sound"
)

// pass is what a filter lets through.
type pass uint8

const (
	low pass = iota
	band
	high
)

// filter is a state variable filter of the second order, which stays stable while its frequency moves.
type filter struct {
	kind     pass
	g, k, a  float64 // of its frequency and width
	ic1, ic2 float64 // its state
}

// tune sets the frequency in Hz and the quality: 0.7 is smooth, 10 rings.
func (f *filter) tune(hz, q float64) {
	f.g = math.Tan(math.Pi * min(hz, sound.Rate*0.45) / sound.Rate)
	f.k = 1 / q
	f.a = 1 / (1 + f.g*(f.g+f.k))
}

// next filters a sample.
func (f *filter) next(v float64) float64 {
	v3 := v - f.ic2
	v1 := f.a * (f.ic1 + f.g*v3)
	v2 := f.ic2 + f.g*v1
	f.ic1, f.ic2 = 2*v1-f.ic1, 2*v2-f.ic2
	switch f.kind {
	case low:
		return v2
	case band:
		return v1 * f.k
	}
	return v - f.k*v1 - v2
}
