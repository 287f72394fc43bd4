package predict

import (
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Dumb shows what the server sent and nothing else: the strategy to compare with. An action shows when its ack has
// come, a round trip after it was made.
type Dumb struct {
	Received
	touched, visible []Cell
	now              timestream.Time
}

// NewDumb returns a strategy that predicts nothing.
func NewDumb(own timestream.Stream) *Dumb {
	d := &Dumb{}
	d.init(own)
	d.R.Touched = func(at world.Pos, before world.Block) { d.touched = append(d.touched, Cell{at, before}) }
	return d
}

// Push adds an own action, which shows when it comes back.
func (d *Dumb) Push(a *actions.Action) { d.enter(d.Own).push(a) }

// PushPeer does nothing: what a peer did shows when the server tells it.
func (d *Dumb) PushPeer(timestream.Stream, *actions.Action) {}

// Receive applies a frame.
func (d *Dumb) Receive(f *protocol.Frame) error { return d.apply(f) }

// Snapshot applies a section from the bulk lane.
func (d *Dumb) Snapshot(s protocol.Snapshot, sec *world.Section) {
	d.snapshot(s, sec)
	d.R.Commit()
}

// Picture changes nothing: the state is the received one.
func (d *Dumb) Picture(to timestream.Time) (Correction, bool) {
	d.now = max(d.now, to)
	d.influences.clear()
	return Correction{}, false
}

// Inspect shows f the received state.
func (d *Dumb) Inspect(f func(w *world.World)) { f(d.R.W) }

// Performed returns the number of the last own action that shows.
func (d *Dumb) Performed() uint64 { return d.Acked() }

// Now returns the last picture's time.
func (d *Dumb) Now() timestream.Time { return d.now }

// Restart lets the next picture's time be earlier than the last one's.
func (d *Dumb) Restart() { d.now = 0 }

// Visible returns the blocks that look different from what they were when it was last called.
func (d *Dumb) Visible() []Cell {
	d.visible = firsts(d.visible[:0], d.touched, d.R.W)
	d.touched = d.touched[:0]
	return d.visible
}
