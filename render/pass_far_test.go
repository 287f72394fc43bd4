package render

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"voxtide/render/camera"
	"voxtide/render/farlist"
	"voxtide/render/golden"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// flatFar is a plain of far land of 128 blocks around the origin, at y 0, all red.
func flatFar() *scene.FarMesh {
	const u = scene.FarHeightUnits
	square := scene.FarTriangles{Indices: []uint16{0, 1, 2, 2, 1, 3}}
	m := &scene.FarMesh{Origin: [2]int32{-64, -64}, Width: 128, Low: 0, High: 0, Pixels: make([]uint8, scene.FarPixels*scene.FarPixels*4), FarTriangles: square, Right: square}
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
			if all := &r.far.pieces[m].all; all.copied != full || all.clustered == full {
				t.Errorf("full %v: copied %v, clusters %v before it is drawn", full, all.copied, all.clustered)
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
			middle := func(covered, others bool) {
				for x := range int32(8) {
					for z := range int32(8) {
						in := others
						if x >= 3 && x <= 4 && z >= 3 && z <= 4 {
							in = covered
						}
						far.Covered.Set(x-4, z-4, in)
					}
				}
				far.CoveredVersion++
			}
			middle(false, true)
			expect(true, "with all columns covered but those in the middle")
			middle(true, false)
			expect(false, "with those in the middle covered alone")
			middle(true, true)
			sc.Camera.ViewDistance = 1
			sc.Camera.Pos[0] = 40.5 // the columns are beyond the view
			sc.Camera.Pitch = -0.8
			expect(true, "beyond the view")
			sc.Camera.Pos[0], sc.Camera.Pitch, sc.Camera.ViewDistance = 0.5, -1.4, 100
			far.Edge = &scene.FarMesh{Origin: [2]int32{-64, -64}, Vertices: m.Vertices, FarTriangles: m.FarTriangles} // a wall that lies
			for i := 0; i < len(far.Edge.Vertices); i += scene.FarVertexWords {
				far.Edge.Vertices[i+1] |= scene.FarOwnColour
				far.Edge.Vertices[i+2] = 220 | 255<<24
			}
			expect(true, "an edge, whatever is covered")
			elsewhere := *far.Edge
			elsewhere.Vertices = append([]uint32(nil), elsewhere.Vertices...)
			for i := 0; i < len(elsewhere.Vertices); i += scene.FarVertexWords {
				elsewhere.Vertices[i] += 1000
			}
			wall := far.Edge
			far.Edge = &elsewhere
			expect(false, "an edge that is elsewhere now")
			far.Edge = wall
			expect(true, "an edge that is back")
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

// TestFarLandWhileTurning: a list that is kept while the camera turns leaves out nothing that one made for the frame has. Once the camera stands still the list is made for
// little more than the frame.
func TestFarLandWhileTurning(t *testing.T) {
	onGPU(t, Config{ForceReduced: true, NoClouds: true}, func(r *Renderer) {
		far := &scene.Far{}
		for i := range int32(81) {
			m := flatFar()
			m.Origin = [2]int32{(i%9-4)*128 - 64, (i/9-4)*128 - 64}
			far.Load = append(far.Load, m)
		}
		far.Draw = far.Load
		sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{0.5, 40, 0.5}, Pitch: -0.3, ViewDistance: 100, Reach: 2000}, Sky: scene.Sky{TimeOfDay: 0.25}}
		sc.Far = far
		for range len(far.Load) {
			drawFrame(r, sc, nil)
		}
		l := &r.far.list
		indices := func() (n int) {
			for _, b := range l.chosen.Batches() {
				n += len(b.Indices)
			}
			return n
		}
		kept, made, compared := 0, 0, 0
		for step := range 200 {
			sc.Camera.Yaw += 0.03
			sc.Camera.Pitch += 0.01 * float32(step%7-3)
			turning := drawFrame(r, sc, nil)
			if l.key.camera == r.state.camera {
				made++
				continue
			}
			kept++
			if step%4 != 3 { // turn on, as far as the list holds
				continue
			}
			compared++
			wide := indices()
			still := drawFrame(r, sc, nil)
			if l.key.camera != r.state.camera || l.turn > camera.SlackTurn || indices() > wide {
				t.Fatalf("step %d: a list of %d indices for %v radians more than the frame is kept while the camera stands still", step, indices(), l.turn)
			}
			if n, most := golden.CountDifferent(turning, still, 1); n > 0 {
				t.Fatalf("step %d: %d pixels differ, by up to %d", step, n, most)
			}
		}
		far.DrawVersion++ // other triangles are hidden
		if drawFrame(r, sc, nil); l.key.from.drawn != far.DrawVersion {
			t.Errorf("the list is that of version %d of what is drawn, not %d", l.key.from.drawn, far.DrawVersion)
		}
		if t.Logf("%d frames with a list that was kept, %d of them compared; %d lists made", kept, compared, made); compared == 0 || made == 0 {
			t.Error("one kind was not seen")
		}
	})
}

// TestManyFarPieces: more pieces than one call can draw are all drawn, in both qualities: seen from high above, land is red wherever one looks.
func TestManyFarPieces(t *testing.T) {
	for _, full := range []bool{false, true} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			const wide = 17
			far := &scene.Far{}
			for i := range int32(wide * wide) {
				m := flatFar()
				m.Origin = [2]int32{(i%wide-wide/2)*128 - 64, (i/wide-wide/2)*128 - 64}
				if max(m.Origin[0], -m.Origin[0]-128, m.Origin[1], -m.Origin[1]-128) < 128 { // of those below the eye, which come first, there is more than of one of another batch
					m.Indices = slices.Repeat(m.Indices, 40)
				}
				far.Load = append(far.Load, m)
			}
			far.Draw = slices.Clone(far.Load)
			slices.SortFunc(far.Draw, func(a, b *scene.FarMesh) int { // those in the middle of the frame come last
				x, z, u, w := a.Origin[0]+64, a.Origin[1]+64, b.Origin[0]+64, b.Origin[1]+64
				return cmp.Compare(u*u+w*w, x*x+z*z)
			})
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{0.5, 700, 0.5}, Pitch: -1.57, ViewDistance: 100, Reach: 4000}, Sky: scene.Sky{TimeOfDay: 0.25}}
			sc.Far = far
			for range len(far.Load) {
				drawFrame(r, sc, nil)
			}
			p := drawFrame(r, sc, nil)
			red, all := 0, p.Rect.Dx()*p.Rect.Dy()
			for i := 0; i < len(p.Pix); i += 4 {
				if p.Pix[i] > p.Pix[i+1] {
					red++
				}
			}
			pieces := len(r.far.list.whole)
			for _, b := range r.far.list.chosen.Batches() {
				pieces += len(b.Places)
			}
			t.Logf("full %v: %d of %d pixels are red; %d pieces in %d batches", full, red, all, pieces, len(r.far.list.chosen.Batches()))
			if red < all || pieces <= farlist.Places || !full && len(r.far.list.chosen.Batches()) < 2 {
				t.Error("some land is not drawn, or there are too few pieces")
			}
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
