package secure

import (
	"hash/maphash"
	"sync"
)

// replayFilter remembers which first messages have begun a handshake, for as long as their cookies count: the same
// message would begin another handshake as soon as the first is forgotten, and repeating it costs its sender nothing.
// It is a Bloom filter of fixed size: at a constant 400 handshakes a second it takes 1 of 1,000 new messages for an
// old one, and that client begins again with a new nonce a few seconds later.
type replayFilter struct {
	mu   sync.Mutex
	seed maphash.Seed
	bits [2]*[filterWords]uint64 // for the present cookie secret, and for the one before
}

const (
	filterWords  = 1 << 14 // of 64 bits
	filterHashes = 4
)

func (s *replayFilter) eachBit(key handshakeKey, place func(word int, bit uint64) bool) bool {
	h := maphash.Comparable(s.seed, key)
	step := h>>32 | 1
	for i := range uint64(filterHashes) {
		at := (h + i*step) % (filterWords * 64)
		if !place(int(at/64), 1<<(at%64)) {
			return false
		}
	}
	return true
}

// add remembers a message.
func (s *replayFilter) add(key handshakeKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bits[0] == nil {
		s.bits[0] = new([filterWords]uint64)
	}
	s.eachBit(key, func(word int, bit uint64) bool { s.bits[0][word] |= bit; return true })
}

// has reports whether a message has begun a handshake.
func (s *replayFilter) has(key handshakeKey) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.bits {
		if b != nil && s.eachBit(key, func(word int, bit uint64) bool { return b[word]&bit != 0 }) {
			return true
		}
	}
	return false
}

// rotate forgets the messages of the cookie secret before the last; with all, those of the last as well.
func (s *replayFilter) rotate(all bool) {
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
