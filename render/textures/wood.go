package textures

// Wood.

// planks returns the painter of four boards with grain, joints and nails.
func planks(r ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		joints := [4]int{4, 12, 7, 15}
		for n := range 4 {
			y, base := 4*n, 2+[4]int{1, 0, 1, 0}[n]
			c.rect(0, y, Size, 3, r.step(base))
			c.rect(0, y+3, Size, 1, r.step(1))
			for g := range 3 { // streaks of the grain, light near the upper edge and dark below
				x, long := b.roll(3, n, g, Size), 4+b.roll(4, n, g, 5)
				c.line(x, y+g, 1, 0, long, r.step(base+[3]int{1, -1, -1}[g]))
			}
			j := joints[n]
			c.line(j, y, 0, 1, 3, r.step(1))
			c.set(j, y+3, r.step(0))
			c.line(j+1, y, 0, 1, 2, r.step(base+1))
			c.line(j-2, y+3, 1, 0, 2, r.step(0))
			c.line(j+5, y+3, 1, 0, 4, r.step(0))
			c.set(j+2, y+1, r.step(1)) // nails
			c.set(j-2, y+1, r.step(1))
		}
	}
}

// logTop returns the painter of rings within bark.
func logTop(bark, wood ramp) func(*canvas, brush) {
	rings := [...]int{1, 3, 2, 3, 3, 2, 3} // steps by distance from the middle, in pixels
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			dx, dy := abs(2*x-15), abs(2*y-15) // half pixels from the middle
			d := (2*max(dx, dy) + isqrt(dx*dx+dy*dy)) * 2 / 3
			ring := min((d+b.noise(1, 4, 4, x, y)/48)/4, len(rings)-1)
			switch {
			case max(dx, dy) >= 15 || dx+dy >= 27:
				return bark.shade(tone(1)+6+b.noise(2, 2, 2, x, y)/9, x, y, 0)
			case d >= 24:
				return wood.step(1)
			}
			return wood.shade(tone(rings[max(ring, 0)])+b.noise(3, 2, 2, x, y)/18, x, y, 0)
		})
		for k := range 4 { // the crack that drying tears
			c.set(8+k, 7-k/2, wood.step(1))
		}
	}
}

// logSide is upright ridges of bark that separate and join.
func logSide(c *canvas, b brush) {
	const r = rBark
	c.fill(func(x, y int) ink {
		return r.shade(tone(2)+4+b.noise(1, 2, 8, x, y)/11+b.noise(2, 1, 4, x, y)/20, x, y, 2)
	})
	for i, g := range [...]int{0, 3, 5, 8, 11, 13} {
		for y := range Size {
			x := g + [16]int{0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, -1, -1, -1, 0, 0}[(y+5*i)&15]
			if b.roll(3, i, y/3*3, 5) == 0 {
				c.lighten(x, y, -1) // the groove closes for a while
				continue
			}
			c.set(x, y, r.shade(tone(0)+b.roll(4, x, y, 3)*5, x, y, 0))
			c.lighten(x+1, y, 1)
		}
	}
}

// birchSide is pale paper bark with dark scars.
func birchSide(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(3) + b.noise(1, 4, 2, x, y)/13 + [Size]int{-6, 0, 5, 6, 4, 4, 2, 2, 0, 2, 4, 4, 0, -4, -8, -10}[x]
		return rBirchBark.shade(t, x, y, 2)
	})
	c.removeOrphans()
	for _, d := range [...][3]int{{2, 1, 3}, {10, 3, 4}, {5, 6, 2}, {12, 8, 3}, {4, 11, 5}, {14, 13, 2}} {
		x, y, long := d[0], d[1], d[2]
		c.set(x-1, y, rBirchBark.step(1))
		c.line(x, y, 1, 0, long, rSlate.step(2))
		c.set(x+long, y, rBirchBark.step(0))
		if long > 4 { // an old branch
			c.line(x+1, y, 1, 0, 3, rSlate.step(1))
			c.line(x+1, y+1, 1, 0, 2, rSlate.step(2))
			c.set(x+3, y+1, rBirchBark.step(0))
			c.line(x, y-1, 1, 0, 3, rBirchBark.step(1))
		}
	}
}

// pineSide is tall scales of bark, each second column shifted.
func pineSide(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		bend := [Size]int{0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, -1, -1, 0}[y]
		n := (x - bend) & 15 / 4
		u, v := (x-bend)&3, (y+[4]int{0, 5, 2, 9}[n])&7
		t := tone(2) + b.roll(2, 4*n, (y+[4]int{0, 5, 2, 9}[n])&15/8, 3)*7 - 6 + b.noise(3, 1, 2, x, y)/14
		switch {
		case u == 3 || v == 7:
			t = tone(0) + 4 + b.noise(4, 2, 2, x, y)/14
		case u == 0 || v == 0:
			t += 12
		case v == 6:
			t -= 14
		}
		return rPineBark.shade(t, x, y, 0)
	})
}

// bookshelf is two boards of books in a case of planks.
func bookshelf(c *canvas, b brush) {
	planks(rWood)(c, brush{seed: seedOf("planks")})
	colours := [...]ramp{rRed, rGreen, rBlue, rWood, rPurple, rTeal, rOrange, rYellow}
	for shelf := range 2 {
		top := 1 + 8*shelf
		c.rect(0, top, Size, 6, rBark.step(0))
		last := -1
		for x, n := 1, 0; x < Size-1; n++ {
			w := min(2+b.roll(1, n, shelf, 5)/3, Size-1-x)
			tall := 6 - b.roll(2, n, shelf, 3)/2
			pick := b.roll(3, n, shelf, len(colours))
			if pick == last {
				pick = (pick + 3) % len(colours)
			}
			last = pick
			drawBook(c, colours[pick], x, top+6-tall, w, tall, b.roll(4, n, shelf, 3))
			x += w
		}
	}
	for y := range Size { // the sides of the case and the shade under its boards
		c.set(0, y, rWood.step(1))
		c.set(15, y, rWood.step(0))
	}
	for x := range Size {
		c.set(x, 0, rWood.step(3-x/6%2))
		c.set(x, 7, rWood.step(1))
		c.set(x, 8, rWood.step(3-x/5%2))
		c.set(x, 15, rWood.step(1))
	}
}

// drawBook draws the spine of a book: light on the left, shade on the right, bands or a title.
func drawBook(c *canvas, r ramp, x, y, w, h, kind int) {
	for u := range w {
		for v := range h {
			s := 2
			switch {
			case u == 0:
				s = 3
			case u == w-1:
				s = 1
			}
			if v == 0 {
				s = min(s+1, 4)
			}
			c.set(x+u, y+v, r.step(s))
		}
		switch kind {
		case 0:
			c.set(x+u, y+1, rGold.step(3-u))
		case 1:
			c.set(x+u, y+h-2, rGold.step(2-u))
		}
	}
}

// ladder is two rails and four rungs with their shadow, clear between.
func ladder(c *canvas, b brush) {
	for _, y := range [...]int{0, 4, 8, 12} {
		for x := 1; x < 15; x++ {
			c.set(x, y, rWood.shade(tone(3)+b.noise(1, 4, 1, x, y)/14, x, y, 0))
			c.set(x, y+1, rWood.shade(tone(1)+b.noise(2, 4, 1, x, y)/20, x, y, 0))
		}
	}
	for _, x := range [...]int{2, 12} {
		for y := range Size {
			c.set(x, y, rWood.shade(tone(3)+5+b.noise(3, 1, 4, x, y)/18, x, y, 0))
			c.set(x+1, y, rWood.shade(tone(1)+b.noise(4, 1, 4, x, y)/18, x, y, 0))
		}
		for _, y := range [...]int{0, 4, 8, 12} {
			c.set(x, y, rWood.step(2))
			c.set(x+1, y, rWood.step(0)) // a nail
			c.set(x, y+2, rWood.step(2))
		}
	}
}

func abs(n int) int { return max(n, -n) }
