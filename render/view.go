package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// Where a picture begins and ends in depth, in blocks, and what it shows if the scene does not say.
const (
	nearPlane  = 0.1
	farLeast   = 640 // blocks: clouds are seen from far
	defaultFOV = 1.22
	fogBegins  = 0.6 // of the reach
	viewMax    = 1024
)

// view is a camera with what follows from it.
type view struct {
	pos        [3]float64
	yaw, pitch float32
	roll       float32
	fov        float32
	aspect     float32
	reach      float32
	origin     [3]int32 // the block that the eye is in
	eye        mgl32.Vec3
	look       mgl32.Vec3
}

// of takes over a camera.
func (v *view) of(c *scene.Camera, width, height int) {
	*v = view{pos: c.Pos, yaw: c.Yaw, pitch: c.Pitch, roll: c.Roll, fov: c.FOV, reach: min(c.View, viewMax)}
	if v.fov == 0 {
		v.fov = defaultFOV
	}
	v.fov *= 1 + c.Widen
	v.aspect = float32(width) / float32(max(height, 1))
	for i, p := range c.Pos {
		f := math.Floor(p)
		v.origin[i] = int32(f)
		v.eye[i] = float32(p - f)
	}
	v.look = direction(v.yaw, v.pitch)
}

// direction returns where a heading looks, as a vector of length 1.
func direction(yaw, pitch float32) mgl32.Vec3 {
	sy, cy := math.Sincos(float64(yaw))
	sp, cp := math.Sincos(float64(pitch))
	return mgl32.Vec3{float32(sy * cp), float32(sp), float32(-cy * cp)}
}

// turned returns the rotation from the world to the camera.
func (v *view) turned() mgl32.Mat4 {
	return mgl32.HomogRotate3DZ(v.roll).Mul4(mgl32.HomogRotate3DX(-v.pitch)).Mul4(mgl32.HomogRotate3DY(v.yaw))
}

// matrix returns the projection of places that are counted from the origin.
func (v *view) matrix() mgl32.Mat4 {
	return mgl32.Perspective(v.fov, v.aspect, nearPlane, v.far()).Mul4(v.turned()).
		Mul4(mgl32.Translate3D(-v.eye[0], -v.eye[1], -v.eye[2]))
}

// far returns how far away a picture ends, in blocks.
func (v *view) far() float32 { return max(v.reach*1.5, farLeast) }

// from returns a place as counted from the origin.
func (v *view) from(p [3]float64) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(p[0] - float64(v.origin[0])),
		float32(p[1] - float64(v.origin[1])),
		float32(p[2] - float64(v.origin[2])),
	}
}

// frustum is four planes through the eye, each with the normal inwards, widened so that it holds for cameras near by.
type frustum struct {
	normals [4]mgl32.Vec3
	margin  float32 // how far outside a plane still counts, in blocks
}

// Slack of a draw list: how far the camera may go and turn before it is made anew.
const (
	slackMove = 0.5   // blocks along each axis
	slackTurn = 0.025 // radians
)

// frustum returns the planes of a view with its slack.
func (v *view) frustum() frustum {
	up := float64(v.fov)/2 + slackTurn
	side := math.Atan(math.Tan(float64(v.fov)/2)*float64(v.aspect)) + slackTurn
	back := v.turned().Mat3().Transpose()
	f := frustum{margin: slackMove * 1.7321}
	plane := func(x, y, z float64) mgl32.Vec3 { return back.Mul3x1(mgl32.Vec3{float32(x), float32(y), float32(z)}) }
	f.normals[0] = plane(math.Cos(side), 0, -math.Sin(side))
	f.normals[1] = plane(-math.Cos(side), 0, -math.Sin(side))
	f.normals[2] = plane(0, math.Cos(up), -math.Sin(up))
	f.normals[3] = plane(0, -math.Cos(up), -math.Sin(up))
	return f
}

// holds tells whether a box with a middle and half sides, from the eye, is at least in part within the planes.
func (f *frustum) holds(mid, half mgl32.Vec3) bool {
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

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// near tells whether a draw list made for one view holds for another.
func (v *view) near(o *view) bool {
	for i := range v.pos {
		if math.Abs(v.pos[i]-o.pos[i]) > slackMove || v.origin[i]>>4 != o.origin[i]>>4 {
			return false
		}
	}
	return abs(v.yaw-o.yaw) <= slackTurn/2 && abs(v.pitch-o.pitch) <= slackTurn/2 && v.roll == o.roll &&
		v.fov == o.fov && v.aspect == o.aspect && v.reach == o.reach
}
