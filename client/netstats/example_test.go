package netstats_test

import (
	"fmt"

	"voxtide/client/netstats"
	"voxtide/timestream"
)

// An own action is taken, shown in the same frame, and acked 180 ms later.
func Example() {
	var r netstats.Recorder
	now := 5 * timestream.Second
	r.Took(now, 1)
	r.Shown(now, 1)
	now += 180 * timestream.Millisecond
	acks := r.Acked(now, 1)
	r.Updated(now, 77, 214, 6, acks, false)
	frame, _ := r.WaitFrame.Newest(now)
	ack, _ := r.WaitAck.Newest(now)
	fmt.Println(frame, "ms to the frame,", ack, "ms to the ack, in update", r.UpdateAt(0).Number)
	// Output: 0 ms to the frame, 180 ms to the ack, in update 77
}
