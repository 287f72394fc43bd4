// Package synth makes the samples of all sounds from a seed, as render/textures makes the pixels of all textures.
//
// Job: Sound and Bed return the samples of a row of the tables of package sound; the recipes say of what a sound is put together:
// knocks (a tone that falls), rings (what a body goes on sounding), hisses (noise in a band) and bubbles, at their times. What a material
// is like stands in one table (materials.go), what is done to it in another (recipes.go), so that a step on wood and a blow at wood are
// of one wood. Owner: the caller. Invariants: the same samples for the same seed; the loudest 50 ms are as loud as the table says; no
// sample is at full scale; a sound begins with its first sample and ends in silence; a bed goes on without a seam.
package synth

import (
	"math"

	"voxtide/internal/splitmix"
	"voxtide/sound"
	"voxtide/sound/measure"
)

// Seed is the seed of the sounds of the game.
const Seed = 0x50FA

// ceiling is the greatest sample that there is, 1 dB below full scale.
const ceiling = 0.89

// Sound returns the samples of a version of a sound.
func Sound(seed uint64, id sound.ID, variant int) []int16 {
	c := &canvas{rng: splitmix.Derive(seed, 1, uint64(id.Kind()), uint64(id.Material()), uint64(variant))}
	recipes[id.Kind()](c, id.Material())
	c.finish()
	c.setLevel(id.Level())
	return c.int16s()
}

// Bed returns the loop of a bed.
func Bed(seed uint64, b sound.Bed) []int16 {
	c := &canvas{rng: splitmix.Derive(seed, 2, uint64(b))}
	loop := int(b.Seconds() * sound.Rate)
	c.grow(loop + seam)
	beds[b](c, b.Seconds()+float64(seam)/sound.Rate)
	c.samples = c.samples[:loop+seam]
	for i := range seam { // the end passes over into the beginning, at equal power
		share := float64(i) / seam * math.Pi / 2
		c.samples[i] = c.samples[i]*math.Sin(share) + c.samples[loop+i]*math.Cos(share)
	}
	c.samples = c.samples[:loop]
	c.setLevel(b.Level())
	return c.int16s()
}

// seam is how many samples the end and the beginning of a loop have in common.
const seam = sound.Rate

// canvas is a sound that is being put together.
type canvas struct {
	samples []float64
	rng     splitmix.Source
}

// random returns a number from 0 to 1.
func (c *canvas) random() float64 { return float64(c.rng.Uint64()>>11) / (1 << 53) }

// between returns a number between two.
func (c *canvas) between(low, high float64) float64 { return low + (high-low)*c.random() }

// about returns a number near another one: by a share of it at most.
func (c *canvas) about(x, share float64) float64 { return x * (1 + share*(2*c.random()-1)) }

// grow makes room for n samples.
func (c *canvas) grow(n int) {
	for len(c.samples) < n {
		c.samples = append(c.samples, 0)
	}
}

func (c *canvas) scale(by float64) {
	for i := range c.samples {
		c.samples[i] *= by
	}
}

// setLevel brings the loudness to a level in dB of full scale.
func (c *canvas) setLevel(level float64) {
	c.scale(math.Pow(10, (level-measure.Loudness(c.samples))/20))
}

const (
	tailBelow = 1e-3                      // of the peak: what is quieter at the end is cut off
	fadeOut   = 5 * sound.Rate / 1000     // samples over which the end fades
	fadeIn    = 1 * sound.Rate / 1000 / 2 // samples over which the beginning rises, so that it does not click
)

// finish takes what is too low to be heard away, cuts the silence at the end, and lets both ends come from nothing and go to nothing.
func (c *canvas) finish() {
	low := filter{kind: high}
	low.tune(35, 0.7)
	peak := 0.0
	for i, v := range c.samples {
		c.samples[i] = low.next(v)
		peak = max(peak, math.Abs(c.samples[i]))
	}
	end := len(c.samples)
	for end > fadeOut && math.Abs(c.samples[end-1]) < peak*tailBelow {
		end--
	}
	c.samples = c.samples[:min(len(c.samples), end+fadeOut)]
	for i := range min(fadeOut, len(c.samples)) {
		c.samples[len(c.samples)-1-i] *= float64(i) / fadeOut
	}
	for i := range min(fadeIn, len(c.samples)) {
		c.samples[i] *= float64(i+1) / fadeIn
	}
}

// int16s returns the samples as they are kept. What would reach full scale is bent below it.
func (c *canvas) int16s() []int16 {
	const knee = 0.7
	out := make([]int16, len(c.samples))
	for i, v := range c.samples {
		if a := math.Abs(v); a > knee {
			v = math.Copysign(knee+(ceiling-knee)*math.Tanh((a-knee)/(ceiling-knee)), v)
		}
		out[i] = int16(math.Round(v * 32767))
	}
	return out
}
