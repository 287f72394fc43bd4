package textures

// The ground: what lies on it and under it.

// dirt is crumbs in clumps, with a few pebbles.
func dirt(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(2) - 2 + b.noise(1, 4, 4, x, y)/8 + b.noise(2, 2, 2, x, y)/9
		return rDirt.shade(t, x, y, 4)
	})
	c.tidy()
	for i, p := range b.scatter(3, 3, 3, 80) {
		x, y := p.x/4, p.y/4
		switch p.h % 3 {
		case 0:
			c.set(x, y, rDirt.step(4))
			c.set(x+1, y, rDirt.step(3))
			c.set(x, y+1, rDirt.step(1))
			c.set(x+1, y+1, rDirt.step(0))
		case 1:
			c.set(x, y, rDirt.step(0))
			c.set(x+1, y, rDirt.step(1))
			if i&1 == 0 {
				c.set(x+1, y-1, rDirt.step(1))
			}
		}
	}
}

// grassTop is short blades, dark at the root and light at the tip, in clumps.
func grassTop(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		return rTurf.shade(tone(1)+10+b.noise(1, 4, 4, x, y)/11, x, y, 6)
	})
	for _, p := range b.scatter(2, 7, 5, 85) {
		blade(c, b, p)
	}
	c.tidy()
}

// blade draws one blade of grass seen from above, two to three pixels long.
func blade(c *canvas, b brush, p point) {
	x, y := p.x/4, p.y/4
	t := tone(2) + 6 + b.noise(3, 8, 8, x, y)/10 + int(p.h%3)*5 - 4
	lean := int(p.h>>4%3) - 1
	c.set(x, y+1, rTurf.shade(t-20, x, y+1, 0))
	c.set(x, y, rTurf.shade(t, x, y, 0))
	if p.h>>8&3 != 0 {
		c.set(x+lean, y-1, rTurf.shade(t+13, x, y-1, 0))
	}
}

// grassSide is dirt under a ragged fringe of grass that throws a shadow.
func grassSide(c *canvas, b brush) {
	dirt(c, brush{seed: seedOf("dirt"), variant: b.variant})
	var top canvas
	grassTop(&top, brush{seed: seedOf("grass_top"), variant: b.variant})
	for x := range Size {
		depth := 2 + b.roll(1, x, 0, 2)
		switch x % 4 { // tufts hang in turns, so that the fringe is ragged but nowhere bare
		case b.roll(2, x/4*4, 4, 4):
			depth += 2 + b.roll(3, x, 5, 2)
		case b.roll(4, x/4*4, 6, 4):
			depth++
		}
		for y := range depth {
			t := tone(3) - 3*y + b.noise(5, 1, 4, x, y)/13
			switch y {
			case 0:
				t += 6
			case depth - 1:
				t -= 19
			}
			c.set(x, y, rTurf.shade(t, x, y, 2))
		}
		c.set(x, depth, rDirt.step(0))
		if b.roll(6, x, 7, 2) == 0 {
			c.set(x, depth+1, rDirt.step(1))
		}
	}
}

// sandy returns the painter of grains in low ripples.
func sandy(r ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			wave := (y + 16 + b.noise(1, 8, 8, x, y)/42) % 8
			t := tone(2) + 6 + [8]int{4, 7, 5, 2, -1, -4, -6, -2}[wave] + b.noise(2, 4, 2, x, y)/16 + b.noise(3, 1, 1, x, y)/22
			return r.shade(t, x, y, 5)
		})
		c.tidy()
		for _, p := range b.scatter(4, 4, 4, 95) { // single grains that catch the light, and their shadow
			if p.h&3 == 0 {
				c.lift(p.x/4, p.y/4, 1)
				c.lift(p.x/4+1, p.y/4+1, -1)
			}
		}
	}
}

// gravel is small stones of three kinds, close together.
func gravel(c *canvas, b brush) {
	cs := cells(b.scatter(1, 5, 6, 85), 3, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		h := b.hash(2, k.id*5, k.id*3)
		r := [...]ramp{rPebble, rPebble, rPebble, rStone, rDirt}[h%5]
		t := tone(2) + int(h>>4%3)*6 - 8 + b.noise(3, 1, 1, x, y)/24
		switch e := bevel(&cs, x, y); {
		case e > 0:
			t += 12
		case e < 0:
			t -= 18
		}
		return r.shade(t, x, y, 0)
	})
	c.tidy()
}

// clay is smooth, with a few smears.
func clay(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(2) + b.noise(1, 8, 4, x, y)/9 + b.noise(2, 4, 2, x, y)/14
		return rClay.shade(t, x, y, 3)
	})
	c.tidy()
}

// sandstone is strata with a light upper rim each, and pores.
func sandstone(c *canvas, b brush) {
	strata := [Size]int{14, 2, 0, 3, -16, 12, 4, 2, 5, 0, -18, 12, 3, -2, 1, -20}
	c.fill(func(x, y int) ink {
		sag := y + b.noise(1, 8, 16, x, 0)/100
		t := tone(2) + 4 + strata[sag&15] + b.noise(2, 4, 1, x, y)/14 + b.noise(3, 4, 4, x, y)/20
		return rSand.shade(t, x, y, 3)
	})
	c.tidy()
	for _, p := range b.scatter(4, 3, 3, 90) {
		if p.h&1 == 0 {
			c.lift(p.x/4, p.y/4, -1)
			c.lift(p.x/4+1, p.y/4, -1)
			c.lift(p.x/4, p.y/4+1, 1)
		}
	}
}

// snow is soft dunes in white with blue hollows.
func snow(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(3) + 2 + b.noise(1, 8, 4, x, y)/10 + b.noise(2, 4, 4, x, y)/16
		return rSnow.shade(t, x, y, 3)
	})
	c.tidy()
	for _, p := range b.scatter(3, 3, 3, 95) {
		if p.h&1 == 0 {
			c.set(p.x/4, p.y/4, rSnow.step(4))
			c.lift(p.x/4+1, p.y/4+1, -1)
		}
	}
}

// ice is clear with white cracks that run down it aslant.
func ice(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(2) + b.noise(1, 8, 8, x, y)/9 + b.noise(2, 4, 4, x, y)/16
		return rIce.shade(t, x, y, 3)
	})
	c.tidy()
	for _, run := range [...][3]int{{3, 1, 7}, {12, 4, 6}, {6, 9, 6}, {14, 12, 4}} {
		x := run[0]
		for n := range run[2] {
			y := run[1] + n
			c.set(x, y, rIce.step(4))
			c.lift(x+1, y, -1)
			if b.roll(3, x, y, 4) != 0 {
				x--
			}
		}
	}
}

// waterFrames is the length of the loop of water.
const waterFrames = 16

// circle is sixteen steps of a turn in eighths, as sine.
var circle = [waterFrames]int{0, 3, 6, 7, 8, 7, 6, 3, 0, -3, -6, -7, -8, -7, -6, -3}

// water is a net of light between points that circle once in a loop.
func water(c *canvas, b brush) {
	ps := b.scatter(1, 3, 3, 70)
	for i := range ps {
		turn := b.frame + int(ps[i].h>>8&15)
		if ps[i].h&1 == 0 {
			turn = -turn
		}
		ps[i].x += circle[turn&15]
		ps[i].y += circle[(turn+4)&15]
	}
	cs := cells(ps, 3, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		t := tone(1) + 2 + k.dist/2
		switch {
		case k.edge < 3:
			t = tone(3) + 4
		case k.edge < 7:
			t += 12
		}
		return rWater.shade(t, x, y, 0)
	})
}
