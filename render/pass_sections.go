package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/sections"
)

// drawSolid draws the opaque faces, the models and the cut-outs of the sections, near ones before far ones. At reduced quality plants
// come before the ground: a driver on the CPU computes no pixel of the ground that a plant hides.
func drawSolid(f *frameState, s *sections.Sections) {
	draw := func(program, pass int) {
		f.programs[program].Use()
		s.Draw(pass)
	}
	plants := func() {
		gl.Disable(gl.CULL_FACE)
		draw(progModelsCutout, sections.PassModelCutout)
		gl.Enable(gl.CULL_FACE)
	}
	draw(progQuads, sections.PassOpaque)
	draw(progQuadsCutoutUnlit, sections.PassCutoutUnlit)
	if f.reduced {
		plants()
	}
	draw(progQuadsUnlit, sections.PassOpaqueUnlit)
	draw(progLeavesFar, sections.PassLeavesFar)
	draw(progQuadsUnlit, sections.PassOpaqueFar)
	draw(progModels, sections.PassModelOpaque)
	if f.reduced {
		draw(progQuadsCutout, sections.PassCutout)
		return
	}
	gl.Enable(gl.SAMPLE_ALPHA_TO_COVERAGE)
	draw(progQuadsCutout, sections.PassCutout)
	plants()
	gl.Disable(gl.SAMPLE_ALPHA_TO_COVERAGE)
}

// drawCasters draws what throws shadows.
func drawCasters(f *frameState, s *sections.Sections) {
	draw := func(program, pass int) {
		f.programs[program].Use()
		s.DrawCasters(pass)
	}
	gl.Disable(gl.CULL_FACE)
	draw(progCasters, sections.PassOpaque)
	draw(progCastersCutout, sections.PassCutout)
	draw(progModelCasters, sections.PassModelOpaque)
	draw(progModelCastersCutout, sections.PassModelCutout)
}

// waterSlope is how far behind what is in its plane water is, in pixels of its slope: 16 times what corners that lie between pixels move it by (TestWaterBehindFacesInItsPlane). With a whole pixel its last row before far land, at a
// flat angle a dozen blocks, lay behind the wall there.
const waterSlope = 1.0 / 16

// drawWater draws the nearest layer of water: its depth first, then its colour where the depth is equal. Its sides lie a little behind
// those of stairs and other blocks in the cells beside it that are in the same plane.
func drawWater(f *frameState, s *sections.Sections) {
	gl.Disable(gl.CULL_FACE)
	program := progWater
	if f.scene.Camera.Submerged {
		program = progWaterBelow
	}
	f.programs[program].Use()
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(waterSlope, 2)
	gl.ColorMask(false, false, false, false)
	gl.DepthFunc(gl.LESS)
	s.Draw(sections.PassWater)
	gl.ColorMask(true, true, true, true)
	gl.DepthMask(false)
	gl.DepthFunc(gl.EQUAL)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	s.Draw(sections.PassWater)
	gl.Disable(gl.BLEND)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.DepthMask(true)
	gl.DepthFunc(gl.LESS)
	gl.Enable(gl.CULL_FACE)
}

// drawTranslucent draws ice and other translucent blocks, the farthest first.
func drawTranslucent(f *frameState, s *sections.Sections) {
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	f.programs[progQuadsBlend].Use()
	s.Draw(sections.PassTranslucent)
	gl.Disable(gl.BLEND)
}
