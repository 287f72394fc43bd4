package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
	"voxtide/render/shadow"
)

// This file shades everything that is coloured on the CPU, as the shaders shade sections.

// faceShades is the brightness of a face of a block, whatever lights it; the last is for quads that belong to no face.
var faceShades = [scene.MeshFaces + 1]float32{0.5, 1, 0.8, 0.8, 0.66, 0.66, 1}

// The light that the full sky adds on an upright face, compared with the ground.
var (
	skyOnlyShade  = mgl32.Vec3{-.13, -.08, .03} // out of the sun: the blue of the sky is left
	highSunLight  = mgl32.Vec3{.55, .53, .46}   // added where the sun meets the face at right angles
	lowSunLight   = mgl32.Vec3{.66, .46, .26}
	moonLight     = mgl32.Vec3{.24, .29, .36}
	moonlessLight = mgl32.Vec3{-.12, -.09, .0}
)

// directionalLight returns the light of the full sky on a face with a normal n of length 1, compared with the ground.
func directionalLight(n, sun mgl32.Vec3) mgl32.Vec3 {
	one := mgl32.Vec3{1, 1, 1}
	upright := n[0]*n[0] + n[2]*n[2]
	day, night := mgl32.Clamp(sun[1]*5+0.3, 0, 1), mgl32.Clamp(-sun[1]*4-0.5, 0, 1)
	high := mgl32.Clamp(sun[1]*2.5, 0, 1)
	by := skyOnlyShade.Add(lowSunLight.Mul(1 - high).Add(highSunLight.Mul(high)).Mul(max(n.Dot(sun), 0))).Mul(day)
	by = by.Add(moonlessLight.Add(moonLight.Mul(max(-n.Dot(sun), 0))).Mul(night))
	return one.Add(by.Mul(upright))
}

// setFaceLight fills the light of each face; the light of the sky is set before.
func (u *frameUniforms) setFaceLight(sc *scene.Scene) {
	for f := range u.faceLight {
		c := mgl32.Vec3{1, 1, 1}
		if f < scene.MeshFaces && !sc.Camera.Submerged {
			d := scene.FaceNormals[f]
			c = directionalLight(mgl32.Vec3{float32(d[0]), float32(d[1]), float32(d[2])}, u.sun.Vec3())
		}
		for i := range c {
			c[i] *= u.skyLight[i]
		}
		u.faceLight[f] = c.Vec4(faceShades[f])
	}
}

// Shadows: how much of the light of the full sky the ground loses in one, at most, with the sun so low that they are gone, and what a
// moon's are compared with it.
const (
	shadowSunLow = 0.06
	moonShadow   = 0.45
	shadowInset  = 0.06 // blocks before a face at which the light is looked up, at least: about a texel of the map
)

var groundShadow = mgl32.Vec3{.50, .46, .37}

// setShadows fills what each face loses in a shadow of a strength, 0 for none, for the view of the light.
func (u *frameUniforms) setShadows(seen *shadow.View, strength float32, origin [3]int32) {
	if strength == 0 {
		u.faceShadow = [scene.MeshFaces + 1]mgl32.Vec4{}
		return
	}
	half := mgl32.Translate3D(0.5, 0.5, 0.5).Mul4(mgl32.Scale3D(0.5, 0.5, 0.5))
	u.sunView = half.Mul4(seen.From(origin))
	for f := range u.faceShadow {
		facing := float32(0.7) // of quads of no face
		lost := groundShadow
		if f < scene.MeshFaces {
			d := scene.FaceNormals[f]
			n := mgl32.Vec3{float32(d[0]), float32(d[1]), float32(d[2])}
			facing = n.Dot(seen.Light)
			if d[1] == 0 { // an upright face loses what the sun adds, and of the rest as the ground
				with, without := directionalLight(n, u.sun.Vec3()), directionalLight(n.Mul(-1), u.sun.Vec3())
				for i := range lost {
					lost[i] = 1 - (1-lost[i]*0.6)*min(without[i]/with[i], 1)
				}
			}
		}
		part := strength * mgl32.Clamp(facing*5, 0, 1) // along a flat ray the map is too coarse
		u.faceShadow[f] = lost.Mul(part).Vec4(shadowInset * (1 + 2*(1-mgl32.Clamp(facing, 0, 1))))
	}
}

// normalShade returns the brightness of a face with a normal of length 1, wherever the sun stands.
func normalShade(n mgl32.Vec3) float32 {
	up := faceShades[1]
	if n[1] < 0 {
		up = faceShades[0]
	}
	return n[0]*n[0]*faceShades[5] + n[1]*n[1]*up + n[2]*n[2]*faceShades[3]
}

// surfaceLight is the light at a position.
type surfaceLight struct {
	colour   mgl32.Vec3 // of the sky and of lamps
	skyShare float32    // the part of it that comes from the sky, 0 to 1
	shadowed float32    // the part of what a shadow of the land takes that it takes here, 0 to 1
	sun      mgl32.Vec3 // direction of the sun
}

// shadowedAt returns the part of what a shadow of the land takes that it takes at levels of sky and lamp light, 0 to 255: where little of
// the sky is seen, its light is dim without a shadow, as in the shaders.
func shadowedAt(l [2]uint8) float32 {
	return mgl32.Clamp(float32(l[0])/255*2.5-0.9, 0, 1) * (1 - float32(l[1])/255)
}

// uniformLight returns light that comes from every direction alike.
func uniformLight(c mgl32.Vec3) surfaceLight { return surfaceLight{colour: c} }

// onNormal returns the light on a face with a normal of length 1.
func (l *surfaceLight) onNormal(n mgl32.Vec3) mgl32.Vec3 {
	shade := normalShade(n)
	c := l.colour.Mul(shade)
	if l.skyShare > 0 {
		by := directionalLight(n, l.sun)
		for i := range c {
			c[i] *= 1 + (by[i]-1)*l.skyShare
		}
	}
	return c
}

// surfaceLightAt returns the light at levels of sky and lamp light, 0 to 255.
func (u *frameUniforms) surfaceLightAt(l [2]uint8) surfaceLight {
	out := surfaceLight{colour: u.lightColourAt(l), shadowed: shadowedAt(l), sun: u.sun.Vec3()}
	if submerged := u.fog[3] > 0; !submerged {
		out.skyShare = float32(l[0]) / 255 * (1 - float32(l[1])/255)
	}
	return out
}

// skyCurve and lampCurve are the parts of light that fall in proportion to its level, as in the shaders; the rest falls with
// its square. Of sky light in the shade, blue is left; lamp light gets redder.
var (
	skyCurve  = mgl32.Vec3{0.22, 0.28, 0.37}
	lampCurve = mgl32.Vec3{0.82, 0.50, 0.28}
)

// lightColourAt returns the colour of light at levels of sky and lamp light, 0 to 255, as the shaders compute it.
func (u *frameUniforms) lightColourAt(l [2]uint8) mgl32.Vec3 {
	sky, lamp := float32(l[0])/255, float32(l[1])/255
	var out mgl32.Vec3
	for i := range out {
		v := sky*(skyCurve[i]+(1-skyCurve[i])*sky)*u.skyLight[i] + u.ambient[i]*(1+0.5*u.ambient[3])
		out[i] = v + lamp*(lampCurve[i]+(1-lampCurve[i])*lamp)*u.lampLight[i]*max(1-v, 0)
	}
	return out
}

// toBytes returns a colour and an opacity of 0 to 1 as bytes.
func toBytes(c mgl32.Vec3, alpha float32) [4]uint8 {
	b := func(x float32) uint8 { return uint8(min(max(x, 0), 1)*255 + 0.5) }
	return [4]uint8{b(c[0]), b(c[1]), b(c[2]), b(alpha)}
}
