package textures

// Doors and trapdoors. A door's two halves are painted by one function; what is clear in it is a window.

// panel draws a sunk panel of a ramp: dark above and left, light below and right.
func (c *canvas) panel(x, y, w, h int, r ramp, base int) {
	c.rect(x, y, w, h, r.step(base))
	c.line(x, y, 1, 0, w, r.step(base-2))
	c.line(x, y, 0, 1, h, r.step(base-1))
	c.line(x, y+h-1, 1, 0, w, r.step(base+1))
	c.line(x+w-1, y+1, 0, 1, h-1, r.step(base+1))
}

// stiles draws the frame of a door: two upright beams, and a rail at the outer end of the half.
func (c *canvas) stiles(r ramp, upper bool) {
	c.rect(0, 0, Size, Size, r.step(2))
	for y := range Size {
		c.set(0, y, r.step(4))
		c.set(1, y, r.step(3))
		c.set(14, y, r.step(2))
		c.set(15, y, r.step(0))
	}
	if upper {
		c.line(0, 0, 1, 0, Size, r.step(4))
	} else {
		c.line(0, 15, 1, 0, Size, r.step(0))
	}
}

// handle draws a handle of a metal.
func (c *canvas) handle(x, y int, metal ramp) {
	c.set(x, y, metal.step(4))
	c.set(x, y+1, metal.step(3))
	c.set(x, y+2, metal.step(1))
	c.set(x-1, y+2, rCoal.step(0))
}

// window clears a rectangle and gives it a sill.
func (c *canvas) window(x, y, w, h int, r ramp) {
	c.rect(x-1, y-1, w+2, h+2, r.step(1))
	c.line(x-1, y+h, 1, 0, w+2, r.step(4))
	c.rect(x, y, w, h, 0)
}

// oakDoor has four panels, the upper two of them windows of four panes.
func oakDoor(c *canvas, upper bool) {
	c.stiles(rWood, upper)
	if upper {
		for _, at := range [...][2]int{{3, 2}, {9, 2}, {3, 8}, {9, 8}} {
			c.window(at[0], at[1], 4, 4, rWood)
		}
		c.line(2, 14, 1, 0, 12, rWood.step(3))
		return
	}
	c.panel(2, 1, 5, 12, rWood, 2)
	c.panel(9, 1, 5, 12, rWood, 2)
	c.handle(13, 1, rGold)
}

// birchDoor is slats in a frame under a broad window.
func birchDoor(c *canvas, upper bool) {
	const r = rBirchWood
	c.stiles(r, upper)
	from := 1
	if upper {
		c.window(3, 2, 10, 5, r)
		c.line(8, 2, 0, 1, 5, r.step(2))
		from = 9
	}
	for y := from; y < 15; y += 2 {
		c.line(2, y, 1, 0, 12, r.step(4))
		c.line(2, y+1, 1, 0, 12, r.step(1))
	}
	if !upper {
		c.handle(13, 0, rTin)
	}
}

// pineDoor is upright boards with a brace and straps of iron; a diamond is cut into it.
func pineDoor(c *canvas, upper bool) {
	const r = rPineWood
	uprightBoards(c, brush{seed: seedOf("pine_planks")})
	c.line(0, 0, 0, 1, Size, r.step(4))
	c.line(15, 0, 0, 1, Size, r.step(0))
	at := 12
	if upper {
		at = 2
		for k, w := range [...]int{1, 2, 3, 2, 1} {
			c.line(8-w, 6+k, 1, 0, 2*w, 0)
		}
	} else {
		for x := 1; x < 15; x++ { // the brace
			y := 11 - x*2/3
			c.line(x, y, 0, 1, 2, r.step(3))
			c.set(x, y+2, r.step(0))
		}
	}
	c.rect(0, at, 13, 2, rSlate.step(1))
	c.line(0, at, 1, 0, 13, rSlate.step(3))
	for _, x := range [...]int{2, 6, 10} {
		c.set(x, at, rSteel.step(4))
	}
	if !upper {
		c.handle(13, 1, rSteel)
	}
}

// willowDoor is woven withes in a frame, open above.
func willowDoor(c *canvas, upper bool) {
	const r = rWillowWood
	c.stiles(r, upper)
	for y := 1; y < 15; y++ {
		for x := 2; x < 14; x++ {
			over := (x/2+y/2)&1 == 0
			i := r.step(1 + x&1 + y&1)
			if over {
				i = r.step(3 + (y+1)&1)
			}
			if upper && y < 11 && x > 2 && x < 13 && x%4 > 1 && y%4 > 1 {
				i = 0
			}
			c.set(x, y, i)
		}
	}
	if !upper {
		c.handle(13, 2, rCopper)
	}
}

// acaciaDoor is arrow-shaped boards under three tall slots.
func acaciaDoor(c *canvas, upper bool) {
	const r = rAcaciaWood
	c.stiles(r, upper)
	for y := range Size {
		for x := 2; x < 14; x++ {
			d := (y + max(x-7, 8-x)) & 3
			c.set(x, y, r.step([4]int{3, 2, 2, 0}[d]))
		}
	}
	if upper {
		c.line(2, 0, 1, 0, 12, r.step(4))
		for _, x := range [...]int{3, 7, 11} {
			top := 4 - x/7*2 + x/11*2
			c.rect(x-1, top-1, 4, 10, r.step(1))
			c.rect(x, top, 2, 8, 0)
		}
		return
	}
	c.line(2, 15, 1, 0, 12, r.step(0))
	c.handle(13, 2, rStraw)
}

// kapokDoor has a carved ring across both halves, with a round window in its middle.
func kapokDoor(c *canvas, upper bool) {
	const r = rKapokWood
	c.stiles(r, upper)
	for y := range Size {
		for x := 2; x < 14; x++ {
			dy := 2*y + 1 // half pixels from the line between the halves
			if upper {
				dy = 31 - 2*y
			}
			dx := 2*x - 15
			switch d := isqrt(4 * (dx*dx + dy*dy)); {
			case d < 9:
				if upper {
					c.set(x, y, 0)
				} else {
					c.set(x, y, rStraw.step(2))
				}
			case d < 13:
				c.set(x, y, r.step(0))
			case d < 17:
				c.set(x, y, r.step(4))
			case d < 21:
				c.set(x, y, r.step(1))
			case d < 25:
				c.set(x, y, r.step(3))
			}
		}
	}
	for x := 4; x < 12; x += 2 {
		y := 13
		if upper {
			y = 2
		}
		c.set(x, y, r.step(0))
		c.set(x+1, y, r.step(4))
	}
	if !upper {
		c.handle(13, 6, rGold)
	}
}

// rim draws the frame of a trapdoor.
func (c *canvas) rim(r ramp) {
	for n := range Size {
		c.set(n, 0, r.step(4))
		c.set(0, n, r.step(3))
		c.set(n, 1, r.step(2))
		c.set(1, n, r.step(2))
		c.set(n, 14, r.step(2))
		c.set(14, n, r.step(2))
		c.set(n, 15, r.step(0))
		c.set(15, n, r.step(1))
	}
}

func oakHatch(c *canvas) {
	c.rim(rWood)
	for _, at := range [...][2]int{{3, 3}, {9, 3}, {3, 9}, {9, 9}} {
		c.window(at[0], at[1], 4, 4, rWood)
	}
}

func birchHatch(c *canvas) {
	c.rim(rBirchWood)
	for y := 2; y < 14; y += 3 {
		c.line(2, y, 1, 0, 12, rBirchWood.step(4))
		c.line(2, y+1, 1, 0, 12, rBirchWood.step(2))
		c.line(2, y+2, 1, 0, 12, rBark.step(1))
	}
}

func pineHatch(c *canvas) {
	c.rim(rPineWood)
	for _, y := range [...]int{3, 11} {
		c.line(1, y, 1, 0, 14, rSlate.step(3))
		c.line(1, y+1, 1, 0, 14, rSlate.step(1))
		for x := 3; x < 14; x += 4 {
			c.set(x, y, rSteel.step(4))
		}
	}
	c.rect(6, 6, 4, 4, rSlate.step(0))
	c.rect(7, 7, 2, 2, rPineWood.step(2))
}

func willowHatch(c *canvas) {
	for y := range Size {
		for x := range Size {
			switch d1, d2 := (x+y)&3, (x-y)&3; {
			case d1 == 0:
				c.set(x, y, rWillowWood.step(4))
			case d2 == 0:
				c.set(x, y, rWillowWood.step(1))
			case d1 == 2 && d2 == 2:
				c.set(x, y, 0)
			default:
				c.set(x, y, rWillowWood.step(2))
			}
		}
	}
	c.rim(rWillowWood)
}

func acaciaHatch(c *canvas) {
	c.rect(2, 2, 12, 12, 0)
	for k := 2; k < 14; k++ {
		c.line(k-1, k, 1, 0, 2, rAcaciaWood.step(3))
		c.set(k+1, k, rAcaciaWood.step(1))
		c.line(15-k-1, k, 1, 0, 2, rAcaciaWood.step(2))
		c.set(15-k+1, k, rAcaciaWood.step(0))
	}
	c.rim(rAcaciaWood)
}

func kapokHatch(c *canvas) {
	c.rim(rKapokWood)
	for y := 2; y < 14; y++ {
		for x := 2; x < 14; x++ {
			dx, dy := 2*x-15, 2*y-15
			if d := isqrt(4 * (dx*dx + dy*dy)); d < 24 {
				c.set(x, y, rKapokWood.step([6]int{0, 3, 1, 4, 1, 0}[d/4]))
			}
		}
	}
}

// Saplings: digits are greens, letters the stem.
var (
	roundSapling = [Size]string{
		"................", "................", "................", ".....4554.......", "....4334554.....", "...433234434....",
		"...3322334332...", "...2332234322...", "....22332321....", ".....2222a1.....", "......a.ba......", ".......ba.......",
		".......ba.......", ".......ba.......", "......1ba2......", ".....21ba12.....",
	}
	slimSapling = [Size]string{
		"................", ".......4........", "......45........", ".....434.4......", "......3.454.....", "....4.a.43......",
		"...454ab3.......", "....43.b..4.....", ".....3.bb454....", "..4....b.343....", ".454..cb........", "..43.a.b........",
		"...3b.cb........", ".......b........", ".......b........", "......1b2.......",
	}
	coneSapling = [Size]string{
		"................", ".......5........", "......45........", "......354.......", ".....3.43.......", "......344.......",
		".....43345......", "....3.2334......", ".....33444......", "....4323345.....", "...3.22334.4....", "....3323443.....",
		"...43222334.....", "..3..21a33.4....", ".......ba.......", ".......ba.......",
	}
	weepingSapling = [Size]string{
		"................", "......4554......", "....45344354....", "...4323aa3234...", "..43.3.ba.3.34..", "..3..3.ba.4..3..",
		"..4.3..ba..3.4..", "..3.4..ba..4.3..", "..2.3..ba..3.2..", "..3.2..ba..2.3..", "..2.3..ba..3.2..", "..1.2..ba..2.1..",
		"....1..ba..1....", ".......ba.......", ".......ba.......", "......2ba1......",
	}
	flatSapling = [Size]string{
		"................", "................", "................", "...45455454.....", "..4343343343454.", "...23.2332.2332.",
		".....a.aa...a...", "......aba.aa....", ".......ba.......", "........b.......", "........bb......", ".......bb.......",
		".......b........", ".......b........", ".......bb.......", "......1bb2......",
	}
	starSapling = [Size]string{
		"................", "......4.........", "..4..454..4.....", "..54.343.45.....", "...43.3.34......", ".4545a3a5454....",
		"...43.ba34......", ".....3ba...4....", "...4.4ba..45....", "..454.ba.343....", "...34aba33......", ".....3.ba.......",
		".......ba.......", "......cbac......", ".....cbbaab.....", ".....b.ba.b.....",
	}
)
