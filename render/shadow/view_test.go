package shadow_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
	"voxtide/render/shadow"
)

// randomLight returns a direction above the ground that is not along Z.
func randomLight(r *rand.Rand) mgl32.Vec3 {
	for {
		d := mgl32.Vec3{float32(r.NormFloat64()), float32(r.Float64() + 0.05), float32(r.NormFloat64() * 0.3)}.Normalize()
		if mgl32.Abs(d[2]) < 0.9 {
			return d
		}
	}
}

// TestShadowsDoNotSwim: a step of the eye moves the map by whole texels, wherever in the world, and the view is the very same until
// the eye or the light has gone a step.
func TestShadowsDoNotSwim(t *testing.T) {
	r := testrand.New(t)
	same, moved := 0, 0
	for range 20000 {
		light := randomLight(r)
		far := math.Pow(10, 1+6*r.Float64())
		eye := [3]float64{far * r.NormFloat64(), 200 * r.Float64(), far * r.NormFloat64()}
		before := shadow.ViewOf(light, eye)
		to := eye
		for a := range to {
			to[a] += 6 * r.NormFloat64()
		}
		after := shadow.ViewOf(light, to)
		if before.Home == after.Home {
			if same++; before != after {
				t.Fatalf("eye %v to %v: another view of the same block", eye, to)
			}
			continue
		}
		moved++
		p := [3]int32{before.Home[0] + int32(r.IntN(40)), before.Home[1] + int32(r.IntN(40)), before.Home[2] + int32(r.IntN(40))}
		at := func(v *shadow.View) mgl32.Vec4 { m := v.From(p); return m.Mul4x1(mgl32.Vec4{0.25, 0.5, 0.75, 1}) }
		a, b := at(&before), at(&after)
		for k := range 2 {
			texels := float64(b[k]-a[k]) * shadow.Side / 2
			if off := math.Abs(texels - math.Round(texels)); off > 0.02 {
				t.Fatalf("light %v, eye %v to %v: the map moved by %v texels", light, eye, to, texels)
			}
		}
	}
	t.Logf("%d views of the same block, %d of another", same, moved)
	if same < 1000 || moved < 1000 {
		t.Error("too few of a kind")
	}
	steps := map[mgl32.Vec3]bool{}
	for i := range 100 {
		a := 1 + float64(i)*math.Pi/180/100
		steps[shadow.ViewOf(mgl32.Vec3{float32(math.Cos(a)), float32(math.Sin(a)), 0}, [3]float64{}).Light] = true
	}
	if len(steps) < 4 || len(steps) > 6 {
		t.Errorf("%d directions within a degree", len(steps))
	}
}

// TestThrows: whatever throws a shadow onto the map is drawn, and what is nearer to the light has less depth.
func TestThrows(t *testing.T) {
	r := testrand.New(t)
	inside, left := 0, 0
	for range 20000 {
		v := shadow.ViewOf(randomLight(r), [3]float64{1000 * r.NormFloat64(), 60, 1000 * r.NormFloat64()})
		mid := mgl32.Vec3{float32(120 * r.NormFloat64()), float32(120 * r.NormFloat64()), float32(120 * r.NormFloat64())}
		within := mgl32.Vec3{float32(r.Float64()*16 - 8), float32(r.Float64()*16 - 8), float32(r.Float64()*16 - 8)}
		p := v.Projection.Mul4x1(mid.Add(within).Vec4(1))
		onMap := max(mgl32.Abs(p[0]), mgl32.Abs(p[1])) <= 1 && p[2] < 1 // beyond the far end there is no shadow; before the near end it is clamped
		switch throws := v.Throws(mid, 14); {
		case onMap && !throws:
			t.Fatalf("%v of the map is left out", p)
		case onMap:
			inside++
		case !throws:
			left++
		}
		nearer := v.Projection.Mul4x1(mid.Add(within).Add(v.Light).Vec4(1))
		if nearer[2] >= p[2] || math.Abs(float64(nearer[0]-p[0])) > 1e-5 || math.Abs(float64(nearer[1]-p[1])) > 1e-5 {
			t.Fatalf("a block nearer to the light is at %v instead of %v", nearer, p)
		}
	}
	if t.Logf("%d on the map, %d left out", inside, left); inside < 1000 || left < 1000 {
		t.Error("too few of a kind")
	}
}

func Example() {
	noon := shadow.ViewOf(mgl32.Vec3{0, 1, 0}, [3]float64{100, 70, -3})
	fmt.Println(noon.Home)
	ground, roof := mgl32.Vec3{0, 0, 0}, mgl32.Vec3{0, 5, 0} // relative to Home
	fmt.Println(noon.Projection.Mul4x1(roof.Vec4(1))[2] < noon.Projection.Mul4x1(ground.Vec4(1))[2])
	// Output:
	// [96 64 -8]
	// true
}
