package ui

import (
	"testing"
)

// TestThousands: commas part thousands.
func TestThousands(t *testing.T) {
	for in, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 3600: "3,600", 1234567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := thousands(in); got != want {
			t.Errorf("%d: %q", in, got)
		}
	}
}
