// Package camera computes the view of a frame from the camera of its scene: the projection, and the planes outside of which
// nothing is seen.
//
// Owner: none; a View is a value. Positions are relative to the block that the eye is in, because float32 holds positions
// far from the world's origin too coarsely.
package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// The depth range of a frame, in blocks, and the defaults for values that a scene leaves at 0.
const (
	NearPlane       = 0.1
	farPlaneMin     = 640 // clouds are seen from far
	defaultFOV      = 1.22
	ViewDistanceMax = 1024
)

// View is a scene.Camera with the values that follow from it.
type View struct {
	Pos          [3]float64
	Yaw, Pitch   float32
	Roll         float32
	FOV          float32
	Aspect       float32
	ViewDistance float32
	Reach        float32  // of all land
	Origin       [3]int32 // the block that the eye is in
	Eye          mgl32.Vec3
	Forward      mgl32.Vec3
}

// Set computes the view from a scene's camera and the size of the framebuffer.
func (v *View) Set(c *scene.Camera, width, height int) {
	*v = View{Pos: c.Pos, Yaw: c.Yaw, Pitch: c.Pitch, Roll: c.Roll, FOV: c.FOV, ViewDistance: min(c.ViewDistance, ViewDistanceMax)}
	v.Reach = max(v.ViewDistance, c.Reach)
	if v.FOV == 0 {
		v.FOV = defaultFOV
	}
	v.FOV *= 1 + c.FOVWidening
	v.Aspect = float32(width) / float32(max(height, 1))
	for i, p := range c.Pos {
		f := math.Floor(p)
		v.Origin[i] = int32(f)
		v.Eye[i] = float32(p - f)
	}
	v.Forward = lookDirection(v.Yaw, v.Pitch)
}

// lookDirection returns the direction of a yaw and a pitch as a vector of length 1.
func lookDirection(yaw, pitch float32) mgl32.Vec3 {
	sy, cy := math.Sincos(float64(yaw))
	sp, cp := math.Sincos(float64(pitch))
	return mgl32.Vec3{float32(sy * cp), float32(sp), float32(-cy * cp)}
}

// Rotation returns the rotation from the world to the camera.
func (v *View) Rotation() mgl32.Mat4 {
	return mgl32.HomogRotate3DZ(v.Roll).Mul4(mgl32.HomogRotate3DX(-v.Pitch)).Mul4(mgl32.HomogRotate3DY(v.Yaw))
}

// ViewProjection returns the projection of positions relative to the origin.
func (v *View) ViewProjection() mgl32.Mat4 {
	return mgl32.Perspective(v.FOV, v.Aspect, NearPlane, v.FarPlane()).Mul4(v.Rotation()).
		Mul4(mgl32.Translate3D(-v.Eye[0], -v.Eye[1], -v.Eye[2]))
}

// FarPlane returns the largest depth that is drawn, in blocks.
func (v *View) FarPlane() float32 { return max(v.Reach*1.5, farPlaneMin) }

// NearReach returns the distance of the corners of the near plane from the eye, in blocks.
func (v *View) NearReach() float32 {
	up := math.Tan(float64(v.FOV) / 2)
	return float32(NearPlane * math.Sqrt(1+up*up*(1+float64(v.Aspect)*float64(v.Aspect))))
}

// Relative returns a position relative to the origin.
func (v *View) Relative(p [3]float64) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(p[0] - float64(v.Origin[0])),
		float32(p[1] - float64(v.Origin[1])),
		float32(p[2] - float64(v.Origin[2])),
	}
}

// Frustum is four planes through the eye with their normals inwards. It is widened so that it also holds for cameras
// nearby.
type Frustum struct {
	normals [4]mgl32.Vec3
	margin  float32 // distance outside a plane that still counts as inside, in blocks
}

// Slack of a draw list: how far the camera may move and turn before the list is rebuilt.
const (
	SlackMove = 0.5   // blocks along each axis
	SlackTurn = 0.025 // radians
)

// Frustum returns the planes of the camera, widened by the slack.
func (v *View) Frustum() Frustum { return v.WideFrustum(SlackTurn) }

// WideFrustum returns the planes of the camera, widened by SlackMove and by a turn in radians.
func (v *View) WideFrustum(turn float64) Frustum {
	up := float64(v.FOV)/2 + turn
	side := math.Atan(math.Tan(float64(v.FOV)/2)*float64(v.Aspect)) + turn
	back := v.Rotation().Mat3().Transpose()
	f := Frustum{margin: SlackMove * 1.7321}
	plane := func(x, y, z float64) mgl32.Vec3 { return back.Mul3x1(mgl32.Vec3{float32(x), float32(y), float32(z)}) }
	f.normals[0] = plane(math.Cos(side), 0, -math.Sin(side))
	f.normals[1] = plane(-math.Cos(side), 0, -math.Sin(side))
	f.normals[2] = plane(0, math.Cos(up), -math.Sin(up))
	f.normals[3] = plane(0, -math.Cos(up), -math.Sin(up))
	return f
}

// Between returns the planes of two upright ones through the eye, for what is between two directions along X and Z that are less than half a turn apart.
func Between(a, b [2]float32) Frustum {
	f := Frustum{margin: betweenMargin}
	for i, d := range [2][2]float32{a, b} {
		n := mgl32.Vec3{d[1], 0, -d[0]}.Normalize()
		if n[0]*(a[0]+b[0])+n[2]*(a[1]+b[1]) < 0 {
			n = n.Mul(-1)
		}
		f.normals[i], f.normals[i+2] = n, n
	}
	return f
}

// betweenMargin is the margin of Between: what is drawn may sway out of its box.
const betweenMargin = 0.25

// Corners returns the directions of the corners of the frame, widened by as much as the camera may turn before a draw list is rebuilt.
func (v *View) Corners() (c [4]mgl32.Vec3) {
	up := math.Tan(float64(v.FOV)/2 + SlackTurn)
	side := math.Tan(math.Atan(math.Tan(float64(v.FOV)/2)*float64(v.Aspect)) + SlackTurn)
	back := v.Rotation().Mat3().Transpose()
	for i := range c {
		c[i] = back.Mul3x1(mgl32.Vec3{float32(side * float64(2*(i&1)-1)), float32(up * float64(i&2-1)), -1})
	}
	return c
}

// Intersects reports whether a box, given by its centre relative to the eye and half its sides, is at least partly within
// the planes.
func (f *Frustum) Intersects(mid, half mgl32.Vec3) bool {
	for i := range f.normals {
		n := &f.normals[i]
		d := n[0]*mid[0] + n[1]*mid[1] + n[2]*mid[2]
		r := abs(n[0])*half[0] + abs(n[1])*half[1] + abs(n[2])*half[2]
		if d+r+f.margin < 0 {
			return false
		}
	}
	return true
}

// Contains reports whether all of a box is within the planes, given as for Intersects.
func (f *Frustum) Contains(mid, half mgl32.Vec3) bool {
	for i := range f.normals {
		n := &f.normals[i]
		d := n[0]*mid[0] + n[1]*mid[1] + n[2]*mid[2]
		r := abs(n[0])*half[0] + abs(n[1])*half[1] + abs(n[2])*half[2]
		if d-r+f.margin < 0 {
			return false
		}
	}
	return true
}

// Outside returns outside of which planes a point lies, a bit for each. What has all its corners outside of one of them is not within.
func (f *Frustum) Outside(p mgl32.Vec3) (planes uint8) {
	for i := range f.normals {
		n := &f.normals[i]
		if n[0]*p[0]+n[1]*p[1]+n[2]*p[2]+f.margin < 0 {
			planes |= 1 << i
		}
	}
	return planes
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// WithinSlack reports whether a draw list that was built for one camera holds for another.
func (v *View) WithinSlack(o *View) bool {
	for i := range v.Pos {
		if math.Abs(v.Pos[i]-o.Pos[i]) > SlackMove || v.Origin[i]>>4 != o.Origin[i]>>4 {
			return false
		}
	}
	return v.turnedBy(o, SlackTurn/2)
}

// TurnedWithin reports whether what one camera chose by a WideFrustum with a turn holds for another one at the same place: all that the other one shows is within. It holds
// for half of the turn, as towards a corner of the frame the planes are widened by less.
func (v *View) TurnedWithin(o *View, turn float32) bool {
	return v.Pos == o.Pos && v.turnedBy(o, turn/2)
}

// turnedBy reports whether a camera differs from another by its place and by at most a turn along each axis, in radians.
func (v *View) turnedBy(o *View, turn float32) bool {
	return abs(v.Yaw-o.Yaw) <= turn && abs(v.Pitch-o.Pitch) <= turn && v.Roll == o.Roll && v.FOV == o.FOV && v.Aspect == o.Aspect && v.ViewDistance == o.ViewDistance
}
