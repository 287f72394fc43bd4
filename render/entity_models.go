package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// joint is the joint that a limb of a player turns about.
type joint uint8

const (
	jointNone joint = iota
	jointHead
	jointLeftArm
	jointRightArm
	jointLeftLeg
	jointRightLeg
)

// limbMaterial is the material of a limb, which gives its colour.
type limbMaterial uint8

const (
	materialSkin limbMaterial = iota
	materialHair
	materialEye
	materialArm // of a textured player
	materialShirt
	materialTrousers
	materialShoe
	materialCount
)

// skinPixel is the unit of the limbs in blocks: a player of 32 units is 1.8 blocks tall.
const skinPixel = 1.8 / 32

// limb is a box of a player, in units of skinPixel. The player looks to -Z; the joint turns about the pivot.
type limb struct {
	min, max mgl32.Vec3
	pivot    mgl32.Vec3
	joint    joint
	material limbMaterial
}

var colouredLimbs = []limb{
	{mgl32.Vec3{-4, 24, -4}, mgl32.Vec3{4, 32, 4}, mgl32.Vec3{0, 24, 0}, jointHead, materialSkin},
	{mgl32.Vec3{-4.3, 29.5, -4.3}, mgl32.Vec3{4.3, 32.4, 4.3}, mgl32.Vec3{0, 24, 0}, jointHead, materialHair},
	{mgl32.Vec3{-4.3, 25.5, 0.5}, mgl32.Vec3{4.3, 29.5, 4.3}, mgl32.Vec3{0, 24, 0}, jointHead, materialHair},
	{mgl32.Vec3{-2.7, 27, -4.15}, mgl32.Vec3{-1.2, 28.6, -4}, mgl32.Vec3{0, 24, 0}, jointHead, materialEye},
	{mgl32.Vec3{1.2, 27, -4.15}, mgl32.Vec3{2.7, 28.6, -4}, mgl32.Vec3{0, 24, 0}, jointHead, materialEye},
	{mgl32.Vec3{-4, 12, -2}, mgl32.Vec3{4, 24, 2}, mgl32.Vec3{}, jointNone, materialShirt},
	{mgl32.Vec3{-8, 18, -2}, mgl32.Vec3{-4, 24, 2}, mgl32.Vec3{-6, 22, 0}, jointLeftArm, materialShirt},
	{mgl32.Vec3{-7.8, 12, -1.8}, mgl32.Vec3{-4.2, 18, 1.8}, mgl32.Vec3{-6, 22, 0}, jointLeftArm, materialSkin},
	{mgl32.Vec3{4, 18, -2}, mgl32.Vec3{8, 24, 2}, mgl32.Vec3{6, 22, 0}, jointRightArm, materialShirt},
	{mgl32.Vec3{4.2, 12, -1.8}, mgl32.Vec3{7.8, 18, 1.8}, mgl32.Vec3{6, 22, 0}, jointRightArm, materialSkin},
	{mgl32.Vec3{-4, 3, -2}, mgl32.Vec3{-0.01, 12, 2}, mgl32.Vec3{-2, 12, 0}, jointLeftLeg, materialTrousers},
	{mgl32.Vec3{-4.1, 0, -2.2}, mgl32.Vec3{-0.01, 3, 2.1}, mgl32.Vec3{-2, 12, 0}, jointLeftLeg, materialShoe},
	{mgl32.Vec3{0.01, 3, -2}, mgl32.Vec3{4, 12, 2}, mgl32.Vec3{2, 12, 0}, jointRightLeg, materialTrousers},
	{mgl32.Vec3{0.01, 0, -2.2}, mgl32.Vec3{4.1, 3, 2.1}, mgl32.Vec3{2, 12, 0}, jointRightLeg, materialShoe},
}

// The colours of players. A player gets its own from its id, so that players look different.
var (
	skinColours    = []mgl32.Vec3{{.93, .74, .60}, {.84, .62, .47}, {.67, .47, .34}, {.47, .32, .23}}
	hairColours    = []mgl32.Vec3{{.20, .14, .10}, {.38, .24, .13}, {.72, .55, .28}, {.10, .10, .12}, {.55, .22, .12}}
	shirtColours   = []mgl32.Vec3{{.20, .55, .62}, {.72, .28, .24}, {.35, .55, .28}, {.80, .62, .22}, {.45, .34, .66}, {.24, .38, .70}, {.78, .45, .60}, {.55, .55, .58}}
	trouserColours = []mgl32.Vec3{{.22, .27, .45}, {.30, .26, .22}, {.25, .35, .28}, {.36, .36, .40}}
)

// hashID returns a hash of an id, all of whose bits depend on all bits of the id.
func hashID(id uint64) uint64 {
	h := id*0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return h ^ h>>32
}

// playerColours returns the colours of a player, by material.
func playerColours(id uint64) (c [materialCount]mgl32.Vec3) {
	h := hashID(id)
	c[materialSkin] = skinColours[h%uint64(len(skinColours))]
	c[materialHair] = hairColours[(h>>8)%uint64(len(hairColours))]
	c[materialEye] = mgl32.Vec3{.12, .12, .18}
	c[materialShirt] = shirtColours[(h>>16)%uint64(len(shirtColours))]
	c[materialTrousers] = trouserColours[(h>>24)%uint64(len(trouserColours))]
	c[materialShoe] = mgl32.Vec3{.22, .18, .16}
	return c
}

// entityModels holds the function that adds an entity of each kind; a missing row fails TestEntityModels by name. An entity
// of another kind is not drawn.
var entityModels = map[scene.EntityKind]func(f *frameState, e *scene.Entity){
	scene.EntityAvatar: addPlayer,
	scene.EntityFallingBlock: func(f *frameState, e *scene.Entity) {
		at := f.camera.Relative(e.Drawn)
		m := mgl32.Translate3D(at[0]-0.5, at[1], at[2]-0.5)
		f.boxes.addBlock(&f.blocks, &m, e.Block, f.uniforms.surfaceLightAt(e.Light))
	},
	scene.EntityItem: func(f *frameState, e *scene.Entity) {
		at := f.camera.Relative(e.Drawn)
		hover := 0.05 + 0.04*float32(math.Sin(float64(e.Spin)*1.5))
		m := mgl32.Translate3D(at[0], at[1]+hover, at[2]).Mul4(mgl32.HomogRotate3DY(e.Spin)).Mul4(mgl32.Scale3D(.26, .26, .26)).
			Mul4(mgl32.Translate3D(-.5, 0, -.5))
		f.boxes.addBlock(&f.blocks, &m, e.Block, f.uniforms.surfaceLightAt(e.Light))
	},
}

// texturedLimbs are the limbs of a textured player; colouredLimbs of a player in plain colours.
var texturedLimbs = []limb{
	{mgl32.Vec3{-4, 24, -4}, mgl32.Vec3{4, 32, 4}, mgl32.Vec3{0, 24, 0}, jointHead, materialSkin},
	{mgl32.Vec3{-4, 12, -2}, mgl32.Vec3{4, 24, 2}, mgl32.Vec3{}, jointNone, materialShirt},
	{mgl32.Vec3{-7.9, 12, -1.95}, mgl32.Vec3{-4, 23.9, 1.95}, mgl32.Vec3{-6, 22, 0}, jointLeftArm, materialArm},
	{mgl32.Vec3{4, 12, -1.95}, mgl32.Vec3{7.9, 23.9, 1.95}, mgl32.Vec3{6, 22, 0}, jointRightArm, materialArm},
	{mgl32.Vec3{-3.9, 0, -1.9}, mgl32.Vec3{-0.01, 12, 1.9}, mgl32.Vec3{-2, 12, 0}, jointLeftLeg, materialTrousers},
	{mgl32.Vec3{0.01, 0, -1.9}, mgl32.Vec3{3.9, 12, 1.9}, mgl32.Vec3{2, 12, 0}, jointRightLeg, materialTrousers},
}

// limbLayers returns the layers of a limb, by face.
func (l *PlayerLook) limbLayers(s limbMaterial, id uint64) [scene.MeshFaces]uint16 {
	all := func(n uint16) [scene.MeshFaces]uint16 { return [scene.MeshFaces]uint16{n, n, n, n, n, n} }
	shirt := hashID(id) >> 16
	switch {
	case s == materialSkin:
		return [scene.MeshFaces]uint16{l.HeadSide, l.HeadTop, l.Face, l.HeadBack, l.HeadSide, l.HeadSide}
	case s == materialShirt && len(l.Torso) > 0:
		return all(l.Torso[shirt%uint64(len(l.Torso))])
	case s == materialArm && len(l.Arm) > 0:
		return all(l.Arm[shirt%uint64(len(l.Arm))])
	}
	return all(l.Leg)
}

// addPlayer adds a player.
func addPlayer(f *frameState, b *scene.Entity) {
	light := f.uniforms.surfaceLightAt(b.Light)
	skins := playerColours(b.ID)
	limbs, look := colouredLimbs, f.blocks.Player
	if look != nil {
		limbs = texturedLimbs
	}
	at := f.camera.Relative(b.Drawn)
	yaw := float32(b.Yaw) * (2 * math.Pi / 65536)
	body := mgl32.Translate3D(at[0], at[1], at[2]).Mul4(mgl32.HomogRotate3DY(b.HeadTurn - yaw)).Mul4(mgl32.Scale3D(skinPixel, skinPixel, skinPixel))
	upper, lower := poseMatrices(&body, b)
	turns, tint := jointTurns(b), hurtColour(b.Hurt)
	for i := range limbs {
		p := &limbs[i]
		m := upper
		if p.joint == jointLeftLeg || p.joint == jointRightLeg {
			m = lower
		}
		if t := &turns[p.joint]; *t != (jointTurn{}) {
			m = m.Mul4(mgl32.Translate3D(p.pivot[0], p.pivot[1], p.pivot[2])).Mul4(t.matrix()).
				Mul4(mgl32.Translate3D(-p.pivot[0], -p.pivot[1], -p.pivot[2]))
		}
		if look != nil {
			var own bool
			if f.boxes.layers, own = f.blocks.skinLayers(b.Skin, p.material); !own {
				f.boxes.layers = look.limbLayers(p.material, b.ID)
			}
			f.boxes.addBox(&m, p.min, p.max, &boxStyle{colour: tint.Vec4(1), light: light, layers: &f.boxes.layers, tint: noTint, textured: true, stretched: true, limb: p.joint != jointHead})
			continue
		}
		f.boxes.addBox(&m, p.min, p.max, &boxStyle{colour: mul(skins[p.material], tint).Vec4(1), light: light})
	}
	if b.Block != 0 {
		arm := upper.Mul4(mgl32.Translate3D(6, 22, 0)).Mul4(turns[jointRightArm].matrix())
		m := arm.Mul4(mgl32.Translate3D(-3, -13, -6)).Mul4(mgl32.Scale3D(6, 6, 6))
		if f.blocks.look(b.Block).Flat { // its plane along the arm, its foot in the hand
			m = arm.Mul4(mgl32.Translate3D(0, -9, -6)).Mul4(mgl32.HomogRotate3DY(math.Pi / 2)).Mul4(mgl32.HomogRotate3DZ(-0.5)).
				Mul4(mgl32.Scale3D(11, 11, 11)).Mul4(mgl32.Translate3D(-.5, -.5, -.5))
		}
		f.boxes.addBlock(&f.blocks, &m, b.Block, light)
	}
}
