package replication

import (
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// takeIn takes a feed: the view becomes the world at the end of the step, and clients get what was told of them.
func (r *Replicator) takeIn(f *Feed) {
	r.Moment, r.Options, r.clients = f.Moment, f.Options, f.Clients
	for i := range f.Clients {
		c := f.Clients[i].Client
		c.takeConnection(&c.taken)
	}
	for i := range f.Edits {
		r.takeEdit(&f.Edits[i])
	}
	r.Log.Seal(f.CommitSeq)
	for i := range f.Opened {
		if c := r.clientOf(f.Opened[i].To); c != nil {
			c.transfers.give(&f.Opened[i])
		}
	}
	r.takeMotions(f)
	for i := range f.Clients {
		c := f.Clients[i].Client
		r.takeEvents(c, f)
		c.takeNews(&c.taken, &f.Moment)
	}
	r.beginStep()
}

// takeEdit takes an edit: into the view, unless it is of blocks, and into the log.
func (r *Replicator) takeEdit(e *FeedEdit) {
	switch e.Kind {
	case edits.SetBlock, edits.SetBoxSlot, edits.SetOven, edits.SetSignText:
	case edits.SetSubscription:
		r.view.Do(e.Edit)
		if c := r.clientOf(e.Stream); c != nil {
			c.followSubscription(e.Seq, r.Log.End(), &e.Edit)
		}
	default:
		r.view.Do(e.Edit)
		if e.Kind == edits.SpawnEntity && !e.Logged { // it was in a section that was not in memory
			if slot := r.World.Find(e.Edit.ID); slot != world.NoEntity {
				r.Trajectories.Follow(slot, r.World.Entity(slot))
			}
		}
	}
	if e.Logged {
		r.Log.Add(e.Seq, &e.Edit)
	}
}

// takeMotions brings streams and bodies of the view to the end of the step.
func (r *Replicator) takeMotions(f *Feed) {
	w := r.World
	for i := range f.Motions {
		m := &f.Motions[i]
		if slot := w.Find(m.ID); slot != world.NoEntity {
			if e := w.Entity(slot); e.At != m.At || e.Motion != m.Motion {
				r.view.SetMotion(slot, m.At, &m.Motion)
			}
		}
	}
	for _, st := range f.Stamps {
		if w.Stream(st.Stream).Stamp != st.Stamp {
			r.view.Do(edits.Edit{Kind: edits.SetStamp, Stream: st.Stream, At: st.Stamp})
		}
	}
	r.view.Commit()
	r.Trajectories.Update(w, f.Slept)
}

// takeEvents takes what happened to bodies that a client may know.
func (r *Replicator) takeEvents(c *Client, f *Feed) {
	w := r.World
	for i := range f.Changed {
		c.objectsChanged(sixteenths(&f.Changed[i]))
	}
	for _, id := range f.Slept {
		slot := w.Find(id)
		if slot == world.NoEntity {
			continue
		}
		if w.Entity(slot).Motion.Flags&world.Asleep == 0 {
			c.entities.reactivate(slot, id)
		} else {
			c.rested(slot, id)
		}
	}
	for _, id := range f.Moved {
		if slot := w.Find(id); slot != world.NoEntity {
			c.serverMoved(slot, id)
		}
	}
	for i := range f.Struck {
		c.struck(w.Find(f.Struck[i].ID), &f.Struck[i])
	}
}

// followSubscription notes an edit of the client's subscriptions, which stands in the log in front of a cursor.
func (c *Client) followSubscription(seq, cursor uint64, e *edits.Edit) {
	c.transfers.follow(seq, e)
	if !c.full.needed {
		c.transfers.changed(seq, cursor, e)
	}
}

// clientOf returns the client of a stream, nil if it has no session.
func (r *Replicator) clientOf(of timestream.Stream) *Client {
	lo, hi := 0, len(r.clients)
	for lo < hi {
		if mid := (lo + hi) / 2; r.clients[mid].Client.stream < of {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(r.clients) && r.clients[lo].Client.stream == of {
		return r.clients[lo].Client
	}
	return nil
}
