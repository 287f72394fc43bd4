package render

import (
	"flag"
	"testing"

	"voxtide/render/gltest"
)

var update = flag.Bool("update", false, "write the golden frames instead of comparing them")

// Size of the frames of the tests.
const testWidth, testHeight = gltest.Width, gltest.Height

func TestMain(m *testing.M) { gltest.Main(m) }

// onGPU runs the part of a test that needs the context, with a renderer.
func onGPU(t testing.TB, cfg Config, f func(r *Renderer)) {
	t.Helper()
	gltest.Run(t, func() error {
		r, err := New(cfg)
		if err != nil {
			return err
		}
		defer r.Close()
		if err := r.SetTextures(testTextures()); err != nil {
			return err
		}
		f(r)
		return checkError("drawing")
	})
}
