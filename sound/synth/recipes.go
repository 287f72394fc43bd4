package synth

import "voxtide/sound"

// recipe puts a sound together. The material is that of the sound.
type recipe func(c *canvas, m sound.Material)

// recipes holds the recipe of each kind.
var recipes = [sound.KindCount]recipe{
	sound.Step:     step,
	sound.Land:     landing,
	sound.Dig:      dig,
	sound.Break:    breaking,
	sound.Place:    placing,
	sound.DoorOpen: doorOpen,
	sound.DoorShut: doorShut,
	sound.LeverOn:  func(c *canvas, _ sound.Material) { click(c, 1) },
	sound.LeverOff: func(c *canvas, _ sound.Material) { click(c, 0.78) },
	sound.BoxOpen:  boxOpen,
	sound.BoxShut:  boxShut,
	sound.Splash:   splash,
	sound.Swim:     swim,
	sound.Scoop:    scoop,
	sound.Pour:     pour,
	sound.LieDown:  lieDown,
	sound.PickUp:   pickUp,
	sound.Throw:    throwing,
	sound.Eat:      eat,
	sound.Craft:    craft,
	sound.Struck:   struck,
	sound.Hurt:     hurt,
	sound.Heart:    heart,
	sound.Death:    death,
	sound.ToolGone: toolGone,
	sound.Drip:     drip,
	sound.Click:    uiClick,
	sound.Move:     move,
	sound.Done:     done,
}

// step is a heel, what rubs below the sole, and the toes.
func step(c *canvas, m sound.Material) {
	c.blow(0, m, 0.35+0.35*materials[m].firm)
	c.rub(0.004, 0.085, m, materials[m].grains, 0.8-0.3*materials[m].firm)
	c.blow(c.between(0.06, 0.085), m, 0.12+0.2*materials[m].firm)
}

func landing(c *canvas, m sound.Material) {
	c.blow(0, m, 1)
	thud := knock{hz: 95, to: 52, glide: 0.03, decay: 0.16, strength: 0.12 + 0.28*materials[m].firm}
	c.knock(0, &thud, 1)
	c.blow(c.between(0.018, 0.03), m, 0.6)
	c.rub(0.005, 0.14, m, materials[m].grains+materials[m].grains/2, 1)
}

// dig is a tick of what is done to a block again and again.
func dig(c *canvas, m sound.Material) {
	c.blow(0, m, 0.75)
	c.rub(0.006, 0.06, m, 1+materials[m].grains/2, 0.7)
}

func breaking(c *canvas, m sound.Material) {
	c.blow(0, m, 1)
	c.blow(c.between(0.02, 0.04), m, 0.7)
	c.rub(0, 0.09, m, materials[m].grains, 1)
	c.fall(0.05, c.between(0.3, 0.38), m)
}

// placing is a blow with more of the knock, which is lower: the block is whole, and meets another one.
func placing(c *canvas, m sound.Material) {
	low := materials[m].knock
	low.hz, low.to = low.hz*0.88, low.to*0.88
	c.blow(0, m, 0.9)
	c.knock(0, &low, 0.6)
	c.blow(c.between(0.022, 0.034), m, 0.3)
	c.rub(0.01, 0.05, m, materials[m].grains/3, 0.5)
}

// creak adds the hinge of a door: wood that sticks and slips.
func creak(c *canvas, from, span, low, high float64) {
	for t := 0.0; t < span; t += c.between(0.007, 0.013) {
		hz := low + (high-low)*t/span
		c.ring(from+t, &ring{hz: c.about(hz, 0.05), decay: 0.03, strength: 0.16}, c.between(0.4, 1))
	}
}

func doorOpen(c *canvas, _ sound.Material) {
	click(c, 0.7)
	creak(c, 0.03, 0.22, 420, 610)
	c.blow(c.between(0.26, 0.28), sound.Wood, 0.4)
}

func doorShut(c *canvas, _ sound.Material) {
	creak(c, 0, 0.11, 560, 430)
	c.blow(0.13, sound.Wood, 1)
	thud := knock{hz: 130, to: 78, glide: 0.02, decay: 0.16, strength: 0.8}
	c.knock(0.13, &thud, 1)
	c.ring(0.15, &ring{2100, 0.02, 0.3}, 1)
}

// click adds a small hard part that snaps, at a pitch.
func click(c *canvas, pitch float64) {
	for i, t := range [2]float64{0, 0.018} {
		s := 1 - 0.4*float64(i)
		c.ring(t, &ring{1650 * pitch, 0.03, 0.6}, s)
		c.ring(t, &ring{2740 * pitch, 0.018, 0.4}, s)
		c.hiss(t, &hiss{kind: band, hz: 3400 * pitch, q: 1, decay: 0.012, attack: 0.0003, strength: 0.8}, s)
	}
}

func boxOpen(c *canvas, _ sound.Material) {
	c.ring(0, &ring{1900, 0.025, 0.3}, 1)
	creak(c, 0.02, 0.3, 240, 390)
	c.blow(0.33, sound.Wood, 0.3)
}

func boxShut(c *canvas, _ sound.Material) {
	creak(c, 0, 0.12, 350, 260)
	c.blow(0.14, sound.Wood, 1)
	c.blow(0.175, sound.Wood, 0.3)
}

// bubbles adds bubbles over a span.
func bubbles(c *canvas, from, span float64, n int, low, high, strength float64) {
	for range n {
		c.bubble(from+span*c.random(), c.between(low, high), c.between(0.015, 0.05), strength*c.between(0.3, 1))
	}
}

func splash(c *canvas, _ sound.Material) {
	c.knock(0, &knock{hz: 170, to: 70, glide: 0.03, decay: 0.15, strength: 0.8}, 1)
	c.hiss(0, &hiss{kind: band, hz: 1900, to: 900, q: 0.6, attack: 0.012, decay: 0.42, strength: 0.9}, 1)
	c.hiss(0.05, &hiss{kind: high, hz: 3800, q: 0.6, attack: 0.04, decay: 0.3, strength: 0.16}, 1)
	bubbles(c, 0.06, 0.4, 16, 380, 1200, 0.3)
}

func swim(c *canvas, _ sound.Material) {
	c.hiss(0, &hiss{kind: band, hz: 700, to: 1250, q: 0.7, attack: 0.09, decay: 0.26, strength: 0.8}, 1)
	bubbles(c, 0.08, 0.28, 9, 350, 900, 0.3)
}

func scoop(c *canvas, _ sound.Material) {
	c.ring(0, &ring{1390, 0.12, 0.2}, 1)
	for i := range 12 {
		t := float64(i) / 12
		c.bubble(0.03+0.34*t+0.02*c.random(), 330+620*t, 0.03, c.between(0.3, 0.7))
	}
	c.hiss(0.02, &hiss{kind: band, hz: 900, to: 1700, q: 0.9, attack: 0.1, decay: 0.3, strength: 0.4}, 1)
}

func pour(c *canvas, _ sound.Material) {
	c.hiss(0, &hiss{kind: band, hz: 1500, to: 750, q: 0.7, attack: 0.06, decay: 0.5, strength: 0.8}, 1)
	bubbles(c, 0.04, 0.45, 20, 300, 850, 0.4)
	c.ring(0.02, &ring{1390, 0.1, 0.1}, 1)
}

func lieDown(c *canvas, _ sound.Material) {
	m := sound.Cloth
	c.blow(0, m, 0.5)
	c.rub(0, 0.4, m, 9, 1)
	creak(c, 0.12, 0.06, 210, 180)
}

func pickUp(c *canvas, _ sound.Material) {
	hz := c.between(430, 480)
	c.knock(0, &knock{hz: hz, to: hz * 2.1, glide: 0.03, decay: 0.11, strength: 1}, 1)
	c.hiss(0, &hiss{kind: band, hz: 2600, q: 1, attack: 0.001, decay: 0.02, strength: 0.2}, 1)
}

func throwing(c *canvas, _ sound.Material) {
	c.hiss(0, &hiss{kind: band, hz: 700, to: 2200, q: 1.1, attack: 0.06, decay: 0.13, strength: 1}, 1)
}

func eat(c *canvas, _ sound.Material) {
	for i := range 7 {
		t := 0.11 * float64(i) * c.between(0.1, 0.17)
		c.hiss(t, &hiss{kind: band, hz: c.between(900, 2600), q: 1.6, attack: 0.002, decay: 0.03, strength: 1}, c.between(0.3, 1))
	}
	c.knock(0.01, &knock{hz: 190, to: 140, glide: 0.02, decay: 0.07, strength: 0.35}, 1)
}

func craft(c *canvas, _ sound.Material) {
	c.blow(0, sound.Wood, 0.8)
	c.blow(c.between(0.1, 0.12), sound.Wood, 1)
	c.rub(0.12, 0.1, sound.Wood, 3, 0.8)
	c.ring(0.115, &ring{2480, 0.06, 0.12}, 1)
}

func struck(c *canvas, _ sound.Material) {
	c.hiss(0, &hiss{kind: band, hz: 1200, to: 600, q: 0.8, attack: 0.001, decay: 0.06, strength: 1}, 1)
	c.knock(0, &knock{hz: c.between(200, 230), to: 85, glide: 0.015, decay: 0.14, strength: 1.1}, 1)
}

// voice adds a body that gasps: a tone with three resonances, and breath.
func voice(c *canvas, from, hz, to, span, strength float64) {
	for n := 1; n <= 9; n++ {
		f, f2 := hz*float64(n), to*float64(n)
		gain := 0.0
		for _, formant := range [3]struct{ hz, width, gain float64 }{{640, 160, 1}, {1150, 220, 0.6}, {2500, 400, 0.25}} {
			d := (f - formant.hz) / formant.width
			gain += formant.gain / (1 + d*d)
		}
		c.knock(from, &knock{hz: f, to: f2, glide: span * 0.5, decay: span * 1.6, strength: gain * strength * 0.5}, 1)
	}
	c.hiss(from, &hiss{kind: band, hz: 1400, to: 900, q: 0.8, attack: 0.02, decay: span, strength: 0.16 * strength}, 1)
}

func hurt(c *canvas, m sound.Material) {
	struck(c, m)
	voice(c, 0.012, c.between(165, 195), 118, 0.2, 1)
}

// heart beats twice, low.
func heart(c *canvas, _ sound.Material) {
	c.knock(0, &knock{hz: 74, to: 46, glide: 0.04, decay: 0.2, strength: 1}, 1)
	c.knock(0.17, &knock{hz: 62, to: 42, glide: 0.04, decay: 0.22, strength: 0.75}, 1)
	c.hiss(0, &hiss{kind: low, hz: 160, q: 0.7, attack: 0.01, decay: 0.09, strength: 0.35}, 1)
}

func death(c *canvas, m sound.Material) {
	struck(c, m)
	voice(c, 0.02, 170, 84, 0.55, 1)
	c.knock(0.42, &knock{hz: 92, to: 44, glide: 0.04, decay: 0.35, strength: 1}, 1)
	c.rub(0.42, 0.2, sound.Soil, 8, 0.6)
}

func toolGone(c *canvas, _ sound.Material) {
	c.blow(0, sound.Wood, 1)
	c.ring(0, &ring{1710, 0.09, 0.6}, 1)
	c.ring(0.012, &ring{2930, 0.14, 0.5}, 1)
	c.fall(0.04, 0.25, sound.Metal)
}

func drip(c *canvas, _ sound.Material) {
	hz := c.between(620, 1450)
	c.bubble(0, hz, c.between(0.018, 0.03), 0.9)
	for i, gap := range [3]float64{0.11, 0.23, 0.37} { // a cave answers
		c.bubble(gap+0.02*c.random(), hz*0.99, 0.022, 0.25/float64(i+1))
	}
	c.hiss(0, &hiss{kind: high, hz: 4200, q: 0.7, attack: 0.0005, decay: 0.01, strength: 0.1}, 1)
}

func uiClick(c *canvas, _ sound.Material) {
	c.ring(0, &ring{1180, 0.035, 0.7}, 1)
	c.ring(0, &ring{2360, 0.02, 0.25}, 1)
	c.hiss(0, &hiss{kind: band, hz: 2600, q: 1, attack: 0.0003, decay: 0.008, strength: 0.4}, 1)
}

func move(c *canvas, _ sound.Material) {
	c.grain(0, sound.Cloth, 0.6, 1.3)
	c.knock(0.004, &knock{hz: c.between(300, 340), to: 230, glide: 0.01, decay: 0.05, strength: 0.6}, 1)
}

// done is three notes of a chord that rises.
func done(c *canvas, _ sound.Material) {
	for i, hz := range [3]float64{587.33, 739.99, 880} {
		t := 0.11 * float64(i)
		c.ring(t, &ring{hz, 0.7, 0.5}, 1)
		c.ring(t, &ring{hz * 2, 0.4, 0.18}, 1)
		c.ring(t, &ring{hz * 3.01, 0.2, 0.06}, 1)
	}
}
