package columnmap

import (
	"fmt"
	"maps"
	"testing"

	"voxtide/internal/testrand"
)

// TestMap: after random changes a Map has what Go's own map has, in the range of heights, beyond it, and at the ends of the coordinates.
func TestMap(t *testing.T) {
	rnd := testrand.New(t)
	m := New[int](-8)
	want := map[[3]int32]*int{}
	axis := func() int32 { return [...]int32{-1 << 31, -17, -1, 0, 1, 2, 1<<31 - 1}[rnd.IntN(7)] }
	sets, deletions, aside := 0, 0, 0
	for n := range 50_000 * testrand.Rounds(1) {
		p := [3]int32{axis(), int32(rnd.IntN(40)) - 12, axis()}
		if rnd.IntN(50) == 0 {
			p[1] = axis()
		}
		if rnd.IntN(2) == 0 {
			v := new(int)
			m.Set(p[0], p[1], p[2], v)
			want[p] = v
			sets++
		} else {
			m.Delete(p[0], p[1], p[2])
			delete(want, p)
			deletions++
		}
		if got := m.Get(p[0], p[1], p[2]); got != want[p] {
			t.Fatalf("after %d changes %v has %p, want %p", n, p, got, want[p])
		}
		if n%5000 == 0 {
			m.Shrink()
			if got := maps.Collect(m.All()); m.Len() != len(want) || !maps.Equal(got, want) {
				t.Fatalf("after %d changes there are %d values, %d by their number, want %d", n, len(got), m.Len(), len(want))
			}
			aside += len(m.aside)
		}
	}
	for p := range want {
		m.Delete(p[0], p[1], p[2])
	}
	if m.Len()+len(m.columns)+len(m.aside) != 0 {
		t.Errorf("%d values, %d columns and %d aside are left of none", m.Len(), len(m.columns), len(m.aside))
	}
	t.Logf("%d sets, %d deletions, %d beyond the heights", sets, deletions, aside)
	if aside == 0 {
		t.Error("nothing was beyond the heights")
	}
}

func Example() {
	m := New[string](-8)
	grass := "grass"
	m.Set(3, 4, -5, &grass)
	fmt.Println(*m.Get(3, 4, -5), m.Get(3, 5, -5) == nil, m.Len())
	// Output: grass true 1
}
