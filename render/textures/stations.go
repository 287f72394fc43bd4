package textures

// Faces of workbench, furnace, kiln, chest, barrel, campfire, lever and the like.

// stationRows returns the rows of blocks that are used.
func stationRows() []row {
	return []row{
		{name: "workbench_top", paint: workbenchTop, untiled: true},
		{name: "workbench_side", paint: workbenchSide(false), untiled: true},
		{name: "workbench_front", paint: workbenchSide(true), untiled: true},
		{name: "furnace_top", paint: furnaceTop, untiled: true},
		{name: "furnace_side", paint: furnaceSide, untiled: true},
		{name: "furnace_front", paint: furnaceFront(false), untiled: true},
		{name: "furnace_front_lit", paint: furnaceFront(true), frames: fireFrameCount, untiled: true},
		{name: "kiln_top", paint: kilnTop, untiled: true},
		{name: "kiln_side", paint: kilnSide, untiled: true},
		{name: "kiln_front", paint: kilnFront(false), untiled: true},
		{name: "kiln_front_lit", paint: kilnFront(true), frames: fireFrameCount, untiled: true},
		{name: "chest_top", paint: chestTop, untiled: true},
		{name: "chest_side", paint: chestSide(false), untiled: true},
		{name: "chest_front", paint: chestSide(true), untiled: true},
		{name: "barrel_side", paint: barrelSide, untiled: true},
		{name: "barrel_top", paint: barrelTop(true), untiled: true},
		{name: "barrel_bottom", paint: barrelTop(false), untiled: true},
		{name: "campfire_log", paint: campfireLog, untiled: true},
		{name: "campfire_embers", paint: campfireEmbers(true), frames: fireFrameCount, untiled: true},
		{name: "campfire_ash", paint: campfireEmbers(false), untiled: true},
		{name: "campfire_fire", paint: fire, frames: fireFrameCount, untiled: true, cutout: true},
		{name: "lever_base", paint: furnaceSide, untiled: true},
		{name: "lever_handle", paint: campfireLog, untiled: true},
	}
}

// fireFrameCount is the number of images of a fire.
const fireFrameCount = 8

// workbenchTop is boards with a square, a saw's cuts and a rim.
func workbenchTop(c *canvas, _ brush) {
	planks(rWood)(c, brush{seed: seedOf("planks")})
	for n := range Size {
		c.set(n, 0, rBark.step(3))
		c.set(0, n, rBark.step(3))
		c.set(n, 15, rBark.step(0))
		c.set(15, n, rBark.step(1))
	}
	for n := 3; n < 13; n++ { // a carpenter's square
		c.set(n, 3, rSteel.step(3-n&1))
		c.set(3, n, rSteel.step(3-n&1))
		c.set(n, 4, rWood.step(0))
		c.set(4, n, rWood.step(0))
	}
	c.set(4, 4, rSteel.step(1))
	for _, y := range [...]int{7, 9, 11} {
		c.line(8, y, 1, 0, 5, rWood.step(0))
	}
}

// workbenchSide returns the painter of a side: legs and a shelf, with tools that hang at the front.
func workbenchSide(front bool) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		planks(rWood)(c, brush{seed: seedOf("planks")})
		c.rect(0, 0, Size, 3, rBark.step(2))
		c.line(0, 0, 1, 0, Size, rBark.step(4))
		c.line(0, 3, 1, 0, Size, rBark.step(0))
		for _, x := range [...]int{0, 13} {
			c.rect(x, 3, 3, 13, rBark.step(2))
			c.line(x, 3, 0, 1, 13, rBark.step(3))
			c.line(x+2, 3, 0, 1, 13, rBark.step(0))
		}
		if front {
			c.line(5, 6, 0, 1, 8, rWood.step(4)) // a hammer
			c.rect(4, 5, 3, 2, rSteel.step(2))
			c.line(4, 5, 1, 0, 3, rSteel.step(4))
			for k := range 6 { // a saw
				c.line(9, 6+k, 1, 0, 2+k/2-k/5, rSteel.step(3-k&1))
			}
			c.rect(9, 12, 3, 2, rBark.step(1))
			return
		}
		c.line(3, 10, 1, 0, 10, rBark.step(3))
		c.line(3, 11, 1, 0, 10, rBark.step(0))
	}
}

// furnaceSide is small squared stones.
func furnaceSide(c *canvas, b brush) { laid(rStone, noiseGrain(2, 2, 16), courses(8, 4))(c, b) }

// furnaceTop is a plate with a vent.
func furnaceTop(c *canvas, b brush) {
	polished(rStone, noiseGrain(2, 2, 16))(c, b)
	for y := 5; y < 11; y += 2 {
		c.line(4, y, 1, 0, 8, rCoal.step(1))
		c.line(4, y+1, 1, 0, 8, rStone.step(3))
	}
}

// furnaceFront returns the painter of a mouth under a slot, dark or with fire in it.
func furnaceFront(lit bool) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		furnaceSide(c, brush{seed: seedOf("furnace_side")})
		c.rect(3, 2, 10, 3, rStone.step(0))
		c.line(3, 5, 1, 0, 10, rStone.step(4))
		for x := 4; x < 12; x += 2 {
			c.line(x, 2, 0, 1, 3, rCoal.step(1))
		}
		c.mouth(2, 8, 12, 7, b, lit)
		if lit {
			c.line(4, 4, 1, 0, 8, rFlame.step(1))
		}
	}
}

// mouth draws an arched opening with a rim, and flames in it if lit.
func (c *canvas) mouth(x, y, w, h int, b brush, lit bool) {
	for v := range h {
		in := max(2-v, 0)
		for u := in; u < w-in; u++ {
			i := rCoal.step(min(v/3, 2) / 2)
			if u == in || u == w-1-in || v == 0 {
				i = rStone.step(4 - u/(w-1-in)*3)
			} else if lit {
				tall := 2 + h*(2+flicker(u, b.frame))/6
				switch d := h - v; {
				case d < tall-3:
					i = rFlame.step(4)
				case d < tall-1:
					i = rFlame.step(3)
				case d < tall:
					i = rFlame.step(1)
				}
			}
			c.set(x+u, y+v, i)
		}
	}
	c.line(x, y+h, 1, 0, w, rStone.step(0))
}

// flicker is the height of a flame at a column of an image: 0 to 3, the same again after fireFrameCount images.
func flicker(u, frame int) int {
	a := [8]int{0, 1, 2, 3, 3, 2, 1, 1}[(u*3+frame)&7]
	d := [8]int{0, 0, 1, 2, 2, 1, 0, 1}[(u*5+8-frame)&7]
	return max(a, d)
}

// kilnSide is rounded rows of fired clay.
func kilnSide(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		v := y & 3
		t := tone(2) + [4]int{10, 4, -6, -22}[v] + b.noise(1, 4, 2, x, y)/12
		if (x+y/4*5)&7 == 0 && v < 3 {
			t -= 20
		}
		return rBrick.shade(t, x, y, 0)
	})
	for _, x := range [...]int{0, 15} {
		for y := range Size {
			c.lighten(x, y, -1)
		}
	}
}

// kilnTop is rings of clay around the chimney.
func kilnTop(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		d := isqrt((2*x-15)*(2*x-15) + (2*y-15)*(2*y-15))
		switch {
		case d < 5:
			return rCoal.step(d / 3)
		case d < 7:
			return rBrick.step(4)
		}
		return rBrick.shade(tone(3)-d%4/2*14-d+b.noise(1, 2, 2, x, y)/16, x, y, 0)
	})
}

// kilnFront returns the painter of a round mouth with a rim of soot.
func kilnFront(lit bool) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		kilnSide(c, brush{seed: seedOf("kiln_side")})
		for y := range Size {
			for x := range Size {
				dx, dy := 2*x-15, 2*y-17
				switch d := isqrt(dx*dx + dy*dy); {
				case d < 8:
					i := rCoal.step(0)
					if lit {
						i = rFlame.step(min(1+flicker(x, b.frame)/2+(y+1)/5, 4))
					}
					c.set(x, y, i)
				case d < 10:
					c.set(x, y, rBrick.step(4-y/5))
				case d < 12 && y < 9:
					c.set(x, y, rBrick.step(0))
				}
			}
		}
	}
}

// chestTop is boards across under two straps of iron.
func chestTop(c *canvas, _ brush) {
	planks(rWood)(c, brush{seed: seedOf("planks")})
	c.edgeBand()
	for _, x := range [...]int{3, 11} {
		c.rect(x, 0, 2, Size, rSlate.step(2))
		c.line(x, 0, 0, 1, Size, rSlate.step(4))
		for y := 2; y < 15; y += 4 {
			c.set(x+1, y, rSteel.step(4))
		}
	}
}

// edgeBand draws a dark band around the tile.
func (c *canvas) edgeBand() {
	for n := range Size {
		c.set(n, 0, rBark.step(3))
		c.set(0, n, rBark.step(2))
		c.set(n, 15, rBark.step(0))
		c.set(15, n, rBark.step(1))
	}
}

// chestSide returns the painter of a side: the seam of the lid, straps, and at the front a lock.
func chestSide(front bool) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		planks(rWood)(c, brush{seed: seedOf("planks")})
		c.edgeBand()
		for _, x := range [...]int{3, 11} {
			c.line(x, 2, 0, 1, 14, rSlate.step(4))
			c.line(x+1, 2, 0, 1, 14, rSlate.step(1))
		}
		c.line(0, 6, 1, 0, Size, rBark.step(0)) // the seam of the lid
		c.line(0, 7, 1, 0, Size, rBark.step(3))
		c.line(0, 2, 1, 0, Size, rBark.step(3))
		if front {
			c.rect(6, 4, 4, 6, rGold.step(2))
			c.line(6, 4, 1, 0, 4, rGold.step(4))
			c.line(6, 4, 0, 1, 6, rGold.step(3))
			c.line(6, 9, 1, 0, 4, rGold.step(0))
			c.rect(7, 6, 2, 2, rCoal.step(0))
		}
	}
}

// barrelSide is staves that bulge, held by two hoops.
func barrelSide(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		bulge := 6 - abs(2*x-15)/2
		t := tone(2) + bulge*2 + b.noise(1, 1, 8, x, y)/14
		if x&3 == 3 {
			t -= 22
		}
		return rPineWood.shade(t, x, y, 0)
	})
	for _, y := range [...]int{2, 12} {
		for x := range Size {
			s := 3 - abs(2*x-15)/6
			c.set(x, y, rSteel.step(s+1))
			c.set(x, y+1, rSlate.step(max(s, 0)))
		}
	}
}

// barrelTop returns the painter of a lid of staves in a hoop, with a bung if it is the upper one.
func barrelTop(upper bool) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			dx, dy := abs(2*x-15), abs(2*y-15)
			switch d := max(dx, dy, (dx+dy)*3/4); {
			case d >= 14:
				return rSlate.step(3 - (x+y)/11)
			case d >= 12:
				return rPineWood.step(0)
			}
			t := tone(2) + 6 + b.noise(1, 1, 8, x, y)/14
			if x&3 == 3 {
				t -= 20
			}
			return rPineWood.shade(t, x, y, 0)
		})
		if upper {
			c.rect(6, 6, 4, 4, rBark.step(0))
			c.rect(7, 6, 2, 3, rWood.step(3))
		} else {
			c.line(2, 7, 1, 0, 12, rBark.step(1))
			c.line(2, 8, 1, 0, 12, rPineWood.step(4))
		}
	}
}

// campfireLog is charred bark.
func campfireLog(c *canvas, b brush) {
	logSide(c, b)
	for i, k := range c {
		x, y := i%Size, i/Size
		if b.noise(5, 4, 4, x, y) > 20 {
			_, s := k.ramp()
			c[i] = rCoal.step(s)
		}
	}
}

// campfireEmbers returns the painter of the bed of a fire: coals that glow in turns, or cold ash.
func campfireEmbers(lit bool) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		still := brush{seed: b.seed}
		ps := still.scatter(1, 5, 5, 95)
		cs := worleyCells(ps, 4, 4)
		c.fill(func(x, y int) ink {
			k := cs[y*Size+x]
			h := int(ps[k.id].h)
			if lit && (h+b.frame)&7 < 4 {
				return rFlame.step(1 + (h>>3+b.frame/2)&1 + bevel(&cs, x, y))
			}
			r := rCoal
			if h>>4&1 == 0 || !lit {
				r = rLightGray
			}
			return r.step(1 + bevel(&cs, x, y))
		})
	}
}

// fire is flames that lick upward.
func fire(c *canvas, b brush) {
	for x := 1; x < Size-1; x++ {
		edge := min(x, 15-x, 5)
		tall := 3 + edge + flicker(x, b.frame)*2
		for v := range min(tall, 15) {
			s := 4
			switch left := tall - v; {
			case left < 2:
				s = 0
			case left < 4:
				s = 1
			case left < 6:
				s = 2
			case v > 3:
				s = 3
			}
			c.set(x, 15-v, rFlame.step(s))
		}
		if y := 15 - tall - 2 - b.frame&3; x%4 == 2 && y >= 0 { // a spark
			c.set(x, y, rFlame.step(2))
		}
	}
}
