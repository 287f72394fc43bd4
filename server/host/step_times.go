package host

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/server"
)

// loopMetrics is a copy of the loop's figures, which any goroutine may read without asking the loop.
type loopMetrics struct {
	mu       sync.Mutex
	server   server.Metrics
	loaded   int
	edits    uint64
	frozen   bool // nothing can be changed
	steps    stepTimes
	lastStep time.Duration // when the last step ended, Monotonic
	pressed  atomic.Bool   // steps take much of their time, or took all of it lately
	pressure pressure
}

// pressure is how much of their time steps take.
type pressure struct {
	mean   time.Duration // of about the last 30 steps
	lateAt time.Duration // when a step last took more than its time, Monotonic; 0: none has
}

// pressedFor is how long after a late step others leave the processors to the loop.
const pressedFor = time.Second

// note looks after a step whether the loop needs the processors: its steps take a quarter of their time, or one took all of it a moment ago.
func (p *pressure) note(now, took, every time.Duration) bool {
	const steps, share = 30, 4
	if p.mean += (took - p.mean) / steps; took > every {
		p.lateAt = now
	}
	return p.mean > every/share || p.lateAt > 0 && now-p.lateAt < pressedFor
}

// stepTimes counts steps by their duration: those up to each of stepBounds.
type stepTimes struct {
	counts  [len(stepBounds)]uint64
	total   uint64
	sum     time.Duration
	late    uint64 // steps that took longer than the time between two
	longest time.Duration
}

// stepBounds are close to each other where a step is most of the time that it has: between two of them 99 of 100 is a guess.
var stepBounds = [...]time.Duration{
	100 * time.Microsecond, 250 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, 4 * time.Millisecond,
	5 * time.Millisecond, 6 * time.Millisecond, 7 * time.Millisecond, 8 * time.Millisecond, 9 * time.Millisecond, 10 * time.Millisecond, 11 * time.Millisecond,
	12 * time.Millisecond, 13 * time.Millisecond, 14 * time.Millisecond, 15 * time.Millisecond, 16 * time.Millisecond, 18 * time.Millisecond, 20 * time.Millisecond,
	25 * time.Millisecond, 32 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond,
}

// noteStep takes the figures over after a step. every is the time between two steps. The loop calls it.
func (g *loopMetrics) noteStep(s *server.Server, readOnly bool, took, every time.Duration) {
	m := s.Metrics()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.server, g.loaded, g.edits, g.frozen = m, s.SectionsLoaded(), s.Edits(), readOnly
	g.steps.add(took)
	g.lastStep = Monotonic()
	if took > every {
		g.steps.late++
	}
	g.pressed.Store(g.pressure.note(g.lastStep, took, every))
}

func (s *stepTimes) add(took time.Duration) {
	count(s.counts[:], stepBounds[:], took)
	s.total++
	s.sum += took
	s.longest = max(s.longest, took)
}

// count counts a duration in the classes of a histogram that it is not above: each counts those up to its bound.
func count(counts []uint64, bounds []time.Duration, took time.Duration) {
	for i := len(bounds) - 1; i >= 0 && took <= bounds[i]; i-- {
		counts[i]++
	}
}

// stepSummary describes the duration of the steps since the start.
func (g *loopMetrics) stepSummary() string {
	s := g.stepTimes()
	if s.total == 0 {
		return "no step yet"
	}
	return fmt.Sprintf("a step takes %v in the mean, 99 of 100 at most %v, the longest took %v; %d over time",
		s.mean().Round(time.Microsecond), s.within(99).Round(time.Microsecond), s.longest.Round(time.Microsecond), s.late)
}

// mean returns the mean duration, 0 before the first step.
func (s *stepTimes) mean() time.Duration { return s.sum / time.Duration(max(1, s.total)) }

// within returns a duration that a number of a hundred steps did not exceed.
func (s *stepTimes) within(percent uint64) time.Duration {
	for i, bound := range stepBounds {
		if s.counts[i]*100 >= s.total*percent {
			return min(bound, s.longest)
		}
	}
	return s.longest
}

// stepTimes returns a copy of the counts.
func (g *loopMetrics) stepTimes() stepTimes {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.steps
}
