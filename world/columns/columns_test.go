package columns_test

import (
	"fmt"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world/columns"
)

// Example keeps the columns around a house.
func Example() {
	var kept columns.Set
	kept.AddAround(-3, 70, 1)
	fmt.Println(kept.Len(), kept.Has(-4, 71), kept.Has(-5, 70))
	// Output: 9 true false
}

// TestSet compares a set with a map, and with the set that is made of its squares.
func TestSet(t *testing.T) {
	r := testrand.New(t)
	want := map[[2]int32]bool{}
	var s columns.Set
	for range 4000 {
		x, z := int32(r.IntN(400)-200), int32(r.IntN(400)-200)
		if r.IntN(50) == 0 {
			x, z = int32(r.Uint32()), int32(r.Uint32())
		}
		want[[2]int32{x, z}] = true
		s.Add(x, z)
	}
	var again columns.Set
	for _, q := range s.Squares() {
		again.AddSquare(q)
	}
	for _, set := range []*columns.Set{&s, &again} {
		n := 0
		set.Each(func(x, z int32) {
			if n++; !want[[2]int32{x, z}] {
				t.Fatalf("%d,%d was never added", x, z)
			}
		})
		if n != len(want) || set.Len() != n {
			t.Fatalf("%d columns, %d counted, want %d", n, set.Len(), len(want))
		}
	}
	for range 10000 {
		at := [2]int32{int32(r.IntN(440) - 220), int32(r.IntN(440) - 220)}
		if s.Has(at[0], at[1]) != want[at] {
			t.Fatalf("%v: %v", at, !want[at])
		}
	}
	if (*columns.Set)(nil).Has(0, 0) || (*columns.Set)(nil).Len() != 0 || (*columns.Set)(nil).Squares() != nil {
		t.Error("an empty set holds something")
	}
	t.Logf("%d columns in %d squares", s.Len(), len(s.Squares()))
}
