package rollback

import "time"

// waitingMax bounds the edits of slices that wait for the disk: 2.4 MB of its log. Rollbacks wait for a slow disk, or what others did would be acknowledged
// only after all that they have handed over. What a disk takes its time for is each time that it is synced, whatever is written, so the bound is
// one of edits and not of batches.
const waitingMax = 16 * StepSlice

const (
	// longStep is how long a step takes in which the goroutines that tell players, write and collect garbage kept the loop waiting: rollbacks leave out the
	// next one, so that they come to an end.
	longStep = 11 * time.Millisecond
	// leftOutMax is the number of steps in a row that are left out.
	leftOutMax = 2
)

// Gate holds rollbacks back while too much of theirs is not durable, and where steps get long. The zero value is open.
//
// Owner: the server's loop.
type Gate struct {
	slices  []handedOver // not known to be durable, in order
	waiting int          // edits of all of them
	leftOut int          // steps in a row
}

// handedOver is what rollbacks did in a step.
type handedOver struct {
	after uint64 // the number of the batch before that with its edits
	edits int
}

// Open reports whether rollbacks may go on. durable is the number of the last durable batch.
func (g *Gate) Open(durable uint64) bool {
	n := 0
	for n < len(g.slices) && durable > g.slices[n].after {
		g.waiting -= g.slices[n].edits
		n++
	}
	g.slices = g.slices[:copy(g.slices, g.slices[n:])]
	return g.waiting < waitingMax
}

// LeavesOut reports whether rollbacks leave out a step; took is how long the one before it took.
func (g *Gate) LeavesOut(took time.Duration) bool {
	if took < longStep || g.leftOut == leftOutMax {
		g.leftOut = 0
		return false
	}
	g.leftOut++
	return true
}

// HandedOver notes the edits of a step; they are in the batch after that with the number after.
func (g *Gate) HandedOver(after uint64, edits int) {
	if edits > 0 {
		g.slices = append(g.slices, handedOver{after, edits})
		g.waiting += edits
	}
}
