package predict

import (
	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// NoPrediction shows the received state and nothing else: the strategy to compare with. An action shows when its ack
// has come, a round trip after it was made.
type NoPrediction struct {
	*Received
	now timestream.Time
}

// NewNoPrediction returns a strategy that predicts nothing.
func NewNoPrediction(own timestream.Stream) *NoPrediction {
	return NewNoPredictionOver(NewReceived(own))
}

// NewNoPredictionOver returns the strategy over a state that another strategy received: see NewOver.
func NewNoPredictionOver(r *Received) *NoPrediction {
	r.takeOver(0, nil)
	return &NoPrediction{Received: r}
}

// AddPeerAction does nothing: a peer's action shows when the server sends its result.
func (d *NoPrediction) AddPeerAction(timestream.Stream, *actions.Action) PeerVerdict {
	return PeerIgnored
}

// Revert does nothing: nothing is predicted.
func (d *NoPrediction) Revert() {}

// AdvanceTo sets the frame's time; the state stays the received one.
func (d *NoPrediction) AdvanceTo(to timestream.Time) (Correction, bool) {
	d.now = max(d.now, to)
	d.EndUpdates()
	return Correction{}, false
}

// InspectReceived calls f with the received state.
func (d *NoPrediction) InspectReceived(f func(w *world.World)) { f(d.R.W) }

// LastPerformed returns the number of the last own action whose result shows.
func (d *NoPrediction) LastPerformed() uint64 { return d.LastAcked() }

// Now returns the last frame's time.
func (d *NoPrediction) Now() timestream.Time { return d.now }

// ResetTime lets the next frame's time be earlier than the last one's.
func (d *NoPrediction) ResetTime() { d.now = 0 }
