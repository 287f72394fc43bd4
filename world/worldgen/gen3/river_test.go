package gen3

import (
	"testing"

	"voxtide/internal/testrand"
)

// TestIsqrt: the root is the largest number whose square is not above, beside squares and between them.
func TestIsqrt(t *testing.T) {
	r := testrand.New(t)
	check := func(n int64) {
		t.Helper()
		if k := isqrt(n); k*k > n || (k+1)*(k+1) <= n {
			t.Fatalf("the root of %d is not %d", n, k)
		}
	}
	tried := 0
	for k := int64(0); k < 1<<26; k += 1 + k>>8 {
		for d := int64(-1); d <= 1; d++ {
			if n := k*k + d; n >= 0 {
				check(n)
				tried++
			}
		}
		check(k*k + r.Int64N(2*k+1))
		tried++
	}
	check(1 << 52)
	t.Logf("%d numbers", tried)
}
