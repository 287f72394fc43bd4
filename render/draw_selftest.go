package render

import (
	"math"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/draw2d"
	"voxtide/render/glutil"
	"voxtide/render/sections"
)

// selfTestSide is the side of the square of squares that the self-test draws into a small framebuffer, each in a colour of
// its own and with a run of its own.
const selfTestSide = 16

// selfTest finds out which draw paths the driver gets right, and how quick they are.
type selfTest struct {
	batch  *draw2d.Batch // for its program
	target framebuffer
	buffer glutil.VertexBuffer
	runs   sections.Runs
}

// newSelfTest makes a self-test; the uniform block Frame must hold the size of a screen of selfTestSide pixels.
func newSelfTest(batch *draw2d.Batch, ibo uint32) *selfTest {
	t := &selfTest{batch: batch}
	t.buffer.Init(ibo, draw2d.VertexBytes, draw2d.Layout())
	var v []draw2d.Vertex
	for i := range selfTestSide * selfTestSide {
		x, y := float32(i%selfTestSide), float32(i/selfTestSide)
		for k := range 4 {
			v = append(v, draw2d.Vertex{X: x + float32(k&1), Y: y + float32(k>>1), U: 0.5, V: 0.5, Colour: selfTestColour(i)})
		}
		t.runs.Add(uint32(i), 1)
	}
	t.buffer.Fill(len(v)*draw2d.VertexBytes, unsafe.Pointer(&v[0]), gl.STATIC_DRAW)
	t.target.resize(selfTestSide, selfTestSide, 0)
	return t
}

func selfTestColour(i int) draw2d.Colour {
	return draw2d.Colour{R: uint8(i), G: uint8(255 - i), B: uint8(i * 7), A: 255}
}

// draw draws all squares by a path.
func (t *selfTest) draw(p sections.DrawPath) {
	gl.BindVertexArray(t.buffer.VAO)
	t.runs.Draw(p)
}

// drawsRight draws once and reports whether every square came out in its colour.
func (t *selfTest) drawsRight(p sections.DrawPath) bool {
	t.prepare()
	t.draw(p)
	var pix [selfTestSide * selfTestSide * 4]uint8
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadPixels(0, 0, selfTestSide, selfTestSide, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&pix[0]))
	for i := range selfTestSide * selfTestSide {
		c := selfTestColour(i)
		at := ((selfTestSide-1-i/selfTestSide)*selfTestSide + i%selfTestSide) * 4
		if pix[at] != c.R || pix[at+1] != c.G || pix[at+2] != c.B {
			return false
		}
	}
	return true
}

// measure returns the time that some 500 runs take when nothing else keeps the processor: the shortest of eight, for other
// work only ever lengthens one, and a path chosen by a moment's noise would stay for the whole game.
func (t *selfTest) measure(p sections.DrawPath) time.Duration {
	shortest := time.Duration(math.MaxInt64)
	for range 8 {
		t.prepare()
		gl.Finish()
		begin := time.Now()
		t.draw(p)
		t.draw(p)
		gl.Finish()
		shortest = min(shortest, time.Since(begin))
	}
	return shortest
}

// prepare sets the state that drawing needs, and clears the framebuffer.
func (t *selfTest) prepare() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.target.id)
	gl.Viewport(0, 0, selfTestSide, selfTestSide)
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.ClearColor(0, 0, 0, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	t.batch.UsePlain()
}

func (t *selfTest) free() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.BindVertexArray(0)
	t.target.free()
	t.buffer.Free()
}
