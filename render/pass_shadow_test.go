package render

import (
	"image"
	"testing"

	"voxtide/render/scene"
	"voxtide/render/sections"
)

// withMeshes returns a scene that offers meshes.
func withMeshes(sc *scene.Scene, meshes ...*scene.Mesh) *scene.Scene {
	sc.Uploads = nil
	for _, m := range meshes {
		sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: m, Urgent: true})
	}
	return sc
}

// TestShadow: in the morning a wall throws a shadow on the ground on the side away from the sun, nowhere else; at noon and at reduced
// quality it throws none there; and the map is drawn again when the wall goes, not from frame to frame.
func TestShadow(t *testing.T) {
	ground := func(wall bool) *scene.Mesh {
		return testMesher{at: func(x, y, z int) testCell {
			if y == 0 || wall && x == 8 && y < 6 && z >= 4 && z < 12 {
				return testCell{pass: sections.PassOpaque + 1, layer: layerStone}
			}
			return testCell{}
		}}.mesh([3]int32{0, 0, 0})
	}
	brightness := func(m *image.NRGBA, x, y int) (sum int) { // the mean of a square
		for dx := range 9 {
			for dy := range 9 {
				c := m.NRGBAAt(x+dx-4, y+dy-4)
				sum += int(c.R) + int(c.G) + int(c.B)
			}
		}
		return sum / 81
	}
	for _, full := range []bool{true, false} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			// From straight above, north up: the wall is a line from top to bottom, east of it is the right.
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8.5, 22, 8}, Pitch: -1.5708, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.1}}
			frame := func(meshes ...*scene.Mesh) (west, east, far int) {
				p := drawFrame(r, withMeshes(sc, meshes...), nil)
				w, h := p.Rect.Dx(), p.Rect.Dy()
				block := h * 10 / 22 / 14 // about a block at the ground, in pixels
				return brightness(p, w/2-3*block, h/2), brightness(p, w/2+3*block, h/2), brightness(p, w/2-3*block, h/2-7*block)
			}
			west, east, open := frame(ground(true))
			version := r.sections.Version()
			again, _, _ := frame()
			if again != west || r.sections.Version() != version || full && !r.shadows.Fits(&r.shadows.View, version, r.state.seconds) {
				t.Errorf("full %v: the next frame is another: %d instead of %d", full, again, west)
			}
			t.Logf("full %v: west %d, east %d, beyond the wall's end %d", full, west, east, open)
			switch dark, light := min(west, east), max(west, east); {
			case full && (dark*10 > light*8 || open*20 < light*19):
				t.Errorf("a shadow of %d beside %d, and %d where the wall throws none", dark, light, open)
			case !full && dark*20 < light*19:
				t.Errorf("reduced: a shadow of %d beside %d", dark, light)
			}
			sc.Time += 10e3 // a map of a hundredth of a second ago does for land that has just changed, one of a tenth does not
			if stale, _, _ := frame(ground(false)); full && stale != west {
				t.Errorf("full %v: the map followed at once: %d instead of %d", full, stale, west)
			}
			sc.Time += 90e3
			bare, other, _ := frame()
			if d := bare - other; max(d, -d) > 6 {
				t.Errorf("full %v: without the wall %d and %d", full, bare, other)
			}
			sc.Sky.TimeOfDay = 0.25
			if west, east, _ := frame(ground(true)); max(west-east, east-west)*20 > west {
				t.Errorf("full %v: at noon %d and %d", full, west, east)
			}
			if err := r.stats.Refused; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNoAcne: ground and walls in the sun are as bright all over as without any shadow, however the sun stands: no face shades itself.
func TestNoAcne(t *testing.T) {
	onGPU(t, Config{ForceFull: true, NoClouds: true}, func(r *Renderer) {
		steps := testMesher{at: func(x, y, z int) testCell {
			if y <= (15-x)/4 { // stairs that rise to the west: nothing is before the morning's sun
				return testCell{pass: sections.PassOpaque + 1, layer: layerStone}
			}
			return testCell{}
		}}.mesh([3]int32{0, 0, 0})
		pixels := 0
		for _, day := range []float64{0.06, 0.1, 0.15, 0.2} {
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{22, 12, 8}, Yaw: -1.5708, Pitch: -0.6, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: day}}
			with := drawFrame(r, withMeshes(sc, steps), nil)
			r.cfg.NoShadows = true
			without := drawFrame(r, withMeshes(sc), nil)
			r.cfg.NoShadows = false
			for i := range with.Pix {
				if d := int(with.Pix[i]) - int(without.Pix[i]); max(d, -d) > 8 {
					at := i / 4
					t.Fatalf("day %v: %d instead of %d at %d,%d", day, with.Pix[i], without.Pix[i], at%with.Rect.Dx(), at/with.Rect.Dx())
				}
				pixels++
			}
		}
		t.Logf("%d values", pixels)
	})
}
