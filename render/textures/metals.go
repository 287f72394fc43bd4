package textures

// Ores, blocks of metal, bars and lanterns.

// metalRows returns the rows of metals.
func metalRows() []row {
	return []row{
		{name: "copper_ore", paint: ore(rCopper), variants: 4},
		{name: "tin_ore", paint: ore(rTin), variants: 4},
		{name: "coal_block", paint: coalBlock},
		{name: "iron_block", paint: ironBlock, untiled: true},
		{name: "gold_block", paint: goldBlock},
		{name: "copper_block", paint: copperBlock, untiled: true},
		{name: "tin_block", paint: tinBlock},
		{name: "tideglass_block", paint: tideglassBlock},
		{name: "iron_bars", paint: ironBars, untiled: true, cutout: true},
		{name: "lantern_side", paint: lanternSide, untiled: true},
		{name: "lantern_top", paint: lanternTop, untiled: true},
		{name: "anvil_side", paint: anvilSide},
		{name: "anvil_top", paint: anvilTop, untiled: true},
	}
}

// coalBlock is lumps of coal pressed together.
func coalBlock(c *canvas, b brush) {
	ps := b.scatter(1, 4, 4, 95)
	cs := worleyCells(ps, 4, 4)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		return rCoal.shade(tone(1)+int(ps[k.id].h%4)*6+bevel(&cs, x, y)*14, x, y, 0)
	})
	c.removeOrphans()
}

// ironBlock is plates with rivets at their corners.
func ironBlock(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		t := tone(3) - 6 + b.noise(1, 8, 1, x, y)/20
		switch {
		case x == 15 || y == 15:
			t = tone(1)
		case x == 0 || y == 0:
			t = tone(4)
		case y == 7:
			t = tone(1) + 4
		case y == 8:
			t = tone(4)
		}
		return rSteel.shade(t, x, y, 0)
	})
	for _, at := range [...][2]int{{2, 2}, {12, 2}, {2, 11}, {12, 11}} {
		c.set(at[0], at[1], rSteel.step(4))
		c.set(at[0]+1, at[1], rSteel.step(2))
		c.set(at[0], at[1]+1, rSteel.step(1))
		c.set(at[0]+1, at[1]+1, rSteel.step(0))
	}
}

// goldBlock is ingots laid like bricks.
func goldBlock(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		u, v, w, h, n := courses(8, 8)(x, y)
		t := tone(3) + n&1*5 - 4 + b.noise(1, 4, 2, x, y)/24
		switch {
		case u == w-1 || v == h-1:
			return rGold.step(0)
		case u == 0 || v == 0:
			t = tone(4)
		case u == 1 || v == 1 || u == w-2 || v == h-2:
			t = tone(2)
		}
		return rGold.shade(t, x, y, 0)
	})
}

// copperBlock is folded sheets with green in their seams.
func copperBlock(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		u := x & 7
		t := tone(2) + 6 + b.noise(1, 2, 4, x, y)/14
		switch u {
		case 7:
			if b.noise(2, 1, 2, x, y) > 10 {
				return rPatina.step(2)
			}
			return rCopper.step(0)
		case 0:
			t += 14
		case 6:
			t -= 10
			if b.noise(3, 1, 2, x, y) > 50 {
				return rPatina.step(1)
			}
		}
		if y == 3+u/7 || (y == 11 && x > 7) {
			t -= 14
		}
		return rCopper.shade(t, x, y, 0)
	})
}

// tinBlock is metal that a hammer has dented all over.
func tinBlock(c *canvas, b brush) {
	ps := b.scatter(1, 5, 5, 60)
	cs := worleyCells(ps, 4, 4)
	c.fill(func(x, y int) ink {
		return rTin.shade(tone(2)+6+int(ps[cs[y*Size+x].id].h%3)*4-bevel(&cs, x, y)*13, x, y, 0)
	})
}

// tideglassBlock is clear shards grown together, with light in their hearts.
func tideglassBlock(c *canvas, b brush) {
	ps := b.scatter(1, 3, 4, 95)
	cs := worleyCells(ps, 5, 3)
	c.fill(func(x, y int) ink {
		k := cs[y*Size+x]
		return rTide.shade(tone(2)+bevel(&cs, x, y)*16+max(14-k.dist, 0)*2-4, x, y, 0)
	})
}

// ironBars is upright bars between two rails.
func ironBars(c *canvas, _ brush) {
	for _, x := range [...]int{1, 5, 9, 13} {
		for y := range Size {
			c.set(x, y, rSteel.step(2-y%5/4))
			c.set(x+1, y, rSteel.step(0))
		}
	}
	for _, y := range [...]int{2, 12} {
		c.line(0, y, 1, 0, Size, rSteel.step(3))
		c.line(0, y+1, 1, 0, Size, rSteel.step(1))
	}
}

// lanternSide is a flame behind glass between two caps of iron: the lantern fills columns 5 to 10 of rows 7 to 15.
func lanternSide(c *canvas, _ brush) {
	c.rect(0, 0, Size, Size, rSlate.step(1))
	for y := 7; y < 15; y++ {
		for x := 5; x < 11; x++ {
			d := abs(2*x-15) + abs(2*y-22)
			i := rLamp.step(max(4-d/5, 1))
			if d < 4 {
				i = rFlame.step(4)
			}
			c.set(x, y, i)
		}
		c.set(5, y, rSlate.step(3))
		c.set(10, y, rSlate.step(1))
	}
	c.line(5, 7, 1, 0, 6, rSlate.step(3))
	c.line(5, 8, 1, 0, 6, rSlate.step(1))
	c.line(5, 14, 1, 0, 6, rSlate.step(2))
	c.line(5, 15, 1, 0, 6, rSlate.step(0))
}

// lanternTop is the cap with its ring.
func lanternTop(c *canvas, _ brush) {
	c.rect(0, 0, Size, Size, rSlate.step(1))
	c.rect(5, 5, 6, 6, rSlate.step(2))
	c.line(5, 5, 1, 0, 6, rSlate.step(4))
	c.line(5, 10, 1, 0, 6, rSlate.step(0))
	c.rect(7, 7, 2, 2, rSteel.step(3))
}

// anvilSide is dark forged iron.
func anvilSide(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		return rGray.shade(tone(2)+b.noise(1, 4, 2, x, y)/9+b.noise(2, 1, 1, x, y)/20, x, y, 0)
	})
	c.removeOrphans()
}

// anvilTop is the worn face of an anvil, bright along its middle.
func anvilTop(c *canvas, b brush) {
	anvilSide(c, b)
	for y := range Size {
		for x := 4; x < 12; x++ {
			c.set(x, y, rSteel.shade(tone(1)+b.noise(3, 1, 4, x, y)/8+(4-abs(x-8))*3, x, y, 0))
		}
	}
	c.rect(7, 2, 2, 2, rCoal.step(0)) // the hole for tools
}
