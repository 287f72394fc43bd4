package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// Clouds: a layer of boxes high up, on slow machines a flat one. A picture's worth of them is made anew when the camera,
// or the drift, has gone one cell, or the light has changed.
const (
	cloudHeight = 192 // blocks
	cloudCell   = 12  // blocks wide
	cloudThick  = 4   // blocks
	cloudReach  = 48  // cells in each direction
	cloudSide   = 2*cloudReach + 1
	cloudMerged = 6    // cells in a row at most, since colours run straight from corner to corner
	cloudCover  = 0.40 // of the sky, roughly
	cloudAlpha  = 0.8
	cloudShade  = 0.30 // of the sky's light that one keeps off the ground
)

// clouds keeps the boxes around the camera.
type clouds struct {
	buf    stream
	v      []solidVertex
	filled [cloudSide][cloudSide]bool
	done   [cloudSide][cloudSide]bool // is part of a side that was made
	known  [2]int                     // the cell that filled is for
	cell   [2]int
	light  [4]uint8
	flat   bool
	away   bool // none are seen
	offset mgl32.Vec4

	shade  uint32 // the texture of filled, that their shadows are made of, where they are drawn
	shaded [2]int // the cell that it is for
	dots   []uint8
}

func (c *clouds) init(ibo uint32) {
	c.buf.init(ibo, solidBytes, solidLayout)
	c.cell[0], c.known[0], c.shaded[0] = math.MaxInt, math.MaxInt, math.MaxInt
}

func (c *clouds) free() {
	c.buf.free()
	gl.DeleteTextures(1, &c.shade)
	c.shade = 0
}

// layClouds makes the boxes of a picture, and what the frame block says of their shadows.
func (r *Renderer) layClouds(sc *scene.Scene, v *view) {
	r.frame.shadow = mgl32.Vec4{}
	c := &r.clouds
	if c.away = r.cfg.NoClouds || sc.Camera.Submerged || v.reach <= 0; c.away {
		return
	}
	x, z := v.pos[0]-sc.Sky.Clouds, v.pos[2]
	cell := [2]int{int(math.Floor(x / cloudCell)), int(math.Floor(z / cloudCell))}
	light := r.frame.lightAt([2]uint8{255, 0})
	if tint := bytesOf(light, 1); cell != c.cell || tint != c.light || c.flat != r.plain() {
		c.cell, c.light, c.flat = cell, tint, r.plain()
		c.build(light)
	}
	c.offset = mgl32.Vec4{
		float32(float64(cell[0]*cloudCell) + sc.Sky.Clouds - float64(v.origin[0])),
		float32(cloudHeight - int(v.origin[1])),
		float32(float64(cell[1]*cloudCell) - float64(v.origin[2])),
		1 / float32(cloudReach*cloudCell),
	}
	if !r.plain() {
		c.cast()
		const block = 1. / (cloudSide * cloudCell)
		r.frame.shadow = mgl32.Vec4{
			(cloudReach*cloudCell - c.offset[0]) * block, (cloudReach*cloudCell - c.offset[2]) * block, block,
			cloudShade * mgl32.Clamp((r.frame.sun[1]-0.12)*4, 0, 1),
		}
	}
}

// cast fills the texture of the shadows. At its edge there are none, as beyond it.
func (c *clouds) cast() {
	if c.shade == 0 {
		gl.GenTextures(1, &c.shade)
		c.dots = make([]uint8, cloudSide*cloudSide)
	}
	bindTexture(unitShade, gl.TEXTURE_2D, c.shade)
	if c.shaded == c.cell {
		return
	}
	c.shaded = c.cell
	for i := 1; i < cloudSide-1; i++ {
		for k := 1; k < cloudSide-1; k++ {
			c.dots[k*cloudSide+i] = 0
			if c.filled[i][k] {
				c.dots[k*cloudSide+i] = 255
			}
		}
	}
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, cloudSide, cloudSide, 0, gl.RED, gl.UNSIGNED_BYTE, unsafe.Pointer(&c.dots[0]))
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}

// drawClouds draws the nearest sides of the layer: depth first, then colour where the depth is equal. A flat layer has
// one side.
func (r *Renderer) drawClouds() {
	c := &r.clouds
	if c.away || len(c.v) == 0 {
		return
	}
	p := &r.programs[progClouds]
	p.use()
	gl.Uniform4fv(p.offset, 1, &c.offset[0])
	if c.flat {
		gl.Disable(gl.CULL_FACE)
	} else {
		gl.ColorMask(false, false, false, false)
		c.buf.draw(0, len(c.v)/4)
		gl.ColorMask(true, true, true, true)
		gl.DepthFunc(gl.EQUAL)
	}
	gl.DepthMask(false)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	c.buf.draw(0, len(c.v)/4)
	gl.Disable(gl.BLEND)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
	gl.Enable(gl.CULL_FACE)
}

// build makes the boxes around a cell, without the sides between neighbours, or their undersides alone.
func (c *clouds) build(light mgl32.Vec3) {
	c.v = c.v[:0]
	if c.known != c.cell {
		c.known = c.cell
		for i := range c.filled {
			for k := range c.filled[i] {
				x, z := i-cloudReach, k-cloudReach
				c.filled[i][k] = x*x+z*z <= cloudReach*cloudReach && cloudAt(c.cell[0]+x, c.cell[1]+z)
			}
		}
	}
	c.done = [cloudSide][cloudSide]bool{}
	for i := range c.filled {
		for k := range c.filled[i] {
			if c.filled[i][k] && !c.done[i][k] {
				c.level(i, k, light)
			}
		}
	}
	if !c.flat {
		for _, f := range [...]int{2, 3, 4, 5} {
			c.upright(f, light)
		}
	}
	if len(c.v) > 0 {
		c.buf.fill(len(c.v)*solidBytes, unsafe.Pointer(&c.v[0]), gl.STATIC_DRAW)
	}
}

// level adds the underside and the top of the cells that go on from one along z, and of as many such rows along x.
func (c *clouds) level(i, k int, light mgl32.Vec3) {
	free := func(i, k int) bool { return c.is(i, k) && !c.done[i][k] }
	long := 1
	for (c.cell[1]+k+long-cloudReach)%cloudMerged != 0 && free(i, k+long) {
		long++
	}
	wide := 1
	for ; (c.cell[0]+i+wide-cloudReach)%cloudMerged != 0 && i+wide < cloudSide; wide++ {
		whole := true
		for n := range long {
			whole = whole && free(i+wide, k+n)
		}
		if !whole {
			break
		}
	}
	for x := range wide {
		for z := range long {
			c.done[i+x][k+z] = true
		}
	}
	c.side(0, i, k, wide, long, light)
	if !c.flat {
		c.side(1, i, k, wide, long, light)
	}
}

// upright adds the sides that face one way, as long as they go.
func (c *clouds) upright(face int, light mgl32.Vec3) {
	d := faceSteps[face]
	dx, dz := int(d[0]), int(d[2])
	for i := range cloudSide {
		for k, n := 0, 0; k < cloudSide; k += max(n, 1) {
			at := func(n int) (int, int) { // along the side
				if dx != 0 {
					return i, k + n
				}
				return k + n, i
			}
			open := func(n int) bool {
				x, z := at(n)
				return c.is(x, z) && !c.is(x+dx, z+dz)
			}
			for n = 0; n < cloudMerged && open(n); n++ {
			}
			if x, z := at(0); n > 0 && dx != 0 {
				c.side(face, x, z, 1, n, light)
			} else if n > 0 {
				c.side(face, x, z, n, 1, light)
			}
		}
	}
}

// is tells whether a cell is cloud; beyond the edge there is none.
func (c *clouds) is(i, k int) bool {
	return i >= 0 && k >= 0 && i < cloudSide && k < cloudSide && c.filled[i][k]
}

// cloudShades is how bright each face of a cloud is.
var cloudShades = [faceCount]float32{0.88, 1, 0.94, 0.94, 0.91, 0.91}

// side adds one side of a box of cells.
func (c *clouds) side(face, i, k, wide, long int, light mgl32.Vec3) {
	colour := bytesOf(light.Mul(cloudShades[face]), cloudAlpha)
	low := mgl32.Vec3{float32((i - cloudReach) * cloudCell), 0, float32((k - cloudReach) * cloudCell)}
	for _, n := range faceCorners[face] {
		at := low.Add(mgl32.Vec3{float32(int(n[0])*wide) * cloudCell, float32(n[1]) * cloudThick, float32(int(n[2])*long) * cloudCell})
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
