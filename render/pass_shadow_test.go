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

// brightness returns the mean of red, green and blue together of a square around a pixel, whose edges lie around pixels away.
func brightness(m *image.NRGBA, around, x, y int) (sum int) {
	side := 2*around + 1
	for i := range side * side {
		c := m.NRGBAAt(x+i%side-around, y+i/side-around)
		sum += int(c.R) + int(c.G) + int(c.B)
	}
	return sum / (side * side)
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
	for _, full := range []bool{true, false} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			// From straight above, north up: the wall is a line from top to bottom, east of it is the right.
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8.5, 22, 8}, Pitch: -1.5708, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.1}}
			frame := func(meshes ...*scene.Mesh) (west, east, far int) {
				p := drawFrame(r, withMeshes(sc, meshes...), nil)
				w, h := p.Rect.Dx(), p.Rect.Dy()
				block := h * 10 / 22 / 14 // about a block at the ground, in pixels
				return brightness(p, 4, w/2-3*block, h/2), brightness(p, 4, w/2+3*block, h/2), brightness(p, 4, w/2-3*block, h/2-7*block)
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

// TestShadowOnBodies: a body and the hand of who stands in the shadow of a wall are darker than those in the sun, as the ground is; beside a lamp they are not,
// and at reduced quality there are no shadows.
func TestShadowOnBodies(t *testing.T) {
	wall := testMesher{at: func(x, y, z int) testCell {
		if y == 0 || x == 8 && y < 9 {
			return testCell{pass: sections.PassOpaque + 1, layer: layerStone}
		}
		return testCell{}
	}}.mesh([3]int32{0, 0, 0})
	for _, full := range []bool{true, false} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8.5, 22, 8}, Pitch: -1.5708, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.1}}
			drawFrame(r, withMeshes(sc, wall), nil)
			sc.Uploads = nil
			body := func(lamp uint8) (west, east int) { // blocks at both sides of the wall, where a frame without them has ground
				for _, x := range []float64{5.5, 11.5} {
					sc.Entities = append(sc.Entities[:0], scene.Entity{Kind: scene.EntityFallingBlock, Block: blockStone, Drawn: [3]float64{x, 1, 8}, Light: [2]uint8{255, lamp}})
					p := drawFrame(r, sc, nil)
					w, h := p.Rect.Dx(), p.Rect.Dy()
					b := brightness(p, 2, w/2+int((x-8.5)*float64(h)/20/1.4), h/2)
					if west == 0 {
						west = b
					} else {
						east = b
					}
				}
				sc.Entities = nil
				return west, east
			}
			west, east := body(0)
			lampWest, lampEast := body(255)
			hand := func(x float64) int { // the mean of what a hand covers
				sc.Camera.Pos, sc.Camera.Pitch = [3]float64{x, 1.3, 8}, 0.4 // so low that the hand would be in the ground, if it had a place in the world
				sc.HeldItem = scene.HeldItem{}
				bare := drawFrame(r, sc, nil)
				sc.HeldItem = scene.HeldItem{Shown: true, Block: blockStone, Light: [2]uint8{255, 0}}
				p := drawFrame(r, sc, nil)
				sum, n := 0, 0
				for i := 0; i < len(p.Pix); i += 4 {
					if [3]uint8(p.Pix[i:]) != [3]uint8(bare.Pix[i:]) {
						sum, n = sum+int(p.Pix[i])+int(p.Pix[i+1])+int(p.Pix[i+2]), n+1
					}
				}
				if n < testWidth*testHeight/100 {
					t.Fatalf("the hand covers %d pixels", n)
				}
				return sum / n
			}
			handWest, handEast := hand(5.5), hand(11.5)
			t.Logf("full %v: bodies %d and %d, beside a lamp %d and %d, the hand %d and %d", full, west, east, lampWest, lampEast, handWest, handEast)
			differ := func(a, b int) bool { return min(a, b)*20 < max(a, b)*19 }
			if differ(lampWest, lampEast) || differ(west, east) != full || differ(handWest, handEast) != full {
				t.Error("shadows where there are none, or none where there are")
			}
			if full && (west < east) != (handWest < handEast) {
				t.Error("the shadow is on the one side for bodies, and on the other for the hand")
			}
		})
	}
}

// TestShadowOnWater: the wall's shadow lies on water, too.
func TestShadowOnWater(t *testing.T) {
	mesh := func(wall bool) *scene.Mesh {
		return testMesher{at: func(x, y, z int) testCell {
			switch {
			case y == 0 || wall && x == 8 && y < 9:
				return testCell{pass: sections.PassOpaque + 1, layer: layerStone}
			case y < 3:
				return testCell{pass: sections.PassWater + 1, layer: layerWater, flags: scene.QuadLowered * uint32(oneIf(y == 2))}
			}
			return testCell{}
		}}.mesh([3]int32{0, 0, 0})
	}
	for _, full := range []bool{true, false} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8.5, 22, 8}, Pitch: -1.5708, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.1}}
			frame := func(wall bool) *image.NRGBA {
				r.UnloadSections()
				return drawFrame(r, withMeshes(sc, mesh(wall)), nil)
			}
			with, without := frame(true), frame(false)
			sums := [2][2]int{} // of the west and the east, with and without the wall
			w, h := with.Rect.Dx(), with.Rect.Dy()
			for side, x := range []int{w/2 - h/6, w/2 + h/6} {
				sums[side] = [2]int{brightness(with, 7, x, h/2), brightness(without, 7, x, h/2)}
			}
			darker := 0
			for _, s := range sums {
				if s[0]*4 < s[1]*3 { // more than the ground below alone
					darker++
				}
			}
			t.Logf("full %v: with and without the wall: west %v, east %v", full, sums[0], sums[1])
			if want := oneIf(full); darker != int(want) {
				t.Errorf("%d sides of the water are in the shadow, not %d", darker, want)
			}
		})
	}
}
