package draw2d

import (
	"image"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/gltest"
	"voxtide/render/glutil"
)

const testWidth, testHeight = gltest.Width, gltest.Height

func TestMain(m *testing.M) { gltest.Main(m) }

// screenOffset is the place of the size of the screen in the uniform block Frame of shaders/frame.glsl, in bytes: behind a
// matrix and eleven vectors.
const screenOffset = 64 + 11*16

// onGPU runs the part of a test that needs the context, with a batch.
func onGPU(t testing.TB, f func(b *Batch)) {
	t.Helper()
	gltest.Run(t, func() error {
		ibo := glutil.NewQuadIndices()
		defer glutil.DeleteBuffer(&ibo)
		b, err := New(ibo)
		if err != nil {
			return err
		}
		defer b.Free()
		var ubo uint32
		gl.GenBuffers(1, &ubo)
		defer glutil.DeleteBuffer(&ubo)
		gl.BindBufferBase(gl.UNIFORM_BUFFER, glutil.BindingFrame, ubo)
		var block [256]float32
		copy(block[screenOffset/4:], []float32{testWidth, testHeight, 1. / testWidth, 1. / testHeight})
		glutil.FillUniformBuffer(ubo, len(block)*4, unsafe.Pointer(&block))
		f(b)
		return nil
	})
}

// clearFrame begins a black frame.
func clearFrame(b *Batch) {
	gl.Viewport(0, 0, testWidth, testHeight)
	gl.ClearColor(0, 0, 0, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	b.Begin(testWidth, testHeight)
}

func readFrame() *image.NRGBA { return gltest.ReadFrame() }
