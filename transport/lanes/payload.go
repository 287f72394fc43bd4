package lanes

// Payloads: a byte of flags and the parts that it names, in their order. Writing gathers all
// that is due at a moment into as few payloads as hold it.

import "encoding/binary"

// The parts of a payload, by their bits.
const (
	partValues = iota
	partLive   // KCP's, of a lane
	partBulk
	partHave
	partValueAcks
	partTimes
	partSpare // never set
	partCopies
)

// writer is the payload being written, at the end of the batch's buffer.
type writer struct {
	on    bool
	at    int // where its datagram begins
	last  int // the part written last
	based bool
}

// part gives the buffer to append a part to, of at most so many bytes. What is not to stand
// behind the last part, or does not fit, begins another payload.
func (c *Conn) part(kind, most int) []byte {
	w := &c.writer
	if w.on && (kind <= w.last || c.written()+most > payloadMax) {
		c.finish()
	}
	if !w.on {
		*w = writer{on: true, at: len(c.batch.buf), last: -1}
		c.batch.buf = append(c.batch.buf, 0)
	}
	w.last = kind
	c.batch.buf[w.at] |= 1 << kind
	return c.batch.buf
}

// parted takes the buffer back with the part.
func (c *Conn) parted(buf []byte) { c.batch.buf = buf }

// written gives the bytes of the payload so far, with what finish may add.
func (c *Conn) written() int {
	n := len(c.batch.buf) - c.writer.at
	if c.writer.based {
		n += baseBytes
	}
	return n
}

// finish ends the payload, if there is one.
func (c *Conn) finish() {
	w := &c.writer
	if !w.on {
		return
	}
	if w.based && w.last != partCopies { // a value counts from the base, which copies tell
		w.based = false
		buf := c.part(partCopies, baseBytes)
		c.parted(appendBase(buf, c.lanes[0].out.Ready, 0))
	}
	w.on = false
	c.leaves(c.batch.close(c.batch.buf, w.at))
}

// reader takes a payload apart. What is missing makes it bad, and zero.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) take(n int) []byte {
	if r.bad || n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u24() uint32 {
	if b := r.take(3); b != nil {
		return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
	}
	return 0
}

func (r *reader) uvarint() uint64 {
	v, k := binary.Uvarint(r.b)
	if r.bad || k <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[k:]
	return v
}

// bytes takes as many as a number before them says, at most so many.
func (r *reader) bytes(n uint64, most int) []byte {
	if n > uint64(most) {
		r.bad = true
		return nil
	}
	return r.take(int(n))
}

func appendU24(b []byte, v uint32) []byte { return append(b, byte(v), byte(v>>8), byte(v>>16)) }

// near gives the number that has the low bits of v and is nearest to another.
func near(to, v uint64, bits int) uint64 {
	half, mask := uint64(1)<<(bits-1), uint64(1)<<bits-1
	return to - half + (v-(to-half))&mask
}
