// Package wire reads and appends bounded bytes: the only place where lengths, counts and numbers of a packet or a
// file are decoded.
//
// Owner: the holder of the Reader; it is a plain value and shares nothing but the bytes it was made over. Invariants:
// a Reader never reads past its bytes, never allocates (except in String), never panics on any input, and after the
// first error every further read returns zero values and keeps that error. Each value has one accepted encoding, so
// reading and appending gives the same bytes.
//
//	number     bytes
//	uvarint    1 to 10: seven bits each, low first, 0x80 set on all but the last;
//	           a last byte of 0 is refused unless it is the only one
//	varint     uvarint of (v << 1) ^ (v >> 63)
//	u16 32 64  2, 4, 8: low byte first
//	bool       1: 0 or 1
//	bytes      uvarint length, then that many
//	string     as bytes; any bytes at all, valid UTF-8 is the caller's business
package wire

import (
	"encoding/binary"
	"errors"
)

// The errors of reading.
var (
	// ErrShort means that fewer bytes remain than a read or a count asks for.
	ErrShort = errors.New("wire: too few bytes")
	// ErrOverlong means that a varint has more bytes than its value needs.
	ErrOverlong = errors.New("wire: varint longer than its value needs")
	// ErrOverflow means that a varint does not fit 64 bits.
	ErrOverflow = errors.New("wire: varint over 64 bits")
	// ErrLimit means that a length, a count or a number is over the reader's limit.
	ErrLimit = errors.New("wire: over the limit")
	// ErrLeftover means that bytes remain at the end.
	ErrLeftover = errors.New("wire: bytes left over")
)

// Reader takes values from the front of a byte slice. The zero Reader is empty.
type Reader struct {
	b   []byte
	err error
}

// NewReader returns a Reader over b, which it aliases and never writes.
func NewReader(b []byte) Reader { return Reader{b: b} }

// Err returns the first thing that went wrong, or nil.
func (r *Reader) Err() error { return r.err }

// Fail makes err the Reader's error if it has none yet, for a caller who finds a
// value out of its range. A nil err changes nothing.
func (r *Reader) Fail(err error) {
	if r.err == nil && err != nil {
		r.err = err
		r.b = nil
	}
}

// Len returns the number of bytes not yet read; 0 after an error.
func (r *Reader) Len() int { return len(r.b) }

// Rest takes all remaining bytes, aliased.
func (r *Reader) Rest() []byte {
	b := r.b[:len(r.b):len(r.b)]
	r.b = nil
	return b
}

// End makes leftover bytes an error and returns Err.
func (r *Reader) End() error {
	if len(r.b) != 0 {
		r.Fail(ErrLeftover)
	}
	return r.err
}

// Bytes takes the next n bytes, aliased, with their capacity cut to n. A negative n is an error like one that is too
// large.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.Fail(ErrShort)
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// Byte takes one byte.
func (r *Reader) Byte() byte {
	if len(r.b) == 0 {
		r.Fail(ErrShort)
		return 0
	}
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

// Bool takes one byte, 0 or 1; any other is ErrLimit.
func (r *Reader) Bool() bool {
	v := r.Byte()
	if v > 1 {
		r.Fail(ErrLimit)
		return false
	}
	return v == 1
}

// U16 takes two bytes, low byte first.
func (r *Reader) U16() uint16 {
	if b := r.Bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// U32 takes four bytes, low byte first.
func (r *Reader) U32() uint32 {
	if b := r.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// U64 takes eight bytes, low byte first.
func (r *Reader) U64() uint64 {
	if b := r.Bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Uvarint takes an unsigned number of 1 to 10 bytes in its one shortest form.
func (r *Reader) Uvarint() uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		v := r.b[0]
		r.b = r.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.b)
	switch {
	case n == 0:
		r.Fail(ErrShort)
		return 0
	case n < 0:
		r.Fail(ErrOverflow)
		return 0
	case r.b[n-1] == 0:
		r.Fail(ErrOverlong)
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Varint takes a signed number (zigzag: 0, -1, 1, -2 are 0, 1, 2, 3).
func (r *Reader) Varint() int64 {
	u := r.Uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// Uvarint16 takes an unsigned number of at most 16 bits; a greater one is ErrLimit.
func (r *Reader) Uvarint16() uint16 { return uint16(r.uvarintMax(1<<16 - 1)) }

// Uvarint32 takes an unsigned number of at most 32 bits; a greater one is ErrLimit.
func (r *Reader) Uvarint32() uint32 { return uint32(r.uvarintMax(1<<32 - 1)) }

func (r *Reader) uvarintMax(most uint64) uint64 {
	v := r.Uvarint()
	if v > most {
		r.Fail(ErrLimit)
		return 0
	}
	return v
}

// Varint32 takes a signed number of at most 32 bits; one out of that range is ErrLimit.
func (r *Reader) Varint32() int32 {
	v := r.Varint()
	if v != int64(int32(v)) {
		r.Fail(ErrLimit)
		return 0
	}
	return int32(v)
}

// Count takes the number of elements that follow. It is an error if that is more than max, or if that number of elements of
// at least minBytesEach bytes exceed the remaining bytes. So it is safe to allocate by it: call it BEFORE allocating.
// With minBytesEach below 1 only max bounds it.
func (r *Reader) Count(max, minBytesEach int) int {
	u := r.Uvarint()
	if r.err != nil {
		return 0
	}
	if max < 0 || u > uint64(max) {
		r.Fail(ErrLimit)
		return 0
	}
	if minBytesEach > 0 && u > uint64(len(r.b)/minBytesEach) {
		r.Fail(ErrShort)
		return 0
	}
	return int(u)
}

// prefixed takes bytes behind their length, aliased, at most max of them.
func (r *Reader) prefixed(max int) []byte {
	n := r.Count(max, 1)
	if r.err != nil {
		return nil
	}
	return r.Bytes(n)
}

// String takes a string of at most max bytes behind its length: a copy, so it keeps no
// hold of the packet.
func (r *Reader) String(max int) string {
	return string(r.prefixed(max))
}
