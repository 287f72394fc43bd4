package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/glutil"
)

// skyDome is the background of the sky: a sphere whose rings are closer where the colours change.
type skyDome struct {
	buffer glutil.VertexBuffer
	boxes  []domeBox // of the quads
	seen   glutil.Runs
}

// domeBox is the box around a quad of the dome, as far away as all land or farther, relative to the eye.
type domeBox struct{ low, high [3]float32 }

// domeDistance is the distance of those boxes in blocks. All directions of a box from there on are those of the quad, or more.
const domeDistance = 1 << 14

// Below the horizon, where the colour is the same all the way down, rings are close as well: most of them are hidden by land.
var domeRings = []float64{-90, -45, -30, -22, -16, -12, -9, -6.5, -4.5, -3, -2, -1, 0, 3, 6, 9, 12, 15, 18, 21, 26, 36, 50, 68, 90}

const domeSides = 24

func (d *skyDome) init(ibo uint32) {
	var v []float32
	at := func(ring, side int) {
		e, a := domeRings[ring]*math.Pi/180, float64(side)*2*math.Pi/domeSides
		v = append(v, float32(math.Cos(e)*math.Sin(a)), float32(math.Sin(e)), float32(math.Cos(e)*math.Cos(a)))
	}
	for ring := range len(domeRings) - 1 {
		for side := range domeSides {
			at(ring, side+1)
			at(ring, side)
			at(ring+1, side+1)
			at(ring+1, side)
			d.boxes = append(d.boxes, boxOfQuad(v[len(v)-12:]))
		}
	}
	d.buffer.Init(ibo, 12, []glutil.Attribute{{Size: 3, Kind: gl.FLOAT}})
	d.buffer.Fill(len(v)*4, gl.Ptr(v), gl.STATIC_DRAW)
}

// boxOfQuad returns the box around the four corners of a quad of the dome.
func boxOfQuad(corners []float32) (b domeBox) {
	for k := range b.low {
		b.low[k], b.high[k] = corners[k]*domeDistance, corners[k]*domeDistance
		for i := k; i < len(corners); i += 3 {
			b.low[k], b.high[k] = min(b.low[k], corners[i]*domeDistance), max(b.high[k], corners[i]*domeDistance)
		}
	}
	return b
}

// draw draws the quads that may be seen: what is hidden is refused pixel by pixel otherwise, which a driver on the CPU pays for.
func (d *skyDome) draw(f *frameState) {
	d.seen.Reset()
	for i := range d.boxes {
		if seenBeyond(f, d.boxes[i].low, d.boxes[i].high) {
			d.seen.Add(i)
		}
	}
	d.buffer.DrawRuns(&d.seen)
}

// starField holds the sun, the moon and the stars.
type starField struct {
	buffer   glutil.VertexBuffer
	quads    int
	rotation mgl32.Mat3
}

const (
	starCount = 700
	starSeed  = 0x9E3779B97F4A7C15
)

func (f *starField) init(ibo uint32) {
	var v []float32
	square := func(at mgl32.Vec3, half, kind float32) { // the shader gives a size to a square that has none here
		side := mgl32.Vec3{0, 0, 1}
		if mgl32.Abs(at[2]) > 0.9 {
			side = mgl32.Vec3{1, 0, 0}
		}
		u := at.Cross(side).Normalize()
		w := at.Cross(u).Normalize()
		for _, c := range [4][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			p := at.Add(u.Mul(c[0] * half)).Add(w.Mul(c[1] * half))
			v = append(v, p[0], p[1], p[2], kind, c[0], c[1])
		}
		f.quads++
	}
	seed := uint64(starSeed)
	next := func() float32 {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		return float32(seed>>40) / (1 << 24)
	}
	for range starCount {
		z, a, s := next()*2-1, float64(next())*2*math.Pi, next()
		r := float32(math.Sqrt(float64(1 - z*z)))
		at := mgl32.Vec3{r * float32(math.Cos(a)), r * float32(math.Sin(a)), z}
		square(at, 0.0016+0.0018*s*s, 0.3+0.7*s*s)
	}
	square(mgl32.Vec3{1, 0, 0}, 0, 2)
	square(mgl32.Vec3{-1, 0, 0}, 0, 3)
	f.buffer.Init(ibo, 24, []glutil.Attribute{{Size: 4, Kind: gl.FLOAT}, {Size: 2, Kind: gl.FLOAT, Offset: 16}})
	f.buffer.Fill(len(v)*4, unsafe.Pointer(&v[0]), gl.STATIC_DRAW)
}

// skyPass draws the sky.
type skyPass struct {
	dome  skyDome
	stars starField
}

func (p *skyPass) init(ibo uint32) {
	p.dome.init(ibo)
	p.stars.init(ibo)
}

func (p *skyPass) free() {
	p.dome.buffer.Free()
	p.stars.buffer.Free()
}

// draw draws the sky where nothing nearer was drawn.
func (p *skyPass) draw(f *frameState) {
	gl.DepthMask(false)
	gl.DepthFunc(gl.LEQUAL)
	gl.Disable(gl.CULL_FACE)
	f.programs[progSky].Use()
	p.dome.draw(f)
	if !f.scene.Camera.Submerged {
		p.stars.rotation = skyRotation(f.scene.Sky.TimeOfDay)
		gl.Enable(gl.BLEND)
		gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
		f.programs[progStars].Use()
		gl.UniformMatrix3fv(f.programs[progStars].rotation, 1, false, &p.stars.rotation[0])
		first := 0
		if f.uniforms.sun[3] <= 0 {
			first = starCount // by day the sun and the moon alone
		}
		p.stars.buffer.Draw(first, p.stars.quads-first)
		gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
		gl.Disable(gl.BLEND)
	}
	gl.Enable(gl.CULL_FACE)
	gl.DepthMask(true)
}
