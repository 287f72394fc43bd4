package garbage

import (
	"context"
	"runtime/debug"
	"time"
)

// When a time is busy, and when it is over: by how many bytes a second are made.
const (
	busyFrom   = 16 << 20
	quietBelow = 4 << 20
	quietFor   = 5 // seconds
)

// Rest gives memory back to the system when a busy time is over, until ctx is done. Who enters a world, or flies far, makes tens of megabytes that are garbage soon; who then stands
// makes next to nothing, so the next collection would be minutes away. It takes some 30 ms of another goroutine's time, once after each busy time.
func Rest(ctx context.Context) {
	timer := time.NewTicker(time.Second)
	defer timer.Stop()
	var b business
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if b.over(made()) {
				debug.FreeOSMemory()
			}
		}
	}
}

// business is whether a process was busy, and for how long it has been quiet.
type business struct {
	made  uint64 // bytes, until the last look
	busy  bool
	quiet int // looks in a row
}

// over reports whether a busy time is over, from the bytes that were made so far. It is asked once a second, and says so once.
func (b *business) over(made uint64) bool {
	grew := made - b.made
	b.made = made
	if b.busy = b.busy || grew >= busyFrom; grew >= quietBelow {
		b.quiet = 0
		return false
	}
	if b.quiet++; !b.busy || b.quiet < quietFor {
		return false
	}
	b.busy = false
	return true
}

// made returns the bytes that were ever allocated.
func made() uint64 { return read("/gc/heap/allocs:bytes") }
