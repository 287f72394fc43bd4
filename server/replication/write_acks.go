package replication

import (
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// writeAcks writes acks, refusals, private lines, the entities that the server moved, and a hash.
func (r *relay) writeAcks(c *Client, full bool) {
	w := &r.writer
	if c.acks.handled != c.acks.acked {
		c.acks.acked = c.acks.handled
		w.Ack(c.stream, c.acks.acked)
		r.dependOn(c.acks.commitSeq)
	}
	r.writePeerAcks(c)
	if !full { // a full update has no room for lines: they wait for the next
		r.writePrivateLines(c)
	}
	if c.method.untold {
		r.writeMethod(c)
	}
	for _, f := range c.acks.refusals {
		w.Refusal(f.number, f.reason, f.owner)
	}
	c.acks.refusals = c.acks.refusals[:0]
	for i := range c.pending.struck {
		w.Hit(&c.pending.struck[i])
	}
	c.pending.struck = c.pending.struck[:0]
	if c.pending.stalled {
		w.Stall(c.stream)
		c.pending.stalled = false
	}
	for _, id := range c.pending.serverMoved {
		if c.entities.find(r.World.Find(id), id) != nil {
			w.ServerMoved(id)
		}
	}
	c.pending.serverMoved = c.pending.serverMoved[:0]
	if r.Now-c.schedule.hashedAt >= r.HashEvery {
		c.schedule.hashedAt = r.Now
		r.writeHash(c)
	}
}

// writePrivateLines writes the lines that are for the client alone.
func (r *relay) writePrivateLines(c *Client) {
	for _, l := range c.pending.lines {
		e := &r.edit
		*e = edits.Edit{Kind: edits.Chat, Stream: timestream.Server, Text: l}
		r.writer.Edit(r.LastEdit, e)
	}
	clear(c.pending.lines)
	c.pending.lines = c.pending.lines[:0]
}

// writeHash writes the hash of the client's avatar, and that of one of its sections, each in its turn.
func (r *relay) writeHash(c *Client) {
	id := world.AvatarID(c.stream)
	if slot := r.World.Find(id); slot != world.NoEntity {
		r.writer.AvatarHash(id, r.World.Entity(slot).Hash())
	}
	if h := &c.taken.Hash; h.Set && r.subscribed(c, h.Section) {
		r.writer.SectionHash(h.Section, h.Hash)
		r.dependOn(h.CommitSeq)
	}
}
