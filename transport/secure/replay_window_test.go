package secure

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWindow compares the replay window with a list of all counters.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w replayWindow
		seen := map[uint64]bool{}
		base := rapid.SampledFrom([]uint64{0, 1, 63, 64, 1 << 24, 1<<40 - 1}).Draw(t, "base")
		var next uint64
		if base > 0 {
			w.record(base)
			seen[base], next = true, base+1
		}
		step := rapid.OneOf(rapid.IntRange(-3, 3), rapid.IntRange(-70, 70), rapid.IntRange(-2200, 200), rapid.IntRange(0, 3000))
		for range rapid.IntRange(1, 300).Draw(t, "packets") {
			at := int64(next) + int64(step.Draw(t, "step"))
			n := uint64(max(at, 0))
			want := !seen[n] && (n >= next || next-n <= windowBits)
			if got := w.isNew(n); got != want {
				t.Fatalf("counter %d of %d: fresh %v", n, next, got)
			}
			if got := w.expand(uint32(n & (1<<24 - 1))); got != n {
				t.Fatalf("counter %d of %d is taken for %d", n, next, got)
			}
			if !want {
				continue
			}
			if newest := w.record(n); newest != (n >= next) {
				t.Fatalf("counter %d of %d: newest %v", n, next, newest)
			}
			seen[n] = true
			next = max(next, n+1)
		}
	})
}

// TestWindowSize checks that a packet may be 2,048 counters late, and no more.
func TestWindowSize(t *testing.T) {
	for _, newest := range []uint64{5000, 5055, 5056} {
		var w replayWindow
		w.record(newest)
		for n := range newest {
			if got, want := w.isNew(n), newest-n < 2048; got != want {
				t.Fatalf("%d behind: %v", newest-n, got)
			}
		}
	}
}
