package synth

import (
	"math"

	"voxtide/sound"
)

// hiss is noise in a band: of what rubs, splashes and blows.
type hiss struct {
	kind     pass
	hz, to   float64 // of its middle, at the beginning and at the end; to 0 stays
	q        float64
	attack   float64 // seconds until it is loudest
	decay    float64 // seconds in which it falls to a thousandth
	strength float64
}

// ring is what a body goes on sounding after a blow.
type ring struct {
	hz       float64
	decay    float64 // seconds in which it falls to a thousandth
	strength float64
}

// knock is a tone that falls quickly: of what is hollow, heavy or soft.
type knock struct {
	hz, to   float64
	glide    float64 // seconds in which two thirds of the way from hz to to are gone
	decay    float64
	strength float64
}

// thousandth is the natural logarithm of 1000: a decay is the time of so far a fall.
const thousandth = 6.9078

// at returns the index of a time in seconds.
func at(seconds float64) int { return int(math.Round(seconds * sound.Rate)) }

// hiss adds noise from a time on, times a strength.
func (c *canvas) hiss(from float64, h *hiss, strength float64) {
	n := at(h.attack + h.decay)
	start := at(from)
	c.grow(start + n)
	f := filter{kind: h.kind}
	second := filter{kind: h.kind}
	to := h.to
	if to == 0 {
		to = h.hz
	}
	width := 1.0
	if h.kind == band { // narrow bands have less of the noise
		width = math.Sqrt(h.q * 2)
	}
	for i := range n {
		t := float64(i) / sound.Rate
		if i%32 == 0 {
			hz := h.hz * math.Pow(to/h.hz, float64(i)/float64(n))
			f.tune(hz, h.q)
			second.tune(hz, h.q)
		}
		env := math.Exp(-thousandth * max(0, t-h.attack) / h.decay)
		if t < h.attack {
			env = t / h.attack
		}
		noise := 2*c.random() - 1
		c.samples[start+i] += width * h.strength * strength * env * second.next(f.next(noise)) * 2
	}
}

// ring adds a tone that dies away.
func (c *canvas) ring(from float64, r *ring, strength float64) {
	n, start := at(r.decay), at(from)
	c.grow(start + n)
	phase := c.random() * 0.3
	step := 2 * math.Pi * r.hz / sound.Rate
	fall := math.Exp(-thousandth / (r.decay * sound.Rate))
	env := r.strength * strength
	for i := range n {
		rise := min(1, float64(i)/24)
		c.samples[start+i] += env * rise * math.Sin(phase+step*float64(i))
		env *= fall
	}
}

// knock adds a tone that falls, or rises, and dies away.
func (c *canvas) knock(from float64, k *knock, strength float64) {
	n, start := at(k.decay), at(from)
	c.grow(start + n)
	phase := 0.0
	fall := math.Exp(-thousandth / (k.decay * sound.Rate))
	glide := math.Exp(-1 / (k.glide * sound.Rate))
	env, share := k.strength*strength, 1.0
	for i := range n {
		rise := min(1, float64(i)/48)
		c.samples[start+i] += env * rise * math.Sin(phase)
		phase += 2 * math.Pi * (k.to + (k.hz-k.to)*share) / sound.Rate
		env *= fall
		share *= glide
	}
}

// bubble adds a bubble of air in water: a tone that rises as it nears the surface.
func (c *canvas) bubble(from, hz, seconds, strength float64) {
	c.knock(from, &knock{hz: hz, to: hz * 1.9, glide: seconds, decay: seconds * 1.6, strength: strength}, 1)
}
