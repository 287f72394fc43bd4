package render

import (
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Path is how the sections of a page are drawn.
type Path uint8

// The paths.
const (
	PathAuto  Path = iota // what the self-test finds right and quick
	PathMulti             // one call for each page and pass
	PathLoop              // one call for each run of quads
)

// String names a path.
func (p Path) String() string { return [...]string{"auto", "multi", "loop"}[min(p, PathLoop)] }

// The self-test draws testSide by testSide squares, each in a colour of its own and with a draw of its own, in a small
// picture, and times that. A driver whose multi-draws are slower than slowMulti times the loop gets the loop.
const (
	testSide  = 16
	slowMulti = 4
)

// choosePath returns the path to use: the one asked for, or what the self-test finds.
func (r *Renderer) choosePath() Path {
	if r.cfg.Path != PathAuto {
		return r.cfg.Path
	}
	t := newPathTest(r)
	defer t.free()
	if !t.run(PathMulti) {
		return PathLoop
	}
	multi, loop := t.timed(PathMulti), t.timed(PathLoop)
	if multi > slowMulti*loop {
		return PathLoop
	}
	return PathMulti
}

// pathTest is what the self-test draws with.
type pathTest struct {
	r      *Renderer
	to     target
	buf    stream
	counts []int32
	bases  []int32
	zeros  []uintptr
}

func newPathTest(r *Renderer) *pathTest {
	t := &pathTest{r: r, zeros: make([]uintptr, testSide*testSide)}
	t.buf.init(r.quadIBO, flatBytes, flatLayout)
	var v []flatVertex
	for i := range testSide * testSide {
		x, y := float32(i%testSide), float32(i/testSide)
		for k := range 4 {
			v = append(v, flatVertex{x: x + float32(k&1), y: y + float32(k>>1), u: 0.5, v: 0.5, colour: testColour(i)})
		}
		t.counts, t.bases = append(t.counts, indicesPerQuad), append(t.bases, int32(4*i))
	}
	t.buf.fill(len(v)*flatBytes, unsafe.Pointer(&v[0]), gl.STATIC_DRAW)
	t.to.size(testSide, testSide)
	r.frame.screen = [4]float32{testSide, testSide, 1. / testSide, 1. / testSide}
	setBlock(r.uFrame, int(frameBytes), ptr(r.frame))
	return t
}

func testColour(i int) Colour { return Colour{uint8(i), uint8(255 - i), uint8(i * 7), 255} }

// draw draws all squares by a path.
func (t *pathTest) draw(p Path) {
	gl.BindVertexArray(t.buf.vao)
	if p == PathMulti {
		gl.MultiDrawElementsBaseVertex(gl.TRIANGLES, &t.counts[0], gl.UNSIGNED_INT,
			(*unsafe.Pointer)(unsafe.Pointer(&t.zeros[0])), int32(len(t.counts)), &t.bases[0])
		return
	}
	for i, c := range t.counts {
		gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, c, gl.UNSIGNED_INT, 0, t.bases[i])
	}
}

// run draws once and tells whether every square came out in its colour.
func (t *pathTest) run(p Path) bool {
	t.set()
	t.draw(p)
	var pix [testSide * testSide * 4]uint8
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadPixels(0, 0, testSide, testSide, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&pix[0]))
	for i := range testSide * testSide {
		c := testColour(i)
		at := ((testSide-1-i/testSide)*testSide + i%testSide) * 4
		if pix[at] != c.R || pix[at+1] != c.G || pix[at+2] != c.B {
			return false
		}
	}
	return true
}

// timed returns how long some 2,000 sub-draws take.
func (t *pathTest) timed(p Path) time.Duration {
	t.set()
	gl.Finish()
	begin := time.Now()
	for range 8 {
		t.draw(p)
	}
	gl.Finish()
	return time.Since(begin)
}

// set sets what drawing needs.
func (t *pathTest) set() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.to.frame)
	gl.Viewport(0, 0, testSide, testSide)
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	bindTexture(unitAtlas, gl.TEXTURE_2D, t.r.batch.atlas.texture)
	t.r.programs[progGlyphs].use()
}

func (t *pathTest) free() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.BindVertexArray(0)
	t.to.free()
	t.buf.free()
}
