package render

import (
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// TestCloudsInTheFrame: of a flat layer all is drawn that is in the frame, and most of the rest is not.
func TestCloudsInTheFrame(t *testing.T) {
	r := testrand.New(t)
	inside, drawn, all := 0, 0, 0
	for range testrand.Rounds(200) {
		c := clouds{flat: true}
		for range 300 {
			c.addFace(0, r.IntN(cloudGridSide-6), r.IntN(cloudGridSide-6), 1+r.IntN(6), 1+r.IntN(6), mgl32.Vec3{1, 1, 1})
		}
		f := &frameState{}
		at := scene.Camera{ViewDistance: 160, Yaw: r.Float32() * 7, Pitch: (2*r.Float32() - 1) * 1.5}
		for k := range at.Pos {
			at.Pos[k] = (2*r.Float64() - 1) * 250
		}
		f.camera.Set(&at, 1280, 720)
		f.frustum = f.camera.Frustum()
		c.offset = mgl32.Vec4{r.Float32() * cloudCell, float32(cloudHeight - int(f.camera.Origin[1])), r.Float32() * cloudCell, 1}
		m := f.camera.ViewProjection()
		for n := range len(c.vertices) / 4 {
			shown := c.inFrame(f, n)
			if all++; shown {
				drawn++
			}
			for range 8 { // points of the face
				a, b := c.vertices[4*n].pos, c.vertices[4*n+3].pos
				p := mgl32.Vec3{a[0] + (b[0]-a[0])*r.Float32(), a[1], a[2] + (b[2]-a[2])*r.Float32()}
				q := m.Mul4x1(p.Add(c.offset.Vec3()).Vec4(1))
				if q[3] <= 0 || max(q[0], -q[0], q[1], -q[1]) > q[3] {
					continue
				}
				if inside++; !shown {
					t.Fatalf("a cloud at %v is in the frame and not drawn", p)
				}
			}
		}
	}
	t.Logf("%d points in the frame; %d of %d faces drawn", inside, drawn, all)
	if inside == 0 || drawn > all/2 {
		t.Error("nothing was in the frame, or too much is drawn")
	}
}

// TestWaitForGPU: after the wait all is done that was asked for before.
func TestWaitForGPU(t *testing.T) {
	onGPU(t, Config{ForceReduced: true}, func(r *Renderer) {
		sc := hillScene(3)
		for range 8 {
			for range 6 {
				r.Draw(sc, testWidth, testHeight)
				r.Finish()
			}
			drawn := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
			r.WaitForGPU()
			if gl.ClientWaitSync(drawn, 0, 0) != gl.ALREADY_SIGNALED {
				t.Error("something was not done")
			}
			gl.DeleteSync(drawn)
		}
	})
}
