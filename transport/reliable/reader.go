package reliable

import (
	"encoding/binary"
)

// payloadReader decodes a payload. After a read beyond the end it is bad, and returns zeros.
type payloadReader struct {
	b   []byte
	bad bool
}

func (r *payloadReader) take(n int) []byte {
	if r.bad || n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *payloadReader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *payloadReader) u16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *payloadReader) u24() uint32 {
	if b := r.take(3); b != nil {
		return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
	}
	return 0
}

func (r *payloadReader) uvarint() uint64 {
	v, k := binary.Uvarint(r.b)
	if r.bad || k <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[k:]
	return v
}

// bytes returns n bytes, as a number before them says, but at most most.
func (r *payloadReader) bytes(n uint64, most int) []byte {
	if n > uint64(most) {
		r.bad = true
		return nil
	}
	return r.take(int(n))
}

func appendU24(b []byte, v uint32) []byte { return append(b, byte(v), byte(v>>8), byte(v>>16)) }

// near returns the number with the low bits of v that is nearest to another.
func near(to, v uint64, bits int) uint64 {
	half, mask := uint64(1)<<(bits-1), uint64(1)<<bits-1
	return to - half + (v-(to-half))&mask
}
