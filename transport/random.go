package transport

// random is a splitmix64 generator: eight bytes of state, the same on every platform.
// Each direction of each pair has its own, so that one end's traffic does not change
// another's luck.

import (
	"math/bits"
	"time"
)

type random struct{ state uint64 }

// next gives 64 uniform bits.
func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// chance says yes with the probability p.
func (r *random) chance(p float64) bool {
	if p <= 0 {
		return false
	}
	return float64(r.next()>>11) < p*(1<<53)
}

// upTo gives a uniform time in [0, most].
func (r *random) upTo(most time.Duration) time.Duration {
	if most <= 0 {
		return 0
	}
	hi, _ := bits.Mul64(r.next(), uint64(most)+1)
	return time.Duration(hi)
}

// exponential gives a time with that mean by von Neumann's method, which compares
// uniform numbers only: a logarithm's last bit differs between platforms.
func (r *random) exponential(mean time.Duration) time.Duration {
	for whole := time.Duration(0); ; whole++ {
		first := r.next()
		last, odd := first, true
		for {
			u := r.next()
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
