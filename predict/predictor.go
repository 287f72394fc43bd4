// Package predict takes the world of a client from one frame to the next: it keeps the un-acked actions, reverts its
// predictions, applies the updates that came, and predicts again up to the frame's time.
//
// Owner: the client. No estimate of a round trip is used anywhere.
//
// Data flow of a frame: AddAction (own actions), ApplyUpdate and ApplySnapshot (from the server) come first; the first of
// the latter reverts all predictions by their undo records, newest first. AdvanceTo then sweeps once through time from the
// received state: at each tick and each un-acked action, in order, all streams stand at that moment.
//
// Invariants: predicting and reverting leaves the received state's hash unchanged; extending the last prediction equals
// predicting again (Check compares the two); a body of another stream may lag behind the sweep as long as nothing near it
// changes, because an advance may be cut anywhere.
package predict

import (
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// Predictor shows the received state with all predictions on top: the time-stream strategy.
type Predictor struct {
	*Received
	// Check makes the predictor revert and predict again on purpose, and compare; a difference goes to BrokenLaw. It does so
	// before it takes an extended prediction back, and in each repredictEvery-th frame that has an update, where comparing
	// with the last frame cuts the sweep in two. CheckAlways makes it do so in every frame.
	CheckAlways bool
	Check       bool

	sim          sim.Sim
	now          timestream.Time // of the last frame
	sweptTo      timestream.Time // the instant to which the present prediction has come
	reverted     bool            // no prediction is applied
	receivedHash uint64          // hash of the received state, if Check is on
	updated      bool            // an update was applied since the last frame
	unverified   bool            // the present prediction was extended, and not compared yet
	frames       int             // number of frames so far

	shownMotion   world.Motion // the own body in the last frame
	shownMotionAt timestream.Time
	shown         ShownBodies
	doing         ownDoing
	ownPath       blockBox     // blocks that the own body came through in the present prediction
	pickedBefore  []world.Item // what the own player picked up of other streams' in the previous prediction
	freedBefore   []world.Pos  // where the own stream set blocks free in the previous prediction
	foreignBlocks []world.Pos  // blocks that other streams changed in the predictions since the last update
	corrections   []Correction // of the last frame, of all kinds
}

// New returns a predictor for a client's own stream, with nothing received.
func New(own timestream.Stream) *Predictor { return NewOver(NewReceived(own)) }

// NewOver returns a predictor over a state that another strategy received: un-acked actions and blocks not yet shown are
// kept. No prediction of the other strategy may be applied.
func NewOver(r *Received) *Predictor {
	p := &Predictor{Received: r, reverted: true}
	p.sim = sim.Sim{R: &r.R, Own: r.Own}
	// The author is the own stream, except while another stream's tick or action is predicted.
	r.takeOver(r.Own, func(at world.Pos) {
		if r.R.Author != r.Own {
			p.foreignBlocks = append(p.foreignBlocks, at)
		} else {
			p.doing.noteBlock(at)
		}
	})
	return p
}

// LastPerformed returns the number of the last own action that shows, predicted or acked.
func (p *Predictor) LastPerformed() uint64 {
	q := p.queue(p.Own)
	if q == nil {
		return 0
	}
	if q.performed > 0 {
		return q.actions[q.performed-1].Number
	}
	return q.acked
}

// Now returns the last frame's time.
func (p *Predictor) Now() timestream.Time { return p.now }
