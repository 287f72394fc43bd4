package sections

// Hides reports whether a box beyond all sections, from low to high relative to the eye, is hidden by sections that the last Update found to be in sight.
func (s *Sections) Hides(low, high [3]float32) bool {
	g := &s.list.walk
	return s.list.valid && g.hiding && g.panorama.Hides(low, high)
}

// Hiding reports whether opaque blocks hide what is behind them, as the last Update found: not where the near plane may cut one, through which one sees.
func (s *Sections) Hiding() bool { return s.LeaveOutHidden && s.list.walk.hiding }
