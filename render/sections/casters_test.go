package sections

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// TestListCasters: of the sections that throw shadows, and of no others, the faces that look to the light are listed, and no more.
func TestListCasters(t *testing.T) {
	onGPU(t, func(s *Sections) {
		sc := &scene.Scene{}
		for x := range int32(4) { // face f has f+1 quads
			m := &scene.Mesh{Section: [3]int32{x, 0, 0}, High: [3]uint8{16, 16, 16}, Connected: scene.ConnectedAll}
			for f := range m.Opaque {
				m.Opaque[f] = scene.Range{Start: uint32(len(m.Quads) / (4 * scene.QuadWords)), Count: uint32(f + 1)}
				m.Quads = append(m.Quads, make([]uint32, (f+1)*4*scene.QuadWords)...)
			}
			m.Cells = make([]uint32, 64*scene.CellWords)
			sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: m, Urgent: true})
		}
		before := s.Version()
		frame(s, sc)
		if s.Version() == before {
			t.Error("sections came, and the version is the same")
		}
		for _, c := range []struct {
			light mgl32.Vec3
			quads int // of a section
		}{
			{mgl32.Vec3{0, 1, 0}, 2}, {mgl32.Vec3{0, -1, 0}, 1}, {mgl32.Vec3{0.7, 0.7, 0}, 2 + 6}, {mgl32.Vec3{-0.6, 0.7, -0.3}, 2 + 5 + 3},
		} {
			listed := 0
			s.ListCasters([3]int32{0, 0, 0}, c.light, func(mid mgl32.Vec3, _ float32) bool {
				if mid[0] < 32 {
					listed++
				}
				return mid[0] < 32
			})
			if listed != 2 || s.casters.quads != 2*c.quads {
				t.Errorf("light %v: %d sections, %d quads instead of %d", c.light, listed, s.casters.quads, 2*c.quads)
			}
		}
	})
}
