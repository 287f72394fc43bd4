package render

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Path is how the sections of a page are drawn.
type Path uint8

// The paths.
const (
	PathAuto   Path = iota // what the self-test finds right and quick
	PathMulti              // one call for each page and pass
	PathLoop               // one call for each run of quads
	PathOffset             // the same without base vertices, for drivers that get them wrong; takes 8 MB more
	pathCount
)

// paths are the ways to draw runs of quads of the vertex array that is bound. Each returns how many calls it took.
var paths = [pathCount]struct {
	name string
	draw func(d *draws, zeros []uintptr) (calls int)
}{
	PathAuto:   {name: "auto"},
	PathMulti:  {"multi", drawMulti},
	PathLoop:   {"loop", drawLoop},
	PathOffset: {"offset", drawOffset},
}

func drawMulti(d *draws, zeros []uintptr) int {
	gl.MultiDrawElementsBaseVertex(gl.TRIANGLES, &d.counts[0], gl.UNSIGNED_INT,
		(*unsafe.Pointer)(unsafe.Pointer(&zeros[0])), int32(len(d.counts)), &d.bases[0])
	return 1
}

func drawLoop(d *draws, _ []uintptr) int {
	for n, c := range d.counts {
		gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, c, gl.UNSIGNED_INT, 0, d.bases[n])
	}
	return len(d.counts)
}

func drawOffset(d *draws, _ []uintptr) int {
	for n, c := range d.counts {
		gl.DrawElementsWithOffset(gl.TRIANGLES, c, gl.UNSIGNED_INT, uintptr(d.bases[n])/4*indicesPerQuad*indexBytes)
	}
	return len(d.counts)
}

// String names a path.
func (p Path) String() string { return paths[min(p, pathCount-1)].name }

// PathOf returns the path of a name.
func PathOf(name string) (Path, bool) {
	for i := range paths {
		if paths[i].name == name {
			return Path(i), true
		}
	}
	return PathAuto, false
}

// The self-test draws testSide by testSide squares, each in a colour of its own and with a draw of its own, in a small
// picture, and times that. A driver whose multi-draws are slower than slowMulti times the loop gets the loop.
const (
	testSide  = 16
	slowMulti = 4
)

// setPath sets the path to use: the one asked for, or what the self-test finds.
func (r *Renderer) setPath() error {
	p := r.cfg.Path
	if p == PathAuto || p >= pathCount {
		t := newPathTest(r)
		defer t.free()
		var err error
		if p, err = choosePath(t.run, t.timed); err != nil {
			return err
		}
	}
	if p == PathOffset {
		fillQuadIndices(r.quadIBO, max(pageQuads, indexQuads))
	}
	r.driver.Path = p
	return nil
}

// choosePath returns the first path that draws right, but for a multi-draw that is far slower than a loop that is right.
func choosePath(right func(Path) bool, timed func(Path) time.Duration) (Path, error) {
	loop := false
	for p := PathMulti; p < pathCount; p++ {
		switch {
		case !right(p):
		case p == PathMulti && right(PathLoop) && timed(PathMulti) > slowMulti*timed(PathLoop):
			loop = true
		default:
			return p, nil
		}
	}
	if loop {
		return PathLoop, nil
	}
	return PathAuto, fmt.Errorf("%w: it draws no quads right", ErrDriver)
}

// pathTest is what the self-test draws with.
type pathTest struct {
	r     *Renderer
	to    target
	buf   stream
	runs  draws
	zeros []uintptr
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
		t.runs.counts, t.runs.bases = append(t.runs.counts, indicesPerQuad), append(t.runs.bases, int32(4*i))
	}
	t.buf.fill(len(v)*flatBytes, unsafe.Pointer(&v[0]), gl.STATIC_DRAW)
	t.to.size(testSide, testSide, 0)
	r.frame.screen = [4]float32{testSide, testSide, 1. / testSide, 1. / testSide}
	setBlock(r.uFrame, int(frameBytes), ptr(r.frame))
	return t
}

func testColour(i int) Colour { return Colour{uint8(i), uint8(255 - i), uint8(i * 7), 255} }

// draw draws all squares by a path.
func (t *pathTest) draw(p Path) {
	gl.BindVertexArray(t.buf.vao)
	paths[p].draw(&t.runs, t.zeros)
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

// set sets what drawing needs, and clears the picture.
func (t *pathTest) set() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.to.frame)
	gl.Viewport(0, 0, testSide, testSide)
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.ClearColor(0, 0, 0, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	bindTexture(unitAtlas, gl.TEXTURE_2D, t.r.batch.atlas.texture)
	t.r.programs[progGlyphs].use()
}

func (t *pathTest) free() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.BindVertexArray(0)
	t.to.free()
	t.buf.free()
}
