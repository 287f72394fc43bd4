package render

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/render/sections"
)

// TestBlob: a patch darkens the ground that it lies on, by its strength, and nothing beside it, in both qualities.
func TestBlob(t *testing.T) {
	floor := testMesher{at: func(_, y, _ int) testCell {
		if y == 0 {
			return testCell{pass: sections.PassOpaque + 1, layer: layerStone}
		}
		return testCell{}
	}}.mesh([3]int32{})
	for _, full := range []bool{false, true} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8, 9, 8}, Pitch: -1.5708, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.25}}
			at := func() (middle, beside int) {
				p := drawFrame(r, withMeshes(sc), nil)
				w, h := p.Rect.Dx(), p.Rect.Dy()
				return int(p.NRGBAAt(w/2+3, h/2+3).R), int(p.NRGBAAt(w/2+h/3, h/2+3).R)
			}
			drawFrame(r, withMeshes(sc, floor), nil)
			middle, beside := at()
			sc.Blobs = []scene.Blob{{Low: [2]float64{7, 7}, High: [2]float64{9, 9}, Y: 1, Strength: 0.5}}
			dark, same := at()
			if t.Logf("full %v: %d to %d, beside it %d to %d", full, middle, dark, beside, same); dark < middle*4/10 || dark > middle*6/10 || same != beside {
				t.Error("it does not darken what it lies on by a half")
			}
		})
	}
}
