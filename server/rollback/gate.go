package rollback

// waitingMax bounds the edits of slices that wait for the disk: 2.4 MB of its log. Rollbacks wait for a slow disk, or what others did would be acknowledged
// only after all that they have handed over. What a disk takes its time for is each time that it is synced, whatever is written, so the bound is
// one of edits and not of batches.
const waitingMax = 16 * StepSlice

// Gate holds rollbacks back while too much of theirs is not durable. The zero value is open.
//
// Owner: the server's loop.
type Gate struct {
	slices  []handedOver // not known to be durable, in order
	waiting int          // edits of all of them
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

// HandedOver notes the edits of a step; they are in the batch after that with the number after.
func (g *Gate) HandedOver(after uint64, edits int) {
	if edits > 0 {
		g.slices = append(g.slices, handedOver{after, edits})
		g.waiting += edits
	}
}
