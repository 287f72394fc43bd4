package reliable

// Payloads: a byte of flags, and the parts that it names in their order. Everything due at a moment is gathered into
// as few payloads as possible.

// The parts of a payload; a part's bit in the flags is 1 shifted by its number.
const (
	partValues = iota
	partLive   // KCP segments of a lane
	partBulk
	partHave
	partValueAcks
	partTimes
	partSpare // never set
	partCopies
)

// beginPart returns the buffer to which a part of at most most bytes is appended. It begins another payload if the
// part does not fit, or must not follow the last part.
func (c *Conn) beginPart(kind, most int) []byte {
	w := &c.writer
	if w.open && (kind <= w.lastPart || c.payloadSize()+most > payloadMax) {
		c.endPayload()
	}
	if !w.open {
		*w = payloadWriter{open: true, start: len(c.batch.buf), lastPart: -1}
		c.batch.buf = append(c.batch.buf, 0)
	}
	w.lastPart = kind
	c.batch.buf[w.start] |= 1 << kind
	return c.batch.buf
}

// endPart takes the buffer back with the part.
func (c *Conn) endPart(buf []byte) { c.batch.buf = buf }

// payloadSize returns the bytes of the payload so far, with those that endPayload may add.
func (c *Conn) payloadSize() int {
	n := len(c.batch.buf) - c.writer.start
	if c.writer.needsBase {
		n += baseBytes
	}
	return n
}

// endPayload ends the payload, if there is one.
func (c *Conn) endPayload() {
	w := &c.writer
	if !w.open {
		return
	}
	if w.needsBase && w.lastPart != partCopies { // a value refers to the base, which the copies tell
		w.needsBase = false
		buf := c.beginPart(partCopies, baseBytes)
		c.endPart(appendBase(buf, c.lanes[0].out.Ready, 0))
	}
	w.open = false
	c.countSent(c.batch.close(c.batch.buf, w.start))
}
