package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
)

// work checks law 14: what a player's actions bring about is at most so much for each, however they are put together. Counted
// are actions on blocks that were performed, against the edits that they cause (blocks, checks of support, entities that come, change and go), on
// the player's stream and on the server's; and against the bodies that had to be moved on for it, avatars aside.
type work struct {
	*judge
	of    map[timestream.Stream]*effort
	all   effort
	moved uint64 // bodies, by all servers of the run, at the last look
	last  uint64 // of the present one
}

// effort is what was done and what came of it.
type effort struct{ actions, edits int }

// The bound: so much for an action, and so much beyond it at any time, for what lay ready in the land.
const (
	editsEach  = 10
	editsBurst = 100
	movesEach  = 60 // a block falls for some seconds of 20 marks
	movesBurst = 2000
)

func newWork(j *judge) *work { return &work{judge: j, of: map[timestream.Stream]*effort{}} }

// performed notes an action.
func (w *work) performed(s timestream.Stream, a *actions.Action, why actions.Refusal) {
	if why == actions.Done && (a.Kind == actions.Place || a.Kind == actions.Dug) {
		w.who(s).actions++
		w.all.actions++
	}
}

func (w *work) who(s timestream.Stream) *effort {
	e := w.of[s]
	if e == nil {
		e = &effort{}
		w.of[s] = e
	}
	return e
}

// edit notes an edit of the server's.
func (w *work) edit(d *edits.Done) {
	switch e := &d.Edit; e.Kind {
	case edits.SetBlock, edits.AddCheck:
	case edits.Birth, edits.Death, edits.SetStack, edits.SetOwner:
		if e.ID.Counter() == 0 && e.Entity.ID.Counter() == 0 { // an avatar
			return
		}
	default:
		return
	}
	w.who(d.Edit.Author).edits++
	w.all.edits++
}

// look judges what has come about so far; moved is how many bodies have been moved on, but avatars.
func (w *work) look(moved uint64) {
	for s, e := range w.of {
		if s != timestream.Server && e.edits > editsEach*e.actions+editsBurst {
			w.breaks(14, "%s: %d actions on blocks brought about %d edits", who(s), e.actions, e.edits)
		}
	}
	if a := &w.all; a.edits > editsEach*a.actions+editsBurst*len(w.of) {
		w.breaks(14, "%d actions on blocks brought about %d edits of all", a.actions, a.edits)
	}
	if w.last > moved {
		w.last = 0 // another server
	}
	w.moved, w.last = w.moved+moved-w.last, moved
	if w.moved > uint64(movesEach*w.all.actions+movesBurst) {
		w.breaks(14, "for %d actions on blocks bodies were moved on %d times", w.all.actions, w.moved)
	}
}
