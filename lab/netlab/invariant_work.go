package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/flow"
	"voxtide/timestream"
	"voxtide/world"
)

// workBound checks law 14: the work that a player's actions cause is bounded for each action, however they are
// combined. It counts performed block actions against the edits that they cause (blocks, support checks, entities
// that spawn, change and go), on the player's stream and on the server's; and against the entities that had to be
// moved, avatars aside. What stands on a broken block and falls with it is paid for by who broke it (decision 030), so each such block
// is counted beside the action; who makes blocks fall in any other way has no more than the action's own bound.
type workBound struct {
	*violations
	byStream          map[timestream.Stream]*playerWork
	all               playerWork
	done              [actions.KindCount]int // actions performed, by kind
	bodiesMoved       uint64                 // entities moved by all servers of the run, at the last check
	movedByThisServer uint64                 // by the present server
	turns, waits      int                    // of the present transaction: cells that turn, cells that are left to the server's stream
	changes           int                    // of the present transaction: blocks that are no water
	allTurns          int
}

// playerWork is what a player did and what it caused.
type playerWork struct {
	actions int
	stood   int // blocks that fall, of columns on blocks that were broken
	edits   int
}

// over reports whether more was caused than may be, beside a burst for what the world already held.
func (p *playerWork) over(burst int) bool {
	return p.edits > editsEach*p.actions+editsFall*p.stood+burst
}

// The bounds: for each action, and at any time for what the world already held.
const (
	editsEach  = 10
	editsFall  = 6 // a block falls: it goes, is a body, is a block again; the body goes; and the checks of the cell above it and of its own
	editsBurst = 100
	movesEach  = 60 // a block falls for some seconds of 20 ticks
	movesBurst = 2000

	stepTicksMax = 16  // ticks of the server's stream in a transaction
	waitsEach    = 5   // cells that a turn enters
	leavesMax    = 512 // support checks of leaves
)

func newWorkBound(j *violations) *workBound {
	return &workBound{violations: j, byStream: map[timestream.Stream]*playerWork{}}
}

// performed notes an action, after which the land is as given: nothing has fallen yet.
func (w *workBound) performed(s timestream.Stream, a *actions.Action, why actions.Refusal, land *world.World) {
	if why == actions.Done {
		w.done[a.Kind]++
	}
	switch a.Kind {
	case actions.Place, actions.FinishBreak, actions.Use, actions.Drop, actions.Scoop:
		if why == actions.Done {
			w.effortOf(s).actions++
			w.all.actions++
		}
		if why == actions.Done && a.Kind == actions.FinishBreak {
			n := columnOn(land, a.Pos)
			w.effortOf(s).stood += n
			w.all.stood += n
		}
	}
}

// columnOn returns how many blocks that fall stand on a cell, one on the other.
func columnOn(land *world.World, p world.Pos) (n int) {
	for {
		p = p.Above()
		if b, there := land.Block(p); !there || !b.Info().Falls {
			return n
		}
		n++
	}
}

func (w *workBound) effortOf(s timestream.Stream) *playerWork {
	e := w.byStream[s]
	if e == nil {
		e = &playerWork{}
		w.byStream[s] = e
	}
	return e
}

// edit notes an edit of the server's.
func (w *workBound) edit(d *edits.LogEntry) {
	switch e := &d.Edit; e.Kind {
	case edits.SetBlock:
		if e.Block == d.Inverse.Block && e.At == 0 { // a turn that is over is dropped
			return
		}
		if edits.RunsOrAir(e.Block) && edits.RunsOrAir(d.Inverse.Block) { // water that runs
			w.turns++
			w.allTurns++
			return
		}
		if c := e.Block.Class(); c == world.ClassPlate && d.Inverse.Block.Class() == c && e.Block.Get(world.PropOn) > d.Inverse.Block.Get(world.PropOn) {
			w.effortOf(d.Edit.Author).actions++ // who steps on a plate does something, though no action says so
			w.all.actions++
		}
		w.changes++
	case edits.AddSupportCheck:
		if e.Stream == timestream.Server { // of water that waits, or of what its player does not see
			w.waits++
			return
		}
	case edits.SpawnEntity, edits.RemoveEntity, edits.SetStack, edits.SetOwner:
		if e.ID.Counter() == 0 && e.Entity.ID.Counter() == 0 { // an avatar
			return
		}
	default:
		return
	}
	w.effortOf(d.Edit.Author).edits++
	w.all.edits++
}

// transaction ends a transaction: a change of a block turns a bounded number of cells, and no more of them wait than these could reach;
// a step of the server's stream goes on with a bounded number.
func (w *workBound) transaction(ofAction bool) {
	most := flow.PlanMax * w.changes
	if !ofAction {
		most += stepTicksMax * flow.TickMax
	}
	if w.turns > most || w.waits > waitsEach*(most+leavesMax) {
		w.fail(14, "%d changes of blocks turned %d cells and left %d waiting", w.changes, w.turns, w.waits)
	}
	w.turns, w.waits, w.changes = 0, 0, 0
}

// check checks the work so far; moved is the number of entity updates, avatars aside.
func (w *workBound) check(moved uint64) {
	for s, e := range w.byStream {
		if s != timestream.Server && e.over(editsBurst) {
			w.fail(14, "%s: %d actions on blocks brought about %d edits", streamName(s), e.actions, e.edits)
		}
	}
	if a := &w.all; a.over(editsBurst * len(w.byStream)) {
		w.fail(14, "%d actions on blocks brought about %d edits of all", a.actions, a.edits)
	}
	if w.movedByThisServer > moved {
		w.movedByThisServer = 0 // another server
	}
	w.bodiesMoved, w.movedByThisServer = w.bodiesMoved+moved-w.movedByThisServer, moved
	if w.bodiesMoved > uint64(movesEach*w.all.actions+movesBurst) {
		w.fail(14, "for %d actions on blocks bodies were moved on %d times", w.all.actions, w.bodiesMoved)
	}
}
