package light

// findSunlit finds the cells above the heights of their columns. It reports whether all cells that sky light may come from are
// sunlit, and whether any cell is.
func (s *Scratch) findSunlit(a *Neighbourhood) (all, any bool) {
	base := int(a.Y)*size - size // the height of the lowest row of the grid
	all = true
	for z := skyLow; z < skyHigh; z++ {
		for y := skyLow; y < skyHigh; y++ {
			s.sunlit[y*bitGridEdge+z] = 0
		}
		for x := skyLow; x < skyHigh; x++ {
			from := skyLow // the lowest row in the sun
			if t := a.Heightmaps[x/size+z/size*3]; t != nil {
				from = max(from, int(t[x%size+z%size*size])+1-base)
			}
			all = all && from == skyLow
			if from < skyHigh {
				any = true
				s.sunlit[from*bitGridEdge+z] |= 1 << x
			}
		}
		for y := skyLow + 1; y < skyHigh; y++ {
			s.sunlit[y*bitGridEdge+z] |= s.sunlit[(y-1)*bitGridEdge+z]
		}
	}
	return all, any
}

// spreadSkyLight floods the sky light.
func (s *Scratch) spreadSkyLight() {
	f := &s.flood
	f.begin(skyLow, skyHigh, SkyLightStep)
	s.shadeCount = 0
	if s.anyDim {
		s.countAbove()
	}
	for level := Full; level > 0; level-- {
		f.level(level)
		if level == Full {
			s.addSunlit()
		} else {
			s.addDimmed(uint(Full - level))
		}
		f.spreadLevel(&s.medium, &s.skyLevels)
	}
}

// addSunlit adds the sunlit cells with nothing dim above them as sources.
func (s *Scratch) addSunlit() {
	f := &s.flood
	for y := skyLow; y < skyHigh; y++ {
		for r := y*bitGridEdge + skyLow; r < y*bitGridEdge+skyHigh; r++ {
			f.add(r, s.sunlit[r]&(s.clear[r]|s.dim[r]))
		}
	}
}

// addDimmed adds the sunlit cells with n dim cells above them as sources.
func (s *Scratch) addDimmed(n uint) {
	for i := range s.shades[:s.shadeCount] {
		h := &s.shades[i]
		v := h.cells
		for k, bits := range h.above {
			v &= bits ^ (uint64(n>>k&1) - 1) // against all ones for a bit that is not in n
		}
		s.flood.add(h.row, v)
	}
}

// countAbove counts the dim cells among the DimDepth above each cell, from the top down: each cell adds the cell above
// it and drops the one DimDepth higher. Cells above the grid are too high to count. Cells that count any become shades
// and are sunlit no longer.
func (s *Scratch) countAbove() {
	for z := skyLow; z < skyHigh; z++ {
		var n [4]uint64
		for y := s.dimTo - 2; y >= max(skyLow, s.dimFrom-DimDepth); y-- {
			r := y*bitGridEdge + z
			carry := s.dim[r+bitGridEdge]
			for k := range n {
				n[k], carry = n[k]^carry, n[k]&carry
			}
			if y+1+DimDepth < s.dimTo {
				borrow := s.dim[r+(1+DimDepth)*bitGridEdge]
				for k := range n {
					n[k], borrow = n[k]^borrow, ^n[k]&borrow
				}
			}
			if y >= skyHigh {
				continue
			}
			any := n[0] | n[1] | n[2] | n[3]
			if v := any & s.sunlit[r] & (s.clear[r] | s.dim[r]); v != 0 {
				s.shades[s.shadeCount] = shade{r, v, n}
				s.shadeCount++
				s.sunlit[r] &^= v
			}
		}
	}
}
