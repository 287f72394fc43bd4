package gate

// window is which of the last 2,048 counters have been seen: a ring of bits. The zero value
// has seen none. It is the reader's.
type window struct {
	next uint64 // one more than the newest seen
	bits [windowBits/64 + 1]uint64
}

// fresh says whether a counter is neither seen nor too old.
func (w *window) fresh(n uint64) bool {
	if n >= w.next {
		return true
	}
	if w.next-n > windowBits {
		return false
	}
	return w.bits[n/64%uint64(len(w.bits))]>>(n%64)&1 == 0
}

// see takes a fresh counter in and says whether it is newer than all before. Only a counter
// whose packet is authentic may come here.
func (w *window) see(n uint64) (newest bool) {
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

// counter gives the whole counter whose low 24 bits came: the one closest to what is next.
func (w *window) counter(low uint32) uint64 {
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
