package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// sideShades is how bright a side of a block looks wherever its light comes from, by face; the last is what is no side.
var sideShades = [faceCount + 1]float32{0.5, 1, 0.8, 0.8, 0.66, 0.66, 1}

// What the light of the full sky is on an upright side, compared with that on the ground.
var (
	shadeBy  = mgl32.Vec3{-.13, -.08, .03} // where the sun does not reach it: the blue of the sky is left
	highSun  = mgl32.Vec3{.55, .53, .46}   // more where the sun meets it at right angles
	lowSun   = mgl32.Vec3{.66, .46, .26}
	moonBy   = mgl32.Vec3{.24, .29, .36}
	moonless = mgl32.Vec3{-.12, -.09, .0}
)

// sunOn returns what the light of the full sky is on a side with a normal n of length 1, compared with that on the ground.
func sunOn(n, sun mgl32.Vec3) mgl32.Vec3 {
	one := mgl32.Vec3{1, 1, 1}
	upright := n[0]*n[0] + n[2]*n[2]
	day, night := mgl32.Clamp(sun[1]*5+0.3, 0, 1), mgl32.Clamp(-sun[1]*4-0.5, 0, 1)
	high := mgl32.Clamp(sun[1]*2.5, 0, 1)
	by := shadeBy.Add(lowSun.Mul(1 - high).Add(highSun.Mul(high)).Mul(max(n.Dot(sun), 0))).Mul(day)
	by = by.Add(moonless.Add(moonBy.Mul(max(-n.Dot(sun), 0))).Mul(night))
	return one.Add(by.Mul(upright))
}

// setSides fills what the frame block says of the sides of blocks, once it knows the light of the sky.
func (b *frameBlock) setSides(sc *scene.Scene) {
	for f := range b.sides {
		c := mgl32.Vec3{1, 1, 1}
		if f < faceCount && !sc.Camera.Submerged {
			d := faceSteps[f]
			c = sunOn(mgl32.Vec3{float32(d[0]), float32(d[1]), float32(d[2])}, b.sun.Vec3())
		}
		for i := range c {
			c[i] *= b.skyLight[i]
		}
		b.sides[f] = c.Vec4(sideShades[f])
	}
}

// shadeOf returns how bright a side looks that faces some way, as far as that does not hang on the sun.
func shadeOf(n mgl32.Vec3) float32 {
	up := sideShades[1]
	if n[1] < 0 {
		up = sideShades[0]
	}
	return n[0]*n[0]*sideShades[5] + n[1]*n[1]*up + n[2]*n[2]*sideShades[3]
}

// lit is light at a place, for what is made anew for each picture.
type lit struct {
	all mgl32.Vec3 // of the sky and of lamps
	sky float32    // the part of all that comes from the sky, 0 to 1
	sun mgl32.Vec3 // where the sun stands
}

// plainly returns light that comes from nowhere.
func plainly(c mgl32.Vec3) lit { return lit{all: c} }

// on returns the light on a side with a normal of length 1.
func (l *lit) on(n mgl32.Vec3) mgl32.Vec3 {
	shade := shadeOf(n)
	c := l.all.Mul(shade)
	if l.sky > 0 {
		by := sunOn(n, l.sun)
		for i := range c {
			c[i] *= 1 + (by[i]-1)*l.sky
		}
	}
	return c
}

// litAt returns the light at levels of sky and lamp light.
func (b *frameBlock) litAt(l [2]uint8) lit {
	out := lit{all: b.lightAt(l), sun: b.sun.Vec3()}
	if under := b.fog[3] > 0; !under {
		out.sky = float32(l[0]) / 255 * (1 - float32(l[1])/255)
	}
	return out
}
