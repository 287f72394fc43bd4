package edits

import (
	"voxtide/flow"
	"voxtide/timestream"
	"voxtide/world"
)

// What plans of water leave to the server's stream waits as support checks; this is when it goes on.

// whenToJudge returns the first instant after a tick at which a cell may have to be judged: when it turns, or a step after what it is
// judged from turns. Each judgement enters the later ones. If nothing is to turn it is now.
func (r *Recorder) whenToJudge(p world.Pos, tick timestream.Time) timestream.Time {
	first := timestream.Never
	turns := func(at world.Pos, then timestream.Duration) {
		if s := r.W.Section(at.Section()); s != nil && at.InHeight() && s.HasTurns() {
			if _, since := s.Turn(at.Index()); since > tick {
				first = min(first, since.Add(then))
			}
		}
	}
	turns(p, 0)
	turns(p.Above(), flow.Step)
	for f := world.North; f <= world.East; f++ {
		turns(p.Next(f), flow.Step)
	}
	if first == timestream.Never {
		return tick.Add(flow.Step)
	}
	return first
}

// WakeWater leaves it to the server's stream to judge the water beside a cell that was set back, without a plan.
func (r *Recorder) WakeWater(p world.Pos) {
	w := r.waterFor(timestream.Server)
	if flow.Concerns(&w.land, cellOf(p)) {
		w.planner.EnterChange(cellOf(p), r.Now)
		w.planner.Run(&w.land, r.Now, 0)
	}
}
