package rival

import "voxtide/predict"

// Commit is serialization by a server (Kahlo 1.4): a client performs an operation only when the message has come that it is
// committed, so an own input shows after a round trip and nothing is ever corrected.
//
// In Kahlo's form the server sends the committed operations and each client performs them. Here the server sends what came of
// them, as edits, motions and stamps: the received state is the committed chain, and it is shown as it is. Time passes only
// by what is committed: nothing between two commits is extrapolated. What differs from the dumb client of the game is the
// server's judge: with "arrival" an action takes effect where it stands in the server's order of arrival, as in Kahlo's
// choke-point, and not at the time that its client declared.
type Commit struct{ *predict.NoPrediction }

// NewCommit returns the method over a received state, to which no prediction is applied.
func NewCommit(r *predict.Received) *Commit { return &Commit{predict.NewNoPredictionOver(r)} }

// Stats returns zeros: nothing is predicted.
func (c *Commit) Stats() predict.StrategyStats { return predict.StrategyStats{} }
