package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
)

// TestSkyTable: the sky is bright by day and dark at night, and no colour jumps between.
func TestSkyTable(t *testing.T) {
	if n, d := skyAt(-1), skyAt(1); n.light.Len() > 0.5*d.light.Len() || n.stars != 1 || d.stars != 0 {
		t.Error("night and day")
	}
	before := skyAt(-1)
	for h := float32(-1); h <= 1; h += 0.001 {
		s := skyAt(h)
		for _, by := range []float32{s.zenith.Sub(before.zenith).Len(), s.horizon.Sub(before.horizon).Len(), s.light.Sub(before.light).Len(), mgl32.Abs(s.stars - before.stars)} {
			if by > 0.01 {
				t.Fatalf("the sky jumps at %v", h)
			}
		}
		before = s
	}
	if noon := skyRotation(0.25).Col(0); noon[1] < 0.85 || mgl32.Abs(noon[0]) > 0.01 {
		t.Errorf("the sun at noon: %v", noon)
	}
	if rise := skyRotation(3).Col(0); rise[0] < 0.99 {
		t.Errorf("the sun at sunrise: %v", rise)
	}
	if math.Abs(float64(skyRotation(0.75).Col(0)[1]+skyRotation(0.25).Col(0)[1])) > 1e-4 {
		t.Error("midnight is not opposite to noon")
	}
}

// TestDomeBoxes: each point of a quad of the dome, as far away as its box, lies within the box: what hides the box hides the quad.
func TestDomeBoxes(t *testing.T) {
	r := testrand.New(t)
	for range testrand.Rounds(2000) {
		var v []float32
		for range 4 {
			e, a := (r.Float64()-0.5)*math.Pi, r.Float64()*2*math.Pi
			v = append(v, float32(math.Cos(e)*math.Sin(a)), float32(math.Sin(e)), float32(math.Cos(e)*math.Cos(a)))
		}
		b := boxOfQuad(v)
		var weights [4]float32
		sum := float32(0)
		for i := range weights {
			weights[i] = r.Float32()
			sum += weights[i]
		}
		for k := range b.low {
			at := float32(0)
			for i, w := range weights {
				at += v[3*i+k] * w / sum * domeDistance
			}
			if at < b.low[k]-0.1 || at > b.high[k]+0.1 {
				t.Fatalf("axis %d: %v is not from %v to %v", k, at, b.low[k], b.high[k])
			}
		}
	}
}
