// Package queue holds the queues of the transport.
//
// Job: Bytes, a ring of the bytes of a stream, addressed by their position in the stream, and Ring, a ring of any
// values. Owner: the holder of the queue; nothing here locks, and the rooms that rings of bytes share may be used from any goroutine.
// Invariants: both grow to the bounds of their users; a large ring of bytes gives its room back when it is empty, and has a smaller one when little
// of it is used; where as much is held all the time nothing is allocated; the zero value is empty.
package queue

// Ring is a queue of values.
type Ring[T any] struct {
	buf  []T // its length is a power of two
	head int
	n    int
}

// Len returns the number of values held.
func (r *Ring[T]) Len() int { return r.n }

// Push adds a value at the end.
func (r *Ring[T]) Push(v T) {
	if r.n == len(r.buf) {
		grown := make([]T, max(16, 2*len(r.buf)))
		for i := range r.n {
			grown[i] = *r.At(i)
		}
		r.buf, r.head = grown, 0
	}
	r.buf[(r.head+r.n)&(len(r.buf)-1)] = v
	r.n++
}

// Pop removes and returns the first value, which must exist.
func (r *Ring[T]) Pop() T {
	v := r.buf[r.head]
	r.head = (r.head + 1) & (len(r.buf) - 1)
	r.n--
	return v
}

// At returns a pointer to value i, counted from the first, which is valid until the next Push.
func (r *Ring[T]) At(i int) *T { return &r.buf[(r.head+i)&(len(r.buf)-1)] }
