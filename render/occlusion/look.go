package occlusion

// Look asks a panorama about many boxes of one piece of land, such as a section. What is the same for all of them is found once.
type Look struct {
	p         *Panorama
	faces     faceSet    // in whose directions the land lies
	low, high [3]float32 // what is added to the coordinates of a box, for where it lies from the eye with a margin
}

// Look returns a Look at land that lies from low to high, in blocks from its corner, which is given relative to the eye. Boxes within it will be asked about with
// a margin on all sides, in blocks.
func (p *Panorama) Look(corner [3]float32, low, high [3]int8, margin float32) Look {
	l := Look{p: p}
	var from, to [3]float32
	for k := range corner {
		l.low[k], l.high[k] = corner[k]-margin, corner[k]+margin
		from[k], to[k] = l.low[k]+float32(low[k]), l.high[k]+float32(high[k])
	}
	for face, a := range axes {
		near, far := from[a.ahead], to[a.ahead]
		if a.sign < 0 {
			near, far = -far, -near
		}
		if far > 0 && max(near, from[a.side], -to[a.side]) <= far {
			l.faces |= 1 << face & p.only
		}
	}
	return l
}

// Hides reports whether a box of the land is hidden, as Panorama.Hides does.
func (l *Look) Hides(low, high *[3]int8) bool {
	return l.p.hides(l.faces, l.low[0]+float32(low[0]), l.low[1]+float32(low[1]), l.low[2]+float32(low[2]),
		l.high[0]+float32(high[0]), l.high[1]+float32(high[1]), l.high[2]+float32(high[2]))
}

// Hides reports whether a box, from low to high relative to the eye, is hidden: whether all directions in which a part of it lies are
// covered, of those of the sector that was begun.
func (p *Panorama) Hides(low, high [3]float32) bool {
	return p.hides(p.only, low[0], low[1], low[2], high[0], high[1], high[2])
}

// hides is Hides for a box that lies in the directions of some faces, and of no others. It is asked for each quad: its arguments are in registers.
func (p *Panorama) hides(faces faceSet, x0, y0, z0, x1, y1, z1 float32) bool {
	return (faces&1 == 0 || p.hidesFrom(0, x0, x1, z0, z1, y0, y1)) &&
		(faces&2 == 0 || p.hidesFrom(1, -x1, -x0, z0, z1, y0, y1)) &&
		(faces&4 == 0 || p.hidesFrom(2, z0, z1, x0, x1, y0, y1)) &&
		(faces&8 == 0 || p.hidesFrom(3, -z1, -z0, x0, x1, y0, y1))
}

// hidesFrom reports whether what of a box is within the directions of a face is hidden. The box is given as the face sees it: its distance, sideways and upwards.
func (p *Panorama) hidesFrom(face int, near, far, s0, s1, y0, y1 float32) bool {
	if near < s0 {
		near = s0
	}
	if near < -s1 {
		near = -s1
	}
	if far <= 0 || near > far {
		return true // nothing of it is
	}
	if near < nearest {
		return false
	}
	least, most := binsPerUnit/far, binsPerUnit/near // by which lengths are seen at its far end and at its near one
	s, t, y, z := most, least, most, least           // and each of its sides
	if s0 >= 0 {
		s = least
	}
	if s1 >= 0 {
		t = most
	}
	if y0 >= 0 {
		y = least
	}
	if y1 >= 0 {
		z = most
	}
	y0, y1 = y0*y+(middle-rounding), y1*z+(middle+rounding)
	if y0 < 0 || y1 >= tall {
		return false
	}
	from, to := int(s0*s+(binsPerUnit-rounding)), int(s1*t+(binsPerUnit+rounding))
	from, to = max(from, p.from), min(to, p.to-1)
	return from > to || p.covered(face, from, to, int(y0), int(y1))
}
