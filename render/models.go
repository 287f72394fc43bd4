package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// The kinds of bodies, numbered as the world numbers them.
const (
	kindAvatar  = 1
	kindFalling = 2
	kindItem    = 3
)

// joint says how a part of an avatar moves.
type joint uint8

const (
	jointNone joint = iota
	jointHead
	jointLeftArm
	jointRightArm
	jointLeftLeg
	jointRightLeg
)

// skin says which colour a part has.
type skin uint8

const (
	skinFace skin = iota
	skinHair
	skinEye // of a textured avatar: its arms
	skinShirt
	skinTrousers
	skinShoe
	skinCount
)

// pixel is the unit in which avatars are drawn: 32 of them are 1.8 blocks.
const pixel = 1.8 / 32

// part is a box of an avatar, in pixels; it looks to -Z, and its pivot is what its joint turns about.
type part struct {
	low, high mgl32.Vec3
	pivot     mgl32.Vec3
	joint     joint
	skin      skin
}

var avatarParts = []part{
	{mgl32.Vec3{-4, 24, -4}, mgl32.Vec3{4, 32, 4}, mgl32.Vec3{0, 24, 0}, jointHead, skinFace},
	{mgl32.Vec3{-4.3, 29.5, -4.3}, mgl32.Vec3{4.3, 32.4, 4.3}, mgl32.Vec3{0, 24, 0}, jointHead, skinHair},
	{mgl32.Vec3{-4.3, 25.5, 0.5}, mgl32.Vec3{4.3, 29.5, 4.3}, mgl32.Vec3{0, 24, 0}, jointHead, skinHair},
	{mgl32.Vec3{-2.7, 27, -4.15}, mgl32.Vec3{-1.2, 28.6, -4}, mgl32.Vec3{0, 24, 0}, jointHead, skinEye},
	{mgl32.Vec3{1.2, 27, -4.15}, mgl32.Vec3{2.7, 28.6, -4}, mgl32.Vec3{0, 24, 0}, jointHead, skinEye},
	{mgl32.Vec3{-4, 12, -2}, mgl32.Vec3{4, 24, 2}, mgl32.Vec3{}, jointNone, skinShirt},
	{mgl32.Vec3{-8, 18, -2}, mgl32.Vec3{-4, 24, 2}, mgl32.Vec3{-6, 22, 0}, jointLeftArm, skinShirt},
	{mgl32.Vec3{-7.8, 12, -1.8}, mgl32.Vec3{-4.2, 18, 1.8}, mgl32.Vec3{-6, 22, 0}, jointLeftArm, skinFace},
	{mgl32.Vec3{4, 18, -2}, mgl32.Vec3{8, 24, 2}, mgl32.Vec3{6, 22, 0}, jointRightArm, skinShirt},
	{mgl32.Vec3{4.2, 12, -1.8}, mgl32.Vec3{7.8, 18, 1.8}, mgl32.Vec3{6, 22, 0}, jointRightArm, skinFace},
	{mgl32.Vec3{-4, 3, -2}, mgl32.Vec3{-0.01, 12, 2}, mgl32.Vec3{-2, 12, 0}, jointLeftLeg, skinTrousers},
	{mgl32.Vec3{-4.1, 0, -2.2}, mgl32.Vec3{-0.01, 3, 2.1}, mgl32.Vec3{-2, 12, 0}, jointLeftLeg, skinShoe},
	{mgl32.Vec3{0.01, 3, -2}, mgl32.Vec3{4, 12, 2}, mgl32.Vec3{2, 12, 0}, jointRightLeg, skinTrousers},
	{mgl32.Vec3{0.01, 0, -2.2}, mgl32.Vec3{4.1, 3, 2.1}, mgl32.Vec3{2, 12, 0}, jointRightLeg, skinShoe},
}

// Colours that an avatar picks from by its id, so that players can be told apart.
var (
	faces    = []mgl32.Vec3{{.93, .74, .60}, {.84, .62, .47}, {.67, .47, .34}, {.47, .32, .23}}
	hairs    = []mgl32.Vec3{{.20, .14, .10}, {.38, .24, .13}, {.72, .55, .28}, {.10, .10, .12}, {.55, .22, .12}}
	shirts   = []mgl32.Vec3{{.20, .55, .62}, {.72, .28, .24}, {.35, .55, .28}, {.80, .62, .22}, {.45, .34, .66}, {.24, .38, .70}, {.78, .45, .60}, {.55, .55, .58}}
	trousers = []mgl32.Vec3{{.22, .27, .45}, {.30, .26, .22}, {.25, .35, .28}, {.36, .36, .40}}
)

// mixed returns an id with its bits well mixed.
func mixed(id uint64) uint64 {
	h := id*0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return h ^ h>>32
}

// skinsOf returns the colours of an avatar.
func skinsOf(id uint64) (c [skinCount]mgl32.Vec3) {
	h := mixed(id)
	c[skinFace] = faces[h%uint64(len(faces))]
	c[skinHair] = hairs[(h>>8)%uint64(len(hairs))]
	c[skinEye] = mgl32.Vec3{.12, .12, .18}
	c[skinShirt] = shirts[(h>>16)%uint64(len(shirts))]
	c[skinTrousers] = trousers[(h>>24)%uint64(len(trousers))]
	c[skinShoe] = mgl32.Vec3{.22, .18, .16}
	return c
}

// bodyLooks says how each kind of body is drawn; a kind without a row is not.
var bodyLooks = map[uint8]func(r *Renderer, v *view, b *scene.Body){
	kindAvatar: (*Renderer).avatar,
	kindFalling: func(r *Renderer, v *view, b *scene.Body) {
		at := v.from(b.Drawn)
		m := mgl32.Translate3D(at[0]-0.5, at[1], at[2]-0.5)
		r.cube(&m, b.Block, r.frame.litAt(b.Light))
	},
	kindItem: func(r *Renderer, v *view, b *scene.Body) {
		at := v.from(b.Drawn)
		hover := 0.05 + 0.04*float32(math.Sin(float64(b.Spin)*1.5))
		m := mgl32.Translate3D(at[0], at[1]+hover, at[2]).Mul4(mgl32.HomogRotate3DY(b.Spin)).Mul4(mgl32.Scale3D(.26, .26, .26)).
			Mul4(mgl32.Translate3D(-.5, 0, -.5))
		r.cube(&m, b.Block, r.frame.litAt(b.Light))
	},
}

// cube adds a block by itself: its box within the unit cube of m, or its picture.
func (r *Renderer) cube(m *mgl32.Mat4, block uint16, light lit) {
	l := r.look(block)
	if l.Glow {
		light = plainly(mgl32.Vec3{1, 1, 1})
	}
	tint := r.tint(l.Tint)
	if l.Flat {
		for _, turn := range [2]float32{math.Pi / 4, -math.Pi / 4} {
			p := m.Mul4(mgl32.Translate3D(.5, .5, .5)).Mul4(mgl32.HomogRotate3DY(turn))
			r.solid.sprite(&p, l.Layers[0], light.all.Vec4(1), tint)
		}
		return
	}
	low, high := l.box()
	r.solid.box(m, low, high, &paint{colour: plain, light: light, layers: &l.Layers, tint: tint, texture: true})
}

// box returns the box of a block in blocks.
func (l *BlockLook) box() (low, high mgl32.Vec3) {
	for i := range low {
		low[i], high[i] = float32(l.Low[i])/16, float32(l.High[i])/16
	}
	return low, high
}

// limbs are the parts of an avatar that is textured.
var limbs = []part{
	{mgl32.Vec3{-4, 24, -4}, mgl32.Vec3{4, 32, 4}, mgl32.Vec3{0, 24, 0}, jointHead, skinFace},
	{mgl32.Vec3{-4, 12, -2}, mgl32.Vec3{4, 24, 2}, mgl32.Vec3{}, jointNone, skinShirt},
	{mgl32.Vec3{-7.9, 12, -1.95}, mgl32.Vec3{-4, 23.9, 1.95}, mgl32.Vec3{-6, 22, 0}, jointLeftArm, skinEye},
	{mgl32.Vec3{4, 12, -1.95}, mgl32.Vec3{7.9, 23.9, 1.95}, mgl32.Vec3{6, 22, 0}, jointRightArm, skinEye},
	{mgl32.Vec3{-3.9, 0, -1.9}, mgl32.Vec3{-0.01, 12, 1.9}, mgl32.Vec3{-2, 12, 0}, jointLeftLeg, skinTrousers},
	{mgl32.Vec3{0.01, 0, -1.9}, mgl32.Vec3{3.9, 12, 1.9}, mgl32.Vec3{2, 12, 0}, jointRightLeg, skinTrousers},
}

// limbLayers returns the layers of a part of an avatar, by face.
func (l *BodyLook) limbLayers(s skin, id uint64) [faceCount]uint16 {
	all := func(n uint16) [faceCount]uint16 { return [faceCount]uint16{n, n, n, n, n, n} }
	shirt := mixed(id) >> 16
	switch {
	case s == skinFace:
		return [faceCount]uint16{l.HeadSide, l.HeadTop, l.Face, l.HeadBack, l.HeadSide, l.HeadSide}
	case s == skinShirt && len(l.Torso) > 0:
		return all(l.Torso[shirt%uint64(len(l.Torso))])
	case s == skinEye && len(l.Arm) > 0:
		return all(l.Arm[shirt%uint64(len(l.Arm))])
	}
	return all(l.Leg)
}

// avatar adds a player.
func (r *Renderer) avatar(v *view, b *scene.Body) {
	light := r.frame.litAt(b.Light)
	skins := skinsOf(b.ID)
	parts, look := avatarParts, r.textures.Body
	if look != nil {
		parts = limbs
	}
	at := v.from(b.Drawn)
	yaw := float32(b.Yaw) * (2 * math.Pi / 65536)
	body := mgl32.Translate3D(at[0], at[1], at[2]).Mul4(mgl32.HomogRotate3DY(b.Turn - yaw)).Mul4(mgl32.Scale3D(pixel, pixel, pixel))
	upper, lower := posed(&body, b)
	turns := jointsOf(b)
	for i := range parts {
		p := &parts[i]
		m := upper
		if p.joint == jointLeftLeg || p.joint == jointRightLeg {
			m = lower
		}
		if t := turns[p.joint]; t != 0 || p.joint == jointHead {
			m = m.Mul4(mgl32.Translate3D(p.pivot[0], p.pivot[1], p.pivot[2]))
			if p.joint == jointHead {
				m = m.Mul4(mgl32.HomogRotate3DY(-b.Turn))
			}
			m = m.Mul4(mgl32.HomogRotate3DX(t)).
				Mul4(mgl32.Translate3D(-p.pivot[0], -p.pivot[1], -p.pivot[2]))
		}
		if look != nil {
			r.layers = look.limbLayers(p.skin, b.ID)
			r.solid.box(&m, p.low, p.high, &paint{colour: plain, light: light, layers: &r.layers, tint: white, texture: true, whole: true})
			continue
		}
		r.solid.box(&m, p.low, p.high, &paint{colour: skins[p.skin].Vec4(1), light: light})
	}
	if b.Block != 0 {
		m := upper.Mul4(mgl32.Translate3D(6, 22, 0)).Mul4(mgl32.HomogRotate3DX(turns[jointRightArm])).
			Mul4(mgl32.Translate3D(-3, -13, -6)).Mul4(mgl32.Scale3D(6, 6, 6))
		r.cube(&m, b.Block, light)
	}
}

// How an avatar crouches: its legs get shorter by so many pixels, and the rest of it bends about the hips, at a height in
// pixels, by so much. It leans about its middle.
const (
	crouchBy   = 2.5
	crouchBend = 0.5 // radians
	hipHigh    = 12
	leanHigh   = 15
)

// posed returns the matrices of an avatar's legs and of the rest of it.
func posed(body *mgl32.Mat4, b *scene.Body) (upper, lower mgl32.Mat4) {
	upper, lower = *body, *body
	if b.Lean != 0 {
		upper = upper.Mul4(mgl32.Translate3D(0, leanHigh, 0)).Mul4(mgl32.HomogRotate3DX(-b.Lean)).Mul4(mgl32.Translate3D(0, -leanHigh, 0))
		lower = upper
	}
	if b.Crouch != 0 {
		upper = upper.Mul4(mgl32.Translate3D(0, hipHigh-crouchBy*b.Crouch, 0)).Mul4(mgl32.HomogRotate3DX(-crouchBend * b.Crouch)).
			Mul4(mgl32.Translate3D(0, -hipHigh, 0))
		lower = lower.Mul4(mgl32.Scale3D(1, 1-crouchBy*b.Crouch/hipHigh, 1))
	}
	return upper, lower
}

// headBack is how far back a head goes, in radians from the rest of the body.
const headBack = 1.6

// jointsOf returns how far each joint of an avatar is turned, in radians.
func jointsOf(b *scene.Body) (t [jointRightLeg + 1]float32) {
	swing := float32(math.Sin(float64(b.Stride))) * b.Pace
	t[jointHead] = min(b.Pitch+b.Lean+crouchBend*b.Crouch, headBack)
	t[jointLeftArm], t[jointRightArm] = 0.8*swing, -0.8*swing
	t[jointLeftLeg], t[jointRightLeg] = -0.9*swing, 0.9*swing
	if b.Block != 0 {
		t[jointRightArm] = t[jointRightArm]*0.5 + 0.3
	}
	if b.Arm > 0 {
		t[jointRightArm] += 1.5 * float32(math.Sin(float64(b.Arm)*math.Pi))
	}
	return t
}
