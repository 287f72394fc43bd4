package logged

import (
	"time"

	"voxtide/engine"
)

// sizes knows about how many bytes of a log are behind an entry, and when it came: from now and then.
type sizes struct {
	last  sample
	known []sample
	due   time.Duration
}

// sample is what was there at a time.
type sample struct {
	at    time.Duration
	n     uint64
	bytes int // of all entries up to n that were read since the start
}

// sampleEvery is the time between two samples.
const sampleEvery = 10 * time.Second

func (s *sizes) add(v *engine.Verified) { s.last.n, s.last.bytes = v.N, s.last.bytes+v.Size }

func (s *sizes) sample(now time.Duration) {
	if s.last.n == 0 || now < s.due {
		return
	}
	s.due, s.last.at = now+sampleEvery, now
	s.known = append(s.known, s.last)
}

// before returns the last entry that came before a time, 0 if none is known.
func (s *sizes) before(t time.Duration) (n uint64) {
	for _, k := range s.known {
		if k.at <= t {
			n = k.n
		}
	}
	return n
}

// within returns the first entry after which a log has at most a number of bytes, as far as is known.
func (s *sizes) within(most int) uint64 {
	for _, k := range s.known {
		if s.last.bytes-k.bytes <= most {
			return k.n
		}
	}
	return s.last.n
}

// behind returns the bytes behind an entry that are known of.
func (s *sizes) behind(n uint64) int {
	bytes := s.last.bytes
	for _, k := range s.known {
		if k.n <= n {
			bytes = s.last.bytes - k.bytes
		}
	}
	return bytes
}

// forget drops what is known of entries up to a number.
func (s *sizes) forget(n uint64) {
	for len(s.known) > 1 && s.known[1].n <= n {
		s.known = s.known[1:]
	}
}
