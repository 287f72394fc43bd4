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
	s.shaded = 0
	if s.dims {
		s.countAbove()
	}
	for level := Full; level > 0; level-- {
		f.level(level)
		if level == Full {
			s.direct()
		} else {
			s.dimmed(uint(Full - level))
		}
		f.spread(s, &s.levels)
	}
}

// direct enters the cells in the sun with nothing dim above them as sources.
func (s *Scratch) direct() {
	f := &s.flood
	for y := skyLow; y < skyHigh; y++ {
		for r := y*gridEdge + skyLow; r < y*gridEdge+skyHigh; r++ {
			f.add(r, s.sun[r]&(s.clear[r]|s.dim[r]))
		}
	}
}

// shade is a row with cells in the sun that have dim ones above them.
type shade struct {
	row   int
	cells uint64
	above [4]uint64 // number of dim cells among the DimHeight above each: its bits, the lowest first
}

// dimmed enters the cells in the sun with n dim cells above them as sources.
func (s *Scratch) dimmed(n uint) {
	for i := range s.shades[:s.shaded] {
		h := &s.shades[i]
		v := h.cells
		for k, bits := range h.above {
			v &= bits ^ (uint64(n>>k&1) - 1) // against all ones for a bit that is not in n
		}
		s.flood.add(h.row, v)
	}
}

// countAbove counts the dim cells among the DimHeight above each, from the top down: each cell counts what the one above
// it does, and that one, and no longer the one DimHeight above that. What is above the grid is too high to count.
// The cells that count any become shades and are in the sun no more.
func (s *Scratch) countAbove() {
	for z := skyLow; z < skyHigh; z++ {
		var n [4]uint64
		for y := s.dimTo - 2; y >= max(skyLow, s.dimFrom-DimHeight); y-- {
			r := y*gridEdge + z
			carry := s.dim[r+gridEdge]
			for k := range n {
				n[k], carry = n[k]^carry, n[k]&carry
			}
			if y+1+DimHeight < s.dimTo {
				borrow := s.dim[r+(1+DimHeight)*gridEdge]
				for k := range n {
					n[k], borrow = n[k]^borrow, ^n[k]&borrow
				}
			}
			if y >= skyHigh {
				continue
			}
			any := n[0] | n[1] | n[2] | n[3]
			if v := any & s.sun[r] & (s.clear[r] | s.dim[r]); v != 0 {
				s.shades[s.shaded] = shade{r, v, n}
				s.shaded++
				s.sun[r] &^= v
			}
		}
	}
}
