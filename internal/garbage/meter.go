package garbage

import (
	"math"
	"runtime/metrics"
	"time"
)

// Pauses is how often and how long a process stood still for collections.
type Pauses struct {
	Collections uint64
	Count       uint64        // of pauses; a collection has two
	Longest     time.Duration // no pause was longer; it is known as precisely as the runtime counts them
}

// Meter reads what the process has allocated since it was made, and how it stood still. One goroutine at a time may use it.
type Meter struct {
	heap, rest []metrics.Sample
	allocated  uint64   // when it was made, as the next two
	cycles     uint64   //
	counts     []uint64 // pauses by length
}

// NewMeter begins to measure.
func NewMeter() *Meter {
	m := &Meter{heap: []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}, rest: []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/sched/pauses/total/gc:seconds"}}}
	metrics.Read(m.heap)
	metrics.Read(m.rest)
	m.allocated, m.cycles = m.heap[0].Value.Uint64(), m.rest[0].Value.Uint64()
	m.counts = append(m.counts, m.rest[1].Value.Float64Histogram().Counts...)
	return m
}

// Allocated returns the bytes that were allocated since then. It takes microseconds.
func (m *Meter) Allocated() uint64 {
	metrics.Read(m.heap)
	return m.heap[0].Value.Uint64() - m.allocated
}

// Pauses returns the pauses since then.
func (m *Meter) Pauses() (p Pauses) {
	metrics.Read(m.rest)
	p.Collections = m.rest[0].Value.Uint64() - m.cycles
	h := m.rest[1].Value.Float64Histogram()
	for i, n := range h.Counts {
		if n -= m.counts[i]; n > 0 {
			p.Count += n
			bound := h.Buckets[i+1]
			if math.IsInf(bound, 1) {
				bound = h.Buckets[i]
			}
			p.Longest = time.Duration(bound * float64(time.Second))
		}
	}
	return p
}
