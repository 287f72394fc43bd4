package compare

import "voxtide/lab/figures"

// sample is what one or more jobs of a row have measured, before it becomes figures.
type sample struct {
	minutes float64 // of all players together
	seconds float64 // of one player
	players int
	waits
	ownErrors
	agreement
	work
	blows    Blows
	hasBlows bool
	series   *figures.Series
}

// waits is what players waited for.
type waits struct {
	waitKeys, waitBlocks, seenAfter, to90 []float64 // ms
	neverMoved                            int       // keys that showed nothing
	placed, unseen, ghosts                int       // blocks, those that the own screen never showed, and those that it took back
}

// ownErrors is how the own body was drawn otherwise than in the truth.
type ownErrors struct {
	corrections    int       // that the clients saw themselves
	takenBack      []float64 // cm, of these
	hasCorrections bool
	offTruth       int       // frames that move the body otherwise than the truth
	jumps          []float64 // cm, of these
	jerk2          float64   // sum of squares of third differences, cm²
	jerkFrames     int
	endErrors      []float64 // cm
}

// agreement is how screens differ from each other and from the server.
type agreement struct {
	apart, gaps, separation []float64 // cm
	ages                    []float64 // ms
	hasServer               bool
}

// work is what the method cost.
type work struct {
	unackedMax          int
	resimulated         []float64 // ticks or frames computed again, in the frames that computed any
	hasResim            bool
	up, down            uint64    // bytes
	frameCost, stepCost []float64 // us
}

// add adds what another job of the row has measured.
func (s *sample) add(o *sample) {
	s.minutes, s.seconds, s.players = s.minutes+o.minutes, s.seconds+o.seconds, o.players
	s.waitKeys, s.waitBlocks, s.seenAfter = append(s.waitKeys, o.waitKeys...), append(s.waitBlocks, o.waitBlocks...), append(s.seenAfter, o.seenAfter...)
	s.unseen, s.ghosts, s.placed, s.offTruth = s.unseen+o.unseen, s.ghosts+o.ghosts, s.placed+o.placed, s.offTruth+o.offTruth
	s.corrections, s.takenBack, s.hasCorrections = s.corrections+o.corrections, append(s.takenBack, o.takenBack...), s.hasCorrections || o.hasCorrections
	s.jumps, s.jerk2, s.jerkFrames = append(s.jumps, o.jumps...), s.jerk2+o.jerk2, s.jerkFrames+o.jerkFrames
	s.endErrors, s.apart, s.ages = append(s.endErrors, o.endErrors...), append(s.apart, o.apart...), append(s.ages, o.ages...)
	s.gaps, s.separation, s.to90 = append(s.gaps, o.gaps...), append(s.separation, o.separation...), append(s.to90, o.to90...)
	s.neverMoved, s.unackedMax = s.neverMoved+o.neverMoved, max(s.unackedMax, o.unackedMax)
	s.resimulated, s.hasResim, s.hasServer = append(s.resimulated, o.resimulated...), s.hasResim || o.hasResim, s.hasServer || o.hasServer
	s.up, s.down = s.up+o.up, s.down+o.down
	s.frameCost, s.stepCost = append(s.frameCost, o.frameCost...), append(s.stepCost, o.stepCost...)
	s.hasBlows = s.hasBlows || o.hasBlows
	s.blows.Shots, s.blows.Counted = s.blows.Shots+o.blows.Shots, s.blows.Counted+o.blows.Counted
	s.blows.Beside, s.blows.BesideHits = s.blows.Beside+o.blows.Beside, s.blows.BesideHits+o.blows.BesideHits
	s.blows.Struck, s.blows.InCover = s.blows.Struck+o.blows.Struck, s.blows.InCover+o.blows.InCover
}
