package render

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// The place of the held item relative to the eye, in blocks, and the field of view that it is drawn with.
const (
	heldRight     = 0.54    // by the frame's width over its height
	heldAspectMax = 16. / 9 // up to this ratio
	heldDistance  = 1.73
	heldFOV       = 0.87 // narrower than the world's, which would distort a block so far from the middle
)

// heldPass draws the own hand and the item in it.
type heldPass struct{ matrix mgl32.Mat4 }

// draw draws the held item in front of everything.
func (p *heldPass) draw(f *frameState) {
	h, aspect := &f.scene.HeldItem, f.camera.Aspect
	if !h.Shown {
		return
	}
	light := uniformLight(f.uniforms.lightColourAt(h.Light)) // the hand turns with the eye
	light.shadowed = shadowedAt(h.Light)
	stroke := float32(math.Sin(float64(h.Swing) * math.Pi))
	start := float32(math.Sin(math.Sqrt(float64(h.Swing)) * math.Pi))
	right := heldRight * min(aspect, heldAspectMax)
	at := mgl32.Translate3D(right+h.Bob[0]-0.28*start, -0.60+h.Bob[1]-0.8*h.Lowered+0.12*stroke, -heldDistance-0.18*stroke)
	if look := f.blocks.look(h.Block); h.Block == 0 {
		m := at.Mul4(mgl32.HomogRotate3DY(0.35 + 0.5*start)).Mul4(mgl32.HomogRotate3DX(1.15 - 0.5*stroke)).Mul4(mgl32.HomogRotate3DZ(0.1))
		addHand(f, &m, light)
	} else if look.Tool {
		m := at.Mul4(mgl32.HomogRotate3DY(-1.15 + 0.9*start)).Mul4(mgl32.HomogRotate3DZ(0.35 + 0.9*stroke)).Mul4(mgl32.Scale3D(.62, .62, .62)).
			Mul4(mgl32.Translate3D(.1, .34, 0))
		f.boxes.addThick(&m, look.Layers[0], &light, f.blocks.dye(&look))
	} else if look.Flat {
		if look.Glow {
			light = uniformLight(mgl32.Vec3{1, 1, 1})
		}
		m := at.Mul4(mgl32.HomogRotate3DY(-0.7 + 0.9*start)).Mul4(mgl32.HomogRotate3DZ(0.16 + 0.4*stroke)).Mul4(mgl32.Scale3D(.50, .50, .50)).
			Mul4(mgl32.Translate3D(0, .16, 0))
		f.boxes.addThick(&m, look.Layers[0], &light, f.blocks.dye(&look))
	} else {
		m := at.Mul4(mgl32.HomogRotate3DY(0.16 + 0.9*start)).Mul4(mgl32.HomogRotate3DX(0.06 - 0.5*stroke)).Mul4(mgl32.Scale3D(.19, .19, .19)).
			Mul4(mgl32.Translate3D(-.5, -.5, -.5))
		f.boxes.addBlock(&f.blocks, &m, h.Block, light)
	}
	p.matrix = mgl32.Perspective(heldFOV, aspect, 0.05, 10)
	f.programs[progHeld].Use()
	gl.UniformMatrix4fv(f.programs[progHeld].held, 1, false, &p.matrix[0])
	gl.DepthRange(0, 0.02)
	f.boxes.flush()
	gl.DepthRange(0, 1)
}

// addHand adds the bare hand and its sleeve.
func addHand(f *frameState, m *mgl32.Mat4, light surfaceLight) {
	own := playerColours(f.scene.OwnEntity.ID)
	face, shirt := own[materialSkin], own[materialShirt]
	skin := boxStyle{colour: face.Vec4(1), light: light}
	if tile, has := f.blocks.skinTile(f.scene.HeldItem.Skin, tileHand); has {
		style := boxStyle{colour: opaqueWhite, light: light, layers: &f.boxes.layers, tint: noTint, textured: true, stretched: true}
		f.boxes.layers = tile
		f.boxes.addBox(m, mgl32.Vec3{-.11, -.18, -.11}, mgl32.Vec3{.11, .38, .11}, &style)
		f.boxes.layers, _ = f.blocks.skinTile(f.scene.HeldItem.Skin, tileArmFront)
		f.boxes.addBox(m, mgl32.Vec3{-.125, -.8, -.125}, mgl32.Vec3{.125, -.18, .125}, &style)
		return
	}
	if l := f.blocks.Player; l != nil {
		f.boxes.layers = [scene.MeshFaces]uint16{l.Hand, l.Hand, l.Hand, l.Hand, l.Hand, l.Hand}
		skin = boxStyle{colour: opaqueWhite, light: light, layers: &f.boxes.layers, tint: noTint, textured: true, stretched: true}
	}
	f.boxes.addBox(m, mgl32.Vec3{-.11, -.18, -.11}, mgl32.Vec3{.11, .38, .11}, &skin)
	f.boxes.addBox(m, mgl32.Vec3{-.125, -.8, -.125}, mgl32.Vec3{.125, -.18, .125}, &boxStyle{colour: shirt.Vec4(1), light: light})
}
