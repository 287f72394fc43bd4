// Package splitmix is the generator splitmix64: eight bytes of state, the same numbers on every platform.
//
// Owner: the holder of a Source; it is a plain value. It is for simulations that must repeat bit by bit, never for secrets.
package splitmix

// Source is a sequence of draws; its value is the state. The zero value is the sequence of seed 0.
type Source uint64

// gamma is the odd step between two states: 2^64 divided by the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// Uint64 draws 64 uniform bits.
func (s *Source) Uint64() uint64 {
	*s += gamma
	return Mix(uint64(*s))
}

// Mix scrambles a number: each bit of the result depends on each bit of z, and no two numbers give the same result.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// streamStep keeps the sequences of two streams of one seed apart. It is odd, so no two streams below 2^64 share one.
const streamStep = 0xd1342543de82ef95

// Split returns the seed of a numbered stream of s's next draw: simulations give each user a stream of its own, so that one
// user's draws do not change another's.
func (s *Source) Split(stream uint64) Source { return Source(s.Uint64() ^ stream*streamStep) }

// Derive returns the source that belongs to a seed and a use of it, which numbers name: each use has a sequence of its own.
func Derive(seed uint64, use ...uint64) Source {
	s := Source(seed)
	for _, u := range use {
		s = s.Split(u)
	}
	return s
}

// Below draws from 0 to n-1; n is above 0.
func (s *Source) Below(n int) int { return int(s.Uint64() >> 33 % uint64(n)) }

// Between draws from lo to hi, both inclusive.
func (s *Source) Between(lo, hi int) int { return lo + s.Below(hi-lo+1) }

// OneIn reports true once in n draws on average.
func (s *Source) OneIn(n int) bool { return s.Below(n) == 0 }
