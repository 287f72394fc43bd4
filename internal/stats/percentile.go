// Package stats computes figures of what was measured, for reports and benchmarks.
//
// Owner: nobody; its functions keep nothing.
package stats

import (
	"cmp"
	"slices"
)

// Percentile returns the value that p of 100 of the values lie below, the greatest for p at 100, and the zero value where
// there are none. The values may come in any order and are left as they are.
func Percentile[T cmp.Ordered](values []T, p int) (v T) {
	if len(values) == 0 {
		return v
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}
