package textures

// canvas is one tile of inks, row by row from the top left. Coordinates wrap, so everything that is drawn on it tiles.
type canvas [Size * Size]ink

func (c *canvas) at(x, y int) ink { return c[(y&(Size-1))*Size+x&(Size-1)] }

func (c *canvas) set(x, y int, i ink) { c[(y&(Size-1))*Size+x&(Size-1)] = i }

// lighten makes a pixel n steps lighter in its ramp.
func (c *canvas) lighten(x, y, n int) { c.set(x, y, c.at(x, y).lighter(n)) }

// fill sets every pixel to the ink that f returns for it.
func (c *canvas) fill(f func(x, y int) ink) {
	for i := range c {
		c[i] = f(i%Size, i/Size)
	}
}

// fill2 sets w by h pixels to the ink that f returns for each.
func (c *canvas) fill2(x, y, w, h int, f func(x, y int) ink) {
	for v := y; v < y+h; v++ {
		for u := x; u < x+w; u++ {
			c.set(u, v, f(u, v))
		}
	}
}

// rect fills w by h pixels.
func (c *canvas) rect(x, y, w, h int, i ink) {
	for v := range h {
		for u := range w {
			c.set(x+u, y+v, i)
		}
	}
}

// removeOrphans gives each orphan the commonest colour of the four pixels beside it. An orphan is a pixel whose eight
// neighbours all have other colours: noise leaves such pixels, a painter does not.
func (c *canvas) removeOrphans() {
	was := *c
	for y := range Size {
		for x := range Size {
			here, alone := was.at(x, y), true
			for v := -1; v <= 1; v++ {
				for u := -1; u <= 1; u++ {
					alone = alone && (u == 0 && v == 0 || was.at(x+u, y+v) != here)
				}
			}
			if !alone {
				continue
			}
			beside := [4]ink{was.at(x-1, y), was.at(x, y-1), was.at(x+1, y), was.at(x, y+1)}
			best, most := beside[0], 0
			for _, a := range beside {
				n := 0
				for _, o := range beside {
					if o == a {
						n++
					}
				}
				if n > most {
					best, most = a, n
				}
			}
			c.set(x, y, best)
		}
	}
}

// bevel returns +1 where a pixel lies at the upper or left rim of its cell, -1 at the lower or right rim, 0 elsewhere.
func bevel(cs *[Size * Size]worleyCell, x, y int) int {
	id := func(x, y int) int { return cs[(y&(Size-1))*Size+x&(Size-1)].id }
	here := id(x, y)
	switch {
	case id(x, y+1) != here || id(x+1, y) != here:
		return -1
	case id(x, y-1) != here || id(x-1, y) != here:
		return 1
	}
	return 0
}

// drawArt draws art of 16 rows of 16 letters; inks gives the ink of each letter, and '.' leaves the pixel as it is.
func (c *canvas) drawArt(rows [Size]string, inks map[byte]ink) {
	for y, row := range rows {
		for x := range len(row) {
			if row[x] != '.' {
				c.set(x, y, inks[row[x]])
			}
		}
	}
}

// line draws a line of long pixels of one ink, each of them dx and dy further than the last.
func (c *canvas) line(x, y, dx, dy, long int, i ink) {
	for k := range long {
		c.set(x+k*dx, y+k*dy, i)
	}
}

// dabs draws a low patch at each point of a scatter: a dash of least to most pixels and, for two in three, a shorter dash
// under it. Natural ground is made of such patches rather than of dots.
func (c *canvas) dabs(ps []point, least, most int, i ink) {
	for _, p := range ps {
		x, y := p.x/4, p.y/4
		long := least + int(p.h>>4)%(most-least+1)
		c.line(x, y, 1, 0, long, i)
		if p.h%3 != 0 && long > 2 {
			c.line(x+int(p.h>>9&1)*2-1+int(p.h>>10&1), y+1, 1, 0, long-1-int(p.h>>11&1), i)
		}
	}
}
