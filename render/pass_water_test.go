package render

import (
	"math"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// TestWaterBehindFacesInItsPlane: where a face of a block and one of water lie in the same plane, cut into quads in other ways, nothing of the water is seen, from whatever height and at however flat an angle one looks along them; without the
// blocks the water is seen.
func TestWaterBehindFacesInItsPlane(t *testing.T) {
	r := testrand.New(t)
	for _, reduced := range []bool{true, false} {
		onGPU(t, Config{ForceReduced: reduced, ForceFull: !reduced, DrawHidden: true}, func(r2 *Renderer) {
			const face = 1                    // up
			var both, dry, wet []scene.Upload // with the same keys
			for x := int32(-4); x < 4; x++ {
				for z := int32(-4); z < 4; z++ {
					key := [3]int32{x, 0, z}
					m, quads := floorMesh(r, key)
					water, count := floorMesh(r, key)
					cells := uint32(len(m.Cells) / scene.CellWords)
					of := *m
					of.Cells = append(append([]uint32{}, m.Cells...), water.Cells...)
					of.Quads = append([]uint32{}, m.Quads...)
					for i, w := range water.Quads {
						if i%3 == 1 {
							w += cells
						}
						of.Quads = append(of.Quads, w)
					}
					of.Water = scene.Range{Start: uint32(quads), Count: uint32(count)}
					water.Water, water.Opaque[face] = water.Opaque[face], scene.Range{}
					for to, m := range map[*[]scene.Upload]*scene.Mesh{&both: &of, &dry: m, &wet: water} {
						*to = append(*to, scene.Upload{Mesh: m, Urgent: true})
					}
				}
			}
			frames, pixels, ofWater := testrand.Rounds(25), 0, 0
			cameras := make([]scene.Camera, frames)
			for i := range cameras {
				over := math.Exp(r.Float64()*4.4 - 1.6) // 0.2 to 16 blocks
				cameras[i] = scene.Camera{Pos: [3]float64{r.Float64()*8 - 4, floorTop + over, r.Float64()*8 - 4}, Yaw: r.Float32() * 6.3, Pitch: -r.Float32() * 0.4, ViewDistance: 64}
			}
			draw := func(uploads []scene.Upload) (out [][]uint8) {
				for _, c := range cameras {
					sc := &scene.Scene{Sky: scene.Sky{TimeOfDay: 0.25}, Camera: c, Uploads: uploads}
					out = append(out, drawFrame(r2, sc, nil).Pix)
					uploads = nil
				}
				return out
			}
			floor, seen, sea := draw(dry), draw(both), draw(wet)
			for i := range cameras {
				for k := 0; k < len(floor[i]); k += 4 {
					a, b, c := floor[i][k:k+3], seen[i][k:k+3], sea[i][k:k+3]
					if pixels++; a[0] != b[0] || a[1] != b[1] || a[2] != b[2] {
						t.Fatalf("reduced %v, at %v: pixel %d, %d is %v, with water in the same plane %v", reduced, cameras[i], k/4%testWidth, k/4/testWidth, a, b)
					}
					if a[2] != c[2] {
						ofWater++
					}
				}
			}
			if ofWater < pixels/10 {
				t.Errorf("of %d pixels only %d are of water where there is no floor", pixels, ofWater)
			}
			t.Logf("reduced %v: %d frames, %d pixels, %d of them of water where there is no floor", reduced, frames, pixels, ofWater)
		})
	}
}
