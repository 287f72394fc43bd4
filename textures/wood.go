package textures

// What is made of wood.

// planks returns the painter of four boards with grain, joints and nails.
func planks(r ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		joints := [4]int{5, 13, 2, 10}
		for n := range 4 {
			base := tone(2) + [4]int{5, -3, 8, 0}[n]
			for x := range Size {
				for v := range 4 {
					y := 4*n + v
					t := base + b.noise(1, 8, 1, x, y)/14
					switch v {
					case 0:
						t += 9
					case 3:
						t = tone(0) + 6 + b.noise(2, 4, 1, x, y)/22
					}
					c.set(x, y, r.shade(t, x, y, 2))
				}
			}
			for g := range 2 { // streaks of the grain
				x, y, long := b.roll(3, n, g, Size), 4*n+1+g, 4+b.roll(4, n, g, 5)
				for k := range long {
					c.lift(x+k, y, -1)
				}
				c.lift(x+long+1, y, 1)
			}
			j := joints[n]
			for v := range 3 {
				c.set(j, 4*n+v, r.step(0))
				c.set(j+1, 4*n+v, r.shade(base+13, j+1, v, 0))
			}
			c.set(j-2, 4*n+1, r.step(0)) // nails
			c.set(j+3, 4*n+1, r.step(0))
		}
	}
}

// logTop returns the painter of rings within bark.
func logTop(bark, wood ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			dx, dy := abs(2*x-15), abs(2*y-15) // half pixels from the middle
			d := (2*max(dx, dy) + root(dx*dx+dy*dy)) * 2 / 3
			ring := d + b.noise(1, 4, 4, x, y)/48
			switch {
			case max(dx, dy) >= 15 || dx+dy >= 27:
				return bark.shade(tone(1)+6+b.noise(2, 2, 2, x, y)/9, x, y, 0)
			case d >= 24:
				return wood.step(1)
			case ring%6 < 2:
				return wood.shade(tone(2)-8, x, y, 0)
			}
			return wood.shade(tone(3)-d/4+b.noise(3, 1, 1, x, y)/24, x, y, 0)
		})
		for k := range 4 { // the crack that drying tears
			c.lift(8+k, 7-k/2, -1)
		}
		c.set(7, 7, wood.step(1))
		c.set(8, 8, wood.step(1))
	}
}

// logSide is upright ridges of bark that part and meet.
func logSide(c *canvas, b brush) {
	ridges(c, b, rBark, [...]int{0, 3, 5, 8, 11, 13})
}

func ridges(c *canvas, b brush, r ramp, grooves [6]int) {
	c.fill(func(x, y int) ink {
		return r.shade(tone(2)+4+b.noise(1, 2, 8, x, y)/11+b.noise(2, 1, 4, x, y)/20, x, y, 2)
	})
	for i, g := range grooves {
		for y := range Size {
			x := g + [16]int{0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, -1, -1, -1, 0, 0}[(y+5*i)&15]
			if b.roll(3, i, y/3*3, 5) == 0 {
				c.lift(x, y, -1) // the groove closes for a while
				continue
			}
			c.set(x, y, r.shade(tone(0)+b.roll(4, x, y, 3)*5, x, y, 0))
			c.lift(x+1, y, 1)
		}
	}
}

// birchSide is pale paper bark with dark dashes.
func birchSide(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(3) + b.noise(1, 4, 2, x, y)/12 + [Size]int{-6, 0, 5, 6, 4, 4, 2, 2, 0, 2, 4, 4, 0, -4, -8, -10}[x]
		return rBirchBark.shade(t, x, y, 2)
	})
	for i, dash := range [...][3]int{{1, 1, 4}, {9, 3, 5}, {4, 6, 3}, {13, 7, 4}, {7, 9, 6}, {0, 11, 4}, {10, 13, 3}, {4, 14, 3}} {
		x, y := dash[0]+b.roll(2, i, 0, 2), dash[1]
		for k := range dash[2] {
			end := k == 0 || k == dash[2]-1
			if end {
				c.set(x+k, y, rBirchBark.step(0))
				continue
			}
			c.set(x+k, y, rSlate.step(1+b.roll(3, x+k, y, 2)))
			if dash[2] > 4 && k == 2 {
				c.set(x+k, y+1, rSlate.step(2))
				c.set(x+k+1, y+1, rBirchBark.step(0))
			}
		}
	}
}

// pineSide is oblong scales of bark, each second row shifted.
func pineSide(c *canvas, b brush) {
	ps := b.scatter(1, 4, 4, 55)
	for i := range ps { // stands the rows on their side: scales are tall, not wide
		ps[i].x, ps[i].y = ps[i].y, ps[i].x
	}
	cs := cells(ps, 6, 3)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		h := b.hash(2, k.id*5, k.id*3)
		t := tone(2) + int(h%3)*7 - 6 + b.noise(3, 2, 4, x, y)/16
		switch e := bevel(&cs, x, y); {
		case e < 0:
			t = tone(0) + int(h>>5&1)*6
		case e > 0:
			t += 13
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
			book(c, colours[pick], x, top+6-tall, w, tall, b.roll(4, n, shelf, 3))
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

// book draws the back of a book: light on the left, shade on the right, bands or a title.
func book(c *canvas, r ramp, x, y, w, h, kind int) {
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
	for _, y := range [...]int{1, 5, 9, 13} {
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
		for _, y := range [...]int{1, 5, 9, 13} {
			c.set(x, y, rWood.step(2))
			c.set(x+1, y, rWood.step(0)) // a nail
			c.set(x, y+2, rWood.step(2))
		}
	}
}

func abs(n int) int { return max(n, -n) }
