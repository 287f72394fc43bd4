package far

import (
	"testing"

	"voxtide/render/scene"
)

// steps is a ground under the land of hills, that lies deeper the farther west, and over it in the east.
type steps struct{}

func (steps) Ground(x, z, below, low int32) int32 {
	h := int32(max(hills(x, z), 31)) + 1
	switch {
	case x >= 32:
		h += 4
	case x >= 0:
		h -= 4
	default:
		h -= 30
	}
	return min(max(h, low), below)
}

// TestEdgeGround: a wall goes a block into the lowest ground in front of it and no deeper, however deep it may be, and there is none where the ground is higher.
func TestEdgeGround(t *testing.T) {
	v := seenToHalfAKilometre(t)
	const half = 3
	columns := &scene.Columns{}
	for z := int32(-half); z < half; z++ {
		for x := int32(-half); x < half; x++ {
			columns.Set(x, z, true)
		}
	}
	m := v.Update(Covered{Columns: columns, Version: 1, Ground: steps{}}).Edge
	type place struct{ x, z int32 }
	tops, lows := map[place]float32{}, map[place]float32{}
	for i := 0; i < len(m.Vertices); i += scene.FarVertexWords {
		w := m.Vertices[i:]
		p := place{int32(w[0]&0xFFFF) + m.Origin[0], int32(w[0]>>16) + m.Origin[1]}
		y := float32(int16(w[1])) / scene.FarHeightUnits
		if _, is := tops[p]; !is {
			tops[p], lows[p] = y, y
		}
		tops[p], lows[p] = max(tops[p], y), min(lows[p], y)
	}
	deep, shallow := 0, 0
	for p, low := range lows {
		if p.x > 33 {
			t.Fatalf("a wall at %v, behind higher ground", p)
		}
		ground := float32(steps{}.Ground(p.x, p.z, 1000, -1000))
		switch {
		case p.x > 0 && p.x < 32:
			if shallow++; low > ground-edgeUnder+2 || low < ground-edgeUnder-6 { // land rises and falls by some blocks beside each place
				t.Errorf("at %v the wall goes down to %v, the ground is at %v", p, low, ground)
			}
		case p.x < 0:
			if deep++; low > tops[p]-edgeDeep+1 {
				t.Errorf("at %v the wall goes from %v down to %v", p, tops[p], low)
			}
		}
	}
	if deep == 0 || shallow == 0 {
		t.Fatalf("%d deep places, %d shallow ones", deep, shallow)
	}
	t.Logf("%d deep places, %d shallow ones", deep, shallow)
}
