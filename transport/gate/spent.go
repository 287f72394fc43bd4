package gate

import (
	"hash/maphash"
	"sync"
)

// spent remembers which first messages have begun a handshake, for as long as their cookies count: the same message again
// would begin another as soon as the first is forgotten, and costs its sender nothing to keep and send. It is a filter of
// fixed size: with 400 handshakes a second all the time it takes 1 of 1,000 new ones for an old one, whose client begins with
// a new nonce a few seconds later.
type spent struct {
	mu   sync.Mutex
	seed maphash.Seed
	bits [2]*[spentWords]uint64 // of the cookies' secret of now, and of the one before
}

const (
	spentWords  = 1 << 14 // of 64 bits
	spentHashes = 4
)

func (s *spent) places(key shakeKey, place func(word int, bit uint64) bool) bool {
	h := maphash.Comparable(s.seed, key)
	step := h>>32 | 1
	for i := range uint64(spentHashes) {
		at := (h + i*step) % (spentWords * 64)
		if !place(int(at/64), 1<<(at%64)) {
			return false
		}
	}
	return true
}

// add takes a message down.
func (s *spent) add(key shakeKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bits[0] == nil {
		s.bits[0] = new([spentWords]uint64)
	}
	s.places(key, func(word int, bit uint64) bool { s.bits[0][word] |= bit; return true })
}

// has says whether a message has begun a handshake.
func (s *spent) has(key shakeKey) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.bits {
		if b != nil && s.places(key, func(word int, bit uint64) bool { return b[word]&bit != 0 }) {
			return true
		}
	}
	return false
}

// turn forgets what the cookies' secret before last was good for; all: that of the last, too.
func (s *spent) turn(all bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bits[0], s.bits[1] = s.bits[1], s.bits[0]
	if all && s.bits[1] != nil {
		clear(s.bits[1][:])
	}
	if s.bits[0] != nil {
		clear(s.bits[0][:])
	}
}
