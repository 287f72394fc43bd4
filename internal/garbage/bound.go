package garbage

import (
	"context"
	"os"
	"runtime/debug"
	"time"
)

// How far the heap of a bounded process may grow between two collections.
const (
	boundedSpare = 40 << 20 // bytes, while a quarter of what is in use is not more
	boundedLeast = 25       // percent of what is in use
)

// boundEvery is how often Bound looks at what is in use: within it a heap does not get much larger.
const boundEvery = time.Second

// Bound keeps a large heap from doubling between two collections, until ctx is done: while less than 40 MB are in use nothing changes, from then on
// the heap grows by 40 MB, and by a quarter from 160 MB on. Where the user has set GOGC it does nothing. While somebody has Rare collections
// those count.
func Bound(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	timer := time.NewTicker(boundEvery)
	defer timer.Stop()
	defer bound(100)
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			bound(boundedPercent(inUse()))
		}
	}
}

// bounded is the percentage that bound has set.
var bounded = 100

// bound sets a percentage, if it differs by more than an eighth from the one that counts: to set it stops all goroutines for a moment.
func bound(percent int) {
	mu.Lock()
	defer mu.Unlock()
	if d := percent - bounded; d <= bounded/8 && -d <= bounded/8 && percent != 100 {
		return
	}
	if percent == bounded {
		return
	}
	if bounded = percent; held > 0 {
		usual = percent
	} else {
		debug.SetGCPercent(percent)
	}
}

// boundedPercent returns the percentage where some bytes are in use.
func boundedPercent(inUse uint64) int {
	return int(min(100, max(boundedLeast, boundedSpare*100/max(1, inUse))))
}
