package render

import (
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// frameState is everything that the passes of a frame share. The renderer fills it before the first pass of a frame; passes
// add boxes to the box batch and change nothing else.
type frameState struct {
	scene    *scene.Scene
	camera   camera.View
	frustum  camera.Frustum
	sections *sections.Sections
	uniforms *frameUniforms // allocated apart, because memory that is handed to C may hold no Go pointer
	programs programs
	blocks   blockTextures
	boxes    boxBatch
	reduced  bool    // leave out what a slow machine cannot afford
	seconds  float64 // time of the frame
	clock    frameClock
}

// frameClock measures from the begin of a frame to that of the next. The zero value has seen none.
type frameClock struct{ last time.Time }

// tick returns how long the last frame took when one begins; 0 if there was none.
func (c *frameClock) tick(now time.Time) (took time.Duration) {
	if !c.last.IsZero() {
		took = now.Sub(c.last)
	}
	c.last = now
	return took
}

// boundsOf returns the box of a mesh relative to the eye.
func boundsOf(f *frameState, m *scene.FarMesh) (low, high [3]float32) {
	low = cornerOf(f, m)
	low[1] += float32(m.Low)
	return low, [3]float32{low[0] + float32(m.Width), low[1] + float32(m.High-m.Low), low[2] + float32(m.Width)}
}

// cornerOf returns the corner of a mesh, at a height of 0, relative to the eye.
func cornerOf(f *frameState, m *scene.FarMesh) [3]float32 {
	v := &f.camera
	return [3]float32{float32(m.Origin[0]-v.Origin[0]) - v.Eye[0], -float32(v.Origin[1]) - v.Eye[1], float32(m.Origin[1]-v.Origin[2]) - v.Eye[2]}
}

// seen reports whether a box may be seen: whether it is within a frustum, and, if it lies beyond all sections, they do not hide it.
func seen(f *frameState, frustum *camera.Frustum, low, high [3]float32) bool {
	a, b := mgl32.Vec3(low), mgl32.Vec3(high)
	if !frustum.Intersects(a.Add(b).Mul(0.5), b.Sub(a).Mul(0.5)) {
		return false
	}
	dx, dz := max(low[0], -high[0], 0), max(low[2], -high[2], 0)
	beyond := f.camera.ViewDistance + 1 + 1.5*sections.Side // a section may reach over the view distance by its diagonal
	return dx*dx+dz*dz <= beyond*beyond || f.sections == nil || !f.sections.Hides(low, high)
}

// isNear reports whether sections may be drawn in some column of a mesh.
func isNear(f *frameState, m *scene.FarMesh) bool {
	v := &f.camera
	corner := cornerOf(f, m)
	x, z := corner[0], corner[2]
	w, view := float32(m.Width), v.ViewDistance+1
	dx, dz := max(x, -x-w, 0), max(z, -z-w, 0)
	return dx*dx+dz*dz <= view*view
}

// seenBeyond reports whether a box beyond all land may be seen: whether it is in sight, and sections do not hide it.
func seenBeyond(f *frameState, low, high [3]float32) bool {
	a, b := mgl32.Vec3(low), mgl32.Vec3(high)
	return f.frustum.Intersects(a.Add(b).Mul(0.5), b.Sub(a).Mul(0.5)) && (f.sections == nil || !f.sections.Hides(low, high))
}

// farKey is what a list holds for.
type farKey struct {
	camera camera.View
	from   farEye
}

// farEye is what the horizon holds for.
type farEye struct {
	at                                 [3]float64
	view                               float32
	covered, pieces, sections, drawn   uint64
	hasEdge, covers, reduced, leaveOut bool
}

// farKeyOf returns the key of a frame, by the version of the pieces on the GPU.
func farKeyOf(f *frameState, pieces uint64) farKey {
	far := f.scene.Far
	return farKey{f.camera, farEye{at: f.camera.Pos, view: f.camera.ViewDistance, covered: far.CoveredVersion, drawn: far.DrawVersion, pieces: pieces, sections: f.sections.Version(), hasEdge: far.Edge != nil,
		covers: far.Covered != nil, reduced: f.reduced, leaveOut: f.sections.Hiding()}}
}
