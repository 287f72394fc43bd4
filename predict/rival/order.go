package rival

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/timestream"
)

// Order is one clock for everything (Kahlo 2.3 to 2.5): the received state holds at the server's time of sending, and all
// bodies are predicted from there to the frame's time, with the un-acked actions in one of five places:
//
//	1  before all updates, at the received state: jumps at once by what the action does in a one-way delay
//	2  after all updates, at the frame's time: an acceleration shows nothing until the ack
//	3  at the time at which it was made, but not before the received state: stands still after one way
//	4  half a round trip after it was made, which is when the server performs it: shows late
//	5  the same, and everything is shown half a round trip ahead: "one step ahead"
//
// It is meant for a server that performs an action when it arrives. Orders 4 and 5 estimate the round trip, so whenever the
// delay differs from the estimate, they are corrected. The estimate of a frame is kept until the next update: otherwise its
// change alone would move the body between updates; it counts in the correction that the update brings.
type Order struct {
	base
	order int
	half  timestream.Duration // half of the round trip, as estimated at the last update
	until timestream.Time     // actions that were made later are not predicted
}

// Orders is how many places for an action there are.
const Orders = 5

// NewOrder returns the method over a received state, to which no prediction is applied. The order is 1 to 5.
func NewOrder(r *predict.Received, o Options, order int) *Order {
	d := &Order{order: min(max(order, 1), Orders), until: timestream.Never}
	d.init(r, o, func() { d.begin(); d.predict(d.now) })
	d.when = d.place
	return d
}

// place returns the time at which an action is predicted.
func (d *Order) place(a *actions.Action) timestream.Time {
	if a.At > d.until {
		return timestream.Never
	}
	switch d.order {
	case 1:
		return 0 // and so at the received stamp
	case 2:
		return timestream.Never
	case 3:
		return a.At
	}
	return a.At.Add(d.half)
}

// predict extends the prediction to a frame's time.
func (d *Order) predict(to timestream.Time) {
	if d.order == 5 {
		to = to.Add(d.half)
	}
	d.sweep(to)
	for queue := d.Unacked(); d.order == 2 && d.performed < len(queue) && queue[d.performed].At <= to; {
		d.perform(d.sweptTo)
	}
}

// extends reports whether the present prediction can be extended to a later frame: no action is to be predicted before its end.
func (d *Order) extends() bool {
	switch d.order {
	case 1:
		return d.performed == len(d.Unacked())
	case 2:
		return d.performed == 0
	}
	return true
}

// AdvanceTo predicts up to a frame's time. It returns the correction of the own body that the updates brought.
func (d *Order) AdvanceTo(to timestream.Time) (c predict.Correction, corrected bool) {
	to = d.beginFrame(to)
	if !d.extends() {
		d.Revert()
	}
	if d.reverted {
		if d.updated {
			d.half = d.options.roundTrip() / 2
		}
		d.begin()
		if d.updated && d.now > 0 {
			c, corrected = d.compare()
		}
	}
	d.predict(to)
	d.endFrame(to)
	return c, corrected
}

// compare predicts the last frame again, as it was shown, and compares. Actions of this frame were not in it.
func (d *Order) compare() (c predict.Correction, corrected bool) {
	d.until = d.now
	d.predict(d.now)
	d.until = timestream.Never
	d.noteReplayed()
	c, corrected = d.compareLast()
	if !d.extends() {
		d.Revert()
		d.begin()
	}
	return c, corrected
}
