package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// The pose of a player that crouches or leans, in units of skinPixel where nothing else is said: the legs get shorter by
// crouchDrop, and the rest bends about the hips. The whole player leans about its middle, and lies down about its feet.
const (
	crouchDrop = 2.5
	crouchBend = 0.5 // radians
	hipHeight  = 12
	leanHeight = 15
	lieLift    = 4.3 // of the back of who lies
	lieShift   = 16  // of the feet toward where the body looks
	bowBend    = 0.8 // radians
	flinch     = 0.3 // radians that who is harmed starts back
	armsOut    = 0.5 // radians of the arms of who is harmed
	hurtRed    = 0.6 // of green and blue that is taken out of their colours
)

// poseMatrices returns the matrices of a player's upper body and of its legs.
func poseMatrices(body *mgl32.Mat4, b *scene.Entity) (upper, lower mgl32.Mat4) {
	upper, lower = *body, *body
	if b.Lie != 0 {
		upper = upper.Mul4(mgl32.Translate3D(0, lieLift*b.Lie, -lieShift*b.Lie)).Mul4(mgl32.HomogRotate3DX(math.Pi / 2 * b.Lie))
		lower = upper
	}
	if b.Lean != 0 {
		upper = upper.Mul4(mgl32.Translate3D(0, leanHeight, 0)).Mul4(mgl32.HomogRotate3DX(-b.Lean)).Mul4(mgl32.Translate3D(0, -leanHeight, 0))
		lower = upper
	}
	if bend := hipBend(b); bend != 0 || b.Crouch != 0 {
		upper = upper.Mul4(mgl32.Translate3D(0, hipHeight-crouchDrop*b.Crouch, 0)).Mul4(mgl32.HomogRotate3DX(-bend)).
			Mul4(mgl32.Translate3D(0, -hipHeight, 0))
	}
	if b.Crouch != 0 {
		lower = lower.Mul4(mgl32.Scale3D(1, 1-crouchDrop*b.Crouch/hipHeight, 1))
	}
	return upper, lower
}

// hipBend returns how far the upper body is bent forward, in radians.
func hipBend(b *scene.Entity) float32 {
	bend := crouchBend*b.Crouch - flinch*b.Hurt
	if b.Gesture.Kind == scene.GestureBow {
		bend += bowBend * b.Gesture.Weight
	}
	return bend
}

// headTiltMax is the largest angle by which a head tilts back, in radians from the rest of the body.
const headTiltMax = 1.6

// jointTurn is how a limb is turned about its joint, in radians: first about X, forward and up; then about Z, to the side; then about Y.
type jointTurn struct{ x, y, z float32 }

func (t *jointTurn) matrix() mgl32.Mat4 {
	m := mgl32.HomogRotate3DX(t.x)
	if t.z != 0 {
		m = mgl32.HomogRotate3DZ(t.z).Mul4(m)
	}
	if t.y != 0 {
		m = mgl32.HomogRotate3DY(t.y).Mul4(m)
	}
	return m
}

// toward moves the turn a part of the way to another one.
func (t *jointTurn) toward(x, y, z, part float32) {
	t.x += (x - t.x) * part
	t.y += (y - t.y) * part
	t.z += (z - t.z) * part
}

// jointTurns returns the turn of each joint of a player.
func jointTurns(b *scene.Entity) (t [jointRightLeg + 1]jointTurn) {
	swing := sin(b.WalkPhase) * b.WalkAmount
	t[jointHead].x = min(b.Pitch+b.Lean+crouchBend*b.Crouch, headTiltMax)
	t[jointHead].y = -b.HeadTurn
	t[jointLeftArm].x, t[jointRightArm].x = 0.8*swing, -0.8*swing
	t[jointLeftLeg].x, t[jointRightLeg].x = -0.9*swing, 0.9*swing
	if b.Block != 0 {
		t[jointRightArm].x = t[jointRightArm].x*0.5 + 0.3
	}
	t[jointLeftArm].z, t[jointRightArm].z = -armsOut*b.Hurt, armsOut*b.Hurt
	addGesture(&t, b)
	if b.ArmSwing > 0 {
		t[jointRightArm].x += 1.5 * sin(b.ArmSwing*math.Pi)
	}
	return t
}

// addGesture turns arms and head as a gesture has them.
func addGesture(t *[jointRightLeg + 1]jointTurn, b *scene.Entity) {
	s, w := b.Gesture.Seconds, b.Gesture.Weight
	head, left, right := &t[jointHead], &t[jointLeftArm], &t[jointRightArm]
	switch b.Gesture.Kind {
	case scene.GestureWave:
		right.toward(2.8, 0, -0.45+0.35*sin(9*s), w)
	case scene.GesturePoint:
		right.toward(math.Pi/2+head.x, head.y, 0, w)
	case scene.GestureNod:
		head.x -= w * 0.22 * (1 - cos(10.5*s))
	case scene.GestureNo:
		head.y += w * 0.5 * sin(9*s)
	case scene.GestureCheer:
		left.toward(2.8, 0, 0.5+0.2*sin(12*s), w)
		right.toward(2.8, 0, -0.5-0.2*sin(12*s), w)
	case scene.GestureClap:
		apart := 0.4 + 0.22*sin(15*s)
		left.toward(1.35, -apart, 0, w)
		right.toward(1.35, apart, 0, w)
	case scene.GestureBow:
		right.toward(1, 0.9, 0, w)
	case scene.GestureEat:
		right.toward(1.5+head.x+0.12*sin(22*s), head.y+0.5, 0, w)
	}
}

func sin(x float32) float32 { return float32(math.Sin(float64(x))) }
func cos(x float32) float32 { return float32(math.Cos(float64(x))) }

// hurtColour returns what the colours of a body are multiplied by that was just harmed.
func hurtColour(hurt float32) mgl32.Vec3 {
	return mgl32.Vec3{1, 1 - hurtRed*hurt, 1 - hurtRed*hurt}
}

// mul multiplies two colours.
func mul(a, b mgl32.Vec3) mgl32.Vec3 { return mgl32.Vec3{a[0] * b[0], a[1] * b[1], a[2] * b[2]} }
