package textures

// The ground.

// dirt is crumbs in clumps, with a few pebbles and holes.
func dirt(c *canvas, b brush) {
	c.rect(0, 0, Size, Size, rDirt.step(2))
	c.dabs(b.scatter(1, 4, 4, 95), 2, 3, rDirt.step(3))
	c.dabs(b.scatter(2, 4, 5, 95), 2, 3, rDirt.step(1))
	for _, p := range b.scatter(3, 4, 3, 95) {
		x, y := p.x/4, p.y/4
		switch p.h % 5 {
		case 0, 1:
			c.set(x, y, rDirt.step(4))
			c.set(x+1, y, rDirt.step(3))
			c.set(x+1, y+1, rDirt.step(0))
		case 2, 3:
			c.set(x, y, rDirt.step(0))
			c.set(x+1, y+int(p.h>>5&1), rDirt.step(0))
		}
	}
	c.removeOrphans()
}

// grassTop is short blades, dark at the root and light at the tip.
func grassTop(c *canvas, b brush) {
	c.rect(0, 0, Size, Size, rTurf.step(2))
	for _, p := range b.scatter(1, 6, 6, 95) { // roots in the shade
		x, y := p.x/4, p.y/4
		c.line(x, y, 0, 1, 1+int(p.h>>4&1), rTurf.step(1))
		if p.h&7 == 0 {
			c.set(x+1, y+1, rTurf.step(1))
			c.set(x, y+1, rTurf.step(0))
		}
	}
	for _, p := range b.scatter(2, 6, 5, 95) { // tips in the light
		x, y := p.x/4, p.y/4
		lean := int(p.h>>4%3) - 1
		c.line(x, y, 0, -1, 2, rTurf.step(3))
		switch p.h >> 8 & 3 {
		case 0:
			c.set(x+lean, y-1, rTurf.step(4))
		case 1:
			c.set(x+lean, y-2, rTurf.step(3))
		}
	}
}

// grassSide is dirt under a ragged fringe of grass that throws a shadow.
func grassSide(c *canvas, b brush) {
	dirt(c, brush{seed: seedOf("dirt"), variant: b.variant})
	var top canvas
	grassTop(&top, brush{seed: seedOf("grass_top"), variant: b.variant})
	for x := range Size {
		depth := 2 + b.roll(1, x, 8, 2)
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

// sandy returns the painter of grains and broken ripples, light above and shaded below.
func sandy(r ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.rect(0, 0, Size, Size, r.step(2))
		c.dabs(b.scatter(1, 4, 5, 95), 2, 4, r.step(3))
		for _, p := range b.scatter(2, 3, 4, 95) {
			x, y, long := p.x/4, p.y/4, 2+int(p.h>>4%4)
			c.line(x, y, 1, 0, long, r.step(3))
			c.line(x+1, y+1, 1, 0, long/2+1, r.step(1))
		}
		for _, p := range b.scatter(3, 5, 5, 95) { // single grains
			if s := int(p.h % 5); s != 2 {
				c.set(p.x/4, p.y/4, r.step([...]int{1, 1, 2, 3, 4}[s]))
			}
		}
	}
}

// gravel is small stones of three kinds, close together.
func gravel(c *canvas, b brush) {
	ps := b.scatter(9, 4, 5, 90)
	cs := worleyCells(ps, 3, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		h := ps[k.id].h
		r := [...]ramp{rPebble, rPebble, rStone, rPebble}[h>>12&3]
		t := tone(2) + int(h>>4%3)*4 - 2 + b.noise(3, 1, 1, x, y)/30
		switch e := bevel(&cs, x, y); {
		case e > 0:
			t += 9
		case e < 0:
			t -= 17
		}
		return r.shade(t, x, y, 0)
	})
	c.removeOrphans()
}

// clay is smooth, with a few smears.
func clay(c *canvas, b brush) {
	c.rect(0, 0, Size, Size, rClay.step(2))
	c.dabs(b.scatter(1, 2, 5, 95), 3, 6, rClay.step(3))
	c.dabs(b.scatter(2, 2, 5, 95), 3, 6, rClay.step(1))
	for _, p := range b.scatter(3, 3, 3, 95) {
		if p.h&1 == 0 {
			c.line(p.x/4, p.y/4, 1, 0, 2, rClay.step(4))
			c.set(p.x/4+1, p.y/4+1, rClay.step(0))
		}
	}
	c.removeOrphans()
}

// sandstone is two beds of hardened sand, each with a light upper rim and a furrow below.
func sandstone(c *canvas, b brush) {
	c.rect(0, 0, Size, Size, rSand.step(2))
	c.rect(0, 1, Size, 3, rSand.step(3))
	c.dabs(b.scatter(1, 2, 4, 95), 3, 6, rSand.step(3))
	c.dabs(b.scatter(2, 2, 4, 95), 2, 5, rSand.step(1))
	for x := range Size {
		c.set(x, 0, rSand.step(3+b.roll(3, x/2*2, 0, 4)/3))
		c.set(x, 4, rSand.step(b.roll(4, x/2*2, 4, 4)/3+1))
		c.set(x, 5, rSand.step(1-b.roll(5, x/4*4, 6, 4)/3))
		c.set(x, 6, rSand.step(3))
		c.set(x, 15, rSand.step(1-b.roll(6, x/2*2, 15, 4)/3))
	}
	for _, p := range b.scatter(7, 3, 3, 90) {
		if p.h&1 == 0 {
			c.lighten(p.x/4, p.y/4, -1)
			c.lighten(p.x/4+1, p.y/4, -1)
		}
	}
}

// snow is soft drifts in white with blue hollows.
func snow(c *canvas, b brush) {
	c.rect(0, 0, Size, Size, rSnow.step(3))
	c.dabs(b.scatter(1, 2, 4, 95), 3, 6, rSnow.step(4))
	for _, p := range b.scatter(2, 3, 4, 95) {
		x, y := p.x/4, p.y/4
		switch p.h & 3 {
		case 0:
			c.line(x, y, 1, 0, 3, rSnow.step(2))
			c.set(x+1, y+1, rSnow.step(2))
		case 1:
			c.line(x, y, 1, 0, 2, rSnow.step(2))
		case 2:
			if p.h&12 == 0 {
				c.lighten(x, y, -1)
			}
		}
	}
}

// ice is clear with white cracks that run down it aslant.
func ice(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(2) + b.noise(1, 8, 8, x, y)/9 + b.noise(2, 4, 4, x, y)/16
		return rIce.shade(t, x, y, 3)
	})
	c.removeOrphans()
	for _, run := range [...][3]int{{3, 1, 7}, {12, 4, 6}, {6, 9, 6}, {14, 12, 4}} {
		x := run[0]
		for n := range run[2] {
			y := run[1] + n
			c.set(x, y, rIce.step(4))
			c.lighten(x+1, y, -1)
			if b.roll(3, x, y, 4) != 0 {
				x--
			}
		}
	}
}

// waterFrameCount is the number of frames of the animation of water.
const waterFrameCount = 16

// circleSteps is the sine of sixteen steps of a turn, times 8.
var circleSteps = [waterFrameCount]int{0, 3, 6, 7, 8, 7, 6, 3, 0, -3, -6, -7, -8, -7, -6, -3}

// water is a net of light between points that circle once in an animation.
func water(c *canvas, b brush) {
	ps := b.scatter(1, 3, 3, 70)
	for i := range ps {
		turn := b.frame + int(ps[i].h>>8&15)
		if ps[i].h&1 == 0 {
			turn = -turn
		}
		ps[i].x += circleSteps[turn&15]
		ps[i].y += circleSteps[(turn+4)&15]
	}
	cs := worleyCells(ps, 3, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		switch {
		case k.edge < 3 && k.dist > 14:
			return rWater.step(4)
		case k.edge < 4:
			return rWater.step(3)
		case k.dist < 6:
			return rWater.step(1)
		}
		return rWater.step(2)
	})
}

// lava is plates of crust that drift in circles on what glows between them.
func lava(c *canvas, b brush) {
	ps := b.scatter(1, 3, 3, 70)
	for i := range ps {
		turn := b.frame + int(ps[i].h>>8&15)
		if ps[i].h&1 == 0 {
			turn = -turn
		}
		ps[i].x += circleSteps[turn&15] / 2
		ps[i].y += circleSteps[(turn+4)&15] / 2
	}
	cs := worleyCells(ps, 3, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		switch {
		case k.edge < 2:
			return rFlame.step(3)
		case k.edge < 4:
			return rFlame.step(2)
		case k.edge < 7:
			return rFlame.step(1)
		case k.dist < 9:
			return rRed.step(0)
		}
		return rFlame.step(0)
	})
}
