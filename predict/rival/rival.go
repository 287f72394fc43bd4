// Package rival holds the methods of client-side prediction that the sources describe besides the time streams of package
// predict, so that they can be played and compared. Nothing of the core imports it (internal/arch checks that).
//
// Owner: the client, as of package predict. Each method is a file and a type over the shared predict.Received:
//
//	Sequence  Gambetta II, wiki     un-acked own actions are replayed at their own times, on the own stream alone
//	Naive     Gambetta II, Jiménez  the own body follows the input and is never replayed
//	Order     Kahlo 2.3 to 2.5      one clock for all bodies, five places for an un-acked action
//	History   Jiménez Morales       rings of inputs and states by fixed tick: compare, rewind, re-simulate
//	Deltas    Kazap                 the last received state and the sum of the position deltas of the last round trip
//	Commit    Kahlo 1.4             nothing shows before it has come back committed
//
// Data flow of a frame: as in predict. The first update or section takes all predictions back by their undo records. AdvanceTo
// then predicts the world with the un-acked actions again and, in the methods that keep a body of their own (Naive, History,
// Deltas), puts that body into it.
//
// Invariants: reverting leaves the received hash (law 1) in every method; the own avatar of the shown world is the method's
// body; a correction is the difference between the body that was shown in the last frame and the one that the method now
// gives for the same frame, with no tolerance. Whatever is not the method's own matter (blocks, the inventory) is predicted
// in all of them as Kahlo 2.2 does it: un-acked actions in order, undone before an update.
package rival

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// Options are the choices that all methods share.
type Options struct {
	// Others predicts the bodies of all streams up to the frame's time. Otherwise others stay as they were received.
	Others bool
	// Check compares the hash of the state after each revert with the received one: law 1. A difference goes to BrokenLaw.
	Check bool
	// RoundTrip returns the estimated round trip, for the methods that need one. nil: 0.
	RoundTrip func() timestream.Duration
}

// roundTrip returns the estimate, never negative.
func (o *Options) roundTrip() timestream.Duration {
	if o.RoundTrip == nil {
		return 0
	}
	return max(0, o.RoundTrip())
}

// base is what the methods share: the received state with the predictions on top, and what the last frame showed.
type base struct {
	*predict.Received
	options Options
	// when returns the time at which an action is predicted; nil: at its own time.
	when func(a *actions.Action) timestream.Time
	// again predicts the present frame again after a revert, without measuring anything.
	again func()
	body  *ownBody // of a method that moves the own body by itself; nil: the sweep moves it

	sim          sim.Sim
	now          timestream.Time // of the last frame
	sweptTo      timestream.Time
	performed    int // un-acked actions in the present prediction
	reverted     bool
	updated      bool            // an update was applied since the last frame
	sweptFrom    timestream.Time // where the present prediction began
	receivedHash uint64

	shown       predict.ShownBodies
	shownMotion world.Motion // the own body in the last frame,
	shownAt     timestream.Time
	stats       predict.StrategyStats
}

// init begins a method over a received state.
func (b *base) init(r *predict.Received, o Options, again func()) {
	r.TakeOver()
	*b = base{Received: r, options: o, again: again, reverted: true, sim: sim.Sim{R: &r.R, Own: r.Own}}
}

// Now returns the last frame's time.
func (b *base) Now() timestream.Time { return b.now }

// ResetTime lets the next frame be earlier than the last one, after the server's clock was set back.
func (b *base) ResetTime() {
	b.Revert()
	b.now, b.shownAt = 0, 0
}

// Stats returns what the method has done so far.
func (b *base) Stats() predict.StrategyStats { return b.stats }

// LastPerformed returns the number of the last own action that shows, predicted or acked.
func (b *base) LastPerformed() uint64 {
	if b.performed > 0 {
		return b.Unacked()[b.performed-1].Number
	}
	return b.LastAcked()
}

// Revert takes all predictions back, which leaves the received state.
func (b *base) Revert() {
	if b.reverted {
		return
	}
	b.R.Revert()
	b.reverted, b.performed = true, 0
	if b.options.Check && b.BrokenLaw == "" && b.R.W.Hash() != b.receivedHash {
		b.BrokenLaw = "law 1: reverting does not give the received state"
	}
}

// ApplyUpdate takes the predictions back and applies an update.
func (b *base) ApplyUpdate(u *protocol.Update) error {
	b.Revert()
	b.updated = true
	return b.Received.ApplyUpdate(u)
}

// ApplySnapshot takes the predictions back and applies a section from the bulk lane.
func (b *base) ApplySnapshot(s protocol.Snapshot, sec *world.Section) {
	b.Revert()
	b.Received.ApplySnapshot(s, sec)
}

// InspectReceived calls f with the received state, all predictions taken back, and predicts again.
func (b *base) InspectReceived(f func(w *world.World)) {
	was := b.reverted
	b.Revert()
	f(b.R.W)
	if !was {
		b.again()
	}
}

// AddPeerAction does nothing: no source of these methods sends actions from peer to peer.
func (b *base) AddPeerAction(timestream.Stream, *actions.Action) predict.PeerVerdict {
	return predict.PeerIgnored
}

// avatar returns the slot of the own body.
func (b *base) avatar() world.EntitySlot { return b.R.W.Find(world.AvatarID(b.Own)) }

// noteReplayed counts what the present prediction has computed so far, as ticks of 60 a second.
func (b *base) noteReplayed() {
	b.stats.Repredictions++
	if b.sweptTo > b.sweptFrom && b.sweptTo < timestream.Never {
		b.stats.NoteResimulated(int(protocol.TickAt(b.sweptTo-1) - protocol.TickAt(b.sweptFrom) + 1))
	}
}

// beginFrame begins a frame and returns its time, which is not earlier than the last one's.
func (b *base) beginFrame(to timestream.Time) timestream.Time {
	b.Displacements, b.Corrections = b.Displacements[:0], b.Corrections[:0]
	return max(to, b.now)
}

// endFrame keeps what the frame shows.
func (b *base) endFrame(to timestream.Time) {
	b.now, b.updated = to, false
	b.EndUpdates()
	if s := b.avatar(); s != world.NoEntity {
		e := b.R.W.Entity(s)
		b.shownMotion, b.shownAt = e.Motion, e.At
	}
	b.shown.Note(b.R.W)
}

// compareLast compares the own body, which the method has brought to the last frame, with the one that was shown in it.
func (b *base) compareLast() (c predict.Correction, corrected bool) {
	slot := b.avatar()
	if !b.updated || b.shownAt == 0 || slot == world.NoEntity {
		return c, false
	}
	b.noteDisplacements()
	e, was, st := b.R.W.Entity(slot), b.shownMotion, b.R.W.Stream(b.Own)
	if st != nil && st.Stamp > b.shownAt && e.At > b.shownAt { // the server has taken the stream beyond the last frame
		was = was.Extrapolated(e.At.Sub(b.shownAt))
	}
	if e.Motion.Pos == was.Pos && e.Motion.Vel == was.Vel {
		return c, false
	}
	update, _ := b.Progress()
	c = predict.Correction{At: b.now, Cause: protocol.Unexplained, Update: update, Was: was, Is: e.Motion}
	for i := range was.Pos {
		d := was.Pos[i] - e.Motion.Pos[i]
		c.Distance = max(c.Distance, d, -d)
	}
	return c, true
}

// noteDisplacements lists how far the updates moved the bodies that are predicted.
func (b *base) noteDisplacements() {
	list := b.shown.AppendDisplacements(b.Displacements, b.R.W)
	kept := list[:0]
	for _, d := range list {
		if s := b.R.W.Find(d.ID); b.options.Others || s != world.NoEntity && b.R.W.Entity(s).Stream == b.Own {
			kept = append(kept, d)
		}
	}
	b.Displacements = kept
}
