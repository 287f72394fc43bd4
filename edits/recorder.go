package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Recorder performs the edits by which rules change a world. It keeps the edits, which the server sends and stores, and their
// inverses, with which a client reverts its predictions and a refused action is rolled back. It belongs to the owner of the
// world.
type Recorder struct {
	W      *world.World
	Author timestream.Stream // written into each edit: the stream that causes it
	Now    timestream.Time   // the moment of that stream

	// KeepLog keeps the edits in Log, except motions and stamps, which the server sends as state.
	KeepLog bool
	Log     []LogEntry
	// NoDrops is set while nothing drops of what breaks by a reaction: in creative mode.
	NoDrops bool
	// SleepChanges are, if KeepLog is on, the bodies that fell asleep or woke since the owner last cleared the list.
	SleepChanges []world.EntityID
	// OnBlockChange, if set, is called for each cell that changes, with the inverse of the change: what it was before, and its turn.
	OnBlockChange func(inverse *Edit)

	current    Edit // the edit and the inverse in progress, kept here to stay off the heap
	reverse    Edit
	undo       []Edit
	leaves     *leafSearch
	water      *waterPlan
	generation uint64        // of the memory below
	saved      []savedMotion // by slot
	txStart    int           // a transaction began at this undo record: motions saved before it are saved again
}

// savedMotion says in which generation the motion in a slot was last saved, and in which undo record.
type savedMotion struct {
	generation uint64
	undoIndex  int
}

// LogEntry is an edit that was performed, with its inverse.
type LogEntry struct{ Edit, Inverse Edit }

// Shrink gives back the memory that the recorder keeps for the next edits. Nothing may be open to undo.
func (r *Recorder) Shrink() {
	if len(r.undo)+len(r.Log) == 0 {
		r.undo, r.Log, r.saved, r.leaves, r.water = nil, nil, nil, nil, nil
	}
}

// Do performs an edit and keeps its inverse. It returns false and does nothing if the edit does not fit.
func (r *Recorder) Do(e Edit) bool {
	r.current = e // e itself would go to the heap in the call through the table
	r.current.Author = r.Author
	r.undo = append(r.undo, Edit{})
	inv := &r.undo[len(r.undo)-1]
	if !Apply(r.W, &r.current, inv) {
		r.undo = r.undo[:len(r.undo)-1]
		return false
	}
	if r.KeepLog && e.Kind != SetStamp && e.Kind != SetMotion {
		r.Log = append(r.Log, LogEntry{r.current, *inv})
	}
	if e.Kind == SetBlock && r.OnBlockChange != nil {
		r.OnBlockChange(inv)
	}
	return true
}

// SetMotion sets a body's motion: the hot path of Do. It saves the old motion once between two calls of Begin, Revert
// or Commit, which is enough to undo, because only the first state matters.
func (r *Recorder) SetMotion(s world.EntitySlot, at timestream.Time, m *world.Motion) {
	if int(s) >= len(r.saved) {
		r.saved = append(r.saved, make([]savedMotion, r.W.EntitySlotCount()-len(r.saved))...)
	}
	e := r.W.Entity(s)
	if k := &r.saved[s]; k.generation != r.generation+1 || k.undoIndex < r.txStart {
		*k = savedMotion{r.generation + 1, len(r.undo)}
		r.undo = append(r.undo, Edit{})
		u := &r.undo[len(r.undo)-1]
		u.Kind, u.ID, u.At, u.Author = SetMotion, e.ID, e.At, r.Author
		u.Entity.Motion = e.Motion
	}
	if r.KeepLog && (e.Motion.Flags^m.Flags)&world.Asleep != 0 {
		r.SleepChanges = append(r.SleepChanges, e.ID)
	}
	clampSpeed(m)
	r.W.SetMotion(s, at, m)
}

// Tx is a point to which a transaction can be rolled back.
type Tx struct{ undo, log int }

// Begin starts a transaction: the edits after it are kept together or, with Rollback, undone together. Transactions do
// not nest.
func (r *Recorder) Begin() Tx {
	r.txStart = len(r.undo)
	return Tx{len(r.undo), len(r.Log)}
}

// End ends a transaction: its edits are final. Leaving it out costs some undo records.
func (r *Recorder) End() { r.txStart = 0 }

// Rollback undoes the edits since Begin, newest first.
func (r *Recorder) Rollback(tx Tx) {
	r.undoTo(tx.undo)
	r.End()
	r.Log = r.Log[:tx.log]
}

// Revert undoes the edits since the last Revert or Commit, newest first.
func (r *Recorder) Revert() {
	if faults.Active(faults.RevertSkipsOldest) && len(r.undo) > 0 {
		r.undo[0] = Edit{Kind: Chat}
	}
	r.undoTo(0)
}

// UndoCount returns the number of undo records.
func (r *Recorder) UndoCount() int { return len(r.undo) }

// Commit makes the edits final and drops their undo records.
func (r *Recorder) Commit() {
	clear(r.undo) // frees texts and players
	r.undo = r.undo[:0]
	r.generation++
	r.txStart = 0
}

// Reset prepares the recorder for another world in W: it forgets the slots of the old one.
func (r *Recorder) Reset() {
	r.Commit()
	clear(r.saved)
}

func (r *Recorder) undoTo(to int) {
	inv := &r.reverse
	for i := len(r.undo) - 1; i >= to; i-- {
		e := &r.undo[i]
		if !Apply(r.W, e, inv) {
			panic("edits: an undo record does not fit: " + e.Kind.String())
		}
		if e.Kind == SetBlock && r.OnBlockChange != nil {
			r.OnBlockChange(inv)
		}
		e.Player, e.Text = nil, ""
	}
	r.undo = r.undo[:to]
	r.generation++
}
