package netlab

// random is the chance of a laboratory: splitmix64, seeded by the run and by who draws.
type random struct{ state uint64 }

// newRandom returns chance of its own for each seed and each use.
func newRandom(seed uint64, use ...uint64) random {
	r := random{seed}
	for _, u := range use {
		r.state = r.next() ^ u*0xd1342543de82ef95
	}
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return scramble(r.state)
}

// below draws from 0 to n-1; n is above 0.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// between draws from lo to hi, both inclusive.
func (r *random) between(lo, hi int) int { return lo + r.below(hi-lo+1) }

// one says yes once in n times.
func (r *random) one(n int) bool { return r.below(n) == 0 }

func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
