package control

import (
	"sync"
	"time"
)

// SampleEvery is the time that a sample is of.
const SampleEvery = 10 * time.Second

// samplesMax bounds the samples that are kept: an hour.
const samplesMax = 360

// Sums are figures of a server at a time. What samples say of a span is the difference of two.
type Sums struct {
	At      time.Duration // since some beginning
	Steps   uint64
	StepSum time.Duration // of all steps
	Late    uint64        // steps over time
	Sent    uint64        // bytes to players
	Edits   uint64
	Players int // now
	Memory  uint64
}

// SampleLog holds the figures of the last hour, for graphs. The zero value is ready; any goroutine may use it.
type SampleLog struct {
	mu     sync.Mutex
	list   []Sample
	before Sums
}

// Add adds a sample of the time since the last sums, at a wall time. The first sums are a beginning alone.
func (s *SampleLog) Add(now Sums, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.before
	s.before = now
	if b.At == 0 {
		return
	}
	v := Sample{At: at.Unix(), Players: now.Players, Memory: now.Memory, Late: now.Late - min(now.Late, b.Late)}
	if n := now.Steps - b.Steps; n > 0 {
		v.StepMS = float64(((now.StepSum - b.StepSum) / time.Duration(n)).Microseconds()) / 1000
	}
	if span := (now.At - b.At).Seconds(); span > 0 { // the server may be another one that has begun again
		v.Sent, v.Edits = uint64(float64(now.Sent-min(now.Sent, b.Sent))/span), uint64(float64(now.Edits-min(now.Edits, b.Edits))/span)
	}
	if len(s.list) == samplesMax {
		s.list = append(s.list[:0], s.list[1:]...)
	}
	s.list = append(s.list, v)
}

// All returns the samples, the oldest first.
func (s *SampleLog) All() []Sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Sample(nil), s.list...)
}
