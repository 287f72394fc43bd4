package replication

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// writeFull writes the whole state that concerns a client: the streams, its player, its own entities and those around it, the
// subscriptions that it goes on with, and their edits since the client's last.
func (r *relay) writeFull(c *Client) {
	w, out := r.World, &r.writer
	c.forget()
	if !faults.Active(faults.FullUpdateBeforeCommit) {
		r.dependOn(r.CommitSeq)
	}
	r.counters.FullUpdates++
	out.Reset()
	r.writeMethod(c)
	r.writeStream(c, timestream.Server)
	r.writeStream(c, c.stream)
	e := &r.edit
	*e = edits.Edit{Kind: edits.SetDayOffset, Number: uint64(w.DayOffset())}
	out.Edit(r.LastEdit, e)
	*e = edits.RulesEdit(w.Rules())
	out.Edit(r.LastEdit, e)
	for _, claim := range w.Claims().Claims() {
		*e = edits.ClaimEdit(claim, true)
		out.Edit(r.LastEdit, e)
	}
	if b := w.Barriers().Border(); b.R > 0 {
		*e = edits.BorderEdit(b)
		out.Edit(r.LastEdit, e)
	}
	for _, area := range w.Barriers().Closed() {
		*e = edits.ClosedEdit(area, true)
		out.Edit(r.LastEdit, e)
	}
	*e = edits.Edit{Kind: edits.AddPlayer, Stream: c.stream, Player: w.Player(c.stream)}
	out.Edit(r.LastEdit, e)
	if slot := w.Find(world.AvatarID(c.stream)); slot != world.NoEntity {
		r.writeSpawn(c, slot, timestream.Server)
	}
	for _, slot := range w.Bodies(c.stream) {
		if c.entities.find(slot, w.Entity(slot).ID) == nil {
			r.writeSpawn(c, slot, timestream.Server)
		}
	}
	for sub := range w.Stream(c.stream).Subscriptions.All() {
		*e = edits.SubscriptionEdit(c.stream, sub)
		out.Edit(r.LastEdit, e)
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		for _, p := range st.SupportChecks {
			if r.subscribed(c, p.Section()) && !faults.Active(faults.ChecksNotInFullUpdate) {
				r.writeStream(c, st.Stream)
				*e = edits.Edit{Kind: edits.AddSupportCheck, Stream: st.Stream, Pos: p}
				out.Edit(r.LastEdit, e)
			}
		}
	}
	r.writeMissedChanges(c)
	for i := range c.taken.Full.Edits {
		h := &c.taken.Full.Edits[i]
		if h.Seq < c.transfers.openedBy(h.Pos.Section()) && !faults.Active(faults.FullUpdateTellsOpened) {
			continue
		}
		if h.AtBox {
			r.writeStream(c, h.Author)
		}
		out.Edit(h.Seq, &h.Edit)
	}
	r.Rank(c)
	c.acks.acked = c.acks.handled
	out.Ack(c.stream, c.acks.acked)
	c.progress.cursor = r.Log.End()
	c.full.needed, c.full.prepared = false, false
}

// writeMethod tells a client how it is judged from this update on.
func (r *relay) writeMethod(c *Client) {
	r.writer.Method(&c.method.MethodState)
	c.method.untold = false
}

// writeMissedChanges tells the block changes of the previous server that a client has missed in the sections with which it goes on,
// and the hashes of these.
func (r *relay) writeMissedChanges(c *Client) {
	for _, m := range c.taken.Full.Missed {
		for _, ch := range m.Changes {
			if ch.Box != nil || holdsThings(ch.Before) && !faults.Active(faults.GoneBoxByNobody) {
				r.writeStream(c, ch.Author) // who lost a move is told to whom
			}
			e := &r.edit
			*e = edits.Edit{Kind: edits.SetBlock, Pos: ch.Pos, Block: ch.Block, Before: ch.Until, At: ch.Turns}
			if ch.Box != nil {
				*e = edits.BoxEdit(ch.Pos, &ch.Box.Now)
			}
			e.Author = ch.Author
			r.writer.Edit(ch.Seq, e)
		}
		r.writer.SectionHash(m.Section, m.Hash)
	}
}
