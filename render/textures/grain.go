package textures

// The grain of wood: boards, bark, and the wood under the bark.

// laths is birch: narrow boards with long joints and the flecks of its grain.
func laths(c *canvas, b brush) {
	const r = rBirchWood
	for n := range 8 {
		y, base := 2*n, 2+n*5%3/2
		c.rect(0, y, Size, 1, r.step(base+1))
		c.rect(0, y+1, Size, 1, r.step(base))
		for g := range 2 {
			c.line(b.roll(1, n, g, Size), y+g, 1, 0, 3, r.step(base))
		}
		if n%2 == 1 {
			c.line(0, y+1, 1, 0, Size, r.step(1))
		}
		j := (3 + 7*n) & 15
		c.set(j, y, r.step(1))
		c.set(j, y+1, r.step(0))
		c.set(b.roll(2, n, 0, Size), y, rBark.step(3)) // a fleck
	}
}

// uprightBoards is pine: upright boards with knots.
func uprightBoards(c *canvas, b brush) {
	const r = rPineWood
	for n := range 4 {
		x, base := 4*n, 2+n&1
		c.fill2(x, 0, 3, Size, func(u, v int) ink {
			return r.shade(tone(base)+b.noise(1, 1, 8, u, v)/14, u, v, 0)
		})
		c.line(x+3, 0, 0, 1, Size, r.step(0))
		c.line(x, 0, 0, 1, Size, r.step(base+1))
		y := (2 + 6*n) & 15 // a knot
		c.set(x+1, y, r.step(0))
		c.set(x+1, y+1, rPineBark.step(0))
		c.set(x+2, y+1, r.step(1))
		c.set(x+1, y+2, r.step(1))
		c.set(x+1, y-1, r.step(base+1))
		j := (11 + 5*n) & 15
		c.line(x, j, 1, 0, 3, r.step(1))
	}
}

// parquet is willow: squares of three laths, in turns across and upright.
func parquet(c *canvas, b brush) {
	const r = rWillowWood
	for n := range 4 {
		x0, y0 := n&1*8, n>>1*8
		for v := range 8 {
			for u := range 8 {
				across, along := v, u
				if (n^n>>1)&1 == 1 {
					across, along = u, v
				}
				t := tone(2+across/3&1) + b.noise(1, 4, 4, x0+u, y0+v)/18
				switch {
				case across%3 == 2 || across == 7:
					t = tone(1)
				case across%3 == 0:
					t += 13
				case along == (3+2*across)&7:
					t -= 10
				}
				if along == 7 {
					t = tone(0) + 6
				}
				c.set(x0+u, y0+v, r.shade(t, x0+u, y0+v, 0))
			}
		}
	}
}

// chevrons is acacia: boards that meet at an angle.
func chevrons(c *canvas, b brush) {
	const r = rAcaciaWood
	c.fill(func(x, y int) ink {
		u := x
		if x > 7 {
			u = 15 - x
		}
		d := (y + u) & 15
		t := tone(2) + d/4&1*10 + b.noise(1, 2, 2, x, y)/20 - 3
		switch {
		case x == 7 || x == 15:
			return r.step(0)
		case d&3 == 3:
			t = tone(0) + 8
		case d&3 == 0:
			t += 12
		}
		return r.shade(t, x, y, 0)
	})
}

// broadBoards is kapok: two broad boards with flowing grain and pegs.
func broadBoards(c *canvas, b brush) {
	const r = rKapokWood
	c.fill(func(x, y int) ink {
		v := y & 7
		wave := circleSteps[x]/2 + y/8*3
		t := tone(2) + 4
		switch (v + wave/2 + 8) & 3 {
		case 0:
			t += 12
		case 2:
			t -= 12
		}
		t += b.noise(1, 4, 2, x, y) / 20
		switch {
		case v == 7:
			return r.step(0)
		case v == 0:
			t = tone(4)
		}
		return r.shade(t, x, y, 0)
	})
	for n, x := range [...]int{2, 10} {
		y := 8*n + 3
		c.line(x+2, 8*n, 0, 1, 7, r.step(1))
		for _, at := range [...]int{x, x + 4} {
			c.set(at, y, rBark.step(1))
			c.set(at, y+1, r.step(1))
		}
	}
}

// willowSide is deep furrows that cross in long diamonds.
func willowSide(c *canvas, b brush) {
	const r = rWillowBark
	c.fill(func(x, y int) ink {
		zig := [Size]int{0, 0, 1, 1, 2, 2, 3, 3, 4, 3, 3, 2, 2, 1, 1, 0}[y]
		d1, d2 := (x+zig)&7, (x-zig)&7
		t := tone(2) + b.noise(1, 2, 4, x, y)/12
		switch {
		case d1 == 0 || d2 == 0:
			t = tone(0) + 3
		case d1 == 1 || d2 == 1:
			t += 16
		case d1 == 7 || d2 == 7:
			t -= 12
		}
		return r.shade(t, x, y, 0)
	})
}

// acaciaSide is broken plates that peel from the trunk.
func acaciaSide(c *canvas, b brush) {
	ps := b.scatter(1, 3, 3, 70)
	cs := worleyCells(ps, 6, 2)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		if k.edge < 3 {
			return rAcaciaBark.step(0)
		}
		t := tone(2) + int(ps[k.id].h%3)*7 - 5 + b.noise(2, 1, 4, x, y)/14 + bevel(&cs, x, y)*12
		if ps[k.id].h>>4%4 == 0 && k.edge < 8 {
			return rAcaciaWood.shade(t-16, x, y, 0) // red wood shows
		}
		return rAcaciaBark.shade(t, x, y, 0)
	})
}

// kapokSide is smooth grey bark with conical thorns and rings.
func kapokSide(c *canvas, b brush) {
	const r = rKapokBark
	c.fill(func(x, y int) ink {
		t := tone(2) + 6 + b.noise(1, 8, 4, x, y)/10
		if y&7 == 5 {
			t -= 12
		}
		return r.shade(t, x, y, 2)
	})
	c.removeOrphans()
	for i, x := range [...]int{2, 7, 12, 4, 10, 14} {
		y := (1 + 5*i) & 15
		c.set(x, y, r.step(4))
		c.set(x, y+1, r.step(4))
		c.set(x+1, y+1, r.step(1))
		c.set(x, y+2, r.step(3))
		c.set(x+1, y+2, r.step(0))
		c.set(x-1, y+2, r.step(4))
	}
}

// stripped returns bare wood of a ramp whose tone at a pixel is f; the edges of the trunk lie in shade.
func stripped(c *canvas, r ramp, f func(x, y int) int) {
	c.fill(func(x, y int) ink { return r.shade(f(x, y), x, y, 0) })
}

// waveGrain is bare oak: long waves.
func waveGrain(c *canvas, b brush) {
	stripped(c, rWood, func(x, y int) int {
		return tone(2) + [4]int{12, 0, -10, 2}[(x+circleSteps[y]/4)&3] + b.noise(1, 1, 8, x, y)/16
	})
}

// fleckGrain is bare birch: silk with short flecks.
func fleckGrain(c *canvas, b brush) {
	stripped(c, rBirchWood, func(x, y int) int { return tone(3) + b.noise(1, 1, 8, x, y)/12 })
	for i, x := range [...]int{1, 5, 9, 13, 3, 11, 7, 15} {
		c.line(x, (5*i+b.roll(2, i, 0, 3))&15, 0, 1, 2, rBirchWood.step(1))
	}
}

// knotGrain is bare pine: straight grain that runs around knots.
func knotGrain(c *canvas, b brush) {
	stripped(c, rPineWood, func(x, y int) int { return tone(3) - x&1*14 + b.noise(1, 1, 16, x, y)/14 })
	for _, at := range [...][2]int{{4, 3}, {11, 10}} {
		c.rect(at[0]-1, at[1]-1, 3, 4, rPineWood.step(1))
		c.rect(at[0], at[1], 1, 2, rPineBark.step(0))
		c.line(at[0]-2, at[1]-1, 0, 1, 4, rPineWood.step(4))
		c.line(at[0]+2, at[1]-1, 0, 1, 4, rPineWood.step(2))
	}
}

// twistGrain is bare willow: the grain turns around the trunk.
func twistGrain(c *canvas, b brush) {
	stripped(c, rWillowWood, func(x, y int) int {
		return tone(3) - 4 + [4]int{8, -2, -16, -2}[(x+y/2+y/8*4)&3] + b.noise(1, 4, 4, x, y)/16
	})
}

// bandGrain is bare acacia: broad dark and light bands.
func bandGrain(c *canvas, b brush) {
	bands := [Size]int{2, 3, 3, 2, 1, 1, 2, 3, 3, 3, 2, 1, 0, 1, 2, 2}
	stripped(c, rAcaciaWood, func(x, y int) int { return tone(bands[x]) + b.noise(1, 2, 8, x, y)/10 })
}

// poreGrain is bare kapok: pale, with rows of pores.
func poreGrain(c *canvas, b brush) {
	stripped(c, rKapokWood, func(x, y int) int { return tone(3) + b.noise(1, 4, 8, x, y)/12 })
	for n := range 8 {
		x, y := 2*n+n&1, b.roll(2, n, 0, 8)
		for k := range 3 {
			c.set(x, y+5*k, rKapokWood.step(1))
		}
	}
}
