package rival

import (
	"voxtide/predict"
	"voxtide/timestream"
)

// Sequence is client-side prediction with server reconciliation by sequence numbers (Gambetta II; the wiki's "stored
// commands"): an update says up to which action the server has come and where the own body then was; the client drops those
// actions and replays the others from there, each at its own time.
//
// It predicts the own stream alone, body and blocks. Others stay as they were received, which is what makes it a rival: the
// player is in the present and all others are in the past. With Options.Others it is close to the time streams of package
// predict, without their causes of corrections and their actions of peers.
//
// Gambetta's inputs are steps of one square. Here a key is held, so the replay needs the time at which each action was made:
// its stamp. With a server that performs an action at that stamp (the judge "declared") the replay is exact.
type Sequence struct{ base }

// NewSequence returns the method over a received state, to which no prediction is applied.
func NewSequence(r *predict.Received, o Options) *Sequence {
	s := &Sequence{}
	s.init(r, o, func() { s.begin(); s.sweep(s.now) })
	return s
}

// AdvanceTo predicts up to a frame's time. It returns the correction of the own body that the updates brought.
func (s *Sequence) AdvanceTo(to timestream.Time) (c predict.Correction, corrected bool) {
	to = s.beginFrame(to)
	if s.reverted {
		s.begin()
		if s.updated && s.now > 0 {
			s.sweep(s.now)
			s.noteReplayed()
			c, corrected = s.compareLast()
		}
	}
	s.sweep(to)
	s.endFrame(to)
	return c, corrected
}
