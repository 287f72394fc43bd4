package testrand

import "testing"

// TestRoundsUntil: it goes on where luck was not enough, but not for ever.
func TestRoundsUntil(t *testing.T) {
	for _, c := range []struct{ covered, want int }{{0, 10}, {10, 10}, {37, 37}, {1 << 30, 200}} {
		n := 0
		for i := range RoundsUntil(10, func() bool { return n >= c.covered }) {
			if i != n {
				t.Fatalf("round %d is counted as %d", n, i)
			}
			n++
		}
		if want := c.want; n != want && *rounds == 0 {
			t.Errorf("%d rounds until %d, want %d", n, c.covered, want)
		}
	}
}
