package textures

// Plants.

// Shapes of leaves: digits are steps of the leaf's ramp.
var (
	broadLeaves = [...][]string{
		{".34.", "3432", "2321", ".11."},
		{"43.", "3432", ".221"},
		{".33", "342", "221"},
		{"343", "2321", ".1.."},
	}
	smallLeaves = [...][]string{
		{"34", "23"},
		{".4.", "343", ".21"},
		{"43", "32", ".1"},
		{"34.", ".32"},
	}
	needles = [...][]string{
		{"..4", ".3.", "2..", "1.."},
		{"4..", "33.", ".21"},
		{".3.", "342", "2.1"},
		{".4", "32", ".1"},
	}
)

// foliage returns the painter of leaves in front of leaves in the shade, with holes between them: gx by gy of the given shapes.
func foliage(r ramp, shapes [4][]string, gx, gy, holes int) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			n := b.noise(1, 4, 4, x, y) + b.noise(2, 2, 2, x, y)
			if n < holes {
				return 0
			}
			return r.shade(tone(0)+max(n, 0)/9, x, y, 6)
		})
		for i, p := range b.scatter(3, gx, gy, 90) {
			shape := shapes[(int(p.h)+i)&3]
			dim := int(p.h >> 8 & 3 / 2) // half of the leaves lie deeper
			for v, line := range shape {
				for u := range len(line) {
					if line[u] != '.' {
						c.set(p.x/4+u-1, p.y/4+v-1, r.step(int(line[u]-'0')-dim))
					}
				}
			}
		}
	}
}

// tallGrass is a tuft of bent blades, the nearer ones lighter.
func tallGrass(c *canvas, _ brush) {
	blades := [...]struct{ foot, tall, bend, step int }{
		{3, 9, -3, 1}, {13, 9, 3, 1}, {7, 14, -2, 1}, {9, 13, 3, 1},
		{5, 12, -4, 2}, {11, 11, 4, 2}, {8, 10, 2, 2}, {6, 9, 1, 3}, {10, 8, -1, 3}, {2, 6, -2, 2}, {13, 5, 1, 3},
	}
	for _, l := range blades {
		for v := range l.tall {
			x := l.foot + (l.bend*v*v+l.tall*l.tall/2)/(l.tall*l.tall)
			if l.bend < 0 {
				x = l.foot - (-l.bend*v*v+l.tall*l.tall/2)/(l.tall*l.tall)
			}
			s := l.step
			switch {
			case v < 2:
				s--
			case v > l.tall-4:
				s++
			}
			if x >= 0 && x < Size {
				c.set(x, 15-v, rTurf.step(s))
			}
		}
	}
}

// artPainter returns the painter of art in letters.
func artPainter(rows [Size]string, inks map[byte]ink) func(*canvas, brush) {
	return func(c *canvas, _ brush) { c.drawArt(rows, inks) }
}

// cactusSide is upright ribs with pairs of thorns.
func cactusSide(c *canvas, b brush) {
	ribs := [Size]int{0, 1, 3, 2, 1, 0, 2, 3, 2, 1, 0, 2, 3, 2, 1, 0}
	c.fill(func(x, y int) ink {
		t := tone(ribs[x]) + b.noise(1, 1, 4, x, y)/15
		return rGreen.shade(t, x, y, 0)
	})
	for i, x := range [...]int{2, 7, 12} {
		for y := 1 + 2*(i&1); y < Size; y += 4 {
			c.set(x, y, rYellow.step(4))
			c.set(x+1, y+1, rGreen.step(0))
		}
	}
}

// cactusTop is a rim of ribs around a paler middle.
func cactusTop(c *canvas, b brush) {
	c.fill(func(x, y int) ink {
		dx, dy := abs(2*x-15), abs(2*y-15)
		d := max(dx, dy, (dx+dy)*3/4)
		t := tone(3) - d + b.noise(1, 2, 2, x, y)/16
		switch {
		case max(dx, dy) == 15:
			t = tone(0) + 6
		case d >= 13:
			t = tone(1) + 4
		case dx == dy && d > 2: // seams that meet in the middle
			t -= 16
		case d%6 < 2:
			t += 7
		}
		return rGreen.shade(t, x, y, 0)
	})
	for _, at := range [...][2]int{{4, 8}, {8, 4}, {11, 7}, {7, 11}, {8, 8}} {
		c.set(at[0], at[1], rYellow.step(4))
	}
}
