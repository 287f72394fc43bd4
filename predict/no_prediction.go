package predict

import (
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// NoPrediction shows the received state and nothing else: the strategy to compare with. An action shows when its ack
// has come, a round trip after it was made.
type NoPrediction struct {
	Received
	touched, visible []BlockChange
	now              timestream.Time
}

// NewNoPrediction returns a strategy that predicts nothing.
func NewNoPrediction(own timestream.Stream) *NoPrediction {
	d := &NoPrediction{}
	d.init(own)
	d.R.OnBlockChange = func(at world.Pos, before world.Block) { d.touched = append(d.touched, BlockChange{at, before}) }
	return d
}

// AddAction adds an own action, which shows when it comes back.
func (d *NoPrediction) AddAction(a *actions.Action) { d.ensureQueue(d.Own).push(a) }

// AddPeerAction does nothing: a peer's action shows when the server sends its result.
func (d *NoPrediction) AddPeerAction(timestream.Stream, *actions.Action) {}

// ApplyUpdate applies an update.
func (d *NoPrediction) ApplyUpdate(f *protocol.Update) error { return d.applyUpdate(f) }

// ApplySnapshot applies a section from the bulk lane.
func (d *NoPrediction) ApplySnapshot(s protocol.Snapshot, sec *world.Section) {
	d.receiveSnapshot(s, sec)
	d.R.Commit()
}

// AdvanceTo sets the frame's time; the state stays the received one.
func (d *NoPrediction) AdvanceTo(to timestream.Time) (Correction, bool) {
	d.now = max(d.now, to)
	d.influences.clear()
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

// VisibleChanges returns the blocks that show something else than at the last call.
func (d *NoPrediction) VisibleChanges() []BlockChange {
	d.visible = appendChanged(d.visible[:0], d.touched, d.R.W)
	d.touched = d.touched[:0]
	return d.visible
}
