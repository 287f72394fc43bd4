package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// Clouds: a layer of boxes high up. A picture's worth of them is made anew when the camera, or the drift, has gone one
// cell, or the light has changed.
const (
	cloudHeight = 192 // blocks
	cloudCell   = 12  // blocks wide
	cloudThick  = 4   // blocks
	cloudReach  = 26  // cells in each direction
	cloudSide   = 2*cloudReach + 1
	cloudCover  = 0.40 // of the sky, roughly
	cloudAlpha  = 0.8
)

// clouds keeps the boxes around the camera.
type clouds struct {
	buf    stream
	v      []solidVertex
	filled [cloudSide][cloudSide]bool
	cell   [2]int
	light  [4]uint8
	offset mgl32.Vec4
}

func (c *clouds) init(ibo uint32) {
	c.buf.init(ibo, solidBytes, solidLayout)
	c.cell[0] = math.MaxInt
}

// drawClouds draws the nearest sides of the layer: depth first, then colour where the depth is equal.
func (r *Renderer) drawClouds(sc *scene.Scene, v *view) {
	if r.plain() || r.cfg.NoClouds || sc.Camera.Submerged || v.reach <= 0 {
		return
	}
	c := &r.clouds
	x, z := v.pos[0]-sc.Sky.Clouds, v.pos[2]
	cell := [2]int{int(math.Floor(x / cloudCell)), int(math.Floor(z / cloudCell))}
	light := r.frame.lightAt([2]uint8{255, 0})
	if tint := bytesOf(light, 1); cell != c.cell || tint != c.light {
		c.cell, c.light = cell, tint
		c.build(light)
	}
	if len(c.v) == 0 {
		return
	}
	c.offset = mgl32.Vec4{
		float32(float64(cell[0]*cloudCell) + sc.Sky.Clouds - float64(v.origin[0])),
		float32(cloudHeight - int(v.origin[1])),
		float32(float64(cell[1]*cloudCell) - float64(v.origin[2])),
		1 / float32(cloudReach*cloudCell),
	}
	p := &r.programs[progClouds]
	p.use()
	gl.Uniform4fv(p.offset, 1, &c.offset[0])
	gl.ColorMask(false, false, false, false)
	c.buf.draw(0, len(c.v)/4)
	gl.ColorMask(true, true, true, true)
	gl.DepthMask(false)
	gl.DepthFunc(gl.EQUAL)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	c.buf.draw(0, len(c.v)/4)
	gl.Disable(gl.BLEND)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
}

// build makes the boxes around a cell, without the sides between neighbours.
func (c *clouds) build(light mgl32.Vec3) {
	c.v = c.v[:0]
	for i := range c.filled {
		for k := range c.filled[i] {
			c.filled[i][k] = cloudAt(c.cell[0]+i-cloudReach, c.cell[1]+k-cloudReach)
		}
	}
	is := func(i, k int) bool {
		return i >= 0 && k >= 0 && i < cloudSide && k < cloudSide && c.filled[i][k]
	}
	for i := range c.filled {
		for k := range c.filled[i] {
			if !c.filled[i][k] {
				continue
			}
			hidden := [faceCount]bool{false, false, is(i, k-1), is(i, k+1), is(i-1, k), is(i+1, k)}
			low := mgl32.Vec3{float32((i - cloudReach) * cloudCell), 0, float32((k - cloudReach) * cloudCell)}
			for f, h := range hidden {
				if !h {
					c.side(f, low, light)
				}
			}
		}
	}
	if len(c.v) > 0 {
		c.buf.fill(len(c.v)*solidBytes, unsafe.Pointer(&c.v[0]), gl.STATIC_DRAW)
	}
}

// cloudShades is how bright each face of a cloud is.
var cloudShades = [faceCount]float32{0.82, 1, 0.92, 0.92, 0.88, 0.88}

// side adds one side of a box.
func (c *clouds) side(face int, low mgl32.Vec3, light mgl32.Vec3) {
	colour := bytesOf(light.Mul(cloudShades[face]), cloudAlpha)
	for _, k := range faceCorners[face] {
		at := mgl32.Vec3{low[0] + float32(k[0])*cloudCell, low[1] + float32(k[1])*cloudThick, low[2] + float32(k[2])*cloudCell}
		c.v = append(c.v, solidVertex{pos: at, colour: colour})
	}
}

// cloudAt tells whether a cell of the layer is cloud: two sizes of noise.
func cloudAt(x, z int) bool {
	n := 0.6*cloudNoise(float64(x)/5.3, float64(z)/5.3) + 0.4*cloudNoise(float64(x)/2.1+91.7, float64(z)/2.1+13.1)
	return n > 1-cloudCover
}

// cloudNoise is smooth noise of 0 to 1 over a grid of whole numbers.
func cloudNoise(x, z float64) float64 {
	x0, z0 := math.Floor(x), math.Floor(z)
	at := func(dx, dz int64) float64 {
		h := uint64(int64(x0)+dx)*0x9E3779B97F4A7C15 ^ uint64(int64(z0)+dz)*0xC2B2AE3D27D4EB4F
		h = (h ^ h>>31) * 0xBF58476D1CE4E5B9
		return float64(h>>40) / (1 << 24)
	}
	fx, fz := x-x0, z-z0
	fx, fz = fx*fx*(3-2*fx), fz*fz*(3-2*fz)
	return (at(0, 0)*(1-fx)+at(1, 0)*fx)*(1-fz) + (at(0, 1)*(1-fx)+at(1, 1)*fx)*fz
}
