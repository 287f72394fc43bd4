package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// frameUniforms is the uniform block Frame of shaders/frame.glsl, which says what each field holds.
type frameUniforms struct {
	viewProj    mgl32.Mat4
	origin      [4]int32
	eye         mgl32.Vec4
	zenith      mgl32.Vec4
	middle      mgl32.Vec4
	horizon     mgl32.Vec4
	sunGlow     mgl32.Vec4
	sun         mgl32.Vec4
	skyLight    mgl32.Vec4
	lampLight   mgl32.Vec4
	ambient     mgl32.Vec4
	fog         mgl32.Vec4
	screen      mgl32.Vec4
	cloudShadow mgl32.Vec4
	faceLight   [scene.MeshFaces + 1]mgl32.Vec4
	sunView     mgl32.Mat4
	held        mgl32.Vec4
	faceShadow  [scene.MeshFaces + 1]mgl32.Vec4
}

// setScreen sets the size of the framebuffer in pixels.
func (u *frameUniforms) setScreen(width, height int) {
	u.screen = mgl32.Vec4{float32(width), float32(height), 1 / float32(max(width, 1)), 1 / float32(max(height, 1))}
}

// paletteUniforms is the uniform block Palette.
type paletteUniforms struct {
	tints           [256][4]float32
	animationFrames [MaxLayers]uint8
}

const (
	frameUniformBytes   = unsafe.Sizeof(frameUniforms{})
	paletteUniformBytes = unsafe.Sizeof(paletteUniforms{})
)

// newUniformBuffer makes a uniform buffer at a binding.
func newUniformBuffer(binding uint32) (ubo uint32) {
	gl.GenBuffers(1, &ubo)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, binding, ubo)
	return ubo
}

// upload hands the block to the driver.
func (u *frameUniforms) upload(ubo uint32) {
	glutil.FillUniformBuffer(ubo, int(frameUniformBytes), unsafe.Pointer(u))
}

// upload hands the block to the driver.
func (u *paletteUniforms) upload(ubo uint32) {
	glutil.FillUniformBuffer(ubo, int(paletteUniformBytes), unsafe.Pointer(u))
}
