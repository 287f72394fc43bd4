package sections

// Hides reports whether a box beyond all sections, from low to high relative to the eye, is hidden by sections that the last Update found to be in sight.
func (s *Sections) Hides(low, high [3]float32) bool {
	g := &s.list.walk
	return s.list.valid && g.hiding && g.panorama.Hides(low, high)
}
