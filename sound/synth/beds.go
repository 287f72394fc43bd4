package synth

import (
	"math"

	"voxtide/sound"
)

// beds holds the recipe of each bed, for a number of seconds.
var beds = [sound.BedCount]func(c *canvas, seconds float64){
	sound.Wind:   wind,
	sound.Cave:   cave,
	sound.Stream: stream,
	sound.Depths: depths,
	sound.Fire:   fire,
	sound.Lava:   lava,
}

// wander is a value that drifts between two bounds.
type wander struct {
	value, goal float64
	low, high   float64
	speed       float64 // share of the way to the goal in a step
	left        int     // steps to the next goal
}

func (w *wander) next(c *canvas) float64 {
	if w.left--; w.left < 0 {
		w.goal = c.between(w.low, w.high)
		w.left = 20 + c.rng.Below(60)
	}
	w.value += (w.goal - w.value) * w.speed
	return w.value
}

// stepOf is how many samples have one value of what drifts.
const stepOf = 480

// blowing adds noise in a band whose frequency and strength drift.
func blowing(c *canvas, kind pass, lowHz, highHz, q, strength float64) {
	f, g := filter{kind: kind}, filter{kind: kind}
	hz := wander{value: math.Sqrt(lowHz * highHz), low: lowHz, high: highHz, speed: 0.02}
	gust := wander{value: 0.7, low: 0.35, high: 1, speed: 0.03}
	var level float64
	for i := range c.samples {
		if i%stepOf == 0 {
			now := hz.next(c)
			f.tune(now, q)
			g.tune(now, q)
			level = gust.next(c)
		}
		c.samples[i] += strength * level * g.next(f.next(2*c.random()-1))
	}
}

func wind(c *canvas, _ float64) {
	blowing(c, band, 210, 620, 0.9, 1)
	blowing(c, band, 700, 1500, 2.2, 0.28)
	blowing(c, low, 90, 160, 0.7, 0.5)
}

// cave is the hum of a large hollow: three low tones that beat, and air.
func cave(c *canvas, seconds float64) {
	for _, tone := range [5]struct{ hz, strength float64 }{{61, 1}, {61.7, 0.8}, {92.3, 0.5}, {122.9, 0.22}, {164.4, 0.1}} {
		rate := c.between(0.07, 0.16)
		shift := c.random() * 2 * math.Pi
		for i := range c.samples {
			t := float64(i) / sound.Rate
			swell := 0.65 + 0.35*math.Sin(2*math.Pi*rate*t+shift)
			c.samples[i] += 0.1 * tone.strength * swell * math.Sin(2*math.Pi*tone.hz*t)
		}
	}
	blowing(c, band, 160, 330, 1.4, 0.6)
	blowing(c, band, 420, 700, 3, 0.12)
}

// scatter calls f at times that chance spreads over all seconds, n in each.
func (c *canvas) scatter(seconds, n float64, f func(t float64)) {
	for range int(seconds * n) {
		f(c.random() * (seconds - 0.4))
	}
}

func stream(c *canvas, seconds float64) {
	blowing(c, band, 900, 1500, 0.6, 0.5)
	blowing(c, low, 260, 420, 0.7, 0.25)
	c.scatter(seconds, 55, func(t float64) {
		c.bubble(t, c.between(320, 1500), c.between(0.01, 0.04), 0.2*c.between(0.2, 1))
	})
}

func depths(c *canvas, seconds float64) {
	blowing(c, low, 90, 190, 0.8, 1)
	blowing(c, band, 240, 420, 1.2, 0.3)
	c.scatter(seconds, 1.6, func(t float64) {
		for range 1 + c.rng.Below(4) {
			c.bubble(t+0.12*c.random(), c.between(170, 420), c.between(0.03, 0.07), 0.1*c.between(0.3, 1))
		}
	})
}

func fire(c *canvas, seconds float64) {
	blowing(c, low, 140, 260, 0.7, 0.35)
	blowing(c, band, 700, 1200, 0.7, 0.06)
	c.scatter(seconds, 16, func(t float64) {
		h := hiss{kind: band, hz: c.between(1300, 5200), q: 1.4, attack: 0.0004, decay: c.between(0.006, 0.03), strength: 0.5}
		s := c.random()
		c.hiss(t, &h, 0.12+0.5*s*s*s)
	})
	c.scatter(seconds, 1.2, func(t float64) {
		c.ring(t, &ring{c.between(380, 900), 0.05, 0.35}, c.between(0.3, 1))
		c.hiss(t, &hiss{kind: band, hz: 2400, q: 0.8, attack: 0.0004, decay: 0.05, strength: 0.4}, 1)
	})
}

func lava(c *canvas, seconds float64) {
	blowing(c, low, 60, 110, 0.8, 0.9)
	c.scatter(seconds, 3.5, func(t float64) {
		hz := c.between(70, 190)
		c.bubble(t, hz, c.between(0.07, 0.16), 0.5*c.between(0.3, 1))
		c.hiss(t+0.1, &hiss{kind: low, hz: 420, q: 0.8, attack: 0.01, decay: 0.08, strength: 0.25}, c.random())
	})
}
