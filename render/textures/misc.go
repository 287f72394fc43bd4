package textures

// Made things, sun and moon, and the cracks of breaking.

// wool returns the painter of knitted rows: each stitch is a V whose left arm is lit.
func wool(r ramp) func(*canvas, brush) {
	stitch := [4][4]int{{3, 2, 2, 3}, {3, 3, 2, 2}, {2, 3, 2, 2}, {2, 1, 1, 2}}
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			return r.shade(tone(stitch[y&3][x&3])+b.noise(1, 2, 2, x, y)/18, x, y, 0)
		})
	}
}

// glass is a window frame with a shine across the pane.
func glass(c *canvas, _ brush) {
	for n := range Size {
		c.set(n, 0, rGlass.step(3))
		c.set(0, n, rGlass.step(3))
		c.set(n, 15, rGlass.step(1))
		c.set(15, n, rGlass.step(1))
	}
	c.set(0, 0, rGlass.step(4))
	c.set(15, 0, rGlass.step(2))
	c.set(0, 15, rGlass.step(2))
	c.set(15, 15, rGlass.step(0))
	for _, run := range [...][3]int{{2, 6, 5}, {2, 8, 3}, {9, 13, 5}, {12, 13, 2}} {
		for k := range run[2] {
			c.set(run[0]+k, run[1]-k, rGlass.step(4-k&1))
		}
	}
}

// lamp is light behind four panes.
func lamp(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		dx, dy := abs(2*x-15), abs(2*y-15)
		d := isqrt((dx*dx + dy*dy) * 4)
		t := tone(4) + 6 - d*5/3 + b.noise(1, 2, 2, x, y)/14
		return rLamp.shade(max(t, 20), x, y, 8)
	})
	for n := range Size {
		for _, edge := range [...][2]int{{n, 0}, {0, n}} {
			c.set(edge[0], edge[1], rBark.step(3))
		}
		for _, edge := range [...][2]int{{n, 15}, {15, n}} {
			c.set(edge[0], edge[1], rBark.step(1))
		}
		if n > 0 && n < 15 && (n < 6 || n > 9) {
			c.set(n, 7, rOrange.step(3))
			c.set(7, n, rOrange.step(3))
			c.set(n, 8, rOrange.step(2))
			c.set(8, n, rOrange.step(2))
		}
	}
	for _, at := range [...][2]int{{1, 1}, {14, 1}, {1, 14}, {14, 14}} {
		c.set(at[0], at[1], rBark.step(2))
	}
}

// sun is a square of light with a paler heart.
func sun(c *canvas, _ brush) {
	c.fill(func(x, y int) ink {
		dx, dy := abs(2*x-15), abs(2*y-15)
		d := max(dx, dy, (dx+dy)*2/3)
		switch {
		case d > 14:
			return 0
		case d > 12:
			return rFlame.step(2)
		case d > 10:
			return rFlame.step(3)
		}
		return rFlame.step(4)
	})
}

// moon is a pale square with craters.
func moon(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		dx, dy := abs(2*x-15), abs(2*y-15)
		if d := max(dx, dy, (dx+dy)*2/3); d > 12 {
			return 0
		}
		t := tone(3) + 6 - (x+y-15)*2 + b.noise(1, 4, 4, x, y)/16
		return rMarble.shade(t, x, y, 2)
	})
	for _, at := range [...][3]int{{4, 5, 2}, {9, 4, 1}, {8, 8, 3}, {5, 10, 1}, {11, 10, 1}} {
		for v := range at[2] {
			for u := range at[2] {
				c.lighten(at[0]+u, at[1]+v, -1)
			}
		}
		c.lighten(at[0], at[1], -1)
		c.lighten(at[0]+at[2], at[1]+at[2], 1)
	}
}

// crackStageCount is the number of stages of breaking.
const crackStageCount = 10

// crackArt has a digit for each pixel of a crack: the first stage that shows it.
var crackArt = [Size]string{
	"....8........8..",
	"....8..7....6...",
	".9...6..5..5...9",
	"..8..4...43...87",
	"7..6..3...2..6..",
	".55.5.2..1.45...",
	"...53..1.0233.8.",
	"..6..210002..48.",
	".8.64.10000.....",
	"9....2.0..012..5",
	"...33..1.3.0.23.",
	".45..4.2..51.7.4",
	"5...5.33...2..8.",
	"8.9..55.6..33...",
	"...856...8..458.",
	"..9.8..8.....58.",
}

// crack returns the painter of a stage, 0 to crackStageCount-1. The newest pixels are a little lighter.
func crack(stage int) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		for y, line := range crackArt {
			for x := range len(line) {
				if born := int(line[x]) - '0'; born >= 0 && born <= stage {
					c.set(x, y, rCoal.step(min(max(2-stage+born, 0), 2)))
				}
			}
		}
	}
}
