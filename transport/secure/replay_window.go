package secure

// replayWindow remembers which of the last 2,048 counters were seen, in a ring of bits. The zero value has seen none.
// Only the reader uses it.
type replayWindow struct {
	next uint64 // one more than the newest counter seen
	bits [windowBits/64 + 1]uint64
}

// isNew reports whether a counter is neither seen nor too old.
func (w *replayWindow) isNew(n uint64) bool {
	if n >= w.next {
		return true
	}
	if w.next-n > windowBits {
		return false
	}
	return w.bits[n/64%uint64(len(w.bits))]>>(n%64)&1 == 0
}

// record notes a new counter and reports whether it is newer than all earlier ones. Its packet must be authentic.
func (w *replayWindow) record(n uint64) (newest bool) {
	size := uint64(len(w.bits))
	if n >= w.next {
		newest = true
		last := ^uint64(0) // the block before the first
		if w.next > 0 {
			last = (w.next - 1) / 64
		}
		for i := uint64(0); i < min(n/64-last, size); i++ {
			w.bits[(n/64-i)%size] = 0
		}
		w.next = n + 1
	}
	w.bits[n/64%size] |= 1 << (n % 64)
	return newest
}

// expand returns the whole counter from its low 24 bits: the value nearest to the next counter.
func (w *replayWindow) expand(low uint32) uint64 {
	const span = 1 << (8 * counterBytes)
	n := w.next&^(span-1) | uint64(low)
	switch {
	case n+span/2 < w.next:
		n += span
	case n > w.next+span/2 && n >= span:
		n -= span
	}
	return n
}
