package render

import (
	"testing"
	"time"

	"voxtide/render/scene"
	"voxtide/render/sections"
)

// flatFar is a plain of far land of 128 blocks around the origin, at y 0, all red.
func flatFar() *scene.FarMesh {
	const u = scene.FarHeightUnits
	m := &scene.FarMesh{Origin: [2]int32{-64, -64}, Width: 128, Low: 0, High: 0, Pixels: make([]uint8, scene.FarPixels*scene.FarPixels*4), Indices: []uint16{0, 1, 2, 2, 1, 3}}
	for _, c := range [][2]uint32{{0, 0}, {0, 128}, {128, 0}, {128, 128}} {
		m.Vertices = append(m.Vertices, c[0]|c[1]<<16, 0*u, 0)
	}
	for i := 0; i < len(m.Pixels); i += 4 {
		m.Pixels[i], m.Pixels[i+3] = 220, scene.FarLand
	}
	return m
}

// TestFarLand: in both qualities far land is drawn once the renderer has it, not over columns in which sections are drawn and that are within
// the view, and not any more when it is not offered.
func TestFarLand(t *testing.T) {
	for _, full := range []bool{false, true} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			m := flatFar()
			far := &scene.Far{Load: []*scene.FarMesh{m}}
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{0.5, 40, 0.5}, Pitch: -1.4, ViewDistance: 100, Reach: 2000}, Sky: scene.Sky{TimeOfDay: 0.25}}
			sc.Far = far
			red := func() bool {
				p := drawFrame(r, sc, nil)
				c := p.NRGBAAt(p.Rect.Dx()/2, p.Rect.Dy()/2)
				return c.R > 100 && c.G < 60 && c.B < 60
			}
			expect := func(want bool, what string) {
				t.Helper()
				if red() != want {
					t.Errorf("full %v: %s: drawn %v", full, what, !want)
				}
			}
			expect(false, "before it is there")
			if !m.Loaded {
				t.Fatal("it was not copied")
			}
			far.Draw = far.Load
			expect(true, "once it is there")
			far.Covered, far.CoveredVersion = &scene.Columns{}, 0
			expect(true, "with no column covered")
			for i := range far.Covered {
				far.Covered[i] = 1
			}
			far.CoveredVersion++
			expect(false, "under sections")
			sc.Camera.ViewDistance = 1
			sc.Camera.Pos[0] = 40.5 // the columns are beyond the view
			sc.Camera.Pitch = -0.8
			expect(true, "beyond the view")
			sc.Camera.Pos[0], sc.Camera.Pitch, sc.Camera.ViewDistance = 0.5, -1.4, 100
			far.Edge = &scene.FarMesh{Origin: [2]int32{-64, -64}, Vertices: m.Vertices, Indices: m.Indices} // a wall that lies
			for i := 0; i < len(far.Edge.Vertices); i += scene.FarVertexWords {
				far.Edge.Vertices[i+1] |= scene.FarOwnColour
				far.Edge.Vertices[i+2] = 220 | 255<<24
			}
			expect(true, "an edge, whatever is covered")
			far.Load, far.Draw, far.Edge = nil, nil, nil
			if expect(false, "when it is not offered"); m.Loaded {
				t.Error("it is still there")
			}
			sc.Far = nil
			expect(false, "in the menu")
			sc.Far = &scene.Far{Load: []*scene.FarMesh{m}, Covered: &scene.Columns{}, CoveredVersion: far.CoveredVersion}
			red()
			sc.Far.Draw = sc.Far.Load
			expect(true, "in another session, whose columns have the same version")
		})
	}
}

// TestLongFramesCopyMoreTiles: a frame after a long one copies as many tiles as the short ones would have in its time.
func TestLongFramesCopyMoreTiles(t *testing.T) {
	onGPU(t, Config{ForceReduced: true, NoClouds: true}, func(r *Renderer) {
		far := &scene.Far{}
		for range 40 {
			far.Load = append(far.Load, flatFar())
		}
		sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{0.5, 40, 0.5}, ViewDistance: 100, Reach: 2000}}
		sc.Far = far
		loaded := func() (n int) {
			for _, m := range far.Load {
				if m.Loaded {
					n++
				}
			}
			return n
		}
		drawFrame(r, &scene.Scene{Camera: sc.Camera}, nil)
		const pause = 6 * sections.UploadFrame
		time.Sleep(pause)
		drawFrame(r, sc, nil)
		if n := loaded(); n < 6*farPerFrame {
			t.Errorf("%d tiles are copied after %v", n, pause)
		}
	})
}
