package render

import (
	"math"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/camera"
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
			frames, pixels, ofWater, through := testrand.Rounds(25), 0, 0, 0
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
						through++
					}
					if a[2] != c[2] {
						ofWater++
					}
				}
			}
			if ofWater < pixels/10 {
				t.Errorf("of %d pixels only %d are of water where there is no floor", pixels, ofWater)
			}
			if through > pixels/500_000 { // where four samples meet at a T-junction one of them may see below the floor
				t.Errorf("reduced %v: of %d pixels of a floor %d look otherwise with water in its plane", reduced, pixels, through)
			}
			t.Logf("reduced %v: %d frames, %d pixels, %d of them of water where there is no floor; %d through the floor", reduced, frames, pixels, ofWater, through)
		})
	}
}

// TestWaterReachesAWall: water that ends at a wall is drawn up to it, but for an eighth of a pixel, at however flat an angle.
func TestWaterReachesAWall(t *testing.T) {
	r := testrand.New(t)
	const wallAt, west = 32, 4 // x of the wall, and the face that looks to the camera
	onGPU(t, Config{ForceReduced: true, DrawHidden: true}, func(r2 *Renderer) {
		var uploads []scene.Upload
		for x := int32(-4); x <= wallAt/16; x++ {
			for z := int32(-4); z < 4; z++ {
				key := [3]int32{x, 0, z}
				m, _ := floorMesh(r, key)
				m.Water, m.Opaque[1] = m.Opaque[1], scene.Range{}
				if x == wallAt/16 { // a wall of stone, 16 blocks high
					m = &scene.Mesh{Section: key, Connected: scene.ConnectedAll, High: [3]uint8{1, 16, 16}}
					for range 16 * 16 {
						m.Cells = append(m.Cells, 0xFFFFFFFF, 0)
					}
					uv := &scene.FaceTexAxes[west]
					for _, o := range scene.FaceCorners[west] {
						m.Quads = append(m.Quads, uint32(o[1])*16<<5|uint32(o[2])*16<<10|west<<15|layerStone<<18, 0, 15<<21|15<<25|(uint32(o[uv.S])|uint32(o[uv.T])<<1)<<29)
					}
					m.Opaque[west] = scene.Range{Count: 1}
				}
				uploads = append(uploads, scene.Upload{Mesh: m, Urgent: true})
			}
		}
		frames, last, dry := testrand.Rounds(40), 0, 0
		for range frames {
			over := math.Exp(r.Float64() * 2.3) // 1 to 10 blocks
			sc := &scene.Scene{Sky: scene.Sky{TimeOfDay: 0.25}, Uploads: uploads, Camera: scene.Camera{
				Pos: [3]float64{r.Float64()*8 - 28, floorTop + over, r.Float64()*8 - 4}, Yaw: math.Pi/2 + r.Float32()*0.4 - 0.2, Pitch: -r.Float32() * 0.2, ViewDistance: 128,
			}}
			uploads = nil
			got := drawFrame(r2, sc, nil)
			var v camera.View
			v.Set(&sc.Camera, testWidth, testHeight)
			back, tall := v.Rotation().Mat3().Transpose(), float32(math.Tan(float64(v.FOV)/2))
			wet := func(x int, y float32) (at [2]float64, is bool) { // where a pixel sees the water, if it does before the wall
				d := back.Mul3x1([3]float32{(float32(2*x+1)/testWidth - 1) * tall * v.Aspect, (1 - 2*y/testHeight) * tall, -1})
				if d[1] >= 0 {
					return at, false
				}
				way := over / -float64(d[1])
				at = [2]float64{sc.Camera.Pos[0] + float64(d[0])*way, sc.Camera.Pos[2] + float64(d[2])*way}
				return at, at[0] < wallAt && max(at[1], -at[1]) < 60 && at[0] > -60
			}
			for x := range testWidth {
				for y := range testHeight {
					if _, is := wet(x, float32(y)+0.5-0.125); !is {
						continue
					}
					p := got.Pix[got.PixOffset(x, y):]
					if _, above := wet(x, float32(y)-0.5); !above {
						last++
					}
					if int(p[2])-int(p[0]) < 25 {
						dry++
					}
					break // the row beside the wall
				}
			}
		}
		if last < frames*testWidth/4 {
			t.Fatalf("only %d pixels of water beside a wall", last)
		}
		if dry > last/200 { // some have the colour of the sky in the water
			t.Errorf("of %d pixels of water beside a wall %d look like the wall", last, dry)
		}
		t.Logf("%d pixels of water beside a wall, %d of them like the wall", last, dry)
	})
}
