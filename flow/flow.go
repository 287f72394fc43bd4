// Package flow plans how water runs after a block has changed: which cells become wet or dry, at which level and when. A plan
// is made in one go, ahead of time, inside the transaction of the change, so that what is to come is state with a time in it
// that client and server compute alike, and nobody has to wait for it or to be corrected by it.
//
// Owner: none; a Planner is the scratch memory of the one who changes blocks. What the plan reads and writes is behind Land.
// Invariants: the value of a cell at an instant T is judged from its neighbours at T minus Step; evaluations run in order of
// time and cell, so the plan is a function of the land alone; a run makes no more evaluations than its bound and leaves the
// rest as pending cells, with their times; the end state does not depend on the order of changes, because levels fall along
// every path.
package flow

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
)

// Step is how long water takes from one cell to the next.
const Step = 200 * timestream.Millisecond

// Bounds of the evaluations; what is left stays pending.
const (
	PlanMax = 2048 // of one change
	TickMax = 4096 // of one tick of the server's stream
)

// Cell is a cell of the land.
type Cell struct{ X, Y, Z int32 }

// Level says what is in a cell, as far as water is concerned: 1 to 7 is flowing water, 7 the highest.
type Level uint8

// The levels that are not flowing water, and falling water.
const (
	Dry    Level = 0  // water may come in
	Top    Level = 7  // beside a source or falling water
	Fall   Level = 8  // there is water above
	Source Level = 9  // stays whatever is beside it
	Wall   Level = 10 // no water comes in
)

// Wet reports whether there is water.
func (l Level) Wet() bool { return l > Dry && l < Wall }

// Content is what is in a cell: To from the instant Since on, Before until then.
type Content struct {
	To, Before Level
	Since      timestream.Time // 0: the cell has no turn
}

// At returns the level at an instant.
func (c Content) At(t timestream.Time) Level {
	if t < c.Since {
		return c.Before
	}
	return c.To
}

// Land is what a plan reads and writes.
type Land interface {
	// Content returns what is in a cell. A cell outside of the world is a Wall.
	Content(c Cell) Content
	// Apart reports whether no water comes from one cell to another one beside it, above or below: there is a border between them.
	Apart(c, beside Cell) bool
	// Known reports whether the actor knows all cells that are read to judge a cell: those beside it, above, and below those
	// beside it.
	Known(c Cell) bool
	// Turn sets what a cell holds from an instant on. With keep the cell holds until then what it held before its present
	// turn, else what its present turn leads to.
	Turn(c Cell, to Level, since timestream.Time, keep bool)
	// Pend notes that a cell is still to be judged at an instant.
	Pend(c Cell, at timestream.Time)
}

// Planner is the scratch memory of plans. Its zero value is ready to use.
type Planner struct {
	Evaluations int // of all plans so far

	queue []entry
}

// entry is a cell that is to be judged at an instant.
type entry struct {
	at   timestream.Time
	cell Cell
}

func (e *entry) before(o *entry) bool {
	switch a, b := &e.cell, &o.cell; {
	case e.at != o.at:
		return e.at < o.at
	case faults.Active(faults.FlowByMap):
		for first := range map[bool]bool{true: true, false: true} {
			return first
		}
		return false
	case a.X != b.X:
		return a.X < b.X
	case a.Z != b.Z:
		return a.Z < b.Z
	default:
		return a.Y < b.Y
	}
}

// Beside are the cells at the four sides of a cell.
var beside = [4]Cell{{0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}

func (c Cell) plus(d Cell) Cell { return Cell{c.X + d.X, c.Y + d.Y, c.Z + d.Z} }

var above, below = Cell{0, 1, 0}, Cell{0, -1, 0}

// near are the cells whose judgement may change with a block: itself, those at its six sides, and those beside the one above,
// because water spreads only from what stands on something solid.
var near = [11]Cell{{}, above, below, beside[0], beside[1], beside[2], beside[3], {0, 1, -1}, {0, 1, 1}, {-1, 1, 0}, {1, 1, 0}}

// Concerns reports whether a change of a block at an instant could make water run: whether there is water near it then, or is to be. A
// turn that is over does not count, because the server drops it when it likes.
func Concerns(l Land, c Cell, at timestream.Time) bool {
	for _, d := range near {
		if n := l.Content(c.plus(d)); n.To.Wet() || n.Since > at && n.Before.Wet() {
			return true
		}
	}
	return false
}

// EnterChange enters the cells around a block that was changed at an instant.
func (p *Planner) EnterChange(c Cell, at timestream.Time) {
	for _, d := range near {
		p.Enter(c.plus(d), at.Tick().Add(Step))
	}
}

// Enter enters a cell that is to be judged at an instant.
func (p *Planner) Enter(c Cell, at timestream.Time) {
	q := append(p.queue, entry{at, c})
	i := len(q) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !q[i].before(&q[up]) {
			break
		}
		q[i], q[up] = q[up], q[i]
		i = up
	}
	p.queue = q
}

func (p *Planner) pop() entry {
	q := p.queue
	top, last := q[0], len(q)-1
	q[0] = q[last]
	q = q[:last]
	for i := 0; ; {
		k := 2*i + 1
		if k >= last {
			break
		}
		if k+1 < last && q[k+1].before(&q[k]) {
			k++
		}
		if !q[k].before(&q[i]) {
			break
		}
		q[i], q[k] = q[k], q[i]
		i = k
	}
	p.queue = q
	return top
}

// Run judges the entered cells and all that follows from them, for an actor whose moment is now. After bound evaluations, and
// where the actor does not know the land, cells stay pending. It returns the number of evaluations.
func (p *Planner) Run(l Land, now timestream.Time, bound int) (evaluations int) {
	last := entry{at: -1}
	for len(p.queue) > 0 {
		e := p.pop()
		if e == last {
			continue
		}
		last = e
		if c := l.Content(e.cell); c.To == Wall || c.To == Source {
			continue
		}
		if evaluations >= bound {
			if !faults.Active(faults.FlowFrontierDropped) {
				l.Pend(e.cell, e.at)
			}
			continue
		}
		if !l.Known(e.cell) && !faults.Active(faults.PlansInUnknown) {
			l.Pend(e.cell, e.at)
			continue
		}
		evaluations++
		p.judge(l, e, now)
	}
	p.Evaluations += evaluations
	return evaluations
}

// judge sets the turn of a cell to what its neighbours make of it at an instant.
func (p *Planner) judge(l Land, e entry, now timestream.Time) {
	c := l.Content(e.cell)
	to := Judge(l, e.cell, e.at.Add(-Step))
	p.enterAgain(l, e)
	switch {
	case c.Since <= now: // no turn lies ahead
		if to == c.To {
			return
		}
		l.Turn(e.cell, to, e.at, false)
	case c.Since <= e.at: // it would have turned before: it turns at the earlier instant, if anything still makes it, to the newer value
		since := c.Since
		if Judge(l, e.cell, since.Add(-Step)) == c.Before && !faults.Active(faults.FeederWetAlready) {
			since = e.at
		}
		if to == c.To && (since == c.Since || c.Before == c.To) { // what turns to the same does not turn
			return
		}
		l.Turn(e.cell, to, since, true)
	default: // its turn is still to come, and is judged again then
		p.Enter(e.cell, c.Since)
		if to == c.Before {
			return
		}
		l.Turn(e.cell, to, e.at, true)
	}
	next := e.at.Add(Step)
	p.Enter(e.cell.plus(below), next)
	for _, d := range beside {
		p.Enter(e.cell.plus(d), next)
	}
}

// enterAgain enters a cell for the instants at which what it was judged from is still to turn: an earlier plan may have judged it
// for them while it was something else.
func (p *Planner) enterAgain(l Land, e entry) {
	judgedAt := e.at.Add(-Step)
	if c := l.Content(e.cell.plus(above)); c.Since > judgedAt {
		p.Enter(e.cell, c.Since.Add(Step))
	}
	for _, d := range beside {
		if c := l.Content(e.cell.plus(d)); c.Since > judgedAt {
			p.Enter(e.cell, c.Since.Add(Step))
		}
	}
}

// Judge returns what the neighbours of a cell make of it, as they are at an instant: falling water if there is water above,
// else one level less than the highest neighbour that is a source or stands on something solid, or on a border.
func Judge(l Land, c Cell, at timestream.Time) Level {
	if up := c.plus(above); l.Content(up).At(at).Wet() && !l.Apart(c, up) {
		return Fall
	}
	best := Dry
	for _, d := range beside {
		n := c.plus(d)
		switch v := l.Content(n).At(at); {
		case v.Wet() && l.Apart(c, n):
		case v == Source:
			return Top
		case v.Wet() && v-1 > best && (l.Content(n.plus(below)).To == Wall || l.Apart(n, n.plus(below))): // a border below carries it
			best = v - 1
		}
	}
	return best
}
