package measure

import (
	"math"
	"testing"

	"voxtide/sound"
)

func tone(hz, seconds, amplitude float64) []float64 {
	out := make([]float64, int(seconds*sound.Rate))
	for i := range out {
		out[i] = amplitude * math.Sin(2*math.Pi*hz*float64(i)/sound.Rate)
	}
	return out
}

// offLow is what Loudness takes off tones, in dB.
var offLow = map[float64]float64{100: 5.1, 1000: 0.1}

// TestTones: the figures of tones of a known frequency, level and length are those.
func TestTones(t *testing.T) {
	for _, c := range []struct{ hz, seconds, amplitude float64 }{{100, 0.5, 0.5}, {1000, 0.25, 0.1}, {5000, 1, 0.9}, {12000, 0.1, 0.01}} {
		x := append(tone(c.hz, c.seconds, c.amplitude), make([]float64, 1000)...)
		f := Of(x)
		want := 20 * math.Log10(c.amplitude)
		if math.Abs(f.Peak-want) > 0.1 || math.Abs(f.RMS-want+3.01) > 0.1 || math.Abs(f.Loudness-want+3.01+offLow[c.hz]) > 0.2 || math.Abs(f.Seconds-c.seconds) > 0.002 {
			t.Errorf("%+v: %+v", c, f)
		}
		if math.Abs(f.Centroid-c.hz) > 0.05*c.hz || f.Clipped != 0 {
			t.Errorf("%v Hz has its middle at %v", c.hz, f.Centroid)
		}
		for i, level := range f.Spectrum {
			in := c.hz >= BandEdge(i) && (c.hz < BandEdge(i+1) || i == Bands-1)
			if in != (level > -1) {
				t.Errorf("%v Hz: band %d has %v dB", c.hz, i, level)
			}
		}
	}
	if f := Of(make([]float64, 100)); f.Peak != silence || f.Seconds != 0 {
		t.Errorf("silence: %+v", f)
	}
	if f := Of([]float64{0, 1, -1, 0.5}); f.Clipped != 2 {
		t.Errorf("%d clipped samples", f.Clipped)
	}
}

// TestDistance: a recording is at no distance from itself at another level, and far from another tone.
func TestDistance(t *testing.T) {
	a, quiet, b := Of(tone(300, 0.3, 0.5)), Of(tone(300, 0.3, 0.05)), Of(tone(3000, 0.3, 0.5))
	if d := Distance(&a, &quiet); d > 0.2 {
		t.Errorf("%v from itself", d)
	}
	if d := Distance(&a, &b); d < 10 {
		t.Errorf("300 Hz is %v from 3 kHz", d)
	}
}
