package far

import (
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/render/scene"
)

// TestHiddenSkirts: while an eye goes about and tiles come and change, a triangle is hidden only if it is of a skirt, beyond the drawn sections, below an edge that another mesh that is drawn has, too, corner
// by corner. Once all land is there all such are hidden but for a few, and hardly any where no neighbours have the same heights.
func TestHiddenSkirts(t *testing.T) {
	r := testrand.New(t)
	v := New(Plain)
	t.Cleanup(v.Close)
	v.SetReach(2048)
	const view = 96
	v.SetView(view)
	raised := map[protocol.FarPlace]int16{} // by how much somebody raised a tile
	var c card
	var f *scene.Far
	eye := [3]float64{r.Float64()*400 - 200, 90, r.Float64()*400 - 200}
	now, checked, settled := time.Duration(0), 0, [2]int{}
	frame := func() {
		for _, a := range v.Ask(now, eye) {
			tile := tileOf(a.Place)
			for i := range tile.Heights {
				tile.Heights[i] += raised[a.Place]
			}
			if message := protocol.AppendFarTile(nil, tile); a.Sum != protocol.FarSum(message) {
				v.Received(message)
			}
		}
		finish(v)
		f = v.Update(Covered{Eye: eye})
		hidden, fit := checkHidden(t, f, v.eye, view)
		checked += hidden
		settled = [2]int{hidden, fit}
		c.draw(f, 1+r.IntN(20))
		now += 50 * time.Millisecond
	}
	for range testrand.Rounds(3) {
		for range 60 {
			eye[0], eye[2] = eye[0]+r.Float64()*20-10, eye[2]+r.Float64()*20-10
			frame()
		}
		for n := 0; n < 400 && (v.Waiting() > 0 || n < 5); n++ {
			frame()
		}
		if v.Waiting() > 0 {
			t.Fatalf("%d tiles are not there", v.Waiting())
		}
		frame() // that draws what was copied with the last one
		if settled[0]*20 < settled[1]*19 || settled[0] == 0 {
			t.Errorf("of %d triangles of skirts below edges that fit %d are hidden", settled[1], settled[0])
		}
	}
	before, version := settled[0], f.DrawVersion
	for i, m := range f.Draw {
		raised[v.placeOf(m)] = int16(1 + 3*i)
	}
	for n := 0; n < 1200 && settled[0] > before/4; n++ { // until all have been asked for again
		frame()
	}
	if settled[0] > before/4 || f.DrawVersion == version {
		t.Errorf("%d triangles are hidden, %d before all tiles were raised by different heights; versions %d and %d", settled[0], before, f.DrawVersion, version)
	}
	v.SetView(0)
	if frame(); settled[0] > 0 {
		t.Errorf("%d triangles are hidden though nobody knows how far sections are drawn", settled[0])
	}
	if checked == 0 {
		t.Fatal("nothing was hidden")
	}
	t.Logf("%d hidden triangles; at last %d, where %d would fit", checked, settled[0], settled[1])
}

// placeOf returns the place of a mesh that is drawn.
func (v *View) placeOf(m *scene.FarMesh) protocol.FarPlace {
	for p, t := range v.tiles {
		if t.mesh == m {
			return p
		}
	}
	return protocol.FarPlace{}
}

// checkHidden fails a test if a triangle of what is drawn is hidden that may not be, and returns how many are, and how many have an edge that another mesh has, too, both far enough beyond the sections.
func checkHidden(t *testing.T, f *scene.Far, eye [2]int32, view int32) (hidden, fit int) {
	t.Helper()
	type corner struct{ x, y, z int32 }
	type line struct{ a, b corner }
	lineOf := func(a, b corner) line {
		if a.x > b.x || a.x == b.x && a.z > b.z {
			a, b = b, a
		}
		return line{a, b}
	}
	cornersOf := func(m *scene.FarMesh, i int) (p [3]corner) {
		for k, n := range m.Indices[i : i+3] {
			w := m.Vertices[int(n)*scene.FarVertexWords:]
			p[k] = corner{int32(w[0]&0xFFFF) + m.Origin[0], int32(int16(w[1])), int32(w[0]>>16) + m.Origin[1]}
		}
		return p
	}
	isUpright := func(p *[3]corner) bool {
		return (p[1].x-p[0].x)*(p[2].z-p[0].z) == (p[1].z-p[0].z)*(p[2].x-p[0].x)
	}
	away := func(m *scene.FarMesh) int32 {
		return max(m.Origin[0]-eye[0], eye[0]-m.Origin[0]-m.Width, m.Origin[1]-eye[1], eye[1]-m.Origin[1]-m.Width, 0)
	}
	lines, nearest := map[line]int{}, map[line]int32{} // of surfaces, and how far the nearest is that has it
	for _, m := range f.Draw {
		for i := 0; i < len(m.Indices); i += 3 {
			if p := cornersOf(m, i); !isUpright(&p) {
				for k := range p {
					l := lineOf(p[k], p[(k+1)%3])
					if lines[l]++; lines[l] == 1 || away(m) < nearest[l] {
						nearest[l] = away(m)
					}
				}
			}
		}
	}
	for _, m := range f.Draw {
		near := away(m) <= view+1
		for i := 0; i < len(m.Indices); i += 3 {
			p := cornersOf(m, i)
			is := m.Hides(int32(i / 3))
			if !isUpright(&p) {
				if is {
					t.Fatalf("a triangle of the surface is hidden: %v", p)
				}
				continue
			}
			top := lineOf(p[0], p[2]) // of the first of two triangles
			if i >= 3 && m.Indices[i] == m.Indices[i-1] && m.Indices[i+1] == m.Indices[i-2] {
				q := cornersOf(m, i-3)
				top = lineOf(q[0], q[2])
			}
			if lines[top] >= 2 && nearest[top] > view+joinFrom {
				fit++
			}
			if !is {
				continue
			}
			if hidden++; near {
				t.Fatalf("a skirt is hidden where columns may be cut out: %v", p)
			}
			if lines[top] < 2 {
				t.Fatalf("a skirt is hidden below %v, which %d surfaces have", top, lines[top])
			}
		}
	}
	return hidden, fit
}
