package light

// Compute writes the light of a section and of the cells that touch it: sky light in the high four bits, block light in
// the low four, by (x+1) + Edge*(z+1) + Edge*Edge*(y+1) for x, y and z of -1 to 16.
func (s *Scratch) Compute(dst *[Cells]uint8, a *Neighbourhood) {
	s.anyDim = s.findEntries(a)
	lamps := s.findSources(a)
	all, any := s.findSunlit(a)
	if !lamps && (!any || all && !s.anyDim) {
		fill := uint8(0)
		if any {
			fill = Full << 4
		}
		for i := range dst {
			dst[i] = fill
		}
		return
	}
	s.loadGrid(lamps)
	s.skyLevels, s.blockLevels = planes{}, planes{}
	if any {
		s.spreadSkyLight()
	}
	if lamps {
		s.spreadBlockLight()
	}
	writeLevels(dst, &s.skyLevels, &s.blockLevels)
}
