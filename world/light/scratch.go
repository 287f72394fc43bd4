package light

// Scratch is the memory of one worker. Its zero value is ready.
type Scratch struct {
	cache   cache
	entries [27]*entry // of the sections of the Neighbourhood

	medium
	sunlit bitGrid // above the height of its column

	dimFrom, dimTo int // the lowest y of dim, and one beyond the highest

	shades     [(skyHigh - skyLow) * (skyHigh - skyLow)]shade
	shadeCount int               // number of shades in use
	sources    [Full + 1][]int32 // cells that emit light, by level

	flood       flood
	skyLevels   planes // of sky light
	blockLevels planes // of block light
}

// shade is a row with sunlit cells that have dim cells above them.
type shade struct {
	row   int
	cells uint64
	above [4]uint64 // number of dim cells among the DimDepth above each: its bits, the lowest first
}

// findEntries finds the entries of all sections. It reports whether any of them dims light.
func (s *Scratch) findEntries(a *Neighbourhood) (dims bool) {
	s.cache.round++
	for i, section := range a.Sections {
		e := s.cache.entryOf(section)
		s.entries[i] = e
		dims = dims || e.anyDims
	}
	return dims
}

// loadGrid fills the sets clear and dim from the sections, as far as light or dimming can come from.
func (s *Scratch) loadGrid(lamps bool) {
	low, high, top := skyLow, skyHigh, min(skyHigh+DimDepth, bitGridEdge)
	if lamps {
		low, high, top = blockLightLow, blockLightHigh, bitGridEdge
	}
	s.dimFrom, s.dimTo = bitGridEdge, 0
	for y := low; y < top; y++ {
		var any uint64
		for z := low; z < high; z++ {
			n := y/size*9 + z/size*3
			i := y%size*size + z%size
			a, b, c := s.entries[n], s.entries[n+1], s.entries[n+2]
			stops := uint64(a.opaque[i]) | uint64(b.opaque[i])<<size | uint64(c.opaque[i])<<(2*size)
			dims := uint64(a.dims[i]) | uint64(b.dims[i])<<size | uint64(c.dims[i])<<(2*size)
			s.clear[y*bitGridEdge+z] = ^(stops | dims)
			s.dim[y*bitGridEdge+z] = dims
			any |= dims
		}
		if any != 0 {
			s.dimFrom, s.dimTo = min(s.dimFrom, y), y+1
		}
	}
}
