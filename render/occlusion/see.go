package occlusion

// Candidates are boxes of a section that are asked about. Those of quads of blocks lie on the planes between blocks.
type Candidates struct {
	Boxes  []Box
	Around Box     // all of them lie in it
	Asked  []int32 // which of them
	Loose  int32   // the first of those that may lie anywhere within their box, and sway
	Margin float32 // how far what is drawn may reach out of its box, in blocks
}

// Add adds the opaque blocks of a section.
func (p *Panorama) Add(s *Section) {
	if s.hides() {
		p.See(s, &Candidates{}, nil)
	}
}

// See goes through a section from near to far: it sets the bits of the boxes of which something may be seen before and between the section's own opaque blocks, and
// adds these blocks. Boxes whose bits are set are not asked about.
//
// What touches a section counts only on the side of the eye: those neighbours come before it on each line of sight. The others
// come behind it, and are asked about later.
func (p *Panorama) See(s *Section, c *Candidates, seen []uint64) {
	var low, high [3]float32
	for k := range low {
		low[k], high[k] = s.Corner[k]+float32(c.Around.Low[k])-c.Margin, s.Corner[k]+float32(c.Around.High[k])+c.Margin
	}
	for face, a := range axes {
		if p.only&(1<<face) == 0 {
			continue
		}
		asked := c.Asked
		if near, far := ahead(face, low, high); far <= 0 || max(near, low[a.side], -high[a.side]) > far {
			asked = nil // nothing of them lies in the directions of the face
		}
		cut, ok := s.cutFor(face)
		if !ok || !s.hides() {
			p.ask(face, s, c, asked, seen)
			continue
		}
		p.clip(&cut)
		p.sort(c.Boxes, asked, c.Loose, face)
		begin := int32(0)
		for n := range side + 1 {
			before, behind := p.ends[2*n], p.ends[2*n+1]
			if begin < before {
				p.ask(face, s, c, p.order[begin:before], seen)
			}
			p.addPlane(&cut, s.Solid, n)
			if before < behind {
				p.ask(face, s, c, p.order[before:behind], seen)
			}
			begin = behind
		}
	}
}

// ask sets the bits of those of some boxes of which something may be seen in the directions of a face.
func (p *Panorama) ask(face int, s *Section, c *Candidates, boxes []int32, seen []uint64) {
	a := &axes[face]
	near, far := s.Corner[a.ahead]-c.Margin, s.Corner[a.ahead]+c.Margin // of the corner, with a margin, as the face sees it
	if a.sign < 0 {
		near, far = -far, -near
	}
	s0, s1, y0, y1 := s.Corner[a.side]-c.Margin, s.Corner[a.side]+c.Margin, s.Corner[1]-c.Margin, s.Corner[1]+c.Margin
	for _, i := range boxes {
		if seen[i>>6]>>(i&63)&1 != 0 {
			continue
		}
		b := &c.Boxes[i]
		from, to := float32(b.Low[a.ahead]), float32(b.High[a.ahead])
		if a.sign < 0 {
			from, to = -to, -from
		}
		if !p.hidesFrom(face, near+from, far+to, s0+float32(b.Low[a.side]), s1+float32(b.High[a.side]), y0+float32(b.Low[1]), y1+float32(b.High[1])) {
			seen[i>>6] |= 1 << (i & 63)
		}
	}
}

// Hides reports whether a box, from low to high relative to the eye, is hidden: whether all directions in which a part of it lies are
// covered, of those of the sector that was begun.
func (p *Panorama) Hides(low, high [3]float32) bool {
	for face := range axes {
		if p.only&(1<<face) == 0 {
			continue
		}
		near, far := ahead(face, low, high)
		if side := axes[face].side; !p.hidesFrom(face, near, far, low[side], high[side], low[1], high[1]) {
			return false
		}
	}
	return true
}

// ahead returns how far a box, from low to high relative to the eye, reaches along the axis of a face.
func ahead(face int, low, high [3]float32) (near, far float32) {
	a := &axes[face]
	if a.sign < 0 {
		return -high[a.ahead], -low[a.ahead]
	}
	return low[a.ahead], high[a.ahead]
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
