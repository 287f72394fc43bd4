package glutil

import (
	"slices"
	"testing"
)

// TestRuns: quads that follow each other are one run, and an emptied list begins with its first quad again.
func TestRuns(t *testing.T) {
	var r Runs
	for range 2 {
		r.Reset()
		for _, quad := range []int{0, 1, 2, 5, 7, 8} {
			r.Add(quad)
		}
		const bytes = IndicesPerQuad * IndexBytes
		if want := []int32{3 * IndicesPerQuad, IndicesPerQuad, 2 * IndicesPerQuad}; !slices.Equal(r.counts, want) {
			t.Errorf("runs of %v indices, want %v", r.counts, want)
		}
		if want := []uintptr{0, 5 * bytes, 7 * bytes}; !slices.Equal(r.offsets, want) {
			t.Errorf("runs from %v, want %v", r.offsets, want)
		}
	}
}
