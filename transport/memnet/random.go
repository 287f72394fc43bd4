package memnet

import (
	"math/bits"
	"time"

	"voxtide/internal/splitmix"
)

// rng is the random source of one direction. Each direction has its own, so that one end's traffic does not change what
// happens to another's.
type rng struct{ splitmix.Source }

// bernoulli reports true with probability p.
func (r *rng) bernoulli(p float64) bool {
	if p <= 0 {
		return false
	}
	return float64(r.Uint64()>>11) < p*(1<<53)
}

// uniform returns a time in [0, most].
func (r *rng) uniform(most time.Duration) time.Duration {
	if most <= 0 {
		return 0
	}
	hi, _ := bits.Mul64(r.Uint64(), uint64(most)+1)
	return time.Duration(hi)
}

// exponential returns a time with the given mean by von Neumann's method, which only compares uniform numbers: the last bit
// of a logarithm differs between platforms.
func (r *rng) exponential(mean time.Duration) time.Duration {
	for whole := time.Duration(0); ; whole++ {
		first := r.Uint64()
		last, odd := first, true
		for {
			u := r.Uint64()
			if u > last {
				break
			}
			last, odd = u, !odd
		}
		if odd {
			part, _ := bits.Mul64(first, uint64(mean))
			return whole*mean + time.Duration(part)
		}
	}
}
