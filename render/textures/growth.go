package textures

// What grows beside grass and trees, and moss.

// growthRows returns the rows of crops and wild plants.
func growthRows() []row {
	out := []row{
		{name: "blue_flower", paint: artPainter(blueFlowerArt, blueFlowerInks), untiled: true, cutout: true},
		{name: "white_flower", paint: artPainter(whiteFlowerArt, whiteFlowerInks), untiled: true, cutout: true},
		{name: "reed", paint: reed, untiled: true, cutout: true},
		{name: "flax", paint: flax, untiled: true, cutout: true},
		{name: "berries_bush", paint: berryBush, untiled: true, cutout: true},
		{name: "vine", paint: vine, tinting: TintWhole, untiled: true, cutout: true},
		{name: "glow_cap", paint: artPainter(glowCapArt, glowCapInks), untiled: true, cutout: true},
		{name: "moss", paint: moss, variants: 4},
		{name: "pumpkin_side", paint: pumpkinSide},
		{name: "pumpkin_top", paint: pumpkinTop, untiled: true},
		{name: "hay_side", paint: haySide},
		{name: "hay_top", paint: hayTop, untiled: true},
		{name: "dripstone", paint: dripstone, untiled: true, cutout: true},
		{name: "thatch", paint: thatch},
	}
	for i, name := range [...]string{"wheat_0", "wheat_1", "wheat_2", "wheat_3"} {
		out = append(out, row{name: name, paint: wheat(i), untiled: true, cutout: true})
	}
	return out
}

var blueFlowerArt = [Size]string{
	"................", "................", ".......b........", "......bab.......", ".....bacab......", "......bab..b....",
	"...b...2..bab...", "..bab..2.bacab..", ".bacab.2..bab...", "..bab..3...2....", "...2...3..2.....", "...3..23.23.....",
	"....3.23.3..4...", ".4...333.3.45...", "..44.23.33.4....", "...34323323.....",
}

var blueFlowerInks = withGreens(map[byte]ink{'a': rLightBlue.step(3), 'b': rBlue.step(3), 'c': rWool.step(4)})

var whiteFlowerArt = [Size]string{
	"................", "................", "................", "................", "................", "....aba.........",
	"...abcba........", "...acdca..ab....", "...abcba.acda...", "....aba..bcb....", ".....2....2.....", ".4...2....3...4.",
	"..45.3...23..45.", "...443..23.44...", "....343.3343....", ".....232332.....",
}

var whiteFlowerInks = withGreens(map[byte]ink{'a': rWool.step(3), 'b': rWool.step(4), 'c': rYellow.step(3), 'd': rOrange.step(2)})

var glowCapArt = [Size]string{
	"................", "................", "................", "................", "....abba........", "..aabccbba......",
	".abbccccbbba....", "abbcdccdcbbba...", "efefefefefefe...", "....ggh....abba.", "....ggh...abccba", ".....gh...efefef",
	".....ggh....gh..", ".....ggh....gh..", "....gggh...ggh..", "...gggghh.ggghh.",
}

var glowCapInks = map[byte]ink{
	'a': rTide.step(1), 'b': rTide.step(2), 'c': rTide.step(3), 'd': rTide.step(4), 'e': rPurple.step(2), 'f': rPurple.step(3),
	'g': rQuartz.step(3), 'h': rQuartz.step(1),
}

// reed is three stalks with joints and leaves.
func reed(c *canvas, _ brush) {
	for i, x := range [...]int{3, 8, 12} {
		for y := range Size {
			s := 2
			if (y+3*i)%5 == 0 {
				s = 0
			}
			c.set(x, y, rLime.step(s+1))
			c.set(x+1, y, rGreen.step(s))
		}
		for _, y := range [...]int{3 + i, 10 - i} {
			c.line(x+2, y, 1, -1, 2, rLime.step(3))
			c.line(x-1, y+2, -1, -1, 2, rGreen.step(3))
		}
	}
}

// flax is thin stalks with small blue heads.
func flax(c *canvas, _ brush) {
	for i, x := range [...]int{2, 5, 7, 10, 13} {
		top := 3 + i*3%5
		c.line(x, top+2, 0, 1, 14-top, rGreen.step(2+i&1))
		c.set(x-1, top+5, rGreen.step(3))
		c.set(x+1, top+7, rGreen.step(3))
		c.set(x, top, rLightBlue.step(3))
		c.set(x-1, top+1, rLightBlue.step(2))
		c.set(x+1, top+1, rBlue.step(3))
		c.set(x, top+1, rYellow.step(3))
	}
}

// berryBush is a round bush with red berries.
func berryBush(c *canvas, b brush) {
	for y := 3; y < Size; y++ {
		for x := range Size {
			dx, dy := 2*x-15, 2*y-19
			if isqrt(dx*dx+dy*dy)+b.noise(1, 2, 2, x, y)/40 < 13 && b.noise(2, 2, 2, x, y) > -90 {
				c.set(x, y, rGreen.shade(tone(2)+b.noise(3, 2, 2, x, y)/6-dy, x, y, 4))
			}
		}
	}
	for _, at := range [...][2]int{{4, 6}, {9, 5}, {6, 10}, {11, 9}, {3, 12}, {9, 13}} {
		c.rect(at[0], at[1], 2, 2, rRed.step(2))
		c.set(at[0], at[1], rRed.step(4))
		c.set(at[0]+1, at[1]+1, rRed.step(1))
	}
}

// vine is hanging strands with leaves.
func vine(c *canvas, b brush) {
	for i, x := range [...]int{1, 4, 8, 11, 14} {
		for y := range Size - i*5%7 {
			sx := x + circleSteps[(y*2+i*5)&15]/8
			c.set(sx, y, rLeaf.step(1))
			if (y+i)%3 == 0 {
				c.set(sx-1, y, rLeaf.step(3))
				c.set(sx-1, y+1, rLeaf.step(2))
				c.set(sx+1, y, rLeaf.step(4))
			}
		}
	}
}

// moss is a thick carpet of small cushions.
func moss(c *canvas, b brush) {
	ps := b.scatter(1, 6, 5, 95)
	cs := worleyCells(ps, 4, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		return rMoss.shade(tone(2)+int(ps[k.id].h%4)*4-6+bevel(&cs, x, y)*11+b.noise(2, 1, 1, x, y)/16, x, y, 0)
	})
}

// pumpkinSide is broad ribs.
func pumpkinSide(c *canvas, b brush) {
	ribs := [Size]int{0, 2, 3, 3, 2, 0, 2, 3, 4, 3, 2, 0, 2, 3, 3, 1}
	c.fill(func(x, y int) ink {
		return rOrange.shade(tone(ribs[x])+b.noise(1, 1, 8, x, y)/14-abs(2*y-15)/2+4, x, y, 0)
	})
}

// pumpkinTop is ribs that meet at the stalk.
func pumpkinTop(c *canvas, _ brush) {
	c.fill(func(x, y int) ink {
		dx, dy := 2*x-15, 2*y-15
		s := 3
		if abs(dx) == abs(dy) || abs(dx) < 2 || abs(dy) < 2 {
			s = 1
		}
		if max(abs(dx), abs(dy)) == 15 {
			s--
		}
		return rOrange.step(s)
	})
	c.rect(6, 6, 4, 4, rMoss.step(2))
	c.rect(7, 6, 2, 3, rMoss.step(4))
}

// haySide is straw bound by two cords.
func haySide(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		return rStraw.shade(tone(2)+b.noise(1, 1, 4, x, y)/6+b.noise(2, 1, 8, x, y)/14, x, y, 0)
	})
	for _, y := range [...]int{4, 11} {
		c.line(0, y, 1, 0, Size, rBrown.step(3))
		c.line(0, y+1, 1, 0, Size, rBrown.step(1))
	}
}

// hayTop is the cut ends of straw.
func hayTop(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		return rStraw.step(1 + b.roll(1, x/2*2, y, 3) + (x^y)&1)
	})
	c.line(7, 0, 0, 1, Size, rBrown.step(2))
	c.line(8, 0, 0, 1, Size, rBrown.step(1))
}

// thatch is overlapping rows of straw.
func thatch(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		v := (y + b.roll(1, x, 0, 2)) & 7
		return rStraw.shade(tone(3)-v*5+b.noise(2, 1, 4, x, y)/10, x, y, 0)
	})
}

// dripstone is a hanging cone of stone.
func dripstone(c *canvas, b brush) {
	for y := range Size {
		half := (18 - y) / 4
		for x := 8 - half; x < 8+half; x++ {
			s := 3 - (x-8+half)*3/max(2*half, 1)
			c.set(x, y, rLimestone.step(s-(y+b.roll(1, 0, y, 3))%4/3))
		}
	}
	c.set(7, 15, rLightBlue.step(3))
}

// wheat returns the painter of a stage of growth, 0 to 3.
func wheat(stage int) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		r := [4]ramp{rLime, rLime, rMoss, rStraw}[stage]
		for i, x := range [...]int{1, 3, 6, 8, 11, 13} {
			tall := 3 + 3*stage + i*5%3
			c.line(x, 16-tall, 0, 1, tall, r.step(1+i&1))
			c.set(x+1, 15-tall/2, r.step(3))
			if stage >= 2 {
				top := 16 - tall
				for k := range 4 {
					c.set(x-k&1, top+k, r.step(3+k&1))
					c.set(x+1-k&1, top+k, r.step(2))
				}
			}
		}
	}
}
