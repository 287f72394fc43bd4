// Package garbage says how often garbage is collected: less often for a while where a process works hard for some seconds (Rare), as on few processors marking
// takes time that it does not have; more often where a heap is large (Bound), so that it does not double; and once when a busy time is over (Rest).
//
// Data flow: Rare, the function that it returns, and Bound set what debug.SetGCPercent sets, which is the process's; Rest collects. Invariants: while nobody asks for
// rare collections they are as often as before the first did; the heap may grow by spare beyond what is in use, or by as much again as
// is in use, as it may anyway where nothing is set; and a memory limit (debug.SetMemoryLimit) counts as ever.
package garbage

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	percentMost = 400     // of what is in use, by which the heap may grow between two collections
	spare       = 1 << 28 // bytes by which it may, however much is in use
)

// held counts those who asked for rare collections; usual is the percentage before them.
var (
	mu    sync.Mutex
	held  int
	usual int
)

// Rare makes collections rare until the function that it returns is called, once. Any goroutine may call both.
func Rare() (asUsual func()) {
	mu.Lock()
	defer mu.Unlock()
	if held++; held == 1 {
		percent := percentFor(inUse())
		if usual = debug.SetGCPercent(percent); usual < 0 || usual > percent { // rarer already, by the user's wish
			debug.SetGCPercent(usual)
		}
	}
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if held--; held == 0 {
			debug.SetGCPercent(usual)
		}
	}
}

// percentFor returns the percentage where some bytes are in use.
func percentFor(inUse uint64) int {
	return int(min(percentMost, max(100, spare*100/max(1, inUse))))
}

// inUse returns the bytes that were in use after the last collection.
func inUse() uint64 { return read("/gc/heap/live:bytes") }

// read returns what the runtime counts under a name, 0 if it counts no such thing.
func read(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
