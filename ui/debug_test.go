package ui

import (
	"testing"
)

// TestFrameTimes: quantiles are of the last frames alone.
func TestFrameTimes(t *testing.T) {
	var s frameTimes
	if a, b, c := s.quantiles(); a+b+c != 0 {
		t.Error(a, b, c)
	}
	for i := range 3 * frameTimesKept {
		s.add(float32(i))
	}
	if a, b, c := s.quantiles(); a != 2.5*frameTimesKept || b != 3*frameTimesKept-3 || c != 3*frameTimesKept-1 || s.at(0) != 2*frameTimesKept {
		t.Error(a, b, c, s.at(0))
	}
}
