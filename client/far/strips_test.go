package far

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// rough is a ground that lies over and under the land of hills, by some blocks from place to place.
type rough struct{}

func (rough) Ground(x, z, below, low int32) int32 {
	h := int32(max(hills(x, z), 31)) + 1 + (x*7+z*13)&7 - 3
	return min(max(h, low), below)
}

// randomColumns returns some thirty columns within a distance from the origin.
func randomColumns(r *rand.Rand, within int) *scene.Columns {
	columns := &scene.Columns{}
	for range 30 {
		columns.Set(int32(r.IntN(2*within)-within), int32(r.IntN(2*within)-within), true)
	}
	return columns
}

// TestWallsShareCorners: of walls around random columns, seen from random places, no corner lies on the upright side of another triangle, where rounding would open a seam; from outside one sees
// walls where the ground is higher than the land, down to the land, and no others look out.
func TestWallsShareCorners(t *testing.T) {
	v := seenToHalfAKilometre(t)
	r := testrand.New(t)
	lines, sides2, out := 0, 0, 0
	for n := range testrand.Rounds(20) {
		columns := randomColumns(r, 5)
		c := Covered{Columns: columns, Version: uint64(n + 1), Ground: rough{}, Eye: [3]float64{r.Float64()*200 - 100, 70, r.Float64()*200 - 100}}
		m := v.Update(c).Edge
		type place struct{ x, z int32 }
		type side struct {
			at     place
			dx, dz int32
		}
		at := func(n uint16) (p place, y int32) {
			w := m.Vertices[int(n)*scene.FarVertexWords:]
			return place{int32(w[0]&0xFFFF) + m.Origin[0], int32(w[0]>>16) + m.Origin[1]}, int32(int16(w[1]))
		}
		corners := map[place]map[int32]bool{}
		for _, n := range m.Indices {
			p, y := at(n)
			if corners[p] == nil {
				corners[p] = map[int32]bool{}
			}
			corners[p][y] = true
		}
		outside := map[side][2]int32{} // by block: the heights between which a wall looks out
		for i := 0; i < len(m.Indices); i += 3 {
			var p [3]place
			var y [3]int32
			for k, n := range m.Indices[i : i+3] {
				p[k], y[k] = at(n)
			}
			for k := range p {
				a, b := k, (k+1)%3
				if p[a] != p[b] {
					continue
				}
				lines++
				for between := range corners[p[a]] {
					if between > min(y[a], y[b]) && between < max(y[a], y[b]) {
						t.Fatalf("at %v a corner at a height of %d lies on a side from %d to %d", p[a], between, y[a], y[b])
					}
				}
			}
			// The normal, which is level, and what is on both sides.
			nx := (y[1]-y[0])*(p[2].z-p[0].z) - (p[1].z-p[0].z)*(y[2]-y[0])
			nz := (p[1].x-p[0].x)*(y[2]-y[0]) - (y[1]-y[0])*(p[2].x-p[0].x)
			x, z := min(p[0].x, p[1].x, p[2].x), min(p[0].z, p[1].z, p[2].z)
			s := side{place{x, z}, min(max(nx, -1), 1), min(max(nz, -1), 1)}
			if s.dx != 0 && (s.dx > 0 == columns.At(x>>4, z>>4)) || s.dz != 0 && (s.dz > 0 == columns.At(x>>4, z>>4)) {
				continue // it looks into the column, or has no area
			}
			if s.dx > 0 && c.Eye[0] <= float64(x) || s.dx < 0 && c.Eye[0] >= float64(x) || s.dz > 0 && c.Eye[2] <= float64(z) || s.dz < 0 && c.Eye[2] >= float64(z) {
				t.Fatalf("a wall at %v looks out, away from the eye at %v", s, c.Eye)
			}
			if s.dx == 0 && s.dz == 0 {
				continue
			}
			have, is := outside[s]
			if !is {
				have = [2]int32{y[0], y[0]}
			}
			outside[s] = [2]int32{min(have[0], y[0], y[1], y[2]), max(have[1], y[0], y[1], y[2])}
		}
		for x := int32(-80); x < 80; x++ {
			for z := int32(-80); z < 80; z++ {
				for _, d := range sides {
					in := columns.At(x>>4, z>>4)
					if !in || columns.At((x+d.outX)>>4, (z+d.outZ)>>4) {
						continue
					}
					sides2++
					s := side{place{x + max(d.outX, 0), z + max(d.outZ, 0)}, d.outX, d.outZ}
					if d.outX > 0 && c.Eye[0] <= float64(s.at.x) || d.outX < 0 && c.Eye[0] >= float64(s.at.x) || d.outZ > 0 && c.Eye[2] <= float64(s.at.z) || d.outZ < 0 && c.Eye[2] >= float64(s.at.z) {
						continue
					}
					tile, fx, fz := v.at((x+d.outX)>>4<<4, (z+d.outZ)>>4<<4)
					tx, tz := fx+s.at.x-(x+d.outX)>>4<<4, fz+s.at.z-(z+d.outZ)>>4<<4
					land := min(tile.surface(tx, tz), tile.surface(tx+max(d.outZ, -d.outZ), tz+max(d.outX, -d.outX)))
					ground := rough{}.Ground(x, z, 1000, -1000)
					if float32(ground) < land+1 {
						continue
					}
					out++
					if have := outside[s]; have[1] <= ground*scene.FarHeightUnits || float32(have[0]) >= land*scene.FarHeightUnits {
						t.Fatalf("from %v one sees into the ground at %v: it is at %d, the land at %v, and a wall goes from %v to %v units", c.Eye, s, ground, land, have[0], have[1])
					}
				}
			}
		}
	}
	if lines == 0 || out == 0 {
		t.Fatal("nothing was looked at")
	}
	t.Logf("%d upright sides of triangles; %d sides of blocks, at %d of which one would see into the ground", lines, sides2, out)
}
