package textures

// Things in sixteen colours: wool, concrete, glazed brick, glass and its panes, dyes.

// hue is a colour that wool, glass and the like are made in.
type hue struct {
	name   string
	r      ramp
	accent ramp // the second colour of its glazed brick
}

// hues are the sixteen colours.
var hues = [...]hue{
	{"white", rWool, rTeal}, {"light_gray", rLightGray, rWool}, {"gray", rGray, rLightGray}, {"black", rBlack, rRed},
	{"brown", rBrown, rStraw}, {"red", rRed, rYellow}, {"orange", rOrange, rWool}, {"yellow", rYellow, rBrown},
	{"lime", rLime, rGreen}, {"green", rGreen, rYellow}, {"cyan", rCyan, rWool}, {"light_blue", rLightBlue, rBlue},
	{"blue", rBlue, rLightBlue}, {"purple", rPurple, rPink}, {"magenta", rMagenta, rWool}, {"pink", rPink, rMagenta},
}

// oldWool are the colours of wool that table has had from the start.
var oldWool = map[string]bool{"white": true, "red": true, "blue": true, "green": true}

// colourRows returns the rows of all things in colours.
func colourRows() (out []row) {
	for i, h := range hues {
		if !oldWool[h.name] {
			out = append(out, row{name: h.name + "_wool", paint: wool(h.r)})
		}
		out = append(out,
			row{name: h.name + "_concrete", paint: concrete(h.r), untiled: true},
			row{name: h.name + "_glazed", paint: glazed(h, i)},
			row{name: h.name + "_glass", paint: stainedGlass(h.r), alpha: 150, untiled: true},
			row{name: h.name + "_glass_pane", paint: leadedGlass(h.r), untiled: true, cutout: true},
			row{name: h.name + "_glass_pane_edge", paint: paneEdge(h.r), untiled: true},
			row{name: h.name + "_dye", paint: dye(h.r), untiled: true, cutout: true})
	}
	return append(out, row{name: "glass_pane_edge", paint: paneEdge(rGlass), untiled: true})
}

// concrete returns the painter of a cast wall: almost flat, with the seam of its form and four holes of its ties.
func concrete(r ramp) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		c.fill(func(x, y int) ink {
			t := tone(2) + b.noise(1, 8, 8, x, y)/20
			if y == 15 {
				t -= 12
			}
			return r.shade(t, x, y, 0)
		})
		for _, at := range [...][2]int{{3, 3}, {12, 3}, {3, 11}, {12, 11}} {
			c.set(at[0], at[1], r.step(1))
			c.set(at[0], at[1]+1, r.step(3))
		}
	}
}

// glazed returns the painter of a glazed brick: a figure with fourfold symmetry, another for each colour.
func glazed(h hue, n int) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		for v := range Size / 2 {
			for u := range Size / 2 {
				dx, dy := 7-u, 7-v // from the middle
				on := false
				switch n % 8 {
				case 0:
					on = (dx+dy)%4 == 1
				case 1:
					on = max(dx, dy)%3 == 1
				case 2:
					on = isqrt(4*(dx*dx+dy*dy))/5%2 == 1
				case 3:
					on = dx == dy || dx+dy == 7
				case 4:
					on = dx*dy%5 == 2 || dx+dy < 2
				case 5:
					on = (dx*dx+dy*dy)%7 < 2
				case 6:
					on = dx/2%2 != dy/2%2
				case 7:
					on = dx < 2 != (dy < 2) || dx+dy == 9
				}
				if n >= 8 { // the second eight have a round heart and turned corners
					on = on != (dx*dx+dy*dy < 12) != (dx+dy > 11)
				}
				i := h.r.step(2 + (u+v)&1)
				if on {
					i = h.accent.step(3 - (u^v)&1)
				}
				if u == 0 || v == 0 {
					i = h.r.step(1)
				}
				c.set(u, v, i)
				c.set(15-u, v, i)
				c.set(u, 15-v, i)
				c.set(15-u, 15-v, i)
			}
		}
	}
}

// stainedGlass returns the painter of a coloured pane with a frame and a shine.
func stainedGlass(r ramp) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		c.rect(0, 0, Size, Size, r.step(2))
		for n := range Size {
			c.set(n, 0, r.step(4))
			c.set(0, n, r.step(3))
			c.set(n, 15, r.step(1))
			c.set(15, n, r.step(0))
		}
		for _, run := range [...][3]int{{2, 6, 5}, {2, 8, 3}, {9, 13, 5}, {12, 13, 2}} {
			for k := range run[2] {
				c.set(run[0]+k, run[1]-k, r.step(4-k&1))
			}
		}
	}
}

// leadedGlass returns the painter of a pane of small coloured and clear diamonds in lead.
func leadedGlass(r ramp) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		c.fill(func(x, y int) ink {
			a, d := (x+y)&7, (x-y)&7
			n := ((x+y)>>3 ^ (x-y+16)>>3) & 1
			switch {
			case x == 0 || y == 0:
				return r.step(3)
			case x == 15 || y == 15:
				return r.step(0)
			case a == 7 || d == 7:
				return r.step(1)
			case n == 0:
				return r.step(3 + (a^d)&4/4)
			}
			return 0
		})
	}
}

// paneEdge returns the painter of the narrow side of a pane.
func paneEdge(r ramp) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		c.fill(func(x, y int) ink { return r.step([4]int{3, 4, 2, 1}[x&3]) })
	}
}

// dye returns the painter of a heap of dye in a bowl.
func dye(r ramp) func(*canvas, brush) {
	art := [Size]string{
		"................", "................", "................", "......45........", ".....4434.......", "....443343......",
		"...44333323.....", "..4433332232....", ".aabbbbbbbbbba..", ".abcccccccccba..", "..abbbbbbbbba...", "..aabbbbbbbaa...",
		"...aaabbbaaa....", ".....aaaaa......", "................", "................",
	}
	inks := map[byte]ink{'2': r.step(1), '3': r.step(2), '4': r.step(3), '5': r.step(4),
		'a': rWood.step(0), 'b': rWood.step(2), 'c': rWood.step(1)}
	return artPainter(art, inks)
}
