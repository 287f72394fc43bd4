package render

import (
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
}
