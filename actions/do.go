package actions

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Do performs an action of stream s at the stream's moment. It returns why the action was refused, or Done. Either way the
// action's number becomes the stream's last one.
func Do(r *edits.Recorder, s timestream.Stream, at timestream.Time, a *Action) Refusal {
	return doMetered(r, s, at, a, Done)
}

// Deny is Do for an action that the server refuses for a reason of its own. The action counts and pays its rate like one
// that was performed and refused.
func Deny(r *edits.Recorder, s timestream.Stream, at timestream.Time, a *Action, why Refusal) Refusal {
	return doMetered(r, s, at, a, why)
}

func doMetered(r *edits.Recorder, s timestream.Stream, at timestream.Time, a *Action, denied Refusal) Refusal {
	c := Context{Recorder: r, Stream: s, At: at, Stamp: min(a.At, at), avatar: r.W.Find(world.AvatarID(s)), player: r.W.Player(s)}
	if faults.Active(faults.TimedWhenPerformed) {
		c.Stamp = at
	}
	author := r.Author
	r.Author, r.Now = s, at
	refusal := c.do(a, denied)
	if c.player != nil {
		r.Do(edits.Edit{Kind: edits.SetLastAction, Stream: s, Number: a.Number})
	}
	r.Author = author
	return refusal
}

func (c *Context) do(a *Action, denied Refusal) Refusal {
	if a.Kind == None || a.Kind >= KindCount {
		return NotAllowed
	}
	if c.avatar == world.NoEntity {
		return NoAvatar
	}
	rw := &table[a.Kind]
	if !rw.unmetered {
		m := c.motion()
		if !spend(&m.ActFullAt, c.Stamp, actCost, actBurst) {
			return TooFast
		}
		c.setMotion(&m)
	}
	if denied != Done {
		return denied
	}
	if rw.touchesBlocks && !rw.onlyReads && !c.W.Barriers().Border().Inside(a.Pos.X, a.Pos.Z) && !faults.Active(faults.BarriersLeft) {
		return BeyondBorder
	}
	tx := c.Begin()
	c.NoDrops = c.W.Entity(c.avatar).Motion.Flags&world.Creative != 0
	refusal := rw.perform(*c, a)
	c.NoDrops = false
	if refusal != Done && !faults.Active(faults.DropOnRefusalKeepsItem) {
		c.Rollback(tx)
	}
	c.End()
	return refusal
}
