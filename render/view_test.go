package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/chance"
	"voxtide/scene"
)

// onScreen returns where a place shows, -1 to 1 to the right and up, and whether it lies before the eye.
func onScreen(c scene.Camera, at [3]float64) (x, y float32, before bool) {
	var v view
	v.of(&c, 1600, 900)
	m := v.matrix()
	p := m.Mul4x1(v.from(at).Vec4(1))
	return p[0] / p[3], p[1] / p[3], p[3] > 0
}

func TestDirections(t *testing.T) {
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
		x, y, before := onScreen(scene.Camera{Pos: far, Yaw: c.yaw, Pitch: c.pitch, View: 100}, at)
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

func TestRollIsClockwise(t *testing.T) {
	x, _, _ := onScreen(scene.Camera{Roll: 0.2, View: 100}, [3]float64{0, 3, -10})
	if x >= 0 {
		t.Errorf("leaning clockwise shows the zenith to the right: %v", x)
	}
}

func TestFrustumHoldsWhatShows(t *testing.T) {
	r := chance.Source(t)
	for range chance.Rounds(3000) {
		c := scene.Camera{Yaw: r.Float32() * 7, Pitch: r.Float32()*3 - 1.5, FOV: 0.5 + r.Float32(), View: 200}
		var made, now view
		made.of(&c, 1000+r.IntN(1000), 700)
		f := made.frustum()
		c.Yaw += (r.Float32()*2 - 1) * slackTurn / 2
		c.Pitch += (r.Float32()*2 - 1) * slackTurn / 2
		for i := range c.Pos {
			c.Pos[i] = (r.Float64()*2 - 1) * slackMove
		}
		now.of(&c, 1000, 700)
		now.aspect = made.aspect
		at := [3]float64{r.Float64()*200 - 100, r.Float64()*200 - 100, r.Float64()*200 - 100}
		p := now.matrix().Mul4x1(now.from(at).Vec4(1))
		shows := p[3] > nearPlane && abs(p[0]) < p[3] && abs(p[1]) < p[3]
		mid := mgl32.Vec3{float32(at[0]), float32(at[1]), float32(at[2])}
		if shows && !f.holds(mid, mgl32.Vec3{}) {
			t.Fatalf("%v shows for yaw %v, pitch %v, and the list would leave it out", at, c.Yaw, c.Pitch)
		}
		if behind := made.look.Mul(-50); f.holds(behind, mgl32.Vec3{1, 1, 1}) {
			t.Fatal("what lies behind is held")
		}
	}
}

func TestSeenFaces(t *testing.T) {
	r := chance.Source(t)
	for range chance.Rounds(3000) {
		var low, high [3]float32
		for a := range low {
			low[a] = r.Float32()*60 - 30
			high[a] = low[a] + r.Float32()*16
		}
		set := seenFaces(&low, &high)
		for face, axis := range faceAxis {
			plane := low[axis] + r.Float32()*(high[axis]-low[axis])
			facing := face&1 == 0 && plane > 0 || face&1 == 1 && plane < 0
			if facing && set&(1<<face) == 0 {
				t.Fatalf("face %d of a box %v to %v may be seen", face, low, high)
			}
		}
	}
}
