package transport

// backlog is a ring of the bytes of a stream, addressed by their place in the stream;
// ring is the same for anything else. Both grow to what their users' bounds allow and
// then stay, so that a steady state allocates nothing.

type backlog struct {
	buf       []byte // a power of two
	head, end uint64 // places of the first byte held and behind the last
}

func (b *backlog) len() int { return int(b.end - b.head) }

func (b *backlog) append(p []byte) {
	if need := b.len() + len(p); need > len(b.buf) {
		size := max(1024, len(b.buf))
		for size < need {
			size *= 2
		}
		grown := backlog{buf: make([]byte, size), head: b.head, end: b.end}
		for at := b.head; at < b.end; {
			i := int(at) & (len(b.buf) - 1)
			run := b.buf[i:min(len(b.buf), i+int(b.end-at))]
			grown.write(at, run)
			at += uint64(len(run))
		}
		*b = grown
	}
	b.write(b.end, p)
	b.end += uint64(len(p))
}

func (b *backlog) write(at uint64, p []byte) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(b.buf[i:], p)
	copy(b.buf, p[n:])
}

// read copies the bytes from that place on, len(p) of them.
func (b *backlog) read(p []byte, at uint64) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(p, b.buf[i:])
	copy(p[n:], b.buf)
}

type ring[T any] struct {
	buf  []T // a power of two
	head int
	n    int
}

func (r *ring[T]) push(v T) {
	if r.n == len(r.buf) {
		grown := make([]T, max(16, 2*len(r.buf)))
		for i := range r.n {
			grown[i] = *r.at(i)
		}
		r.buf, r.head = grown, 0
	}
	r.buf[(r.head+r.n)&(len(r.buf)-1)] = v
	r.n++
}

func (r *ring[T]) pop() T {
	v := r.buf[r.head]
	r.head = (r.head + 1) & (len(r.buf) - 1)
	r.n--
	return v
}

func (r *ring[T]) at(i int) *T { return &r.buf[(r.head+i)&(len(r.buf)-1)] }
