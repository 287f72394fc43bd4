package replication

import (
	"slices"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// The edits of an update: of blocks, streams, entities, players and support checks.

// writeEdits writes the edits since the client's last update that concern it.
func (r *relay) writeEdits(c *Client, entries []Entry) {
	if faults.Active(faults.Reordered) && c.stream%2 == 1 {
		entries = reordered(entries)
	}
	for i := range entries {
		r.writeSubscriptions(c, c.progress.cursor+uint64(i))
		if e := &entries[i]; r.writeEdit(c, e) {
			r.dependOn(e.CommitSeq)
		}
	}
	c.progress.cursor = r.Log.End()
	r.writeSubscriptions(c, c.progress.cursor)
	c.transfers.changes = spare.changes.put(c.transfers.changes)
	c.transfers.written = 0
}

// writeSubscriptions writes the changes of the client's subscriptions, of those not yet written, up to a place in the log.
func (r *relay) writeSubscriptions(c *Client, cursor uint64) {
	t := &c.transfers
	for ; t.written < len(t.changes) && t.changes[t.written].before <= cursor; t.written++ {
		ch := &t.changes[t.written]
		e := &r.edit
		*e = edits.SubscriptionEdit(c.stream, ch.sub)
		e.Author = ch.author
		r.writer.Edit(ch.seq, e)
		r.writeSectionChecks(c, ch)
	}
}

// reordered is the fault that the block edits of an update are told in another order than that of their numbers.
func reordered(entries []Entry) []Entry {
	out := slices.Clone(entries)
	var at []int
	for i := range out {
		if out[i].Kind == edits.SetBlock {
			at = append(at, i)
		}
	}
	for i, j := 0, len(at)-1; i < j; i, j = i+1, j-1 {
		out[at[i]], out[at[j]] = out[at[j]], out[at[i]]
	}
	return out
}

// writeEdit writes an edit if it concerns the client, and reports whether it did.
func (r *relay) writeEdit(c *Client, e *Entry) bool {
	w := r.World
	switch e.Kind {
	case edits.SetBlock, edits.SetBoxSlot, edits.SetOven, edits.SetSignText, edits.SetOffer:
		p := e.Pos.Section()
		if !r.subscribed(c, p) || e.Seq < c.transfers.openedBy(p) || e.Kind.ChangesBox() && faults.Active(faults.BoxNotTold) {
			return false
		}
		if e.AtBox {
			r.writeStream(c, e.Author) // who comes too late is told who was first, also by a player who has only just come
		}
	case edits.AddSupportCheck, edits.RemoveSupportCheck:
		return r.writeCheck(c, e)
	case edits.SpawnEntity:
		return r.writeSpawnEdit(c, e)
	case edits.RemoveEntity:
		i := c.entities.indexOf(e.ID)
		if w.Find(e.ID) != world.NoEntity {
			return false
		}
		if i < 0 {
			return r.writePickedUp(c, e)
		}
		c.entities.choiceStale = c.entities.choiceStale || c.entities.crowded
		r.writeRemove(c, i, e.Author)
		return e.ID.Counter() != 0
	case edits.SetStack:
		if t := c.entities.find(w.Find(e.ID), e.ID); t == nil || t.spawnUpdate == c.progress.number {
			return false
		}
	case edits.SetOwner:
		t := c.entities.find(w.Find(e.ID), e.ID)
		if t == nil || t.spawnUpdate == c.progress.number || w.Stream(e.Stream) == nil {
			return false
		}
		r.writeStream(c, e.Stream)
		c.streams.find(e.Stream).quietTo = 0
		t.told = &point{e.At, t.told.motionAt(t.knownAt)} // it holds unchanged at another instant now
		t.knownAt, t.trajectory, t.nextAt = e.At, 0, 0
	case edits.RemoveStream:
		k := c.streams.find(e.Stream)
		if k == nil || w.Stream(e.Stream) != nil { // it has come back: the client is told by its new stream
			return false
		}
		c.streams.remove(e.Stream)
	case edits.SetInventorySlot, edits.SetSelected, edits.AddPlayer, edits.RemovePlayer:
		if e.Stream != c.stream {
			return false
		}
	case edits.SetDayOffset, edits.SetClaim, edits.SetRules, edits.SetBorder, edits.SetClosed:
	case edits.MakeEmote: // for those who see the body; its player has seen it
		if e.Stream == c.stream || !faults.Active(faults.EmotesForAll) && c.entities.find(w.Find(world.AvatarID(e.Stream)), world.AvatarID(e.Stream)) == nil {
			return false
		}
	case edits.Chat:
		if slices.Contains(c.sight.Ignored, e.Stream) {
			return false
		}
		r.writeStream(c, e.Stream) // a speaker has a name, however far away
	case edits.SetMotion, edits.SetStamp, edits.AddStream, edits.SetLastAction:
		return false // advances, new bodies and acks carry them
	default:
		panic("replication: no rule for an edit of kind " + e.Kind.String())
	}
	r.writer.Edit(e.Seq, &e.Edit)
	return true
}

// writeStream tells the client of a stream if it does not know it.
func (r *relay) writeStream(c *Client, of timestream.Stream) {
	st := r.World.Stream(of)
	if st == nil || c.streams.find(of) != nil {
		return
	}
	e := &r.edit
	*e = edits.Edit{Kind: edits.AddStream, Stream: of, At: st.Stamp, Number: uint64(st.Counter), Text: st.Name}
	r.writer.Edit(r.LastEdit, e)
	c.streams.add(knownStream{stream: of, sentStamp: st.Stamp, counter: st.Counter, stampSentAt: r.Now})
}

// spawnCounter returns the counter of the stream in which an entity was spawned, and notes that the client is told it.
func (r *relay) spawnCounter(c *Client, id world.EntityID) uint64 {
	st := r.World.Stream(id.OriginStream())
	if st == nil {
		return 0
	}
	if k := c.streams.find(id.OriginStream()); k != nil {
		k.counter = st.Counter
	}
	return uint64(st.Counter)
}

// writeSpawn tells the client of an entity as it is now; false if a full update has no room for it.
func (r *relay) writeSpawn(c *Client, slot world.EntitySlot, author timestream.Stream) bool {
	ent := r.World.Entity(slot)
	if c.full.needed && r.writer.Size() > fullEntityBytes && ent.Stream != c.stream {
		c.entities.choiceStale = true
		return false
	}
	r.writeStream(c, ent.Stream)
	e := &r.edit
	*e = edits.Edit{Kind: edits.SpawnEntity, Author: author, ID: ent.ID, Entity: *ent, Number: r.spawnCounter(c, ent.ID)}
	r.writer.Edit(0, e)
	if ent.Kind != world.KindAvatar && !faults.Active(faults.SpawnBeforeCommit) {
		r.dependOn(r.CommitSeq)
	}
	t := c.entities.add(slot, ent.ID)
	c.streams.find(ent.Stream).quietTo = 0
	t.spawnUpdate = c.progress.number
	r.noteSent(t)
	c.entities.restUntold = c.entities.restUntold || t.told.motion.Flags&world.Asleep != 0
	return true
}

// noteSent notes that the client has been told an entity as it is.
func (r *relay) noteSent(t *knownEntity) {
	l := &r.Trajectories.bySlot[t.slot]
	t.trajectory, t.told, t.knownAt, t.toldAt = l.number, l.begin, l.at, r.Now
	t.nextAt = r.Now + t.interval
}

// writeRemove takes the i-th entity that the client knows away from it.
func (r *relay) writeRemove(c *Client, i int, author timestream.Stream) {
	id := c.entities.list[i].id
	e := &r.edit
	*e = edits.Edit{Kind: edits.RemoveEntity, Author: author, ID: id, Number: r.spawnCounter(c, id)}
	r.writer.Edit(0, e)
	c.entities.remove(i)
}

// writePickedUp tells of an item of another stream that the client's own body picked up before the client was told of it, and reports
// whether it was one: it came and went between two updates, and without it nothing says from whom the slots have what they have.
func (r *relay) writePickedUp(c *Client, removed *Entry) bool {
	was := &removed.Entity
	if removed.Author != c.stream || was.Kind != world.KindItem || was.Stream == c.stream || r.World.Stream(was.Stream) == nil || faults.Active(faults.PickedUpNotTold) {
		return false
	}
	r.writeStream(c, was.Stream)
	n := r.spawnCounter(c, was.ID)
	e := &r.edit
	*e = edits.Edit{Kind: edits.SpawnEntity, ID: was.ID, Entity: *was, Number: n}
	r.writer.Edit(0, e)
	*e = edits.Edit{Kind: edits.RemoveEntity, Author: c.stream, ID: was.ID, Number: n}
	r.writer.Edit(0, e)
	return true
}

// writeSpawnEdit tells of a spawned entity, if it is there at the end of the step and concerns the client.
func (r *relay) writeSpawnEdit(c *Client, e *Entry) bool {
	w := r.World
	slot := w.Find(e.ID)
	own := w.Find(c.sight.body(c.stream))
	if slot == world.NoEntity || own == world.NoEntity || c.entities.find(slot, e.ID) != nil {
		return false
	}
	ent := w.Entity(slot)
	switch {
	case ent.Stream == c.stream:
	case c.hides(ent.Motion.Flags, ent.Stream):
		return false
	case DistanceSquared(&ent.Motion.Pos, &w.Entity(own).Motion.Pos) > farBlocks*farBlocks:
		return false
	case len(c.entities.list) >= EntitiesMax: // the ranking of this update finds out which one has to go
		c.schedule.rankedAt, c.entities.choiceStale = 0, true
		return false
	}
	return r.writeSpawn(c, slot, e.Author) && !faults.Active(faults.SpawnBeforeCommit)
}

// writeCheck writes a support check that was added or removed. If the section was opened since the last update, the opening has
// carried its checks already.
func (r *relay) writeCheck(c *Client, e *Entry) bool {
	p := e.Pos.Section()
	if e.Kind == edits.RemoveSupportCheck {
		if c.streams.find(e.Stream) == nil || c.transfers.openedBy(p) != 0 {
			return false
		}
	} else {
		if !r.subscribed(c, p) || c.transfers.openedBy(p) != 0 || r.World.Stream(e.Stream) == nil {
			return false
		}
		r.writeStream(c, e.Stream)
	}
	r.writer.Edit(e.Seq, &e.Edit)
	return true
}

// writeSectionChecks tells the pending checks of a section with its opening, and takes them away with its closing.
func (r *relay) writeSectionChecks(c *Client, ch *subscriptionChange) {
	kind := edits.AddSupportCheck
	switch {
	case ch.sub.Epoch == 0:
		kind = edits.RemoveSupportCheck
	case ch.sub.Confirmed, faults.Active(faults.ChecksNotInOpenings):
		return
	}
	for _, n := range r.checks {
		if n.at.Section() != ch.sub.Section {
			continue
		}
		if kind == edits.AddSupportCheck {
			r.writeStream(c, n.stream)
		} else if c.streams.find(n.stream) == nil {
			continue
		}
		e := &r.edit
		*e = edits.Edit{Kind: kind, Stream: n.stream, Pos: n.at}
		r.writer.Edit(ch.seq, e)
		r.dependOn(r.CommitSeq)
	}
}

// writeCounters tells the counters of streams in which an entity was spawned that the client is not told of, or that is gone: as
// a spawn followed by a removal of an entity that the client does not see.
func (r *relay) writeCounters(c *Client) {
	w := r.World
	if c.streamCountersTold == r.countersVersion {
		return
	}
	c.streamCountersTold = r.countersVersion
	for i := range c.streams {
		k := &c.streams[i]
		st := k.state(w)
		if st == nil || st.Counter == k.counter {
			continue
		}
		k.counter = st.Counter
		id := world.MakeEntityID(k.stream, st.Counter-1)
		if slot := w.Find(id); slot != world.NoEntity && c.entities.find(slot, id) != nil {
			continue
		}
		e := &r.edit
		*e = edits.Edit{Kind: edits.SpawnEntity, ID: id, Number: uint64(st.Counter)}
		e.Entity = world.Entity{ID: id, Kind: world.KindItem, Stream: k.stream, At: st.Stamp}
		r.writer.Edit(0, e)
		*e = edits.Edit{Kind: edits.RemoveEntity, ID: id, Number: uint64(st.Counter)}
		r.writer.Edit(0, e)
	}
}
