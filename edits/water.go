package edits

import (
	"voxtide/flow"
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Water runs ahead of time: who changes a block beside it plans all that follows, within the transaction of the change, as turns of
// cells (see package flow). What is left of a plan waits as support checks of the server's stream, which goes on with it at its ticks.

// waterPlan is the memory of plans.
type waterPlan struct {
	planner flow.Planner
	land    waterLand
}

// waterLand is the land as a plan sees it, on behalf of a stream.
type waterLand struct {
	r      *Recorder
	stream timestream.Stream

	section           *world.Section // at sectionAt, as it was looked up last
	sectionAt         world.SectionPos
	known             bool // the section that was last asked for, and what it was
	knownAt           world.SectionPos
	hasSection, asked bool
}

// levels holds what is in a cell as far as water is concerned, by block.
var levels = func() (t [world.BlockCount]flow.Level) {
	for b := range t {
		t[b] = flow.Wall
	}
	t[world.Air] = flow.Dry
	for _, b := range world.Water.Kind().States() {
		switch l := b.Get(world.PropLevel); l {
		case world.LevelSource:
			t[b] = flow.Source
		case world.LevelFalling:
			t[b] = flow.Fall
		default:
			t[b] = flow.Level(l)
		}
	}
	return t
}()

// blockOf holds the block of a level of water that runs.
var blockOf = func() (t [flow.Fall + 1]world.Block) {
	for b, l := range levels {
		if l <= flow.Fall && l > flow.Dry {
			t[l] = world.Block(b)
		}
	}
	return t
}()

// RunsOrAir reports whether a block is air, or water that runs: what comes and goes by itself.
func RunsOrAir(b world.Block) bool { return b.RunsOrAir() }

func cellOf(p world.Pos) flow.Cell { return flow.Cell{X: p.X, Y: p.Y, Z: p.Z} }
func posOf(c flow.Cell) world.Pos  { return world.Pos{X: c.X, Y: c.Y, Z: c.Z} }

// Content implements flow.Land.
func (l *waterLand) Content(c flow.Cell) flow.Content {
	p := posOf(c)
	if at := p.Section(); !l.hasSection || at != l.sectionAt {
		l.section, l.sectionAt, l.hasSection = l.r.W.Section(at), at, true
	}
	if l.section == nil || !p.InHeight() {
		return flow.Content{To: flow.Wall}
	}
	i := p.Index()
	out := flow.Content{To: levels[l.section.Get(i)]}
	if l.section.HasTurns() {
		before, since := l.section.Turn(i)
		out.Before, out.Since = levels[before], since
	}
	return out
}

// Known implements flow.Land.
func (l *waterLand) Known(c flow.Cell) bool {
	p := posOf(c)
	if x, y, z := p.X&15, p.Y&15, p.Z&15; x > 0 && x < 15 && y > 0 && y < 15 && z > 0 && z < 15 {
		return l.knows(p)
	}
	for f := range world.Face(world.FaceCount) {
		if n := p.Next(f); !l.knows(n) || f >= world.North && !l.knows(n.Below()) {
			return false
		}
	}
	return l.knows(p)
}

func (l *waterLand) knows(p world.Pos) bool {
	if at := p.Section(); !l.asked || at != l.knownAt {
		l.known, l.knownAt, l.asked = l.r.Knows(l.stream, p), at, true
	}
	return l.known
}

// Apart implements flow.Land.
func (l *waterLand) Apart(c, beside flow.Cell) bool {
	return l.r.W.Apart(posOf(c), posOf(beside)) && !faults.Active(faults.ClaimsNoWall)
}

// Turn implements flow.Land.
func (l *waterLand) Turn(c flow.Cell, to flow.Level, since timestream.Time, keep bool) {
	p := posOf(c)
	now, _ := l.r.W.Block(p)
	before := now
	if s := l.r.W.Section(p.Section()); keep && s != nil {
		if b, at := s.Turn(p.Index()); at != 0 {
			before = b
		}
	}
	if before == blockOf[to] { // it stays as it is
		before, since = world.Air, 0
	}
	l.r.Do(Edit{Kind: SetBlock, Pos: p, Block: blockOf[to], Before: before, At: since})
}

// Pend implements flow.Land.
func (l *waterLand) Pend(c flow.Cell, _ timestream.Time) {
	l.r.Do(Edit{Kind: AddSupportCheck, Stream: timestream.Server, Pos: posOf(c)})
}

// waterFor returns the memory of plans, for a stream.
func (r *Recorder) waterFor(s timestream.Stream) *waterPlan {
	if r.water == nil {
		r.water = &waterPlan{}
	}
	r.water.land = waterLand{r: r, stream: s}
	return r.water
}

// runWater plans what water does after a change of a block by a stream.
func (r *Recorder) runWater(s timestream.Stream, p world.Pos) {
	w := r.waterFor(s)
	if !flow.Concerns(&w.land, cellOf(p), r.Now) {
		return
	}
	now := r.Now
	if server := r.W.Stream(timestream.Server); server != nil && faults.Active(faults.FlowOnServerTime) {
		now = server.Stamp
	}
	w.planner.EnterChange(cellOf(p), now)
	w.planner.Run(&w.land, now, flow.PlanMax)
}

// RunWaitingWater goes on, at a tick of the server's stream, with all plans that wait there: all their cells in one queue, so that nothing
// is planned that an earlier cell changes again. What lies where land is missing waits on.
func (r *Recorder) RunWaitingWater(tick timestream.Time) {
	st := r.W.Stream(timestream.Server)
	w := r.waterFor(timestream.Server)
	entered := false
	for i := 0; i < len(st.SupportChecks); {
		p := st.SupportChecks[i]
		if b, there := r.W.Block(p); !there || !RunsOrAir(b) || !w.land.Known(cellOf(p)) {
			i++
			continue
		}
		r.Do(Edit{Kind: RemoveSupportCheck, Stream: timestream.Server, Pos: p})
		w.planner.Enter(cellOf(p), r.whenToJudge(p, tick))
		entered = true
	}
	if entered {
		w.planner.Run(&w.land, tick, flow.TickMax)
	}
}

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
	if flow.Concerns(&w.land, cellOf(p), r.Now) {
		w.planner.EnterChange(cellOf(p), r.Now)
		w.planner.Run(&w.land, r.Now, 0)
	}
}
