package sections

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
)

// DrawPath is the way in which the sections of a page are handed to the driver.
type DrawPath uint8

// The paths.
const (
	DrawPathAuto   DrawPath = iota // the path that the self-test finds right and quick
	DrawPathMulti                  // one call for each page and pass
	DrawPathLoop                   // one call for each run of quads
	DrawPathOffset                 // the same without base vertices, for drivers that get them wrong; takes 8 MB more
	DrawPathCount
)

// Runs are runs of quads of one vertex array, to be drawn by a path.
type Runs struct {
	draws multiDraw
	zeros []uintptr
}

// Add adds a run of quads.
func (r *Runs) Add(first, count uint32) {
	r.draws.add(first, count)
	r.zeros = append(r.zeros, 0)
}

// Draw draws the runs from the vertex array that is bound, by a path other than DrawPathAuto.
func (r *Runs) Draw(p DrawPath) { drawPaths[p].draw(&r.draws, r.zeros) }

// multiDraw holds the arrays of a multi-draw: the indices and the first vertex of each run of quads.
type multiDraw struct{ counts, bases []int32 }

// add adds a run of quads.
func (d *multiDraw) add(first, count uint32) {
	d.counts = append(d.counts, int32(count)*glutil.IndicesPerQuad)
	d.bases = append(d.bases, int32(first)*4)
}

// drawPaths holds the name of each path, and how it draws the runs from the vertex array that is bound. zeros has at least
// as many elements as there are runs. draw returns the number of calls.
var drawPaths = [DrawPathCount]struct {
	name string
	draw func(d *multiDraw, zeros []uintptr) (calls int)
}{
	DrawPathAuto:   {name: "auto"},
	DrawPathMulti:  {"multi", drawMulti},
	DrawPathLoop:   {"loop", drawLoop},
	DrawPathOffset: {"offset", drawOffset},
}

func drawMulti(d *multiDraw, zeros []uintptr) int {
	gl.MultiDrawElementsBaseVertex(gl.TRIANGLES, &d.counts[0], gl.UNSIGNED_INT,
		(*unsafe.Pointer)(unsafe.Pointer(&zeros[0])), int32(len(d.counts)), &d.bases[0])
	return 1
}

func drawLoop(d *multiDraw, _ []uintptr) int {
	for n, c := range d.counts {
		gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, c, gl.UNSIGNED_INT, 0, d.bases[n])
	}
	return len(d.counts)
}

func drawOffset(d *multiDraw, _ []uintptr) int {
	for n, c := range d.counts {
		gl.DrawElementsWithOffset(gl.TRIANGLES, c, gl.UNSIGNED_INT, uintptr(d.bases[n])/4*glutil.IndicesPerQuad*glutil.IndexBytes)
	}
	return len(d.counts)
}

// String returns the name of a path.
func (p DrawPath) String() string { return drawPaths[min(p, DrawPathCount-1)].name }

// ParseDrawPath returns the path of a name, and whether there is one.
func ParseDrawPath(name string) (DrawPath, bool) {
	for i := range drawPaths {
		if drawPaths[i].name == name {
			return DrawPath(i), true
		}
	}
	return DrawPathAuto, false
}

// slowMultiDraw is how many times slower than the loop a multi-draw may be and still be chosen.
const slowMultiDraw = 4

// ChooseDrawPath returns the first path that a test finds to draw right. It passes over a multi-draw that is far slower than a loop that
// draws right.
func ChooseDrawPath(right func(DrawPath) bool, timed func(DrawPath) time.Duration) (DrawPath, error) {
	loop := false
	for p := DrawPathMulti; p < DrawPathCount; p++ {
		switch {
		case !right(p):
		case p == DrawPathMulti && right(DrawPathLoop) && timed(DrawPathMulti) > slowMultiDraw*timed(DrawPathLoop):
			loop = true
		default:
			return p, nil
		}
	}
	if loop {
		return DrawPathLoop, nil
	}
	return DrawPathAuto, fmt.Errorf("%w: it draws no quads right", glutil.ErrDriver)
}
