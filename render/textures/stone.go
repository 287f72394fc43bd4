package textures

// Stone.

// stone is broad low facets: most are lit along their upper left rim and shaded along the lower right one.
func stone(c *canvas, b brush) {
	ps := b.scatter(1, 3, 5, 90)
	cs := worleyCells(ps, 2, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		h := ps[k.id].h
		t := tone(2) + int(h%3)*4 - 3 + b.noise(4, 2, 1, x, y)/17
		switch e := bevel(&cs, x, y); {
		case e > 0 && h>>4&3 != 0:
			t += 14
		case e < 0 && h>>6&3 == 1: // a crack
			t -= 26
		case e < 0 && h>>6&3 != 0:
			t -= 14
		}
		return rStone.shade(t, x, y, 2)
	})
	c.removeOrphans()
}

// cobble is rounded stones with dark mortar between them, each a little lighter or darker than the next.
func cobble(c *canvas, b brush) {
	ps := b.scatter(23, 3, 3, 85)
	cs := worleyCells(ps, 4, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		if k.edge < 4 {
			return rStone.shade(tone(0)+b.noise(2, 2, 2, x, y)/14, x, y, 0)
		}
		h := ps[k.id].h
		t := tone(2) + int(h%4)*7 - 7 + b.noise(4, 1, 1, x, y)/18
		up, down := cs[(y-1)&15*Size+x].edge < 4, cs[(y+1)&15*Size+x].edge < 4
		left, right := cs[y*Size+(x-1)&15].edge < 4, cs[y*Size+(x+1)&15].edge < 4
		switch {
		case up || left && !down:
			t += 16
		case down || right:
			t -= 15
		}
		return rStone.shade(t, x, y, 2)
	})
}

// mossyCobble is cobble with moss in its mortar and on the stones around it.
func mossyCobble(c *canvas, b brush) {
	cobble(c, brush{seed: seedOf("cobblestone"), variant: b.variant})
	was := *c
	c.fill(func(x, y int) ink {
		here := was.at(x, y)
		_, s := here.ramp()
		grow := b.noise(5, 4, 8, x, y) + b.noise(6, 2, 2, x, y)/2
		switch {
		case s == 0:
			grow += 45
		case s == 1:
			grow += 30
		case s > 2:
			grow -= 40
		}
		if grow < 26 {
			return here
		}
		return rMoss.shade(tone(min(s, 2))+7+b.noise(7, 1, 1, x, y)/16, x, y, 0)
	})
	c.removeOrphans()
}

// drawCourses draws rows of blocks of w by h pixels, mortar included, each second row shifted by half. ink returns the ink of
// a pixel from its position in its block, its position in the tile, and a random word of the block.
func drawCourses(c *canvas, b brush, w, h int, ink func(u, v, x, y int, word uint32) ink) {
	for y := range Size {
		for x := range Size {
			n := y / h
			s := x + n&1*w/2
			c.set(x, y, ink(s%w, y%h, x, y, mix(b.seed+uint32(n*8+s%Size/w)*977)))
		}
	}
}

// stoneBricks is dressed stone, two courses with bevelled rims.
func stoneBricks(c *canvas, b brush) {
	const w, h = 16, 8
	drawCourses(c, b, w, h, func(u, v, x, y int, word uint32) ink {
		t := tone(2) + 3 + int(word%3)*3 + b.noise(1, 4, 2, x, y)/14 + b.noise(2, 1, 1, x, y)/30
		switch {
		case u == w-1 || v == h-1:
			return rStone.shade(tone(0)+b.noise(3, 2, 2, x, y)/20, x, y, 0)
		case v == 0 || u == 0:
			t = tone(3) + 7 + b.noise(4, 1, 1, x, y)/16
		case v == h-2 || u == w-2:
			t = tone(1) + b.noise(4, 1, 1, x, y)/18
		}
		return rStone.shade(t, x, y, 2)
	})
	for _, chip := range [][2]int{{4, 0}, {12, 8}, {10, 6}, {0, 13}} { // corners worn by time
		c.lighten(chip[0], chip[1], -1)
		c.lighten(chip[0]+1, chip[1], -1)
	}
}

// bricks is fired clay in light mortar.
func bricks(c *canvas, b brush) {
	const w, h = 8, 4
	drawCourses(c, b, w, h, func(u, v, x, y int, word uint32) ink {
		if u == w-1 || v == h-1 {
			t := tone(3) - 4 + b.noise(1, 1, 1, x, y)/14
			if v == 0 || u == w-1 && v == h-2 {
				t -= 8
			}
			return rPebble.shade(t, x, y, 0)
		}
		t := tone(1) + 8 + int(word>>3%4)*6 + b.noise(2, 2, 1, x, y)/16
		switch {
		case v == 0 && u < w-2:
			t += 13
		case v == h-2 || u == w-2:
			t -= 13
		}
		return rBrick.shade(t, x, y, 0)
	})
}

// bedrock is torn rock with hard light and shade.
func bedrock(c *canvas, b brush) {
	ps := b.scatter(1, 4, 5, 95)
	cs := worleyCells(ps, 3, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		h := ps[k.id].h
		t := tone(1) + 4 + int(h%5)*8 - 14 + b.noise(3, 1, 1, x, y)/14 + bevel(&cs, x, y)*13
		return rSlate.shade(t, x, y, 4)
	})
	c.removeOrphans()
}

// ore returns the painter of stone with nuggets of another ramp. They stay within the tile, so each variant may have its
// own.
func ore(r ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		stone(c, brush{seed: seedOf("stone"), variant: b.variant})
		own := brush{seed: mix(b.seed + uint32(b.variant))}
		bare := own.roll(1, 0, 0, 6)
		for i, at := range [...][2]int{{1, 1}, {9, 0}, {5, 5}, {10, 7}, {1, 9}, {7, 11}} {
			if i == bare {
				continue
			}
			shape := nuggets[own.roll(4, i, 0, len(nuggets))]
			x0, y0 := at[0]+own.roll(2, i, 0, 2), at[1]+own.roll(3, i, 0, 2)
			for y, line := range shape {
				for x := range len(line) {
					switch k := line[x]; k {
					case '.':
					case 's': // the shadow that the nugget throws on the stone
						c.set(x0+x, y0+y, rStone.step(0))
					default:
						c.set(x0+x, y0+y, r.step(int(k-'0')))
					}
				}
			}
		}
	}
}

// nuggets are the shapes of ore in stone: digits are steps of the ore's ramp, at most 5 by 4.
var nuggets = [...][]string{
	{".34..", "34321", "2221s", ".sss."},
	{"43.", "321s", "s1s."},
	{"343", "221", "sss"},
	{".43", "4322", "321s", "sss."},
	{"342", "21s"},
}

// obsidian is black glass: broken facets with a violet sheen along some of their rims.
func obsidian(c *canvas, b brush) {
	c.rect(0, 0, Size, Size, rObsidian.step(1))
	c.dabs(b.scatter(1, 3, 4, 95), 3, 5, rObsidian.step(2))
	c.dabs(b.scatter(3, 3, 5, 95), 3, 4, rObsidian.step(0))
	for i, p := range b.scatter(2, 3, 4, 90) {
		x, y, long := p.x/4, p.y/4, 1+int(p.h>>4%3)
		c.line(x, y, 1, -1, long+1, rObsidian.step(3))
		c.line(x+1, y, 1, -1, long, rObsidian.step(2))
		if i%4 == 0 {
			c.set(x+long, y-long, rObsidian.step(4))
		}
	}
}

// basalt is upright columns, each broken across here and there.
func basalt(c *canvas, b brush) {
	starts := [...]int{0, 4, 7, 12, 16}
	c.fill(func(x, y int) ink {
		k := 0
		for starts[k+1] <= x {
			k++
		}
		u, w := x-starts[k], starts[k+1]-starts[k]
		t := tone(2) + b.roll(1, k, 0, 3)*6 - 4 + b.noise(2, 1, 4, x, y)/14 + b.noise(4, 4, 8, x, y)/16
		crack := (5*k + 3 + b.roll(3, k, 1, 3)) & 15
		switch {
		case u == w-1:
			return rSlate.step(0)
		case y == crack:
			return rSlate.step(0)
		case u == 0 || y == (crack+1)&15:
			t += 14
		case u == w-2:
			t -= 13
		}
		return rSlate.shade(t, x, y, 2)
	})
	c.removeOrphans()
}

// marble is near white. Its veins run diagonally, one row down and one pixel on, so they tile.
func marble(c *canvas, b brush) {
	c.rect(0, 0, Size, Size, rMarble.step(3))
	c.dabs(b.scatter(1, 2, 4, 90), 3, 6, rMarble.step(4))
	c.dabs(b.scatter(2, 2, 4, 90), 2, 4, rMarble.step(2))
	c.removeOrphans()
	for y := range Size {
		x := y + circleSteps[y]/4
		c.set(x, y, rMarble.step(b.roll(3, 0, y/2*2, 2)))
		c.set(x+1, y, rMarble.step(1+b.roll(4, 0, y, 2)))
		if y > 5 && y < 11 { // a thin vein branches off
			c.set(x+y-3, y, rMarble.step(2-y/9))
		}
	}
	for k := range 6 {
		c.set(12-k, 3+k/2, rMarble.step(2))
	}
}
