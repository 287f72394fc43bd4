package splitmix

import "testing"

// TestKnownSequence compares with the reference implementation's first draws of seed 1234567.
func TestKnownSequence(t *testing.T) {
	s := Source(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.Uint64(); got != want {
			t.Errorf("draw %d is %d, not %d", i, got, want)
		}
	}
}

// TestSplitStreamsDiffer checks that two streams of one seed draw different numbers, and one stream the same again.
func TestSplitStreamsDiffer(t *testing.T) {
	a, b, c := Source(7), Source(7), Source(7)
	x, y, z := a.Split(1), b.Split(2), c.Split(1)
	if first := x.Uint64(); first == y.Uint64() || first != z.Uint64() {
		t.Error("streams 1 and 2 draw the same, or stream 1 does not repeat")
	}
}
