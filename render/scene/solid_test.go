package scene

import (
	"testing"

	"voxtide/internal/testrand"
)

// TestSolidColumns: what is set is read again, column by column, whatever was set before, and sets that differ in one bit differ.
func TestSolidColumns(t *testing.T) {
	r := testrand.New(t)
	var s, other Solid
	bits := 0
	for range testrand.Rounds(200) {
		var columns [SolidColumns]uint32
		for i := range columns {
			if r.IntN(3) > 0 {
				columns[i] = r.Uint32() & (1<<SolidEdge - 1)
			}
		}
		s.SetColumns(&columns)
		if !s.Any {
			t.Fatal("nothing is opaque")
		}
		for i, want := range columns {
			if got := s.Column(i); got != want {
				t.Fatalf("column %d is %x, want %x", i, got, want)
			}
			bits += SolidEdge
		}
		other.SetColumns(&columns)
		if s != other {
			t.Fatal("what was set before is seen")
		}
		columns[r.IntN(SolidColumns)] ^= 1 << r.IntN(SolidEdge)
		if other.SetColumns(&columns); s == other {
			t.Fatal("a bit is not seen")
		}
	}
	if s.SetColumns(&[SolidColumns]uint32{}); s.Any || s != (Solid{}) {
		t.Fatal("something is opaque")
	}
	t.Logf("%d bits", bits)
}
