package wire

import (
	"bytes"
	"errors"
	"math"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	unsigned := []uint64{0, 1, 127, 128, 300, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64}
	signed := []int64{0, -1, 1, -64, 64, math.MinInt64, math.MaxInt64}
	var b []byte
	for _, v := range unsigned {
		b = AppendUvarint(b, v)
	}
	for _, v := range signed {
		b = AppendVarint(b, v)
	}
	b = append(b, 7)
	b = AppendBool(AppendBool(b, true), false)
	b = AppendU64(AppendU32(AppendU16(b, 0x1234), 0x12345678), 0x123456789abcdef0)
	b = AppendString(AppendString(b, "bytes"), "string")
	b = AppendCount(b, 2)
	b = append(b, 1, 2, 3)
	r := NewReader(b)
	for _, want := range unsigned {
		if got := r.Uvarint(); got != want {
			t.Fatalf("Uvarint %d, want %d", got, want)
		}
	}
	for _, want := range signed {
		if got := r.Varint(); got != want {
			t.Fatalf("Varint %d, want %d", got, want)
		}
	}
	if r.Byte() != 7 || !r.Bool() || r.Bool() {
		t.Fatal("Byte or Bool")
	}
	if r.U16() != 0x1234 || r.U32() != 0x12345678 || r.U64() != 0x123456789abcdef0 {
		t.Fatal("fixed widths")
	}
	if string(r.prefixed(5)) != "bytes" || r.String(6) != "string" {
		t.Fatal("prefixed or String")
	}
	if r.Count(2, 1) != 2 || !bytes.Equal(r.Bytes(2), []byte{1, 2}) || r.Len() != 1 {
		t.Fatal("Count or Bytes")
	}
	if !bytes.Equal(r.Rest(), []byte{3}) || r.End() != nil {
		t.Fatal("Rest or End")
	}
}

func TestRefusals(t *testing.T) {
	ten := bytes.Repeat([]byte{0xff}, 10)
	for _, c := range []struct {
		name string
		b    []byte
		read func(*Reader)
		want error
	}{
		{"empty uvarint", nil, func(r *Reader) { r.Uvarint() }, ErrShort},
		{"cut uvarint", []byte{0x80}, func(r *Reader) { r.Uvarint() }, ErrShort},
		{"overlong zero", []byte{0x80, 0}, func(r *Reader) { r.Uvarint() }, ErrOverlong},
		{"overlong", []byte{0x81, 0x80, 0}, func(r *Reader) { r.Varint() }, ErrOverlong},
		{"65 bits", append(ten[:9:9], 2), func(r *Reader) { r.Uvarint() }, ErrOverflow},
		{"11 bytes", append(ten[:10:10], 1), func(r *Reader) { r.Uvarint() }, ErrOverflow},
		{"u16", []byte{1}, func(r *Reader) { r.U16() }, ErrShort},
		{"u32", []byte{1, 2, 3}, func(r *Reader) { r.U32() }, ErrShort},
		{"u64", ten[:7], func(r *Reader) { r.U64() }, ErrShort},
		{"bool", []byte{2}, func(r *Reader) { r.Bool() }, ErrLimit},
		{"negative bytes", []byte{1}, func(r *Reader) { r.Bytes(-1) }, ErrShort},
		{"count over max", []byte{3, 1, 2, 3}, func(r *Reader) { r.Count(2, 1) }, ErrLimit},
		{"count over bytes", []byte{3, 1, 2, 3}, func(r *Reader) { r.Count(9, 2) }, ErrShort},
		{"count, max below 0", []byte{0}, func(r *Reader) { r.Count(-1, 1) }, ErrLimit},
		{"string over max", []byte{2, 'a', 'b'}, func(r *Reader) { r.String(1) }, ErrLimit},
		{"string cut", []byte{2, 'a'}, func(r *Reader) { r.String(9) }, ErrShort},
		{"left over", []byte{2}, func(r *Reader) { r.End() }, ErrLeftover},
	} {
		r := NewReader(c.b)
		c.read(&r)
		if !errors.Is(r.Err(), c.want) {
			t.Errorf("%s: %v, want %v", c.name, r.Err(), c.want)
		}
		if r.Uvarint() != 0 || r.Byte() != 0 || r.Len() != 0 || r.String(9) != "" ||
			len(r.Rest()) != 0 || !errors.Is(r.End(), c.want) {
			t.Errorf("%s: the error does not stick", c.name)
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	b := AppendString(AppendU64(AppendUvarint(nil, 1<<40), 5), "abc")
	if n := testing.AllocsPerRun(100, func() {
		r := NewReader(b)
		r.Uvarint()
		r.U64()
		r.prefixed(3)
		if r.End() != nil {
			panic("wire: End")
		}
	}); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

// FuzzReader runs reads chosen by the first input over the second. What was read
// without an error, appended again, must be the same bytes.
func FuzzReader(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Add([]byte{0, 0, 1}, []byte{0x80, 0, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, script, b []byte) {
		r := NewReader(b)
		var out []byte
		for _, op := range script {
			before := r.Len()
			next := out
			switch op % 10 {
			case 0:
				next = AppendUvarint(out, r.Uvarint())
			case 1:
				next = AppendVarint(out, r.Varint())
			case 2:
				next = append(out, r.Byte())
			case 3:
				next = AppendBool(out, r.Bool())
			case 4:
				next = AppendU16(out, r.U16())
			case 5:
				next = AppendU32(out, r.U32())
			case 6:
				next = AppendU64(out, r.U64())
			case 7:
				n := r.Count(int(op), 3)
				if n > int(op) || n*3 > r.Len() {
					t.Fatalf("count %d with %d bytes left", n, r.Len())
				}
				next = AppendCount(out, n)
			case 8:
				next = AppendString(out, string(r.prefixed(int(op))))
			case 9:
				next = AppendString(out, r.String(int(op)))
			}
			if r.Err() != nil {
				break
			}
			if r.Len() >= before {
				t.Fatal("a read took nothing")
			}
			out = next
		}
		if r.Err() != nil {
			if r.Len() != 0 || r.End() == nil {
				t.Fatal("the error does not stick")
			}
			return
		}
		if !bytes.Equal(out, b[:len(b)-r.Len()]) {
			t.Fatalf("read %x, appended %x", b[:len(b)-r.Len()], out)
		}
	})
}
