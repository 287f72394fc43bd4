package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/camera"
	"voxtide/render/scene"
)

// floorTop is the height of the floor of floorMesh.
const floorTop = 4

// floorMesh returns a section of floor in quads of random size, which meet at T-junctions.
func floorMesh(r *rand.Rand, key [3]int32) (m *scene.Mesh, quads int) {
	const face = 1 // up
	m = &scene.Mesh{Section: key, Connected: scene.ConnectedAll, Low: [3]uint8{0, floorTop, 0}, High: [3]uint8{16, floorTop, 16}}
	uv := &scene.FaceTexAxes[face]
	var add func(x, z, w, h int)
	add = func(x, z, w, h int) {
		if w > 1 && r.IntN(8) > 0 {
			k := 1 + r.IntN(w-1)
			add2 := func(x, z, w, h int) { // cut across next
				if h > 1 && r.IntN(8) > 0 {
					n := 1 + r.IntN(h-1)
					add(x, z, w, n)
					add(x, z+n, w, h-n)
					return
				}
				add(x, z, w, h)
			}
			add2(x, z, k, h)
			add2(x+k, z, w-k, h)
			return
		}
		quads++
		first := uint32(len(m.Cells) / scene.CellWords)
		for range w * h {
			m.Cells = append(m.Cells, 0xFFFFFFFF, 0)
		}
		start, size := [3]int{x, 0, z}, [3]int{w, 1, h}
		for _, o := range scene.FaceCorners[face] {
			corner := uint32(o[uv.S]) | uint32(o[uv.T])<<1
			w2 := uint32(start[uv.S])<<13 | uint32(start[uv.T])<<17 | uint32(size[uv.S]-1)<<21 | uint32(size[uv.T]-1)<<25 | corner<<29
			m.Quads = append(m.Quads, uint32(x+int(o[0])*w)|floorTop<<5|uint32(z+int(o[2])*h)<<10|face<<15|layerStone<<18, first, w2)
		}
	}
	add(0, 0, 16, 16)
	m.Opaque[face] = scene.Range{Count: uint32(quads)}
	return m, quads
}

// TestNoPinholes: a floor of quads that meet at T-junctions covers each pixel, from whatever height and in whatever direction one looks along it.
func TestNoPinholes(t *testing.T) {
	r := testrand.New(t)
	const view, seen = 64, 40
	onGPU(t, Config{ForceReduced: true, DrawHidden: true}, func(r2 *Renderer) {
		quads, pixels, frames := 0, 0, 0
		var uploads []scene.Upload
		for x := int32(-4); x < 4; x++ {
			for z := int32(-4); z < 4; z++ {
				m, n := floorMesh(r, [3]int32{x, 0, z})
				uploads = append(uploads, scene.Upload{Mesh: m, Urgent: true})
				quads += n
			}
		}
		for range testrand.Rounds(60) {
			over := math.Exp(r.Float64()*4.4 - 1.6) // 0.2, where the near plane does not cut the floor, to 16 blocks
			sc := &scene.Scene{Sky: scene.Sky{TimeOfDay: 0.25}, Camera: scene.Camera{
				Pos: [3]float64{r.Float64()*8 - 4, floorTop + over, r.Float64()*8 - 4}, Yaw: r.Float32() * 6.3, Pitch: -r.Float32() * 0.4, ViewDistance: view,
			}}
			sky := *sc
			sky.Camera.ViewDistance = -1
			sc.Uploads, uploads = uploads, nil
			got, behind := drawFrame(r2, sc, nil), drawFrame(r2, &sky, nil)
			var v camera.View
			v.Set(&sc.Camera, testWidth, testHeight)
			frames++
			back := v.Rotation().Mat3().Transpose()
			tall := float32(math.Tan(float64(v.FOV) / 2))
			for y := range testHeight {
				for x := range testWidth {
					d := back.Mul3x1([3]float32{(float32(2*x+1)/testWidth - 1) * tall * v.Aspect, (1 - float32(2*y+1)/testHeight) * tall, -1})
					if d[1] >= 0 || float32(over)/-d[1]*float32(math.Hypot(float64(d[0]), float64(d[2]))) > seen {
						continue
					}
					pixels++
					i := got.PixOffset(x, y)
					if a, b := got.Pix[i:i+3], behind.Pix[i:i+3]; max(a[0], b[0])-min(a[0], b[0])+max(a[1], b[1])-min(a[1], b[1])+max(a[2], b[2])-min(a[2], b[2]) < 6 {
						t.Errorf("%.2f blocks over the floor at %v, yaw %v, pitch %v: pixel %d, %d is the sky's", over, sc.Camera.Pos, sc.Camera.Yaw, sc.Camera.Pitch, x, y)
					}
				}
			}
		}
		if pixels < frames*testWidth*testHeight/10 {
			t.Errorf("only %d pixels were looked at", pixels)
		}
		t.Logf("%d frames, %d quads, %d pixels", frames, quads, pixels)
	})
}
