package schemfile

import (
	"bufio"
	"encoding/binary"
	"io"
)

// The named binary tags of Minecraft, read as a stream. The usual decoders make room for the length that an array says it has, so that twelve bytes
// take two gigabytes; this one reads what it is asked for and skips the rest, with a small buffer.

// The kinds of tags.
const (
	TagEnd byte = iota
	TagByte
	TagShort
	TagInt
	TagLong
	TagFloat
	TagDouble
	TagBytes
	TagString
	TagList
	TagCompound
	TagInts
	TagLongs
)

// depthMax bounds how deep tags lie within each other.
const depthMax = 64

// tagSizes are the sizes of the tags that have one.
var tagSizes = [...]int64{TagByte: 1, TagShort: 2, TagInt: 4, TagLong: 8, TagFloat: 4, TagDouble: 8, TagLongs: -1}

// NBT reads tags from a stream. It belongs to one goroutine. After a failed call all others fail, too.
type NBT struct {
	r     *bufio.Reader
	depth int
	buf   [8]byte
}

// NewNBT returns a reader of tags.
func NewNBT(r *bufio.Reader) *NBT { return &NBT{r: r} }

// Root reads the head of the outermost tag, which has to be a compound: then call Compound.
func (d *NBT) Root() error {
	kind, err := d.r.ReadByte()
	if err != nil || kind != TagCompound {
		return damagedOr(err)
	}
	_, err = d.String(nameMax)
	return err
}

// damagedOr returns ErrFormat, with an error if there is one.
func damagedOr(err error) error {
	if err == nil {
		return ErrFormat
	}
	return damaged(err)
}

// Compound reads the tags of a compound. f is called with the name and kind of each, and reads it or skips it.
func (d *NBT) Compound(f func(name string, kind byte) error) error {
	if d.depth++; d.depth > depthMax {
		return ErrFormat
	}
	defer func() { d.depth-- }()
	for {
		kind, err := d.r.ReadByte()
		if err != nil {
			return damaged(err)
		}
		if kind == TagEnd {
			return nil
		}
		name, err := d.String(nameMax)
		if err != nil {
			return err
		}
		if err := f(name, kind); err != nil {
			return err
		}
	}
}

// List reads a list. f is called for each of its elements, and reads it or skips it.
func (d *NBT) List(f func(kind byte) error) error {
	if d.depth++; d.depth > depthMax {
		return ErrFormat
	}
	defer func() { d.depth-- }()
	kind, err := d.r.ReadByte()
	if err != nil {
		return damaged(err)
	}
	n, err := d.length()
	if err != nil || kind == TagEnd && n > 0 {
		return damagedOr(err)
	}
	for range n {
		if err := f(kind); err != nil {
			return err
		}
	}
	return nil
}

// Skip reads over a tag of a kind.
func (d *NBT) Skip(kind byte) error {
	switch kind {
	case TagByte, TagShort, TagInt, TagLong, TagFloat, TagDouble:
		return d.discard(tagSizes[kind])
	case TagString:
		n, err := d.uint(2)
		if err != nil {
			return err
		}
		return d.discard(int64(n))
	case TagBytes, TagInts, TagLongs:
		n, err := d.length()
		if err != nil {
			return err
		}
		return d.discard(int64(n) * map[byte]int64{TagBytes: 1, TagInts: 4, TagLongs: 8}[kind])
	case TagList:
		return d.List(d.Skip)
	case TagCompound:
		return d.Compound(func(_ string, kind byte) error { return d.Skip(kind) })
	}
	return ErrFormat
}

func (d *NBT) discard(n int64) error {
	for n > 0 {
		most := int(min(n, 1<<20))
		got, err := d.r.Discard(most)
		if n -= int64(got); err != nil {
			return damaged(err)
		}
	}
	return nil
}

// uint reads an unsigned number of some bytes.
func (d *NBT) uint(size int) (uint64, error) {
	b := d.buf[8-size:]
	clear(d.buf[:])
	if _, err := io.ReadFull(d.r, b); err != nil {
		return 0, damaged(err)
	}
	return binary.BigEndian.Uint64(d.buf[:]), nil
}

// length reads the length of a list or an array.
func (d *NBT) length() (int, error) {
	n, err := d.uint(4)
	if err != nil || n > 1<<31-1 {
		return 0, damagedOr(err)
	}
	return int(n), nil
}

// Int reads a whole number of a kind.
func (d *NBT) Int(kind byte) (int64, error) {
	switch kind {
	case TagByte:
		n, err := d.uint(1)
		return int64(int8(n)), err
	case TagShort:
		n, err := d.uint(2)
		return int64(int16(n)), err
	case TagInt:
		n, err := d.uint(4)
		return int64(int32(n)), err
	case TagLong:
		n, err := d.uint(8)
		return int64(n), err
	}
	return 0, ErrFormat
}

// String reads the bytes of a string, at most a number of them.
func (d *NBT) String(most int) (string, error) {
	n, err := d.uint(2)
	if err != nil || int(n) > most {
		return "", damagedOr(err)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(d.r, b); err != nil {
		return "", damaged(err)
	}
	return string(b), nil
}

// Bytes reads an array of bytes, at most a number of them.
func (d *NBT) Bytes(most int) ([]byte, error) {
	n, err := d.length()
	if err != nil || n > most {
		return nil, damagedOr(err)
	}
	return d.raw(n)
}

// raw reads bytes; room is made as they come.
func (d *NBT) raw(n int) (out []byte, err error) {
	for len(out) < n {
		at := len(out)
		out = append(out, make([]byte, min(n-at, 1<<16))...)
		if _, err := io.ReadFull(d.r, out[at:]); err != nil {
			return nil, damaged(err)
		}
	}
	return out, nil
}

// Ints reads an array of 32-bit numbers, at most a number of them.
func (d *NBT) Ints(most int) (out []int32, err error) {
	n, err := d.length()
	if err != nil || n > most {
		return nil, damagedOr(err)
	}
	b, err := d.raw(4 * n)
	for i := 0; i < len(b); i += 4 {
		out = append(out, int32(binary.BigEndian.Uint32(b[i:])))
	}
	return out, err
}

// Longs reads an array of 64-bit numbers, at most a number of them.
func (d *NBT) Longs(most int) (out []uint64, err error) {
	n, err := d.length()
	if err != nil || n > most {
		return nil, damagedOr(err)
	}
	b, err := d.raw(8 * n)
	for i := 0; i < len(b); i += 8 {
		out = append(out, binary.BigEndian.Uint64(b[i:]))
	}
	return out, err
}

// nbtWriter appends tags to bytes.
type nbtWriter struct{ b []byte }

func (w *nbtWriter) string(s string) {
	w.b = append(binary.BigEndian.AppendUint16(w.b, uint16(len(s))), s...)
}

// head begins a tag of a kind with a name.
func (w *nbtWriter) head(kind byte, name string) {
	w.b = append(w.b, kind)
	w.string(name)
}

func (w *nbtWriter) int(name string, v int32) {
	w.head(TagInt, name)
	w.b = binary.BigEndian.AppendUint32(w.b, uint32(v))
}

func (w *nbtWriter) short(name string, v int32) {
	w.head(TagShort, name)
	w.b = binary.BigEndian.AppendUint16(w.b, uint16(v))
}

func (w *nbtWriter) text(name, v string) {
	w.head(TagString, name)
	w.string(v)
}

func (w *nbtWriter) bytes(name string, v []byte) {
	w.head(TagBytes, name)
	w.b = append(binary.BigEndian.AppendUint32(w.b, uint32(len(v))), v...)
}

func (w *nbtWriter) ints(name string, v ...int32) {
	w.head(TagInts, name)
	w.b = binary.BigEndian.AppendUint32(w.b, uint32(len(v)))
	for _, n := range v {
		w.b = binary.BigEndian.AppendUint32(w.b, uint32(n))
	}
}

// compound begins a compound, list a list of n elements of a kind; end ends a compound.
func (w *nbtWriter) compound(name string) { w.head(TagCompound, name) }

func (w *nbtWriter) list(name string, kind byte, n int) {
	w.head(TagList, name)
	w.b = binary.BigEndian.AppendUint32(append(w.b, kind), uint32(n))
}

func (w *nbtWriter) end() { w.b = append(w.b, TagEnd) }
