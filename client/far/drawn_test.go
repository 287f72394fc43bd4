package far

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// TestEdgeOfTheView: the wall stands where the sections end that are drawn, which is the view distance from the eye where more are covered, and follows the eye without a change of what is covered.
func TestEdgeOfTheView(t *testing.T) {
	v := seenToHalfAKilometre(t)
	r := testrand.New(t)
	columns := &scene.Columns{}
	const half = 12
	for z := int32(-half); z < half; z++ {
		for x := int32(-half); x < half; x++ {
			columns.Set(x, z, true)
		}
	}
	long, followed, still := 0, 0, 0
	var before *scene.FarMesh
	eye := [3]float64{}
	for range testrand.Rounds(60) {
		view := 40 + r.IntN(90)
		if r.IntN(3) > 0 {
			eye = [3]float64{r.Float64()*80 - 40, 70, r.Float64()*80 - 40}
		}
		v.SetView(view)
		c := Covered{Columns: columns, Version: 1, Eye: eye}
		m := v.Update(c).Edge
		drawn := func(x, z int32) bool {
			dx, dz := float64(x*16)-eye[0], float64(z*16)-eye[2]
			dx, dz = max(dx, -dx-16, 0), max(dz, -dz-16, 0)
			return columns.At(x, z) && dx*dx+dz*dz <= float64(view+1)*float64(view+1)
		}
		want := 0
		for z := int32(-20); z < 20; z++ {
			for x := int32(-20); x < 20; x++ {
				for _, s := range sides {
					if drawn(x, z) && !drawn(x+s.outX, z+s.outZ) {
						want += 16
					}
				}
			}
		}
		got := 0
		for i := 0; i < len(m.Indices); i += 6 {
			at := func(n int) (x, z int32) {
				w := m.Vertices[int(m.Indices[i+n])*scene.FarVertexWords]
				return int32(w&0xFFFF) + m.Origin[0], int32(w>>16) + m.Origin[1]
			}
			x, z := at(0)
			toX, toZ := at(2)
			inX, inZ := (x+toX)>>1, (z+toZ)>>1
			if x == toX { // along z: between the columns to the west and to the east
				if drawn((inX-1)>>4, inZ>>4) == drawn(inX>>4, inZ>>4) {
					t.Fatalf("from %v, view %d, a wall at %d, %d within what is drawn", eye, view, inX, inZ)
				}
			} else if drawn(inX>>4, (inZ-1)>>4) == drawn(inX>>4, inZ>>4) {
				t.Fatalf("from %v, view %d, a wall at %d, %d within what is drawn", eye, view, inX, inZ)
			}
			if m.Indices[i] == 0 || i == 0 || at2(m, i) != at2(m, i-6) { // the second row of a wall at sea is below the first
				got += int(max(toX-x, x-toX) + max(toZ-z, z-toZ))
			}
		}
		if got < want {
			t.Fatalf("from %v, view %d: walls of %d blocks, %d are wanted", eye, view, got, want)
		}
		long += got
		if again := v.Update(c).Edge; again != m {
			t.Fatal("the wall is built again, though nothing changed")
		}
		if m != before {
			followed++
		}
		before = m
		c.Eye[0] += 0.001
		if v.Update(c).Edge == m {
			still++
		}
	}
	if followed < 10 || still < 10 {
		t.Errorf("the wall followed %d times and stood still %d times", followed, still)
	}
	t.Logf("%d blocks of walls; it followed the eye %d times, and stood still for %d small steps", long, followed, still)
}

// at2 returns the first two corners of a piece of wall on the map.
func at2(m *scene.FarMesh, i int) [2]uint32 {
	return [2]uint32{m.Vertices[int(m.Indices[i])*scene.FarVertexWords], m.Vertices[int(m.Indices[i+2])*scene.FarVertexWords]}
}
