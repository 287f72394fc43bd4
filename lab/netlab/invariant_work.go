package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
)

// workBound checks law 14: the work that a player's actions cause is bounded for each action, however they are
// combined. It counts performed block actions against the edits that they cause (blocks, support checks, entities
// that spawn, change and go), on the player's stream and on the server's; and against the entities that had to be
// moved, avatars aside.
type workBound struct {
	*violations
	byStream          map[timestream.Stream]*playerWork
	all               playerWork
	bodiesMoved       uint64 // entities moved by all servers of the run, at the last check
	movedByThisServer uint64 // by the present server
}

// playerWork is what a player did and what it caused.
type playerWork struct{ actions, edits int }

// The bounds: for each action, and at any time for what the world already held.
const (
	editsEach  = 10
	editsBurst = 100
	movesEach  = 60 // a block falls for some seconds of 20 ticks
	movesBurst = 2000
)

func newWorkBound(j *violations) *workBound {
	return &workBound{violations: j, byStream: map[timestream.Stream]*playerWork{}}
}

// performed notes an action.
func (w *workBound) performed(s timestream.Stream, a *actions.Action, why actions.Refusal) {
	if why == actions.Done && (a.Kind == actions.Place || a.Kind == actions.FinishBreak) {
		w.effortOf(s).actions++
		w.all.actions++
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
	case edits.SetBlock, edits.AddSupportCheck:
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

// check checks the work so far; moved is the number of entity updates, avatars aside.
func (w *workBound) check(moved uint64) {
	for s, e := range w.byStream {
		if s != timestream.Server && e.edits > editsEach*e.actions+editsBurst {
			w.fail(14, "%s: %d actions on blocks brought about %d edits", streamName(s), e.actions, e.edits)
		}
	}
	if a := &w.all; a.edits > editsEach*a.actions+editsBurst*len(w.byStream) {
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
