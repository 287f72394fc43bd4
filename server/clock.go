package server

import (
	"time"

	"voxtide/timestream"
)

// serverClock is the time of the last step.
type serverClock struct {
	started     bool
	startedAt   time.Duration   // of the first step
	mono        time.Duration   // of the last step
	clockOffset timestream.Time // world time at mono 0
	now         timestream.Time // world time at the last step
	stepSpan    timestream.Duration
	lateBy      timestream.Duration // how late this step is, if the server itself was late
	suspended   bool                // the process stood still before this step: see stepSuspended
	stopped     bool
}
