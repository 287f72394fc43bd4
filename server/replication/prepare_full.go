package replication

import (
	"cmp"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// NeedsFull reports whether the next update is a full one, and whether it is prepared.
func (c *Client) NeedsFull() (needed, prepared bool) {
	return c.judge.needsFull(), c.judge.full.prepared
}

func (j *judgeSide) needsFull() bool {
	return j.full.reported || j.news.MethodSet && j.news.Method.Method != j.method
}

// FullAfter returns the batch that must be durable before the next full update is prepared.
func (c *Client) FullAfter() uint64 { return c.judge.full.commitSeq }

// Begin says that the client of a new session goes on from an edit, with nothing to prepare.
func (c *Client) Begin(lastEdit uint64) {
	f := &c.judge.full
	f.prepared, f.since, f.epoch = true, lastEdit, 0
}

// Resume continues the client over a new connection, from the sections that it holds and its E. previousEdit is E in the
// server's life before this one, which counts as edit builtEdit of this one; 0 if the client's E is one of this life.
func (c *Client) Resume(held []actions.SectionEpoch, builtEdit, previousEdit uint64, now time.Duration) {
	f, n := &c.judge.full, &c.judge.news
	f.held, f.resuming, f.prepared, f.builtEdit = held, true, false, builtEdit
	n.Resumed, n.BuiltEdit, n.PreviousEdit = true, builtEdit, previousEdit
	if f.previousEdit = previousEdit; previousEdit > 0 {
		f.resumedAt = now
	}
}

// Resuming reports whether the client has still to be told from where it goes on.
func (c *Client) Resuming() bool { return c.judge.full.resuming }

// Held returns the sections that a resuming client says to hold, and, if it held them in the server's life before this one, its
// E there and since when they are waited for; else 0.
func (c *Client) Held() (held []actions.SectionEpoch, previousEdit uint64, resumedAt time.Duration) {
	f := &c.judge.full
	return f.held, f.previousEdit, f.resumedAt
}

// covers reports whether the history has every edit of the client's sections since its E.
func (s *Source) covers(f *preparation, lastEdit uint64) bool {
	return faults.Active(faults.FullUpdateUnproved) || f.since >= s.History.Since() && f.since <= lastEdit
}

// PrepareFull decides from which edit the client goes on, and returns the subscriptions that cannot go on: those of which the
// client does not have the section, or of which the history does not have every edit since. It reports whether the others can.
func (s *Source) PrepareFull(c *Client, lastEdit uint64) (lost []world.SectionPos, covered bool) {
	f := &c.judge.full
	f.since = f.builtEdit
	if covered = s.covers(f, lastEdit); !covered { // nothing goes on
		f.since = lastEdit
	}
	held := make(map[world.SectionPos]uint32, len(f.held))
	for _, h := range f.held {
		held[h.Section] = h.Epoch
	}
	for sub := range s.World.Stream(c.stream).Subscriptions.Backward() {
		has := sub.Confirmed
		if f.resuming {
			has = held[sub.Section] == sub.Epoch || held[sub.Section] > 0 && faults.Active(faults.ResumeOfAnyEpoch)
		}
		if !has || !covered || f.previousEdit > 0 && !s.Sections.KnownSince(sub.Section, f.previousEdit) {
			lost = append(lost, sub.Section)
		}
	}
	return lost, covered
}

// Prepared notes that the server has closed the subscriptions that cannot go on.
func (s *Source) Prepared(c *Client) {
	f := &c.judge.full
	f.held, f.resuming, f.prepared, f.epoch = nil, false, true, 0
	for sub := range s.World.Stream(c.stream).Subscriptions.All() {
		f.epoch = max(f.epoch, sub.Epoch)
	}
}

// giveFull puts what a full update goes on from into the client's news, if one is prepared and its subscriptions can still go on.
func (s *Source) giveFull(c *Client, lastEdit uint64) {
	f, n := &c.judge.full, &c.judge.news.Full
	if !c.judge.needsFull() || !f.prepared {
		return
	}
	if f.prepared = false; !s.covers(f, lastEdit) {
		return // it is prepared again
	}
	n.Set, n.Epoch = true, f.epoch
	s.History.After(f.since, func(h *Entry) {
		if s.World.Subscription(c.stream, h.Pos.Section()).Epoch != 0 {
			n.Edits = append(n.Edits, *h)
		}
	})
	if f.previousEdit == 0 {
		return
	}
	for sub := range s.World.Stream(c.stream).Subscriptions.All() {
		if sub.Epoch <= f.epoch { // not opened since
			n.Missed = append(n.Missed, MissedSection{sub.Section, s.missedChanges(f, sub.Section), s.World.SharedSection(sub.Section).Hash()})
		}
	}
}

// missedChanges returns the changes of a section that a client has missed of the server's life before this one.
func (s *Source) missedChanges(f *preparation, p world.SectionPos) []store.BlockChange {
	if f.previousEdit == 0 {
		return nil
	}
	return s.Sections.PreviousChanges(p, f.previousEdit)
}

// cost is the size that a subscription adds to a full update.
type cost struct {
	edits, checks int
}

// costs returns the cost of each subscription of a client that has one, and the bytes that the streams of checks take.
func (s *Source) costs(f *preparation, subs []world.Subscription) (costs map[world.SectionPos]*cost, streams int) {
	costs = map[world.SectionPos]*cost{}
	of := func(p world.SectionPos) *cost {
		b := costs[p]
		if b == nil {
			b = &cost{}
			costs[p] = b
		}
		return b
	}
	s.History.After(f.since, func(h *Entry) { of(h.Pos.Section()).edits += 1 + len(h.Text)/EditBytes })
	for i := range subs {
		missed := s.missedChanges(f, subs[i].Section)
		for k := range missed {
			n := 1
			if x := missed[k].Box; x != nil {
				n += len(x.Now.Text) / EditBytes
			}
			of(subs[i].Section).edits += n
		}
	}
	for i := range s.World.StreamCount() {
		st := s.World.StreamAt(i)
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
func (s *Source) OverBudget(c *Client, center world.SectionPos, lastEdit uint64) (out []world.SectionPos) {
	subs, f := slices.Collect(s.World.Stream(c.stream).Subscriptions.All()), &c.judge.full
	room := f.room
	if room == 0 {
		room = FullRoomBytes
	}
	costs, streams := s.costs(f, subs)
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
		if f.previousEdit > 0 {
			bytes += hashBytes
		}
		one.Begin(s.buf[:0], 0, lastEdit)
		from := one.Size()
		e := edits.SubscriptionEdit(c.stream, subs[i])
		one.Edit(lastEdit, &e)
		bytes += one.Size() - from
		s.buf = one.End()
		if bytes > room || changes+n > resumeMax || kept == protocol.HeldMax {
			out = append(out, subs[i].Section)
			continue
		}
		room, changes, kept = room-bytes, changes+n, kept+1
	}
	return out
}
