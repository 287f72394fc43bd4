package replication

import (
	"time"

	"voxtide/internal/faults"
	"voxtide/transport"
)

// Link is the connection of a client in this step.
type Link struct {
	Conn    transport.Conn
	HeardAt time.Duration // when something last came over it
	Heard   bool          // in this step
}

// Replicate sends a client an update if one is due, sections, and the updates that waited for the store.
func (r *Replicator) Replicate(c *Client, l Link) {
	switch {
	case !c.full.needed:
		if !c.outbox.hasFull() && r.updateDue(c, &l) {
			r.writeUpdate(c)
		}
	case c.full.prepared && r.covers(c):
		r.writeUpdate(c)
	default:
		c.full.prepared = false
	}
	r.Send(c, l.Conn)
	if !c.full.needed { // else preparing it would close what is sent now
		r.sendSections(c, l.Conn)
	}
}

// updateDue reports whether an update is due: with news as often as configured, without news often enough for stamps to flow.
func (r *Replicator) updateDue(c *Client, l *Link) bool {
	every := time.Second / time.Duration(r.UpdateRate)
	switch {
	case c.method.StepMs > 0:
		return c.method.stepped
	case r.Now-c.schedule.slotAt+stepSlack < every:
		return false
	case every >= sendSlotsFrom && !l.Heard && r.Now-l.HeardAt < 2*every:
		return false // its next message is near
	}
	return every >= idleInterval || r.Now-c.schedule.updatedAt+stepSlack >= idleInterval || r.hasNews(c)
}

// nextSlot returns the send slot that an update uses up. With a low update rate an update waits for the client's next message, so
// that its ack leaves in the step that handled it; lateness does not shift the schedule. After a pause each client gets a slot
// of its own, so that not all are due in one step.
func (r *Replicator) nextSlot(c *Client) time.Duration {
	every := time.Second / time.Duration(r.UpdateRate)
	if every < sendSlotsFrom {
		return r.Now
	}
	if next := c.schedule.slotAt + every; next >= r.Now-every-stepSlack {
		return next
	}
	after := (r.Now + every*time.Duration(c.stream%sendSlots)/sendSlots) % every
	return r.Now - after
}

// hasNews reports whether there is something to tell beside stamps.
func (r *Replicator) hasNews(c *Client) bool {
	p := &c.pending
	if c.progress.cursor != r.Log.End() || len(c.transfers.changes) > 0 || c.acks.handled != c.acks.acked ||
		len(c.acks.refusals)+len(p.serverMoved)+len(p.lines)+len(p.struck) > 0 || p.stalled || c.method.untold {
		return true
	}
	for i := range c.entities.list[:c.entities.active] {
		t := &c.entities.list[i]
		if t.trajectory != r.Trajectories.bySlot[t.slot].number && (t.interval == 0 || r.Now >= t.nextAt) {
			return true
		}
	}
	return false
}

// writeUpdate writes an update that tells the client all news to the end of this step.
func (r *Replicator) writeUpdate(c *Client) {
	entries, all := r.Log.From(c.progress.cursor)
	full := c.full.needed
	if !full && !all {
		c.RequestFull(0) // too far behind
		return
	}
	c.progress.number++
	c.schedule.updatedAt, c.schedule.slotAt = r.Now, r.nextSlot(c)
	c.method.stepped = false
	r.dependsOn = 0
	r.writer.Begin(r.update[:0], c.progress.number, r.LastEdit)
	if full {
		r.writeFull(c)
	} else if !faults.Active(faults.AckWithoutEdits) || c.progress.number%2 == 0 {
		r.writeEdits(c, entries)
	}
	if c.schedule.rankedAt == 0 || r.Now-c.schedule.rankedAt >= rankInterval {
		r.Rank(c)
	}
	r.writeCounters(c)
	r.writeMotion(c)
	r.writeAcks(c, full)
	c.transfers.opened = c.transfers.opened[:0]
	r.update = r.writer.End()
	if len(r.update) > updateMax {
		c.RequestFull(0)
		if full {
			c.full.halveRoom()
		}
		return
	}
	if full {
		c.full.room = 0
	}
	c.progress.builtEdit = r.LastEdit
	r.Counters.Updates++
	r.Counters.UpdateBytes += uint64(len(r.update))
	r.queueUpdate(c, full)
}
