package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// Clouds: a layer of boxes high up.
const (
	cloudHeight = 192  // blocks
	cloudCell   = 12   // blocks wide
	cloudThick  = 4    // blocks
	cloudReach  = 28   // cells in each direction
	cloudLess   = 0.56 // how little of the sky is covered: what the noise has to pass
)

// clouds keeps the boxes around the camera; they are made anew when it, or the drift, has gone one cell.
type clouds struct {
	buf   stream
	v     []solidVertex
	cell  [2]int
	light [4]uint8
	quads int
}

func (c *clouds) init(ibo uint32) {
	c.buf.init(ibo, solidBytes, solidLayout)
	c.cell[0] = math.MaxInt
}

// drawClouds draws the layer of clouds.
func (r *Renderer) drawClouds(sc *scene.Scene, v *view) {
	if r.plain() || r.cfg.NoClouds || sc.Camera.Submerged || v.reach <= 0 {
		return
	}
	c := &r.clouds
	x, z := v.pos[0]-sc.Sky.Clouds, v.pos[2]
	cell := [2]int{int(math.Floor(x / cloudCell)), int(math.Floor(z / cloudCell))}
	light := r.frame.lightAt([2]uint8{255, 0})
	tint := bytesOf(light.Mul(0.97), 1)
	if cell != c.cell || tint != c.light {
		c.cell, c.light = cell, tint
		c.build(light)
	}
	at := mgl32.Vec3{
		float32(float64(cell[0])*cloudCell + sc.Sky.Clouds - float64(v.origin[0])),
		float32(cloudHeight - v.origin[1]),
		float32(float64(cell[1])*cloudCell - float64(v.origin[2])),
	}
	_ = at
	_ = gl.TRIANGLES
	_ = unsafe.Pointer(nil)
}

func (c *clouds) build(light mgl32.Vec3) {}
