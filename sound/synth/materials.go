package synth

import "voxtide/sound"

// material is what a material sounds like, whatever is done to it.
type material struct {
	rings  []ring  // of a blow
	knock  knock   // of a blow
	grit   hiss    // of one grain of what rubs
	grains int     // that rub under a step
	debris int     // pieces that fall after it broke
	shard  ring    // of such a piece; strength 0 for none
	firm   float64 // how hard it is to a blow, 0 to 1: of soft things less of the blow is heard, and more of the rubbing
}

// materials holds what each material is like. The bands of two materials lie apart, or their times do: a test measures it.
var materials = [sound.MaterialCount]material{
	sound.NoMaterial: {},
	sound.Stone: {
		rings:  []ring{{1480, 0.06, 0.5}, {2310, 0.045, 0.4}, {3620, 0.03, 0.25}},
		knock:  knock{hz: 260, to: 150, glide: 0.008, decay: 0.07, strength: 0.7},
		grit:   hiss{kind: band, hz: 2600, q: 0.9, attack: 0.0005, decay: 0.03, strength: 0.9},
		grains: 4, debris: 9, shard: ring{2900, 0.03, 0.3}, firm: 1,
	},
	sound.Soil: {
		knock:  knock{hz: 150, to: 82, glide: 0.018, decay: 0.12, strength: 0.8},
		grit:   hiss{kind: band, hz: 560, to: 420, q: 0.6, attack: 0.003, decay: 0.06, strength: 1.6},
		grains: 6, debris: 10, firm: 0.5,
	},
	sound.Grass: {
		knock:  knock{hz: 135, to: 80, glide: 0.014, decay: 0.07, strength: 0.22},
		grit:   hiss{kind: band, hz: 4300, to: 3000, q: 0.7, attack: 0.012, decay: 0.055, strength: 0.6},
		grains: 8, debris: 14, firm: 0.25,
	},
	sound.Sand: {
		knock:  knock{hz: 95, to: 70, glide: 0.01, decay: 0.05, strength: 0.1},
		grit:   hiss{kind: band, hz: 7000, to: 5600, q: 0.5, attack: 0.02, decay: 0.09, strength: 0.5},
		grains: 14, debris: 26, firm: 0.1,
	},
	sound.Gravel: {
		knock:  knock{hz: 170, to: 110, glide: 0.01, decay: 0.06, strength: 0.35},
		grit:   hiss{kind: band, hz: 1750, q: 2.2, attack: 0.0004, decay: 0.022, strength: 1.3},
		grains: 15, debris: 26, shard: ring{1900, 0.014, 0.25}, firm: 0.5,
	},
	sound.Wood: {
		rings:  []ring{{248, 0.16, 0.8}, {517, 0.11, 0.55}, {901, 0.07, 0.3}, {1330, 0.045, 0.15}},
		knock:  knock{hz: 190, to: 140, glide: 0.01, decay: 0.09, strength: 0.6},
		grit:   hiss{kind: band, hz: 1050, q: 0.9, attack: 0.001, decay: 0.03, strength: 0.45},
		grains: 2, debris: 7, shard: ring{740, 0.05, 0.3}, firm: 0.9,
	},
	sound.Glass: {
		rings:  []ring{{3130, 0.22, 0.5}, {4870, 0.17, 0.45}, {7020, 0.12, 0.35}, {9400, 0.08, 0.2}},
		knock:  knock{hz: 900, to: 700, glide: 0.004, decay: 0.03, strength: 0.15},
		grit:   hiss{kind: high, hz: 7200, q: 0.8, attack: 0.0005, decay: 0.02, strength: 0.22},
		grains: 2, debris: 22, shard: ring{6100, 0.09, 0.3}, firm: 0.8,
	},
	sound.Cloth: {
		knock:  knock{hz: 150, to: 95, glide: 0.015, decay: 0.06, strength: 0.35},
		grit:   hiss{kind: band, hz: 850, to: 560, q: 0.6, attack: 0.022, decay: 0.075, strength: 0.9},
		grains: 2, debris: 4, firm: 0.15,
	},
	sound.Water: {
		knock:  knock{hz: 420, to: 800, glide: 0.05, decay: 0.09, strength: 0.4},
		grit:   hiss{kind: band, hz: 1300, to: 800, q: 0.8, attack: 0.01, decay: 0.09, strength: 0.5},
		grains: 4, debris: 8, firm: 0.3,
	},
	sound.Snow: {
		knock:  knock{hz: 105, to: 75, glide: 0.012, decay: 0.06, strength: 0.15},
		grit:   hiss{kind: band, hz: 2450, to: 1500, q: 2.6, attack: 0.009, decay: 0.035, strength: 0.8},
		grains: 9, debris: 10, firm: 0.1,
	},
	sound.Metal: {
		rings:  []ring{{623, 0.55, 0.5}, {1391, 0.45, 0.45}, {2187, 0.36, 0.35}, {3489, 0.25, 0.25}},
		knock:  knock{hz: 330, to: 240, glide: 0.006, decay: 0.06, strength: 0.3},
		grit:   hiss{kind: band, hz: 5200, q: 1.2, attack: 0.0005, decay: 0.018, strength: 0.4},
		grains: 1, debris: 5, shard: ring{2680, 0.2, 0.35}, firm: 1,
	},
}

// blow adds a blow at a material: its rings, its knock and one grain. Each blow is a little different.
func (c *canvas) blow(from float64, of sound.Material, strength float64) {
	m := &materials[of]
	for i := range m.rings {
		r := m.rings[i]
		r.hz = c.about(r.hz, 0.03)
		c.ring(from, &r, c.about(strength, 0.25))
	}
	k := m.knock
	k.hz, k.to = c.about(k.hz, 0.08), c.about(k.to, 0.08)
	c.knock(from, &k, strength)
	c.grain(from, of, strength, 1)
}

// grain adds one grain that rubs, at a pitch.
func (c *canvas) grain(from float64, of sound.Material, strength, pitch float64) {
	g := materials[of].grit
	pitch *= c.about(1, 0.18)
	g.hz, g.to = g.hz*pitch, g.to*pitch
	g.decay = c.about(g.decay, 0.3)
	c.hiss(from, &g, strength)
}

// rub adds grains over a span.
func (c *canvas) rub(from, span float64, of sound.Material, grains int, strength float64) {
	for range grains {
		late := c.random()
		c.grain(from+late*span, of, strength*c.between(0.25, 1)*(1-0.5*late), 1)
	}
}

// fall adds pieces that fall after something broke.
func (c *canvas) fall(from, span float64, of sound.Material) {
	m := &materials[of]
	for i := range m.debris {
		when := from + span*(float64(i)+c.random())/float64(m.debris)
		fade := 0.75 * (1 - 0.75*(when-from)/span)
		if m.shard.strength > 0 {
			s := m.shard
			s.hz = c.about(s.hz, 0.35)
			c.ring(when, &s, fade*c.between(0.4, 1.4))
		}
		c.grain(when, of, fade*c.between(0.2, 0.7), 1.15)
	}
}
