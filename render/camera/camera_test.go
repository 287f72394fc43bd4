package camera

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// project returns the position of a point in the frame, -1 to 1 to the right and up, and whether it is in front of the eye.
func project(c scene.Camera, at [3]float64) (x, y float32, before bool) {
	var v View
	v.Set(&c, 1600, 900)
	m := v.ViewProjection()
	p := m.Mul4x1(v.Relative(at).Vec4(1))
	return p[0] / p[3], p[1] / p[3], p[3] > 0
}

// TestCameraDirections: yaw and pitch turn the view in the right directions, also far from the origin.
func TestCameraDirections(t *testing.T) {
	far := [3]float64{30000000.5, 70, -12345678.25}
	quarter := float32(math.Pi / 2)
	for _, c := range []struct {
		what       string
		yaw, pitch float32
		at         [3]float64
		right, up  float64
	}{
		{"ahead is north", 0, 0, [3]float64{0, 0, -10}, 0, 0},
		{"east is right of north", 0, 0, [3]float64{2, 0, -10}, 1, 0},
		{"up is up", 0, 0, [3]float64{0, 2, -10}, 0, 1},
		{"a quarter turn looks east", quarter, 0, [3]float64{10, 0, 0}, 0, 0},
		{"south is right of east", quarter, 0, [3]float64{10, 0, 2}, 1, 0},
		{"looking up", 0, quarter / 2, [3]float64{0, 10, -10}, 0, 0},
		{"ahead sinks when looking up", 0, 0.3, [3]float64{0, 0, -10}, 0, -1},
	} {
		at := far
		for i := range at {
			at[i] += c.at[i]
		}
		x, y, before := project(scene.Camera{Pos: far, Yaw: c.yaw, Pitch: c.pitch, ViewDistance: 100}, at)
		sign := func(v float32) float64 {
			if math.Abs(float64(v)) < 1e-3 {
				return 0
			}
			return math.Copysign(1, float64(v))
		}
		if !before || sign(x) != c.right || sign(y) != c.up {
			t.Errorf("%s: shows at %v, %v, before the eye: %v", c.what, x, y, before)
		}
	}
}

// TestRollIsClockwise: a positive roll turns the camera clockwise.
func TestRollIsClockwise(t *testing.T) {
	x, _, _ := project(scene.Camera{Roll: 0.2, ViewDistance: 100}, [3]float64{0, 3, -10})
	if x >= 0 {
		t.Errorf("leaning clockwise shows the zenith to the right: %v", x)
	}
}

// TestFrustumKeepsVisiblePoints: every point that a camera within the slack shows is inside the frustum, and so is every one that a camera shows that has turned at one
// place within half of what a frustum is widened by.
func TestFrustumKeepsVisiblePoints(t *testing.T) {
	r := testrand.New(t)
	shown, turned := 0, 0
	for n := range testrand.Rounds(6000) {
		turn, moves := float32(SlackTurn), n%2 == 0
		if !moves {
			turn = 0.2 * r.Float32()
		}
		c := scene.Camera{Yaw: r.Float32() * 7, Pitch: r.Float32()*3 - 1.5, FOV: 0.5 + r.Float32(), ViewDistance: 200}
		var made, now View
		made.Set(&c, 1000+r.IntN(1000), 700)
		f := made.WideFrustum(float64(turn))
		if moves {
			f = made.Frustum()
		}
		c.Yaw += (r.Float32()*2 - 1) * turn / 2 * 0.999
		c.Pitch += (r.Float32()*2 - 1) * turn / 2 * 0.999
		for i := range c.Pos {
			if moves {
				c.Pos[i] = (r.Float64()*2 - 1) * SlackMove
			}
		}
		now.Set(&c, 1000, 700)
		now.Aspect = made.Aspect
		if !moves {
			beyond := made
			beyond.Yaw += turn
			if turn > 1e-3 && (!made.TurnedWithin(&now, turn) || made.TurnedWithin(&beyond, turn)) {
				t.Fatalf("a turn from %v, %v to %v, %v is told wrongly", made.Yaw, made.Pitch, now.Yaw, now.Pitch)
			}
			turned++
		}
		at := [3]float64{r.Float64()*200 - 100, r.Float64()*200 - 100, r.Float64()*200 - 100}
		p := now.ViewProjection().Mul4x1(now.Relative(at).Vec4(1))
		shows := p[3] > NearPlane && abs(p[0]) < p[3] && abs(p[1]) < p[3]
		mid := mgl32.Vec3{float32(at[0]), float32(at[1]), float32(at[2])}
		half := mgl32.Vec3{}
		if !moves {
			half = mgl32.Vec3{1e-3, 1e-3, 1e-3}
			f.margin = 0 // which is for a move
		}
		if shows {
			if shown++; !f.Intersects(mid, half) {
				t.Fatalf("%v shows for yaw %v, pitch %v, and the frustum of a turn by %v leaves it out", at, c.Yaw, c.Pitch, turn)
			}
		}
		if behind := made.Forward.Mul(-50); f.Intersects(behind, mgl32.Vec3{1, 1, 1}) && turn < 0.1 {
			t.Fatal("a box behind the camera is inside")
		}
	}
	if t.Logf("%d points shown, %d turns at one place", shown, turned); shown == 0 || turned == 0 {
		t.Error("nothing was shown")
	}
}

// TestOutside: a box is not within a frustum if and only if all its corners are outside of one plane.
func TestOutside(t *testing.T) {
	r := testrand.New(t)
	within, outside := 0, 0
	for range testrand.Rounds(20000) {
		v := View{FOV: 0.4 + r.Float32(), Aspect: 1.5, Yaw: r.Float32() * 6, Pitch: r.Float32()*2 - 1}
		f := v.Frustum()
		mid := mgl32.Vec3{r.Float32()*200 - 100, r.Float32()*200 - 100, r.Float32()*200 - 100}
		half := mgl32.Vec3{r.Float32() * 40, r.Float32() * 40, r.Float32() * 40}
		all, near := ^uint8(0), false
		for i := range 8 {
			p := mid
			for k := range p {
				p[k] += half[k] * float32(i>>k&1*2-1)
			}
			all &= f.Outside(p)
			for k := range f.normals { // where rounding decides
				near = near || abs(f.normals[k].Dot(p)+f.margin) < 1e-3
			}
		}
		if near {
			continue
		}
		if f.Intersects(mid, half) != (all == 0) {
			t.Fatalf("a box at %v, %v to each side: within %v, all corners outside of planes %b", mid, half, f.Intersects(mid, half), all)
		}
		if all == 0 {
			within++
		} else {
			outside++
		}
	}
	if t.Logf("%d boxes within, %d not", within, outside); within < 100 || outside < 100 {
		t.Error("one kind is rare")
	}
}
