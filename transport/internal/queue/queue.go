// Package queue holds the queues of the transport.
//
// Job: Bytes, a ring of the bytes of a stream, addressed by their position in the stream, and Ring, a ring of any
// values. Owner: the holder of the queue; nothing here locks. Invariants: both grow to the bounds of their users, and a ring
// of bytes of which little is used becomes small again; where as much is held all the time nothing is allocated; the zero value is empty.
package queue

// leastBytes is the length of the smallest ring of bytes.
const leastBytes = 1024

// Bytes is a ring of the bytes of a stream. The owner may advance Head up to End, which forgets the bytes before it.
//
// It grows when it is full, and is made smaller when not more than a quarter of it was in use while as many bytes as it holds went through:
// a client takes in land for some seconds and needs little for hours after that.
type Bytes struct {
	buf       []byte // its length is a power of two
	Head, End uint64 // positions of the first byte held, and behind the last
	most      int    // bytes held at once since the turn began
	turnEnds  uint64 // position at which as many bytes as buf holds have gone through since then
}

// Len returns the number of bytes held.
func (b *Bytes) Len() int { return int(b.End - b.Head) }

// Append adds bytes at the end.
func (b *Bytes) Append(p []byte) {
	need := b.Len() + len(p)
	b.most = max(b.most, need)
	switch {
	case need > len(b.buf):
		b.resize(need)
	case b.End >= b.turnEnds:
		if len(b.buf) > leastBytes && 4*b.most <= len(b.buf) {
			b.resize(2 * b.most)
		}
		b.most, b.turnEnds = need, b.End+uint64(len(b.buf))
	}
	b.write(b.End, p)
	b.End += uint64(len(p))
}

// resize makes room for a number of bytes, not less than are held.
func (b *Bytes) resize(room int) {
	size := leastBytes
	for size < room {
		size *= 2
	}
	resized := *b
	resized.buf = make([]byte, size)
	for at := b.Head; at < b.End; {
		i := int(at) & (len(b.buf) - 1)
		run := b.buf[i:min(len(b.buf), i+int(b.End-at))]
		resized.write(at, run)
		at += uint64(len(run))
	}
	*b = resized
}

func (b *Bytes) write(at uint64, p []byte) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(b.buf[i:], p)
	copy(b.buf, p[n:])
}

// Read copies len(p) bytes from a position on; they must be held.
func (b *Bytes) Read(p []byte, at uint64) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(p, b.buf[i:])
	copy(p[n:], b.buf)
}

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
