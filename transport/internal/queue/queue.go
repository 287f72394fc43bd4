// Package queue holds what waits in order inside the transport.
//
// Job: Bytes, a ring of the bytes of a stream, addressed by their place in the stream, and
// Ring, the same for anything else. Owner: whoever holds one; nothing here locks.
// Invariants: both grow to what their users' bounds allow and then stay, so that a steady
// state allocates nothing; the zero value is empty.
package queue

// Bytes is a ring of the bytes of a stream. Head may be moved up to End by the owner:
// what lies before it is forgotten.
type Bytes struct {
	buf       []byte // a power of two
	Head, End uint64 // places of the first byte held and behind the last
}

// Len gives how many bytes are held.
func (b *Bytes) Len() int { return int(b.End - b.Head) }

// Append adds bytes at the end.
func (b *Bytes) Append(p []byte) {
	if need := b.Len() + len(p); need > len(b.buf) {
		size := max(1024, len(b.buf))
		for size < need {
			size *= 2
		}
		grown := Bytes{buf: make([]byte, size), Head: b.Head, End: b.End}
		for at := b.Head; at < b.End; {
			i := int(at) & (len(b.buf) - 1)
			run := b.buf[i:min(len(b.buf), i+int(b.End-at))]
			grown.write(at, run)
			at += uint64(len(run))
		}
		*b = grown
	}
	b.write(b.End, p)
	b.End += uint64(len(p))
}

func (b *Bytes) write(at uint64, p []byte) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(b.buf[i:], p)
	copy(b.buf, p[n:])
}

// Read copies the bytes from that place on, len(p) of them, which must be held.
func (b *Bytes) Read(p []byte, at uint64) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(p, b.buf[i:])
	copy(p[n:], b.buf)
}

// Ring is a queue of values.
type Ring[T any] struct {
	buf  []T // a power of two
	head int
	n    int
}

// Len gives how many values are held.
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

// Pop takes the first value, which must be there.
func (r *Ring[T]) Pop() T {
	v := r.buf[r.head]
	r.head = (r.head + 1) & (len(r.buf) - 1)
	r.n--
	return v
}

// At gives the place of value i, counted from the first, until the next Push.
func (r *Ring[T]) At(i int) *T { return &r.buf[(r.head+i)&(len(r.buf)-1)] }
