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
	r.takeEvents(f)
	for i := range f.Clients {
		c := f.Clients[i].Client
		c.takeNews(&c.taken, &f.Moment)
	}
	r.beginStep()
}

// takeEdit takes an edit: into the view, unless it is of blocks, and into the log.
func (r *Replicator) takeEdit(e *FeedEdit) {
	switch e.Kind {
	case edits.SetBlock, edits.SetBoxSlot, edits.SetOven, edits.SetSignText, edits.SetOffer:
	case edits.SetSubscription:
		edits.Apply(r.World, &e.Edit, &r.inverse)
		if c := r.clientOf(e.Stream); c != nil {
			c.followSubscription(e.Seq, r.Log.End(), &e.Edit)
		}
	default:
		edits.Apply(r.World, &e.Edit, &r.inverse)
		if e.Kind == edits.SpawnEntity && !e.Logged { // it was in a section that was not in memory
			if slot := r.World.Find(e.Edit.ID); slot != world.NoEntity {
				r.Trajectories.Follow(slot, r.World.Entity(slot))
			}
		}
	}
	if e.Logged {
		r.Log.Add(&e.Entry)
	}
}

// takeMotions brings streams and bodies of the view to the end of the step.
func (r *Replicator) takeMotions(f *Feed) {
	w, change := r.World, &r.change
	*change = edits.Edit{Kind: edits.SetMotion}
	for i := range f.Motions {
		m := &f.Motions[i]
		if slot := w.Find(m.ID); slot != world.NoEntity {
			if e := w.Entity(slot); e.At != m.At || e.Motion != m.Motion {
				change.ID, change.At, change.Entity.Motion = m.ID, m.At, m.Motion
				edits.Apply(w, change, &r.inverse)
			}
		}
	}
	for _, st := range f.Stamps {
		if w.Stream(st.Stream).Stamp != st.Stamp {
			*change = edits.Edit{Kind: edits.SetStamp, Stream: st.Stream, At: st.Stamp}
			edits.Apply(w, change, &r.inverse)
		}
	}
	r.inverse = edits.Edit{} // releases texts and players
	r.Trajectories.Update(w, f.Slept)
}

// takeEvents takes what happened to bodies, for the clients that know them.
func (r *Replicator) takeEvents(f *Feed) {
	w := r.World
	for i := range f.Changed {
		at := sixteenths(&f.Changed[i])
		for k := range f.Clients {
			f.Clients[k].Client.objectsChanged(at)
		}
	}
	for _, id := range f.Slept {
		slot := w.Find(id)
		if slot == world.NoEntity {
			continue
		}
		asleep := w.Entity(slot).Motion.Flags&world.Asleep != 0
		for k := range f.Clients {
			if c := f.Clients[k].Client; asleep {
				c.rested(slot, id)
			} else {
				c.entities.reactivate(slot, id)
			}
		}
	}
	for _, id := range f.Moved {
		if slot := w.Find(id); slot != world.NoEntity {
			for k := range f.Clients {
				f.Clients[k].Client.serverMoved(slot, id)
			}
		}
	}
	for i := range f.Struck {
		slot := w.Find(f.Struck[i].ID)
		for k := range f.Clients {
			f.Clients[k].Client.struck(slot, &f.Struck[i])
		}
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
