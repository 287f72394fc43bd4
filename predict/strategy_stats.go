package predict

// StrategyStats counts what a strategy does besides the corrections that it reports. All count from when it was made.
type StrategyStats struct {
	Repredictions   int // states of the own body that were taken over or compared after updates
	Resimulated     int // ticks, 60 a second, or frames of the own body that were computed again,
	ResimulatedLast int // in the last frame that computed any again,
	ResimulatedMost int // and in the frame that computed most
	Overwritten     int // states that came too late to be compared: their place in the history was taken
}

// NoteResimulated adds a frame that computed n ticks or frames again.
func (s *StrategyStats) NoteResimulated(n int) {
	if n > 0 {
		s.Resimulated, s.ResimulatedLast, s.ResimulatedMost = s.Resimulated+n, n, max(s.ResimulatedMost, n)
	}
}
