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

// TestBoxesBeyondTheirSection: models that reach out of their section, before it, behind it or beside it, are asked about and seen.
func TestBoxesBeyondTheirSection(t *testing.T) {
	asked := 0
	for _, key := range [][3]int{{2, 0, 0}, {-2, 0, 0}, {0, 0, 2}, {0, 0, -2}} {
		l := &land{2, map[[3]int]bool{{key[0] * side, 0, key[2] * side}: true}}
		eye := [3]float64{8.5, 8.5, 8.5}
		for at := int8(-8); at <= side+7; at++ {
			c := Candidates{Boxes: []Box{{[3]int8{at, 4, at}, [3]int8{at + 1, 5, at + 1}}}, Asked: []int32{0}, Around: Box{[3]int8{-8, 0, -8}, [3]int8{side + 8, side, side + 8}}}
			p, seen := &Panorama{}, [1]uint64{}
			p.Begin(AllAround)
			if p.See(l.section(key, eye), &c, seen[:]); seen[0] != 1 {
				t.Fatalf("section %v: a box at %d is not seen", key, at)
			}
			asked++
		}
	}
	t.Logf("%d boxes", asked)
}
