package wire

// Appending: each function returns b with one value behind it, in the form that the Reader's method of the same name
// takes; a byte is appended with append. There are no limits here: the caller knows them.

import "encoding/binary"

// AppendBool appends 1 or 0 as one byte.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// AppendU16 appends two bytes, low byte first.
func AppendU16(b []byte, v uint16) []byte { return binary.LittleEndian.AppendUint16(b, v) }

// AppendU32 appends four bytes, low byte first.
func AppendU32(b []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(b, v) }

// AppendU64 appends eight bytes, low byte first.
func AppendU64(b []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(b, v) }

// AppendUvarint appends an unsigned number in its shortest form, 1 to 10 bytes.
func AppendUvarint(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

// AppendVarint appends a signed number (zigzag), 1 to 10 bytes.
func AppendVarint(b []byte, v int64) []byte {
	return binary.AppendUvarint(b, uint64(v)<<1^uint64(v>>63))
}

// AppendCount appends the number of elements that follow; n must not be negative.
func AppendCount(b []byte, n int) []byte {
	if n < 0 {
		panic("wire: negative count")
	}
	return binary.AppendUvarint(b, uint64(n))
}

// AppendString appends s behind its length; String reads it.
func AppendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
