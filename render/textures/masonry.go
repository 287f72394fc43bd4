package textures

// The stones: each has its own grain, and its bricks and tiles their own bond. To add a stone, add a row to stones.

// stoneFamily is a kind of stone that is dressed.
type stoneFamily struct {
	name  string
	old   bool // table has the raw stone
	r     ramp
	grain func(b brush, x, y int) int // tone that the grain adds
	raw   func(*canvas, brush)
	bond  bond // of its bricks
	tile  func(u, v int) int
}

// bond is a pattern of bricks: the place of a pixel in its brick, the size of the brick, and its number.
type bond func(x, y int) (u, v, w, h, n int)

// stones returns all families of stone.
func stones() []stoneFamily {
	return []stoneFamily{
		{name: "basalt", old: true, r: rSlate, grain: noiseGrain(1, 8, 12), bond: courses(8, 8), tile: crossTile},
		{name: "marble", old: true, r: rMarble, grain: noiseGrain(8, 2, 22), bond: courses(16, 4), tile: diamondTile},
		{name: "slate", r: rShale, raw: slate, grain: noiseGrain(8, 1, 10), bond: stagger, tile: scaleTile},
		{name: "limestone", r: rLimestone, raw: limestone, grain: noiseGrain(2, 2, 20), bond: ashlar, tile: ringTile},
		{name: "granite", r: rGranite, raw: granite, grain: noiseGrain(1, 1, 11), bond: herringbone, tile: pinTile},
	}
}

// stoneRows returns the rows of all families of stone, and of the stones that have no family. What has a rim of its own or a
// joint along the border does not tile.
func stoneRows() []row {
	out := []row{
		{name: "mossy_stone_bricks", paint: mossyBricks, untiled: true},
		{name: "cracked_stone_bricks", paint: crackedBricks},
		{name: "polished_stone", paint: polished(rStone, noiseGrain(4, 2, 16)), untiled: true},
		{name: "red_sandstone", paint: redSandstone, variants: 4},
		{name: "cut_sandstone", paint: cutStone(rSand), untiled: true},
		{name: "cut_red_sandstone", paint: cutStone(rRedSand), untiled: true},
	}
	for _, s := range stones() {
		if !s.old {
			out = append(out, row{name: s.name, paint: s.raw, variants: 4})
		}
		out = append(out,
			row{name: "polished_" + s.name, paint: polished(s.r, s.grain), untiled: true},
			row{name: s.name + "_bricks", paint: laid(s.r, s.grain, s.bond), untiled: true},
			row{name: s.name + "_tiles", paint: tiled(s.r, s.grain, s.tile)})
	}
	return out
}

// noiseGrain is a grain of streaks of w by h pixels; the larger div, the weaker.
func noiseGrain(w, h, div int) func(b brush, x, y int) int {
	return func(b brush, x, y int) int { return b.noise(1, w, h, x, y) / div }
}

// slate is thin leaves of stone, broken in steps.
func slate(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(2) + b.noise(1, 8, 2, x, y)/9 + b.noise(2, 4, 1, x, y)/14
		switch n := b.noise(3, 8, 2, x, y) - b.noise(3, 8, 2, x, y-1); {
		case n > 26:
			t += 14
		case n < -26:
			t -= 22
		}
		return rShale.shade(t, x, y, 0)
	})
	c.dabs(b.scatter(4, 2, 4, 95), 3, 6, rShale.step(3))
	c.dabs(b.scatter(5, 2, 4, 95), 2, 5, rShale.step(1))
	c.removeOrphans()
}

// limestone is pale stone with shells in it.
func limestone(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		return rLimestone.shade(tone(2)+6+b.noise(1, 4, 4, x, y)/12+b.noise(2, 2, 1, x, y)/16, x, y, 0)
	})
	for _, p := range b.scatter(3, 3, 3, 90) {
		x, y := p.x/4, p.y/4
		switch p.h % 4 {
		case 0: // a shell
			c.line(x, y, 1, 0, 3, rLimestone.step(4))
			c.set(x-1, y+1, rLimestone.step(4))
			c.line(x, y+1, 1, 0, 3, rLimestone.step(1))
			c.line(x, y+2, 1, 0, 2, rLimestone.step(0))
		case 1: // a hole
			c.line(x, y, 1, 0, 2, rLimestone.step(0))
			c.line(x, y+1, 1, 0, 2, rLimestone.step(4))
		default:
			c.line(x, y, 1, 0, 2, rLimestone.step(1))
		}
	}
}

// granite is coarse crystals of three stones.
func granite(c *canvas, b brush) {
	ps := b.scatter(1, 6, 6, 95)
	cs := worleyCells(ps, 4, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		h := ps[k.id].h
		switch h % 8 {
		case 0:
			return rQuartz.step(2 + int(h>>8&1))
		case 1:
			return rGray.step(1 + int(h>>8&1))
		}
		return rGranite.shade(tone(1+int(h>>4%3))+bevel(&cs, x, y)*6+b.noise(2, 2, 2, x, y)/20, x, y, 0)
	})
}

// polished returns the painter of one smooth slab with a light and a dark rim.
func polished(r ramp, grain func(b brush, x, y int) int) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			t := tone(2) + 6 + grain(b, x, y)
			switch {
			case x == 15 || y == 15:
				t = tone(1)
			case x == 0 || y == 0:
				t = tone(4)
			case (x+y)%13 == 4 && x > 2 && x < 13:
				t += 8 // a gleam
			}
			return r.shade(t, x, y, 0)
		})
	}
}

// courses is rows of bricks of w by h, each second shifted by half.
func courses(w, h int) bond {
	return func(x, y int) (int, int, int, int, int) {
		n := y / h
		s := (x + n&1*w/2) & 15
		return s % w, y % h, w, h, n*4 + s/w
	}
}

// stagger is long thin bricks, each row a quarter further than the last.
func stagger(x, y int) (int, int, int, int, int) {
	n := y / 3 % 5
	h := 3
	v := y - 3*n
	if y >= 12 {
		n, v, h = 4, y-12, 4
	}
	s := (x + 5*n) & 15
	return s, v, 16, h, n
}

// ashlar is large and small blocks in turns.
func ashlar(x, y int) (int, int, int, int, int) {
	if y < 10 {
		if x < 10 {
			return x, y, 10, 10, 0
		}
		if y < 5 {
			return x - 10, y, 6, 5, 1
		}
		return x - 10, y - 5, 6, 5, 2
	}
	s := (x + 11) & 15
	if s < 6 {
		return s, y - 10, 6, 6, 3
	}
	return s - 6, y - 10, 10, 6, 4
}

// herringbone is bricks of eight by four, in turns across and upright.
func herringbone(x, y int) (int, int, int, int, int) {
	s := (x - y/4*4) & 15
	if s < 8 {
		return s, y & 3, 8, 4, y / 4
	}
	// upright bricks fill the steps between those that lie across
	col := x / 4
	v := (y - 4*col + 4) & 15
	if v >= 8 {
		v -= 8
	}
	return x & 3, v, 4, 8, 4 + col
}

// laid returns the painter of bricks in a bond.
func laid(r ramp, grain func(b brush, x, y int) int, lay bond) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			u, v, w, h, n := lay(x, y)
			t := tone(2) + 4 + int(mix(b.seed+uint32(n)*977)%4)*4 - 6 + grain(b, x, y)
			switch {
			case u == w-1 || v == h-1:
				return r.step(0)
			case u == 0 || v == 0:
				t += 13
			case u == w-2 || v == h-2:
				t -= 12
			}
			return r.shade(t, x, y, 0)
		})
	}
}

// tiled returns the painter of four tiles, each with a carved figure.
func tiled(r ramp, grain func(b brush, x, y int) int, figure func(u, v int) int) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			u, v := x&7, y&7
			t := tone(2) + (x/8^y/8)&1*8 + grain(b, x, y)/2 + figure(u, v)
			if u == 7 || v == 7 {
				return r.step(0)
			}
			if u == 0 || v == 0 {
				t = tone(4) - 6
			}
			return r.shade(t, x, y, 0)
		})
	}
}

// Figures of tiles: the tone that a pixel of eight by eight adds.

func crossTile(u, v int) int {
	if u == 3 || v == 3 {
		return -18
	}
	return 0
}

func diamondTile(u, v int) int {
	switch d := abs(u-3) + abs(v-3); {
	case d == 3:
		return -16
	case d < 2:
		return -26
	}
	return 0
}

func scaleTile(u, v int) int {
	if d := abs(2*u-7) + max(v-3, 0)*3; d > 9 {
		return -16
	}
	return v * 2
}

func ringTile(u, v int) int {
	d := (2*u-7)*(2*u-7) + (2*v-7)*(2*v-7)
	if d > 12 && d < 36 {
		return -22
	}
	return 0
}

func pinTile(u, v int) int {
	if (u == 2 || u == 5) && (v == 2 || v == 5) {
		return -30
	}
	return 0
}

// redSandstone is sandstone of red sand.
func redSandstone(c *canvas, b brush) {
	sandstone(c, b)
	for i, k := range c {
		_, s := k.ramp()
		c[i] = rRedSand.step(s)
	}
	for x := range Size { // a bed of pale sand, which sandstone has not
		c.set(x, 10, rSand.step(b.roll(8, x/2*2, 9, 3)/2+1))
		c.set(x, 11, rRedSand.step(1))
	}
}

// cutStone returns the painter of a dressed face with two sunk panels.
func cutStone(r ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink { return r.shade(tone(3)-4+b.noise(1, 4, 2, x, y)/14, x, y, 0) })
		c.line(0, 0, 1, 0, Size, r.step(4))
		c.line(0, 15, 1, 0, Size, r.step(0))
		for _, x := range [...]int{1, 9} {
			c.panel(x, 3, 6, 9, r, 2)
		}
	}
}

// mossyBricks is stone bricks with moss in their joints.
func mossyBricks(c *canvas, b brush) {
	stoneBricks(c, brush{seed: seedOf("stone_bricks")})
	was := *c
	c.fill(func(x, y int) ink {
		here := was.at(x, y)
		_, s := here.ramp()
		grow := b.noise(5, 8, 4, x, y) + b.noise(6, 2, 2, x, y)/2 + max(2-s, 0)*22
		if grow < 34 {
			return here
		}
		return rMoss.shade(tone(min(s+1, 3))+b.noise(7, 1, 1, x, y)/16, x, y, 0)
	})
	c.removeOrphans()
}

// crackedBricks is stone bricks with a crack through each.
func crackedBricks(c *canvas, b brush) {
	stoneBricks(c, brush{seed: seedOf("stone_bricks")})
	for n, start := range [...]int{5, 13} {
		x := start
		for v := range 7 {
			y := 8*n + v
			c.set(x, y, rStone.step(0))
			c.set(x+1, y, rStone.step(1))
			if v%2 == 0 {
				c.set(x-1, y, rStone.step(4))
			}
			x += [7]int{1, 0, 1, -1, -1, 0, 1}[(v+3*n)%7]
			if v == 3 {
				c.line(x-4, y+1, 1, 0, 4, rStone.step(0))
				c.line(x-3, y+2, 1, 0, 3, rStone.step(3))
			}
		}
	}
}
