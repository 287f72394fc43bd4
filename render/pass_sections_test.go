package render

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/golden"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// TestChunksDrawTheSame: the frame is the same however often the driver is flushed, on every path.
func TestChunksDrawTheSame(t *testing.T) {
	for _, path := range []sections.DrawPath{sections.DrawPathMulti, sections.DrawPathLoop, sections.DrawPathOffset} {
		for _, forceFull := range []bool{false, true} {
			onGPU(t, Config{DrawPath: path, ForceFull: forceFull}, func(r *Renderer) {
				r.sections.FlushQuads = 1 << 30
				sc := hillScene(3)
				want := drawFrame(r, sc, nil)
				whole := r.Stats()
				for _, most := range []int{1, 37, 500} {
					r.sections.FlushQuads = most
					got := drawFrame(r, sc, nil)
					if !bytes.Equal(want.Pix, got.Pix) {
						t.Errorf("%v: in chunks of %d quads the frame differs", path, most)
					}
					if st := r.Stats(); st.Quads != whole.Quads || st.SubDraws != whole.SubDraws || path == sections.DrawPathMulti && r.driver.Software && st.DrawCalls <= whole.DrawCalls {
						t.Errorf("%v: in chunks of %d quads %d quads, %d draws, %d calls; whole %d, %d, %d", path, most, st.Quads, st.SubDraws, st.DrawCalls, whole.Quads, whole.SubDraws, whole.DrawCalls)
					}
				}
			})
		}
	}
}

// drawConfigs returns all combinations of draw path and light storage.
func drawConfigs() (out []Config) {
	for p := sections.DrawPathMulti; p < sections.DrawPathCount; p++ {
		for _, c := range []sections.LightStorage{sections.LightStorageBuffer, sections.LightStorageTexture} {
			out = append(out, Config{DrawPath: p, LightStorage: c, ForceFull: true})
		}
	}
	return out
}

// TestDrawPathsAgree draws a scene in all ways to draw sections, at the start of a page and behind other sections, and compares
// each frame with the golden file.
func TestDrawPathsAgree(t *testing.T) {
	var first *image.NRGBA
	for i, cfg := range drawConfigs() {
		onGPU(t, cfg, func(r *Renderer) {
			if d := r.Driver(); d.DrawPath != cfg.DrawPath || d.LightStorage != cfg.LightStorage {
				t.Fatalf("%v and %v instead of %v and %v", d.DrawPath, d.LightStorage, cfg.DrawPath, cfg.LightStorage)
			}
			other := hillScene(3)
			if i > 0 {
				for k := range other.Uploads {
					other.Uploads[k].Mesh.Section[0] += 40
				}
				r.Draw(other, testWidth, testHeight)
			}
			sc := hillScene(3)
			sc.Camera.Yaw, sc.Camera.Pitch = 0.3, -0.25
			got := drawFrame(r, sc, nil)
			compareGolden(t, r, "noon", got)
			sc.Sky.TimeOfDay, sc.Camera.Yaw, sc.Camera.Pitch = 0.2, 0, -0.2
			addCompany(sc)
			compareGolden(t, r, "company", drawFrame(r, sc, nil))
			if first == nil {
				first = got
			}
			if n, most := golden.CountDifferent(first, got, 1); n > 0 {
				t.Errorf("%v, %v: %d pixels differ, by up to %d", cfg.DrawPath, cfg.LightStorage, n, most)
			}
		})
	}
}

// fullMesh returns a mesh of 1000 quads without area, each with a light cell.
func fullMesh(key [3]int32) *scene.Mesh {
	m := &scene.Mesh{Section: key, Connected: scene.ConnectedAll, High: [3]uint8{16, 16, 16}}
	m.Quads, m.Cells = make([]uint32, 1000*4*scene.QuadWords), make([]uint32, 1000*scene.CellWords)
	m.Opaque[1] = scene.Range{Count: 1000}
	return m
}

// TestManyLightCells fills many rows of a texture of light cells: each section is drawn with its own light.
func TestManyLightCells(t *testing.T) {
	lit := func(r *Renderer) *image.NRGBA {
		sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8, 8, 24}, ViewDistance: 64}}
		for i := range int32(24) { // elsewhere, so that the visible section is far on in the texture, in the middle of a row
			sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: fullMesh([3]int32{40 + i, 0, 0}), Urgent: true})
		}
		k := testMesher{func(x, y, z int) testCell {
			if x >= 0 && x < 16 && y >= 0 && y < 16 && z >= 0 && z < 16 {
				return testCell{pass: sections.PassOpaque + 1, layer: layerStone}
			}
			return testCell{}
		}, func(x, y, z int) (uint8, uint8) { return uint8(x * 16), uint8(y * 16) }}
		sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: k.mesh([3]int32{}), Urgent: true})
		return drawFrame(r, sc, nil)
	}
	var buffer, texture *image.NRGBA
	onGPU(t, Config{LightStorage: sections.LightStorageBuffer}, func(r *Renderer) { buffer = lit(r) })
	onGPU(t, Config{LightStorage: sections.LightStorageTexture}, func(r *Renderer) { texture = lit(r) })
	if n, most := golden.CountDifferent(buffer, texture, 0); n > 0 {
		t.Errorf("%d pixels differ, by up to %d", n, most)
	}
	if a, b := buffer.NRGBAAt(testWidth/2-130, testHeight/2), buffer.NRGBAAt(testWidth/2+130, testHeight/2); int(b.B)-int(a.B) < 20 {
		t.Errorf("light does not grow along x: %v, %v", a, b)
	}
}

// TestDrawPathChangesWhileRunning draws by one path after the other with one renderer.
func TestDrawPathChangesWhileRunning(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		want := drawFrame(r, hillScene(2), nil)
		for p := sections.DrawPathMulti; p < sections.DrawPathCount; p++ {
			if err := r.SetConfig(Config{DrawPath: p}); err != nil {
				t.Fatal(err)
			}
			if n, most := golden.CountDifferent(want, drawFrame(r, hillScene(2), nil), 1); n > 0 || r.Driver().DrawPath != p {
				t.Errorf("%v (asked for %v): %d pixels differ, by up to %d", r.Driver().DrawPath, p, n, most)
			}
		}
	})
}

// BenchmarkDrawPaths measures frames by each path.
func BenchmarkDrawPaths(b *testing.B) {
	for _, cfg := range drawConfigs() {
		b.Run(fmt.Sprintf("%v-%v", cfg.DrawPath, cfg.LightStorage), func(b *testing.B) {
			onGPU(b, cfg, func(r *Renderer) {
				sc := hillScene(4)
				sc.Camera.Yaw = math.Pi / 4
				r.Draw(sc, testWidth, testHeight)
				b.ResetTimer()
				for range b.N {
					r.Draw(sc, testWidth, testHeight)
					r.Finish()
					r.WaitForGPU()
				}
			})
		})
	}
}

// drawAt draws a scene at a time in seconds. The function that it returns draws the scene at another time and returns the number
// of pixels that differ.
func drawAt(r *Renderer, sc *scene.Scene, seconds float64) func(other float64) int {
	sc.Time = int64(seconds * 1e6)
	a := drawFrame(r, sc, nil)
	return func(other float64) int {
		sc.Time = int64(other * 1e6)
		n, _ := golden.CountDifferent(a, drawFrame(r, sc, nil), 2)
		return n
	}
}

// TestNewSectionsFadeIn: new sections are first drawn as fog, then as they are, and stay so when the stamp of their slots
// repeats; a section that the player changes appears at once. Without clouds, which move.
func TestNewSectionsFadeIn(t *testing.T) {
	onGPU(t, Config{ForceReduced: true}, func(r *Renderer) {
		const begin = 100.0
		sc := hillScene(2)
		for i := range sc.Uploads {
			sc.Uploads[i].Urgent = false
		}
		empty := drawFrame(r, &scene.Scene{Camera: sc.Camera, Sky: sc.Sky, Time: begin * 1e6}, nil)
		for n := range 1000 { // one upload a frame, at the same time
			sc.Time = begin * 1e6
			r.Draw(sc, testWidth, testHeight)
			if left := notUploaded(sc); left == 0 {
				break
			} else if n == 999 {
				t.Fatalf("%d meshes were never uploaded", left)
			}
		}
		if n, _ := golden.CountDifferent(empty, drawFrame(r, sc, nil), 24); n > testWidth*testHeight/100 {
			t.Errorf("%d pixels of land are seen in the frame in which it comes", n)
		}
		if n := drawAt(r, sc, begin+0.1)(begin + 0.25); n < testWidth*testHeight/4 {
			t.Errorf("only %d pixels change while it comes", n)
		}
		for _, later := range []float64{0.45, 0.6, 255. / 32, 255./32 + 0.1, 16.1} {
			if n := drawAt(r, sc, begin+0.4)(begin + later); n != 0 {
				t.Errorf("%d pixels differ after %v s", n, later)
			}
		}
		if n := r.sections.Stats().Fading; n != 0 {
			t.Errorf("%d sections still fade in", n)
		}

		own := hillScene(2)
		r.UnloadSections()
		own.Time = 300 * 1e6
		if n := drawAt(r, own, 300)(301); n != 0 {
			t.Errorf("%d pixels of the player's own section fade in", n)
		}
	})
}

func notUploaded(sc *scene.Scene) (n int) {
	for i := range sc.Uploads {
		if !sc.Uploads[i].Uploaded {
			n++
		}
	}
	return n
}

// iceAt returns the cells of a heap of translucent blocks of several colours in one section, above grass.
func iceAt(x, y, z int) testCell {
	h := uint32(x*7+y*13+z*29) * 0x9E3779B1
	switch {
	case y == 0:
		return testCell{pass: sections.PassOpaque + 1, layer: layerGrass}
	case x < 1 || y < 1 || z < 1 || x > 14 || y > 9 || z > 14 || (x+z)%3 != 0 || h>>30 != 0:
		return testCell{}
	}
	return testCell{pass: sections.PassTranslucent + 1, layer: []uint32{layerIce, layerWater, layerIce}[h>>20%3]}
}

// shuffledMesh returns a mesh with its translucent quads in another order.
func shuffledMesh(m *scene.Mesh, order []int) *scene.Mesh {
	const words = 4 * scene.QuadWords
	out := *m
	out.Quads = slices.Clone(m.Quads)
	for to, from := range order {
		a, b := (int(m.Translucent.Start)+to)*words, (int(m.Translucent.Start)+from)*words
		copy(out.Quads[a:a+words], m.Quads[b:b+words])
	}
	return &out
}

// unsorted returns a mesh whose translucent faces are not sorted, because it has too many; the added faces have no area.
func unsorted(m *scene.Mesh) *scene.Mesh {
	const words = 4 * scene.QuadWords
	out := *m
	end := int(m.Translucent.Start+m.Translucent.Count) * words
	out.Quads = slices.Clone(m.Quads[:end])
	for out.Translucent.Count <= sections.SortedFacesMax {
		for range 4 {
			out.Quads = append(out.Quads, m.Quads[end-words:end-words+scene.QuadWords]...)
		}
		out.Translucent.Count++
	}
	return &out
}

// TestTranslucentFacesAreSorted: the frame of translucent faces does not depend on their order in the mesh; without sorting it
// would.
func TestTranslucentFacesAreSorted(t *testing.T) {
	rnd := testrand.New(t)
	m := testMesher{at: iceAt}.mesh([3]int32{})
	n := int(m.Translucent.Count)
	if n < 100 || n > sections.SortedFacesMax {
		t.Fatalf("%d translucent sides", n)
	}
	draw := func(r *Renderer, m *scene.Mesh, eye int, sort bool) *image.NRGBA {
		sc := &scene.Scene{Camera: scene.Camera{ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.22}}
		sc.Camera.Pos = [...][3]float64{{8, 6, -6}, {8, 6, 22}, {-6, 7, 8}, {22, 5, 8}, {8.5, 20, 8.5}}[eye]
		sc.Camera.Yaw = [...]float32{3.14, 0, 1.57, -1.57, 0.3}[eye]
		if eye == 4 {
			sc.Camera.Pitch = -1.5
		}
		if !sort {
			m = unsorted(m)
		}
		r.UnloadSections()
		sc.Uploads = []scene.Upload{{Mesh: m, Urgent: true}}
		return drawFrame(r, sc, nil)
	}
	onGPU(t, Config{}, func(r *Renderer) {
		matters := 0
		for eye := range 5 {
			want := draw(r, m, eye, true)
			loose := draw(r, m, eye, false)
			for range 3 {
				other := shuffledMesh(m, rnd.Perm(n))
				if d, most := golden.CountDifferent(want, draw(r, other, eye, true), 0); d > 0 {
					t.Errorf("from %d: %d pixels depend on the order of the mesh, by up to %d", eye, d, most)
				}
				if d, _ := golden.CountDifferent(loose, draw(r, other, eye, false), 8); d > 200 {
					matters++
				}
			}
		}
		if matters < 10 {
			t.Errorf("the order matters in %d of 15 frames: this shows nothing", matters)
		}
	})
}
