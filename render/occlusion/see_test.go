package occlusion

import "testing"

// TestEndsCount: what is seen of a box past the edge of a wall at its near end, or at its far one, is not hidden.
func TestEndsCount(t *testing.T) {
	eye := [3]float64{8.5, 8.5, 8.5}
	for _, axis := range []int{0, 1} {
		for _, c := range []struct {
			from, to       int // where the wall is along the axis: an edge at 11 or 6 is seen at 0.22 of the distance to one side
			low, high, far float32
			hidden         bool
		}{
			{11, 32, 4, 6, 16, true},
			{11, 32, 4, 6, 33, false},
			{-16, 6, -6, -4, 16, true},
			{-16, 6, -6, -4, 33, false},
			{-16, 11, 1, 2, 33, true},
			{-16, 11, 1, 4, 33, false},
			{6, 32, -2, -1, 33, true},
			{6, 32, -4, -1, 33, false},
		} {
			l := &land{1, map[[3]int]bool{}}
			for x := -16; x < 32; x++ {
				for y := -16; y < 32; y++ {
					if at := [3]int{x, y, 20}; at[axis] >= c.from && at[axis] < c.to {
						l.opaque[at] = true
					}
				}
			}
			p := &Panorama{}
			p.Begin(AllAround)
			for _, key := range keysByDistance(1) {
				p.Add(l.section(key, eye))
			}
			low, high := [3]float32{-1, -1, 13.5}, [3]float32{1, 1, c.far}
			low[axis], high[axis] = c.low, c.high
			if got := p.Hides(low, high); got != c.hidden {
				t.Errorf("axis %d, %+v: hidden is %v", axis, c, got)
			}
		}
	}
}
