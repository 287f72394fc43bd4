package edits

import (
	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Recorder is the door through which rules change a world. It keeps both directions: what was done, for the server
// to tell and keep, and how to undo it, for a client to revert its predictions and for a refused action to leave
// no trace. One owner, the owner of the world.
type Recorder struct {
	W      *world.World
	Author timestream.Stream // is written into the edits: on whose doing the change comes about

	// Keep makes the recorder keep what was done in Log (motions and stamps aside, which are told as state).
	Keep bool
	Log  []Done
	// Turned are, where Keep is on, the bodies that came to rest or woke since the owner last cleared it.
	Turned []world.EntityID
	// Touched, if set, is called with every block cell that changes, and the block before.
	Touched func(p world.Pos, before world.Block)

	doing  Edit // the edit and the inverse under way, here to stay off the heap
	undone Edit
	undo   []Edit
	gen    uint64  // of the memory below
	saved  []saved // by slot
	floor  int     // motions saved before this undo record are saved again: a transaction began there
}

// saved tells in which generation the motion in a slot was last saved for undo, and as which undo record.
type saved struct {
	gen uint64
	at  int
}

// Done is an edit that was performed, with its inverse.
type Done struct{ Edit, Inverse Edit }

// Do performs an edit and keeps its inverse. It returns false and does nothing when the edit does not fit.
func (r *Recorder) Do(e Edit) bool {
	r.doing = e // not e itself, which would go to the heap for the call through the table
	r.doing.Author = r.Author
	r.undo = append(r.undo, Edit{})
	inv := &r.undo[len(r.undo)-1]
	if !Apply(r.W, &r.doing, inv) {
		r.undo = r.undo[:len(r.undo)-1]
		return false
	}
	if r.Keep && e.Kind != SetStamp && e.Kind != SetMotion {
		r.Log = append(r.Log, Done{r.doing, *inv})
	}
	if e.Kind == SetBlock && r.Touched != nil {
		r.Touched(e.Pos, inv.Block)
	}
	return true
}

// SetMotion sets a body's motion: the hot path of Do. The motion before is saved once between two calls of Begin,
// Revert or Commit, which is enough to undo: only the first state matters.
func (r *Recorder) SetMotion(s world.Slot, at timestream.Time, m *world.Motion) {
	if int(s) >= len(r.saved) {
		r.saved = append(r.saved, make([]saved, r.W.SlotCount()-len(r.saved))...)
	}
	e := r.W.Entity(s)
	if k := &r.saved[s]; k.gen != r.gen+1 || k.at < r.floor {
		*k = saved{r.gen + 1, len(r.undo)}
		r.undo = append(r.undo, Edit{})
		u := &r.undo[len(r.undo)-1]
		u.Kind, u.ID, u.At, u.Author = SetMotion, e.ID, e.At, r.Author
		u.Entity.Motion = e.Motion
	}
	if r.Keep && (e.Motion.Flags^m.Flags)&world.Rests != 0 {
		r.Turned = append(r.Turned, e.ID)
	}
	bound(m)
	r.W.SetMotion(s, at, m)
}

// Tx is a point to which a transaction can be rolled back.
type Tx struct{ undo, log int }

// Begin starts a transaction: what follows is done together or, with Rollback, not at all. Transactions do not nest.
func (r *Recorder) Begin() Tx {
	r.floor = len(r.undo)
	return Tx{len(r.undo), len(r.Log)}
}

// End ends a transaction: what it did is not rolled back any more. Leaving it out costs some undo records.
func (r *Recorder) End() { r.floor = 0 }

// Rollback undoes all that was done since Begin, newest first.
func (r *Recorder) Rollback(tx Tx) {
	r.back(tx.undo)
	r.End()
	r.Log = r.Log[:tx.log]
}

// Revert undoes all that was done since the last Revert or Commit, newest first.
func (r *Recorder) Revert() {
	if faults.Active(faults.RevertSkipsOldest) && len(r.undo) > 0 {
		r.undo[0] = Edit{Kind: Chat}
	}
	r.back(0)
}

// Pending returns the number of undo records.
func (r *Recorder) Pending() int { return len(r.undo) }

// Commit forgets how to undo what was done: it is true now.
func (r *Recorder) Commit() {
	clear(r.undo) // lets go of texts and players
	r.undo = r.undo[:0]
	r.gen++
	r.floor = 0
}

// Forget makes the recorder ready for another world in W: what it remembers of the old one's slots is worth nothing.
func (r *Recorder) Forget() {
	r.Commit()
	clear(r.saved)
}

func (r *Recorder) back(to int) {
	inv := &r.undone
	for i := len(r.undo) - 1; i >= to; i-- {
		e := &r.undo[i]
		if !Apply(r.W, e, inv) {
			panic("edits: an undo record does not fit: " + e.Kind.String())
		}
		if e.Kind == SetBlock && r.Touched != nil {
			r.Touched(e.Pos, inv.Block)
		}
		e.Player, e.Text = nil, ""
	}
	r.undo = r.undo[:to]
	r.gen++
}

// PutBlock sets a block on behalf of a stream and enters the support checks that follow from it: for the block
// itself and for the one above, where they are such as fall. The checks run at the stream's next mark.
func (r *Recorder) PutBlock(s timestream.Stream, p world.Pos, b world.Block) bool {
	if !r.Do(Edit{Kind: SetBlock, Pos: p, Block: b}) {
		return false
	}
	r.Wake(p)
	if world.Blocks[b].Falls {
		r.Do(Edit{Kind: AddCheck, Stream: s, Pos: p})
	}
	if above, _ := r.W.Block(p.Above()); world.Blocks[above].Falls && !b.Solid() {
		r.Do(Edit{Kind: AddCheck, Stream: s, Pos: p.Above()})
	}
	return true
}

// Uproot takes a block away that stands on what is below, if that is solid no more, on behalf of a stream. With drop what
// it drops lies there as an item from an instant on. A cell with anything else is left as it is.
func (r *Recorder) Uproot(s timestream.Stream, p world.Pos, at timestream.Time, drop bool) {
	b, there := r.W.Block(p)
	if below, _ := r.W.Block(p.Below()); !there || !world.Blocks[b].Rooted || below.Solid() {
		return
	}
	if item := world.Blocks[b].Drops; r.PutBlock(s, p, world.Air) && drop && item != world.Air {
		r.Spawn(s, at, world.KindItem, world.Air, world.Stack{Block: item, Count: 1}, world.Middle(p))
	}
}

// Spawn brings a new entity of a stream into the world, numbered by the stream's counter, standing at a position at an
// instant.
func (r *Recorder) Spawn(s timestream.Stream, at timestream.Time, k world.EntityKind, b world.Block, st world.Stack, pos world.Vec) (world.Slot, bool) {
	owner := r.W.Stream(s)
	if owner == nil {
		return world.NoSlot, false
	}
	n := owner.Counter
	for r.W.Find(world.MakeID(s, n)) != world.NoSlot { // the counter has been round once
		n = after(n)
	}
	e := Edit{Kind: Birth, Number: uint64(after(n))}
	e.Entity = world.Entity{ID: world.MakeID(s, n), Kind: k, Stream: s, At: at, Block: b, Stack: st}
	e.Entity.Motion.Pos = pos
	e.ID = e.Entity.ID
	if !r.Do(e) {
		return world.NoSlot, false
	}
	return r.W.Find(e.ID), true
}

// after returns the counter after n: past the last comes 1, because 0 is the avatar's.
func after(n uint32) uint32 {
	if n++; n == 0 && !faults.Active(faults.WrapCompare) {
		n = 1
	}
	return n
}

// Kill takes an entity out of the world.
func (r *Recorder) Kill(s world.Slot) {
	id := r.W.Entity(s).ID
	n := uint64(0)
	if st := r.W.Stream(id.Birth()); st != nil {
		n = uint64(st.Counter)
	}
	r.Do(Edit{Kind: Death, ID: id, Number: n})
}
