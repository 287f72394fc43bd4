// Package profiler notes for some time how long each part of a server's step takes, and says what came of it.
//
// Data flow: Begin makes a Run, the loop that owns it calls Enter where it begins to work, Lap at the end of each part, and EndStep at the end
// of a step; then it has the Run no more, and who got it calls Lines, which takes milliseconds. What is done between two steps counts to
// the next. Invariants:
// a nil Run is one that is not measured: its methods cost a comparison, read no clock and allocate nothing; the parts of a
// step, but for Beside, add up to the time in which the loop worked; the clock is the caller's.
package profiler

import (
	"time"

	"voxtide/internal/garbage"
	"voxtide/timestream"
	"voxtide/world"
)

// Budget is the time between two steps: one that takes longer makes the next one late.
const Budget = time.Second / 60

// SecondsMax bounds how long a run may last, in seconds.
const SecondsMax = 600

// Memory is what a process says of its memory. Package garbage has the real one.
type Memory interface {
	// Allocated returns the bytes that were allocated since the Memory was made.
	Allocated() uint64
	// Pauses returns how often and how long the process stood still for collections since then.
	Pauses() garbage.Pauses
}

// Config is how a run measures.
type Config struct {
	Clock  func() time.Duration // monotonic
	Memory Memory
	Length time.Duration // 0 < Length <= SecondsMax
	World  string        // its name where a process has several
}

// Run is a time in which steps are measured. One goroutine owns it.
type Run struct {
	cfg          Config
	began, until time.Duration
	lap, charge  time.Duration // since when the time belongs to the next part, and to the next player
	step         step
	steps        []step
	allocated    uint64 // when the last step ended
	players      map[timestream.Stream]time.Duration
	sections     map[world.SectionPos]int
	pauses       garbage.Pauses // at the end
	end          End
	ended        time.Duration
}

// step is what a step took.
type step struct {
	parts [Parts]time.Duration
	heap  uint64 // bytes that the process allocated from the end of the step before to its own
	work  work
}

// work is how much players had a step do.
type work struct {
	streams, actions int
	time             timestream.Duration // by which the streams were advanced, together
}

// total returns how long the loop worked for a step.
func (s *step) total() (sum time.Duration) {
	for p, d := range s.parts {
		if Part(p) != Beside {
			sum += d
		}
	}
	return sum
}

// End is what the world is like when a run ends.
type End struct {
	Names  map[timestream.Stream]string // of the players who may be named
	Bodies [world.KindCount]int         // in the world, by kind
	Moved  uint64                       // bodies that the server moved in the run, each tick of one
}

// Begin begins a run.
func Begin(cfg Config) *Run {
	cfg.Length = min(max(cfg.Length, time.Second), SecondsMax*time.Second)
	now := cfg.Clock()
	return &Run{
		cfg: cfg, began: now, until: now + cfg.Length, lap: now, charge: now, steps: make([]step, 0, cfg.Length/Budget+60),
		allocated: cfg.Memory.Allocated(), players: map[timestream.Stream]time.Duration{}, sections: map[world.SectionPos]int{},
	}
}

// Enter begins to measure after the loop has waited.
func (r *Run) Enter() {
	if r == nil {
		return
	}
	r.lap = r.cfg.Clock()
	r.charge = r.lap
}

// Lap ends a part: the time since the last Enter or Lap is its. A step may have a part several times.
func (r *Run) Lap(p Part) {
	if r == nil {
		return
	}
	now := r.cfg.Clock()
	r.step.parts[p] += now - r.lap
	r.lap, r.charge = now, now
}

// Charge counts the time since the last Enter, Lap or Charge to a player. The part goes on.
func (r *Run) Charge(of timestream.Stream) {
	if r == nil {
		return
	}
	now := r.cfg.Clock()
	r.players[of] += now - r.charge
	r.charge = now
}

// Changed counts a changed block to its section.
func (r *Run) Changed(p world.Pos) {
	if r == nil {
		return
	}
	r.sections[p.Section()]++
}

// Advanced counts a player's stream that was advanced by some time.
func (r *Run) Advanced(by timestream.Duration) {
	if r == nil {
		return
	}
	r.step.work.streams++
	r.step.work.time += by
}

// Acted counts an action of a player, done or refused.
func (r *Run) Acted() {
	if r == nil {
		return
	}
	r.step.work.actions++
}

// Told says how long the telling beside took that the step has waited for.
func (r *Run) Told(took time.Duration) {
	if r == nil {
		return
	}
	r.step.parts[Beside] += took
}

// EndStep ends a step, and reports whether the run is over: its time is, or it has as many steps as it can hold.
func (r *Run) EndStep() (over bool) {
	if r == nil {
		return false
	}
	allocated := r.cfg.Memory.Allocated()
	r.step.heap, r.allocated = allocated-r.allocated, allocated
	r.steps = append(r.steps, r.step)
	r.step = step{}
	return r.cfg.Clock() >= r.until || len(r.steps) == cap(r.steps)
}

// Drop forgets what was measured since the end of the last step: it was not measured from its beginning.
func (r *Run) Drop() {
	if r != nil {
		r.step, r.allocated = step{}, r.cfg.Memory.Allocated()
	}
}

// Finish ends the run, early or in time.
func (r *Run) Finish(end End) {
	r.end, r.pauses, r.ended = end, r.cfg.Memory.Pauses(), r.cfg.Clock()
}

// Progress returns how long a run has lasted, how long it is to last, and its steps so far.
func (r *Run) Progress() (lasted, length time.Duration, steps int) {
	return r.cfg.Clock() - r.began, r.cfg.Length, len(r.steps)
}
