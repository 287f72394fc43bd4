package replication

import (
	"slices"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/transport"
)

const (
	live = transport.Live
	bulk = transport.Bulk
)

// queueUpdate queues the update that was written, behind the Welcome if that has to go first.
func (r *relay) queueUpdate(c *Client, full bool) {
	if c.welcome.needed {
		c.welcome.needed, c.welcome.others = false, r.Others
		r.buf = protocol.AppendWelcome(r.buf[:0], &protocol.Welcome{Stream: c.stream, Token: c.token, Resumed: c.welcome.resumed, World: r.WorldName, Others: r.Others})
		commitSeq := r.CommitSeq
		if faults.Active(faults.FullUpdateBeforeCommit) {
			commitSeq = 0
		}
		c.outbox.add(r.buf, queuedUpdate{commitSeq: commitSeq, lastEdit: c.progress.sentEdit, update: c.progress.sent,
			queuedAt: r.Now, welcome: true, full: true})
	}
	c.outbox.add(r.update, queuedUpdate{commitSeq: r.dependsOn, lastEdit: r.LastEdit, update: c.progress.number, queuedAt: r.Now, full: full})
}

// send lets the updates leave that depend on nothing uncommitted. When one has waited too long, all that wait are dropped, and a
// full update is sent once the store has come so far. A full update at the head waits for as long as the store takes: another one
// in its place would wait as long again.
func (r *Replicator) send(c *Client, conn transport.Conn) {
	o := &c.outbox
	for o.sent < len(o.items) {
		w := &o.items[o.sent]
		if r.Leashed || w.commitSeq > r.Durable && !faults.Active(faults.AckBeforeCommit) {
			break
		}
		if conn.Send(live, o.bytes[w.start:w.end]) != nil {
			break
		}
		c.progress.sentEdit, c.progress.sent = w.lastEdit, w.update
		if !w.welcome {
			c.full.previousEdit = 0 // the client goes on from here
		}
		c.welcome.sent = c.welcome.sent || w.welcome
		o.sent++
	}
	if c.welcome.sent && !slices.Equal(c.welcome.others, r.Others) && conn.Send(live, protocol.AppendOthers(nil, r.Others)) == nil {
		c.welcome.others = r.Others
	}
	o.compact()
	size := o.size()
	r.Counters.OutboxMax = max(r.Counters.OutboxMax, size)
	if size == 0 {
		return
	}
	if faults.Active(faults.StampsNotHeld) && !r.Leashed && c.progress.sentEdit > 0 {
		r.sendStamps(c, conn)
	}
	head := &o.items[o.sent]
	if head.full || r.Now-head.queuedAt <= r.HoldUpdates && size <= OutboxMax {
		return
	}
	for _, w := range o.items[o.sent:] {
		r.Counters.Dropped++
		c.welcome.needed = c.welcome.needed || w.welcome
	}
	c.progress.builtEdit = c.progress.sentEdit
	o.clear()
	c.RequestFull(r.CommitSeq)
}

// sendStamps sends the stamps of all streams before the edits that precede them: a deliberate fault.
func (r *Replicator) sendStamps(c *Client, conn transport.Conn) {
	var w protocol.UpdateWriter
	w.Begin(nil, c.progress.number, c.progress.sentEdit)
	for i := range c.streams {
		if k := &c.streams[i]; r.World.Stream(k.stream) != nil {
			w.Advance(k.stream, k.sentStamp, nil)
		}
	}
	conn.Send(live, w.End())
}

// SendBulk sends a message that is no section over the bulk lane of a client's present connection; false if that has no room. Nothing is
// being told meanwhile.
func (r *Replicator) SendBulk(c *Client, conn transport.Conn, message []byte) bool {
	if !c.Welcomed() || conn.Send(bulk, message) != nil {
		return false
	}
	c.transfers.messages++
	return true
}

// sendSections sends the sections that a client has credit for, in the order of their opening. Each is as it was at the end of the step that
// opened it, with the edits since in updates, and leaves when its last change is durable.
func (r *Replicator) sendSections(c *Client, conn transport.Conn) {
	if !c.welcome.sent || r.Leashed { // a client keeps a section that overtakes the Welcome, not one that precedes it
		return
	}
	t := &c.transfers
	for i := t.firstWaiting(); i < len(t.inFlight); i++ {
		f := &t.inFlight[i]
		if !f.waits() || f.commitSeq > r.Durable && !faults.Active(faults.SnapshotBeforeCommit) {
			continue
		}
		r.buf = protocol.AppendSnapshot(r.buf[:0], t.snapshot(f))
		if under := t.unread; under > 0 && under+len(r.buf) > r.BulkBytes {
			return
		}
		if conn.Send(bulk, r.buf) != nil { // the lane is full; again in the next step
			return
		}
		t.sent(f, len(r.buf))
		r.Counters.Snapshots++
		r.Counters.SnapshotBytes += uint64(f.bytes)
	}
}
