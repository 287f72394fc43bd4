package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// Clouds are a layer of boxes high up, at reduced quality a flat layer. The boxes around the camera are rebuilt when the
// camera or the drift has moved by one cell, or the light has changed.
const (
	cloudHeight    = 192 // blocks
	cloudCell      = 12  // blocks wide
	cloudThickness = 4   // blocks
	cloudRadius    = 48  // cells in each direction
	cloudGridSide  = 2*cloudRadius + 1
	cloudRunMax    = 6    // cells in a row at most: colours are interpolated straight from corner to corner
	cloudCoverage  = 0.40 // of the sky, roughly
	cloudAlpha     = 0.8
	cloudShadow    = 0.30 // share of the sky's light that a cloud keeps from the ground
)

// clouds holds the boxes around the camera.
type clouds struct {
	buffer     glutil.VertexBuffer
	vertices   []boxVertex
	filled     [cloudGridSide][cloudGridSide]bool
	covered    [cloudGridSide][cloudGridSide]bool // the cell is part of a face that was added
	filledCell [2]int                             // the middle cell of filled
	builtCell  [2]int
	builtLight [4]uint8
	flat       bool
	hidden     bool // in this frame
	offset     mgl32.Vec4
	seen       glutil.Runs // of a flat layer

	shadowTexture uint32 // of filled; 0 at reduced quality
	shadowCell    [2]int // its middle cell
	shadowPixels  []uint8
}

func (c *clouds) init(ibo uint32) {
	c.buffer.Init(ibo, boxVertexBytes, boxLayout)
	c.builtCell[0], c.filledCell[0], c.shadowCell[0] = math.MaxInt, math.MaxInt, math.MaxInt
}

func (c *clouds) free() {
	c.buffer.Free()
	gl.DeleteTextures(1, &c.shadowTexture)
	c.shadowTexture = 0
}

// update builds the boxes of a frame and sets the cloudShadow of the frame's uniforms; with off there are no clouds.
func (c *clouds) update(f *frameState, off bool) {
	sc, v := f.scene, &f.camera
	f.uniforms.cloudShadow = mgl32.Vec4{}
	if c.hidden = off || sc.Camera.Submerged || v.ViewDistance <= 0; c.hidden {
		return
	}
	x, z := v.Pos[0]-sc.Sky.CloudDrift, v.Pos[2]
	cell := [2]int{int(math.Floor(x / cloudCell)), int(math.Floor(z / cloudCell))}
	light := f.uniforms.lightColourAt([2]uint8{255, 0})
	if tint := toBytes(light, 1); cell != c.builtCell || tint != c.builtLight || c.flat != f.reduced {
		c.builtCell, c.builtLight, c.flat = cell, tint, f.reduced
		c.build(light)
	}
	c.offset = mgl32.Vec4{
		float32(float64(cell[0]*cloudCell) + sc.Sky.CloudDrift - float64(v.Origin[0])),
		float32(cloudHeight - int(v.Origin[1])),
		float32(float64(cell[1]*cloudCell) - float64(v.Origin[2])),
		1 / float32(cloudRadius*cloudCell),
	}
	if !f.reduced {
		c.updateShadow()
		const block = 1. / (cloudGridSide * cloudCell)
		f.uniforms.cloudShadow = mgl32.Vec4{
			(cloudRadius*cloudCell - c.offset[0]) * block, (cloudRadius*cloudCell - c.offset[2]) * block, block,
			cloudShadow * mgl32.Clamp((f.uniforms.sun[1]-0.12)*4, 0, 1),
		}
	}
}

// updateShadow fills the texture of the shadows. Its edge has none, like the area beyond it.
func (c *clouds) updateShadow() {
	if c.shadowTexture == 0 {
		gl.GenTextures(1, &c.shadowTexture)
		c.shadowPixels = make([]uint8, cloudGridSide*cloudGridSide)
	}
	glutil.BindTexture(glutil.UnitCloudShadow, gl.TEXTURE_2D, c.shadowTexture)
	if c.shadowCell == c.builtCell {
		return
	}
	c.shadowCell = c.builtCell
	for i := 1; i < cloudGridSide-1; i++ {
		for k := 1; k < cloudGridSide-1; k++ {
			c.shadowPixels[k*cloudGridSide+i] = 0
			if c.filled[i][k] {
				c.shadowPixels[k*cloudGridSide+i] = 255
			}
		}
	}
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, cloudGridSide, cloudGridSide, 0, gl.RED, gl.UNSIGNED_BYTE, unsafe.Pointer(&c.shadowPixels[0]))
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}

// draw draws the nearest faces of the layer: depth first, then colour where the depth is equal. A flat layer has one face.
func (c *clouds) draw(f *frameState) {
	if c.hidden || len(c.vertices) == 0 {
		return
	}
	p := &f.programs[progClouds]
	p.Use()
	gl.Uniform4fv(p.offset, 1, &c.offset[0])
	if c.flat {
		gl.Disable(gl.CULL_FACE)
	} else {
		gl.ColorMask(false, false, false, false)
		c.buffer.Draw(0, len(c.vertices)/4)
		gl.ColorMask(true, true, true, true)
		gl.DepthFunc(gl.EQUAL)
	}
	gl.DepthMask(false)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	if c.flat {
		c.seen.Reset()
		for face := range len(c.vertices) / 4 {
			if c.inFrame(f, face) {
				c.seen.Add(face)
			}
		}
		c.buffer.DrawRuns(&c.seen)
	} else {
		c.buffer.Draw(0, len(c.vertices)/4)
	}
	gl.Disable(gl.BLEND)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
	gl.Enable(gl.CULL_FACE)
}

// inFrame reports whether a face may be in the frame.
func (c *clouds) inFrame(f *frameState, face int) bool {
	a, b := c.vertices[4*face].pos, c.vertices[4*face+3].pos // opposite corners
	mid, half := a.Add(b).Mul(0.5), b.Sub(a).Mul(0.5)
	for k := range half {
		half[k] = mgl32.Abs(half[k])
	}
	return f.frustum.Intersects(mid.Add(c.offset.Vec3()).Sub(f.camera.Eye), half)
}

// build builds the boxes around the cell without the faces between neighbours; of a flat layer their undersides alone.
func (c *clouds) build(light mgl32.Vec3) {
	c.vertices = c.vertices[:0]
	if c.filledCell != c.builtCell {
		c.filledCell = c.builtCell
		for i := range c.filled {
			for k := range c.filled[i] {
				x, z := i-cloudRadius, k-cloudRadius
				c.filled[i][k] = x*x+z*z <= cloudRadius*cloudRadius && cloudInCell(c.builtCell[0]+x, c.builtCell[1]+z)
			}
		}
	}
	c.covered = [cloudGridSide][cloudGridSide]bool{}
	for i := range c.filled {
		for k := range c.filled[i] {
			if c.filled[i][k] && !c.covered[i][k] {
				c.addHorizontal(i, k, light)
			}
		}
	}
	if !c.flat {
		for _, f := range [...]int{2, 3, 4, 5} {
			c.addVertical(f, light)
		}
	}
	if len(c.vertices) > 0 {
		c.buffer.Fill(len(c.vertices)*boxVertexBytes, unsafe.Pointer(&c.vertices[0]), gl.STATIC_DRAW)
	}
}

// addHorizontal adds the underside and the top of a rectangle of cells: a row along z, and equal rows beside it along x.
func (c *clouds) addHorizontal(i, k int, light mgl32.Vec3) {
	free := func(i, k int) bool { return c.isCloud(i, k) && !c.covered[i][k] }
	long := 1
	for (c.builtCell[1]+k+long-cloudRadius)%cloudRunMax != 0 && free(i, k+long) {
		long++
	}
	wide := 1
	for ; (c.builtCell[0]+i+wide-cloudRadius)%cloudRunMax != 0 && i+wide < cloudGridSide; wide++ {
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
			c.covered[i+x][k+z] = true
		}
	}
	c.addFace(0, i, k, wide, long, light)
	if !c.flat {
		c.addFace(1, i, k, wide, long, light)
	}
}

// addVertical adds the faces on one side of the clouds, each as long as possible.
func (c *clouds) addVertical(face int, light mgl32.Vec3) {
	d := scene.FaceNormals[face]
	dx, dz := int(d[0]), int(d[2])
	for i := range cloudGridSide {
		for k, n := 0, 0; k < cloudGridSide; k += max(n, 1) {
			at := func(n int) (int, int) { // along the side
				if dx != 0 {
					return i, k + n
				}
				return k + n, i
			}
			open := func(n int) bool {
				x, z := at(n)
				return c.isCloud(x, z) && !c.isCloud(x+dx, z+dz)
			}
			for n = 0; n < cloudRunMax && open(n); n++ {
			}
			if x, z := at(0); n > 0 && dx != 0 {
				c.addFace(face, x, z, 1, n, light)
			} else if n > 0 {
				c.addFace(face, x, z, n, 1, light)
			}
		}
	}
}

// isCloud reports whether a cell is cloud; beyond the edge none is.
func (c *clouds) isCloud(i, k int) bool {
	return i >= 0 && k >= 0 && i < cloudGridSide && k < cloudGridSide && c.filled[i][k]
}

// cloudFaceShades is the brightness of each face of a cloud.
var cloudFaceShades = [scene.MeshFaces]float32{0.88, 1, 0.94, 0.94, 0.91, 0.91}

// addFace adds one face of a box of cells.
func (c *clouds) addFace(face, i, k, wide, long int, light mgl32.Vec3) {
	colour := toBytes(light.Mul(cloudFaceShades[face]), cloudAlpha)
	low := mgl32.Vec3{float32((i - cloudRadius) * cloudCell), 0, float32((k - cloudRadius) * cloudCell)}
	for _, n := range scene.FaceCorners[face] {
		at := low.Add(mgl32.Vec3{float32(int(n[0])*wide) * cloudCell, float32(n[1]) * cloudThickness, float32(int(n[2])*long) * cloudCell})
		c.vertices = append(c.vertices, boxVertex{pos: at, colour: colour})
	}
}

// cloudInCell reports whether a cell of the layer is cloud: noise of two sizes.
func cloudInCell(x, z int) bool {
	n := 0.6*cloudNoise(float64(x)/5.3, float64(z)/5.3) + 0.4*cloudNoise(float64(x)/2.1+91.7, float64(z)/2.1+13.1)
	return n > 1-cloudCoverage
}

// cloudNoise returns smooth noise of 0 to 1 over a grid of integers.
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
