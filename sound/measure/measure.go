// Package measure takes the figures of a recording: how loud, how long, how bright, and its spectrum and envelope in few numbers.
//
// Job: Of. Owner: the caller; nothing is kept. The figures are what sounds are listened to by where nobody listens: golden tests compare
// them, and the program lists them.
package measure

import (
	"math"
	"math/bits"

	"voxtide/sound"
)

// Bands and Points are how many numbers a spectrum and an envelope have.
const (
	Bands  = 12
	Points = 12
)

// Figures are the figures of a recording. Levels are in dB of full scale; -120 is silence.
type Figures struct {
	Peak     float64         // of the greatest sample
	Loudness float64         // see Loudness
	RMS      float64         // of all
	Seconds  float64         // until it has fallen for good to a thousandth of its peak
	Centroid float64         // Hz: the middle of its power
	Clipped  int             // samples at full scale
	Spectrum [Bands]float64  // power in each band, dB of the whole
	Envelope [Points]float64 // RMS of each twelfth of its length, dB of the loudest twelfth
}

const silence = -120

// decibels returns a ratio of amplitudes in dB.
func decibels(x float64) float64 {
	if x <= 1e-6 {
		return silence
	}
	return 20 * math.Log10(x)
}

// Of returns the figures of samples of one channel, 1 at full scale.
func Of(samples []float64) (f Figures) {
	peak := 0.0
	for _, v := range samples {
		a := math.Abs(v)
		peak = max(peak, a)
		if a >= 32767./32768 {
			f.Clipped++
		}
	}
	end := len(samples)
	for end > 0 && math.Abs(samples[end-1]) <= peak/1000 {
		end--
	}
	heard := samples[:end]
	f.Peak, f.RMS, f.Seconds = decibels(peak), decibels(rms(heard)), float64(end)/sound.Rate
	f.Loudness = Loudness(heard)
	f.spectrum(heard)
	f.envelope(heard)
	return f
}

func rms(samples []float64) float64 { return math.Sqrt(power(samples) / float64(max(1, len(samples)))) }

func power(samples []float64) (sum float64) {
	for _, v := range samples {
		sum += v * v
	}
	return sum
}

// Loudness returns the RMS of the loudest 50 ms in dB of full scale, after what the ear does not hear of low tones is taken off: 6 dB an
// octave below 150 Hz.
func Loudness(samples []float64) float64 {
	const window, hop = sound.Rate / 20, sound.Rate / 200
	keep := math.Exp(-2 * math.Pi * 150 / sound.Rate)
	var held, before, sum, most float64
	var parts [window / hop]float64 // the power of the last ten hops
	for i := 0; i < len(samples); i += hop {
		now := 0.0
		for _, v := range samples[i:min(i+hop, len(samples))] {
			held = keep * (held + v - before)
			before = v
			now += held * held
		}
		at := i / hop % len(parts)
		sum += now - parts[at]
		parts[at] = now
		most = max(most, sum)
	}
	return decibels(math.Sqrt(most / window))
}

// BandEdge returns the lower edge of a band in Hz: from 50 Hz up, each 1.62 times the one before.
func BandEdge(i int) float64 { return 50 * math.Pow(1.62, float64(i)) }

// spectrum fills in the spectrum and the centroid.
func (f *Figures) spectrum(samples []float64) {
	n := 1 << bits.Len(uint(max(2, len(samples))-1))
	x := make([]complex128, n)
	for i, v := range samples {
		x[i] = complex(v, 0)
	}
	transform(x)
	var in [Bands]float64
	var sum, weighted float64
	for i := 1; i < n/2; i++ {
		hz := float64(i) * sound.Rate / float64(n)
		p := real(x[i])*real(x[i]) + imag(x[i])*imag(x[i])
		sum, weighted = sum+p, weighted+p*hz
		b := int(math.Floor(math.Log(hz/50) / math.Log(1.62)))
		in[min(max(b, 0), Bands-1)] += p
	}
	for i := range in {
		f.Spectrum[i] = silence
		if sum > 0 && in[i] > sum*1e-12 {
			f.Spectrum[i] = 10 * math.Log10(in[i]/sum)
		}
	}
	if sum > 0 {
		f.Centroid = weighted / sum
	}
}

// envelope fills in the envelope.
func (f *Figures) envelope(samples []float64) {
	var at [Points]float64
	most := 0.0
	for i := range at {
		at[i] = rms(samples[len(samples)*i/Points : len(samples)*(i+1)/Points])
		most = max(most, at[i])
	}
	for i := range at {
		f.Envelope[i] = silence
		if most > 0 {
			f.Envelope[i] = max(silence, decibels(at[i]/most))
		}
	}
}

// transform is the fast Fourier transform of a power of two of numbers, in place.
func transform(x []complex128) {
	n := len(x)
	shift := 64 - bits.Len(uint(n)-1)
	for i := range x {
		if j := int(bits.Reverse64(uint64(i)) >> shift); j > i {
			x[i], x[j] = x[j], x[i]
		}
	}
	for size := 2; size <= n; size *= 2 {
		angle := -2 * math.Pi / float64(size)
		step := complex(math.Cos(angle), math.Sin(angle))
		for from := 0; from < n; from += size {
			w := complex(1, 0)
			for k := range size / 2 {
				a, b := x[from+k], x[from+k+size/2]*w
				x[from+k], x[from+k+size/2] = a+b, a-b
				w *= step
			}
		}
	}
}

// Distance returns how far apart two recordings are by ear, in dB: the mean difference of their bands where one of both has at least a
// thousandth of its power, and that of their envelopes, which counts a third.
func Distance(a, b *Figures) float64 {
	const least = -30.
	diff := func(a, b []float64) (sum float64) {
		n := 0
		for i := range a {
			x, y := max(a[i], least), max(b[i], least)
			if x > least || y > least {
				sum += math.Abs(x - y)
				n++
			}
		}
		return sum / float64(max(n, 1))
	}
	return diff(a.Spectrum[:], b.Spectrum[:]) + diff(a.Envelope[:], b.Envelope[:])/3
}
