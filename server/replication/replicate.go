package replication

import (
	"sort"
	"time"

	"voxtide/internal/faults"
	"voxtide/transport"
)

// Link is the connection of a client in this step.
type Link struct {
	Conn    transport.Conn
	HeardAt time.Duration // when something last came over it
	Heard   bool          // in this step
	// Interval is the mean time between two words of a client that is starved of its processor, or 0: it is told as often as it can show.
	Interval time.Duration
}

// deliver sends all recipients the updates that wait for nothing, and sections as long as there is time: who got none for want of it is
// the first in the next step. Updates never wait for the sections of more than one step.
func (r *Replicator) deliver() {
	r.cork(true)
	defer r.cork(false)
	began := r.Stopwatch()
	n := len(r.recipients)
	first := sort.Search(n, func(i int) bool { return r.recipients[i].Client.stream >= r.deliverFrom })
	late := false
	for i := range n {
		to := &r.recipients[(first+i)%n]
		c := to.Client
		r.send(c, to.Link.Conn)
		if !late && !c.full.needed { // else preparing it would close what is sent now
			r.sendSections(c, to.Link.Conn)
		}
		if !late && r.Stopwatch()-began > deliverTime {
			late, r.deliverFrom = true, c.stream+1
			r.Counters.Postponed += n - 1 - i
		}
		to.Link.Conn.Flush()
	}
	if !late {
		r.deliverFrom = 0
	}
	clear(r.recipients) // releases connections
}

// trimLog drops the edits that nobody has still to be told.
func (r *Replicator) trimLog() {
	r.Counters.LogMax = max(r.Counters.LogMax, r.Log.Len())
	lowest := r.Log.End()
	for i := range r.clients {
		if c := r.clients[i].Client; r.clients[i].Link.Conn != nil && !c.full.needed {
			lowest = min(lowest, c.progress.cursor)
		}
	}
	r.Log.Trim(lowest, r.Now)
}

// updateDue reports whether an update is due: with news as often as configured, without news often enough for stamps to flow.
func (r *Replicator) updateDue(c *Client, l *Link) bool {
	every := max(time.Second/time.Duration(r.UpdateRate), min(l.Interval/2, slowUpdate))
	c.schedule.every = every
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
	every := max(time.Second/time.Duration(r.UpdateRate), c.schedule.every)
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
func (r *relay) writeUpdate(c *Client) {
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
	c.transfers.opened = spare.opened.put(c.transfers.opened)
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
	r.counters.Updates++
	r.counters.UpdateBytes += uint64(len(r.update))
	r.queueUpdate(c, full)
}
