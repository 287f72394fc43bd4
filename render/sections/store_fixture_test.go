package sections

import (
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/camera"
	"voxtide/render/gltest"
	"voxtide/render/glutil"
	"voxtide/render/scene"
)

func TestMain(m *testing.M) { gltest.Main(m) }

// onGPU runs the part of a test that needs the context, with an empty store.
func onGPU(t testing.TB, f func(s *Sections)) {
	t.Helper()
	gltest.Run(t, func() error {
		ibo := glutil.NewQuadIndices()
		defer glutil.DeleteBuffer(&ibo)
		var texels int32
		gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
		s := &Sections{}
		s.Init(ibo, ChooseLightStorage(LightStorageAuto, int(texels)), int(texels))
		defer s.Free()
		f(s)
		return nil
	})
}

// frame goes through a frame of a scene without drawing it.
func frame(s *Sections, sc *scene.Scene) {
	s.Begin(float64(sc.Time)/1e6, sc.Unloads, sc.Uploads, sc.Far)
	var v camera.View
	v.Set(&sc.Camera, 64, 64)
	s.Update(&v, false, 0)
	s.End()
}
