package replication

import (
	"cmp"
	"slices"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// covers reports whether the history has every edit of the client's sections since its E.
func (r *Replicator) covers(c *Client) bool {
	return faults.Active(faults.FullUpdateUnproved) || c.full.since >= r.History.Since() && c.full.since <= r.LastEdit
}

// PrepareFull decides from which edit the client goes on, and returns the subscriptions that cannot go on: those of which the
// client does not have the section, or of which the history does not have every edit since. It reports whether the others can.
func (r *Replicator) PrepareFull(c *Client) (lost []world.SectionPos, covered bool) {
	f := &c.full
	f.since = c.progress.builtEdit
	if covered = r.covers(c); !covered { // nothing goes on
		f.since = r.LastEdit
	}
	held := make(map[world.SectionPos]uint32, len(f.held))
	for _, h := range f.held {
		held[h.Section] = h.Epoch
	}
	subs := r.World.Stream(c.stream).Subscriptions
	for i := len(subs) - 1; i >= 0; i-- {
		sub := subs[i]
		has := sub.Confirmed
		if f.resuming {
			has = held[sub.Section] == sub.Epoch || held[sub.Section] > 0 && faults.Active(faults.ResumeOfAnyEpoch)
		}
		if !has || !covered || f.previousEdit > 0 && !r.Sections.KnownSince(sub.Section, f.previousEdit) {
			lost = append(lost, sub.Section)
		}
	}
	return lost, covered
}

// Prepared notes that the server has closed the subscriptions that cannot go on.
func (r *Replicator) Prepared(c *Client) {
	c.transfers.resumed(r.Now)
	c.full.held, c.full.resuming, c.full.prepared = nil, false, true
}

// missedChanges returns the changes of a section that a client has missed of the server's life before this one.
func (r *Replicator) missedChanges(c *Client, p world.SectionPos) []store.BlockChange {
	e := c.full.previousEdit
	if e == 0 || r.World.Subscription(c.stream, p).Epoch == 0 || c.transfers.openedBy(p) != 0 {
		return nil
	}
	return r.Sections.PreviousChanges(p, e)
}

// cost is the size that a subscription adds to a full update.
type cost struct {
	edits, checks int
}

// costs returns the cost of each subscription of a client that has one, and the bytes that the streams of checks take.
func (r *Replicator) costs(c *Client, subs []world.Subscription) (costs map[world.SectionPos]*cost, streams int) {
	costs = map[world.SectionPos]*cost{}
	of := func(p world.SectionPos) *cost {
		b := costs[p]
		if b == nil {
			b = &cost{}
			costs[p] = b
		}
		return b
	}
	r.History.After(c.full.since, func(h *Entry) { of(h.Pos.Section()).edits += 1 + len(h.Text)/EditBytes })
	for i := range subs {
		missed := r.missedChanges(c, subs[i].Section)
		for k := range missed {
			n := 1
			if x := missed[k].Box; x != nil {
				n += len(x.Now.Text) / EditBytes
			}
			of(subs[i].Section).edits += n
		}
	}
	for i := range r.World.StreamCount() {
		st := r.World.StreamAt(i)
		if len(st.SupportChecks) > 0 {
			streams += StreamBytes
		}
		for _, p := range st.SupportChecks {
			of(p.Section()).checks++
		}
	}
	return costs, streams
}

// OverBudget returns the subscriptions for which a full update has no room: those farthest from a section, and those that
// changed most. They have to be opened again.
func (r *Replicator) OverBudget(c *Client, center world.SectionPos) (out []world.SectionPos) {
	subs := slices.Clone(r.World.Stream(c.stream).Subscriptions)
	room := c.full.room
	if room == 0 {
		room = FullRoomBytes
	}
	costs, streams := r.costs(c, subs)
	room -= streams
	far := func(p world.SectionPos) int64 {
		x, y, z := int64(p.X)-int64(center.X), int64(p.Y)-int64(center.Y), int64(p.Z)-int64(center.Z)
		return x*x + y*y + z*z
	}
	slices.SortStableFunc(subs, func(a, b world.Subscription) int { return cmp.Compare(far(a.Section), far(b.Section)) })
	changes, kept := 0, 0
	var one protocol.UpdateWriter
	for i := range subs {
		bytes, n := 0, 0
		if b := costs[subs[i].Section]; b != nil {
			bytes, n = b.edits*EditBytes+b.checks*CheckBytes, b.edits
		}
		if c.full.previousEdit > 0 {
			bytes += hashBytes
		}
		one.Begin(r.buf[:0], 0, r.LastEdit)
		from := one.Size()
		e := edits.SubscriptionEdit(c.stream, subs[i])
		one.Edit(r.LastEdit, &e)
		bytes += one.Size() - from
		r.buf = one.End()
		if bytes > room || changes+n > resumeMax || kept == protocol.HeldMax {
			out = append(out, subs[i].Section)
			continue
		}
		room, changes, kept = room-bytes, changes+n, kept+1
	}
	return out
}
