package light

// shine marks the cells above the tops of their columns. It tells whether all cells that light of the sky may come
// from are such, and whether any.
func (s *Scratch) shine(a *Around) (all, any bool) {
	base := int(a.Y)*size - size // the height of the lowest row of the grid
	all = true
	for z := skyLow; z < skyHigh; z++ {
		for y := skyLow; y < skyHigh; y++ {
			s.sun[y*gridEdge+z] = 0
		}
		for x := skyLow; x < skyHigh; x++ {
			from := skyLow // the lowest row in the sun
			if t := a.Tops[x/size+z/size*3]; t != nil {
				from = max(from, int(t[x%size+z%size*size])+1-base)
			}
			all = all && from == skyLow
			if from < skyHigh {
				any = true
				s.sun[from*gridEdge+z] |= 1 << x
			}
		}
		for y := skyLow + 1; y < skyHigh; y++ {
			s.sun[y*gridEdge+z] |= s.sun[(y-1)*gridEdge+z]
		}
	}
	return all, any
}

// spreadSky floods the light of the sky.
func (s *Scratch) spreadSky() {
	f := &s.flood
	f.begin(skyLow, skyHigh, SkyStep)
	if s.dims {
		s.countAbove()
	}
	for level := Full; level > 0; level-- {
		f.level(level)
		switch less := Full - level; {
		case !s.dims && less == 0:
			s.direct()
		case s.dims && less <= DimHeight:
			s.dimmed(uint(less))
		}
		f.spread(s, &s.levels)
	}
}

// direct enters all cells in the sun as sources.
func (s *Scratch) direct() {
	f := &s.flood
	for y := skyLow; y < skyHigh; y++ {
		for z := skyLow; z < skyHigh; z++ {
			r := y*gridEdge + z
			f.add(r, s.sun[r]&(s.clear[r]|s.dim[r]))
		}
	}
}

// dimmed enters the cells in the sun with n dim cells above them as sources.
func (s *Scratch) dimmed(n uint) {
	f := &s.flood
	var flip [4]uint64
	for k := range flip {
		flip[k] = uint64(n>>k&1) - 1 // all ones for a bit that is not in n
	}
	for y := skyLow; y < skyHigh; y++ {
		for z := skyLow; z < skyHigh; z++ {
			r := y*gridEdge + z
			v := s.sun[r] & (s.clear[r] | s.dim[r])
			for k := range flip {
				v &= s.above[k][r] ^ flip[k]
			}
			f.add(r, v)
		}
	}
}

// countAbove counts the dim cells among the DimHeight above each, from the top down: each cell counts what the one above
// it does, and that one, and no longer the one DimHeight above that. What is above the grid is too high to count.
func (s *Scratch) countAbove() {
	for z := skyLow; z < skyHigh; z++ {
		var n [4]uint64
		for y := gridEdge - 1; y >= skyLow; y-- {
			if y+1 < gridEdge {
				carry := s.dim[(y+1)*gridEdge+z]
				for k := range n {
					n[k], carry = n[k]^carry, n[k]&carry
				}
			}
			if y+1+DimHeight < gridEdge {
				borrow := s.dim[(y+1+DimHeight)*gridEdge+z]
				for k := range n {
					n[k], borrow = n[k]^borrow, ^n[k]&borrow
				}
			}
			for k := range n {
				s.above[k][y*gridEdge+z] = n[k]
			}
		}
	}
}
