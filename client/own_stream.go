package client

import (
	"math"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// unackedMax is how many actions a client may have un-acked, as many as a server holds.
const unackedMax = 256

// ownStream holds the own actions of a client, and the times that it has declared on its own stream.
type ownStream struct {
	nextAction uint64 // number of the next action
	keys       world.Keys
	look       uint16 // of the frame's input
	yaw        uint16
	unshown    []unshownAction // own actions that no frame has shown
	resend     bool            // un-acked actions go again with the next update
	onAction   func(a *actions.Action)

	drawnUpdate uint64 // the last update in the last frame

	begun     bool // a frame of the session has had input
	sneakHeld bool // in the last frame in which another player was watched

	declared      timestream.Time
	declaredAt    time.Duration
	lastAction    timestream.Time // stamp of the last action
	told          timestream.Time // the latest received stamp of the session: a server that was killed may go on from an earlier one
	noInputBefore timestream.Time // no input is taken before this time
	unsure        bool            // nor before a ping sent after unsureSince is answered
	unsureSince   time.Duration   // when unsure was set
}

// unshownAction is an action and the frame that took it.
type unshownAction struct {
	number uint64
	frame  int
}

// reset begins the stream of a fresh session.
func (o *ownStream) reset() {
	*o = ownStream{nextAction: 1, unshown: o.unshown[:0], onAction: o.onAction, declaredAt: o.declaredAt, unsureSince: o.unsureSince}
}

// shiftBack moves the stamps of the actions and the declared stamp to an earlier time.
func (o *ownStream) shiftBack(by timestream.Duration) {
	o.lastAction, o.declared, o.told = max(0, o.lastAction.Add(-by)), max(0, o.declared.Add(-by)), max(0, o.told.Add(-by))
}

// shown forgets the actions up to a number, which a frame shows, and returns the most frames that one of them took.
func (o *ownStream) shown(number uint64, frame int) (took int) {
	k := 0
	for k < len(o.unshown) && o.unshown[k].number <= number {
		took = max(took, frame-o.unshown[k].frame+1)
		k++
	}
	o.unshown = o.unshown[:copy(o.unshown, o.unshown[k:])]
	return took
}

// pitchDegrees returns a pitch as it is sent.
func pitchDegrees(pitch float64) int8 {
	return int8(math.Round(max(-protocol.PitchMax, min(protocol.PitchMax, pitch))))
}
