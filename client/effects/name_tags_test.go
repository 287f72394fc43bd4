package effects

import "testing"

// TestNameTagsAreOccluded looks along lines in the terrain of the tests.
func TestNameTagsAreOccluded(t *testing.T) {
	f := &Frame{World: hillsWorld()}
	for _, c := range []struct {
		from, to [3]float64
		want     bool
	}{
		{[3]float64{7.5, 8, 7.5}, [3]float64{12.5, 8, 3.5}, false},
		{[3]float64{7.5, 8, 7.5}, [3]float64{12.5, -9, 3.5}, true},
		{[3]float64{7.5, 8, 7.5}, [3]float64{7.5, 8, 7.5}, false},
		{[3]float64{7.5, 8, 7.5}, [3]float64{90, -300, 3.5}, false}, // too far to be readable
	} {
		if got := occluded(f, c.from, c.to); got != c.want {
			t.Errorf("%v to %v: %v", c.from, c.to, got)
		}
	}
}
