package render

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/render/sections"
)

// TestHeldLight: at night a light in the hand lights the ground nearby in both qualities, less farther away, and not beyond its reach;
// it comes and goes from one frame to the next.
func TestHeldLight(t *testing.T) {
	floor := testMesher{at: func(_, y, _ int) testCell {
		if y == 0 {
			return testCell{pass: sections.PassOpaque + 1, layer: layerStone}
		}
		return testCell{}
	}}
	for _, full := range []bool{false, true} {
		onGPU(t, Config{ForceFull: full, ForceReduced: !full, NoClouds: true}, func(r *Renderer) {
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8.5, 3, 15.5}, Pitch: -0.5, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.75}}
			var meshes []*scene.Mesh
			for z := range int32(4) {
				meshes = append(meshes, floor.mesh([3]int32{0, 0, -z}))
			}
			drawFrame(r, withMeshes(sc, meshes...), nil)
			red := func() (near, middle, far int) { // red alone: moonlight has little of it
				p := drawFrame(r, withMeshes(sc), nil)
				w, h := p.Rect.Dx(), p.Rect.Dy()
				mean := func(y int) (sum int) {
					for dx := range 64 {
						sum += int(p.NRGBAAt(w/2+dx-32, y).R)
					}
					return sum / 64
				}
				return mean(h - 2), mean(h / 2), mean(h/2 - h*3/10)
			}
			near, middle, far := red()
			sc.HeldItem.Shine = 14 * scene.ShineFall
			litNear, litMiddle, litFar := red()
			t.Logf("full %v: near %d to %d, in the middle %d to %d, far %d to %d", full, near, litNear, middle, litMiddle, far, litFar)
			if litNear < near*3/2 || litMiddle < middle*6/5 || litNear-near <= litMiddle-middle || litFar != far {
				t.Error("it lights too little, or too far")
			}
			sc.HeldItem.Shine = 0
			if a, b, c := red(); a != near || b != middle || c != far {
				t.Errorf("full %v: it stays", full)
			}
		})
	}
}
