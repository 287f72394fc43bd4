package server

import (
	"cmp"
	"slices"

	"voxtide/edits"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// A whole frame tells a client all that concerns it: after a cut, after frames that waited too long for the disk or the
// lane, or where an ordinary frame would be too large. Sections are not part of it: those that the client holds stay as they
// are, and the edits of them since the client's E are told.
//
// Data flow:
//
//	startWhole   the session needs one, not before a batch is durable (wholeWait). From then on it is told nothing else,
//	             nothing is opened for it and nothing sent of its sections.
//	prepare      in the first step in which that batch is durable: the server decides from which E it goes on (since) and with
//	             which subscriptions, and closes the others.
//	interest     opens again what was closed, as far as there is credit.
//	writeWhole   in the same step: writes the frame. It rests on the newest batch and waits for that in the outbox. Until it has
//	             left, no other frame is written: the one after it tells all that happened meanwhile.
//
// Invariants:
//   - A subscription goes on only if the client holds the section under the very epoch of it and the history is complete from
//     since on (proves). Whatever comes between prepare and writeWhole, the frame is written only while that still holds;
//     otherwise it is prepared again, and what the history has lost is closed. So it cannot lie.
//   - Of a section that was opened since the last frame no edit before the opening is told: its snapshot has them.
//   - What goes on fits: prepare takes the subscriptions, nearest first, whose entries, edits and checks find room in
//     wholeRoom bytes; own bodies beyond wholeOwn are handed over before; bodies of others and lines of chat are told as far as
//     there is room, and by the frames after. So it is written once: were it too large all the same, prepare gets half of the room
//     the next time, and at last none.
//   - One that waits for the disk is never dropped for another one of its kind.

const (
	// wholeRoom bounds the bytes of a whole frame for subscriptions, with their edits and checks; what does not fit is opened
	// anew.
	wholeRoom = 176 << 10
	// wholeOwn bounds the own bodies that a player goes on with; with more all are handed over to the server's stream.
	wholeOwn = 128
	// wholeBodies is the size of a whole frame from which on no body of another is told in it.
	wholeBodies = frameMax - 16<<10
	// editBytes, checkBytes and streamBytes are the most that an entry of that kind takes in a frame.
	editBytes   = 48
	checkBytes  = 48
	streamBytes = 72
)

// startWhole makes the client's next frame tell the whole state, once a batch is durable.
func (c *session) startWhole(wait uint64) {
	if c.whole {
		c.wholeWait = max(c.wholeWait, wait)
		return
	}
	c.whole, c.prepared, c.wholeWait = true, false, wait
	c.resumed, c.held = false, nil
}

// narrow halves the room of the next whole frame, because one did not fit.
func (c *session) narrow() {
	if c.room == 0 {
		c.room = wholeRoom
	}
	c.room = max(1, c.room/2)
}

// proves reports whether the history has every edit of the client's sections since its E.
func (s *Server) proves(c *session) bool {
	return faults.Active(faults.WholeUnproved) || c.since >= s.history.since && c.since <= s.edits
}

// prepare makes the subscriptions such as a whole frame can go on with: those of which the client has the section and
// the server still knows every edit since. The others are closed, and then opened anew.
func (s *Server) prepare(c *session) {
	w := s.rec.W
	if len(w.Bodies(c.stream)) > wholeOwn {
		s.handOver(c.stream)
	}
	st := w.Stream(c.stream)
	c.since = c.built
	proved := s.proves(c)
	if !proved { // nothing goes on
		c.since = s.edits
	}
	held := make(map[world.SectionPos]uint32, len(c.held))
	for _, h := range c.held {
		held[h.Section] = h.Epoch
	}
	for i := len(st.Subs) - 1; i >= 0; i-- {
		sub := st.Subs[i]
		has := sub.Confirmed
		if c.resumed {
			has = held[sub.Section] == sub.Epoch || held[sub.Section] > 0 && faults.Active(faults.ResumeOfAnyEpoch)
		}
		if !has || !proved || c.before > 0 && !s.knowsSince(sub.Section, c.before) {
			s.rec.Do(edits.Sub(c.stream, world.Sub{Section: sub.Section}))
		}
	}
	if proved {
		s.adopt(c)
	}
	s.closeBeyond(c)
	s.transaction("prepare")
	for i := range c.flight { // what the client says to hold was delivered, over whichever connection
		c.flight[i] = flight{pos: c.flight[i].pos, epoch: c.flight[i].epoch, there: true, since: s.mono}
	}
	c.held, c.resumed, c.prepared = nil, false, true
}

// burden is what a subscription costs in a whole frame.
type burden struct {
	edits, checks int
}

// closeBeyond closes the subscriptions that a whole frame has no room for, those that are farthest away or have changed most.
// They are opened anew.
func (s *Server) closeBeyond(c *session) {
	w := s.rec.W
	subs := slices.Clone(w.Stream(c.stream).Subs)
	room := c.room
	if room == 0 {
		room = wholeRoom
	}
	load := map[world.SectionPos]*burden{}
	of := func(p world.SectionPos) *burden {
		b := load[p]
		if b == nil {
			b = &burden{}
			load[p] = b
		}
		return b
	}
	s.history.after(c.since, func(h *logged) { of(h.Pos.Section()).edits++ })
	for i := range subs {
		if n := len(s.missed(c, subs[i].Section)); n > 0 {
			of(subs[i].Section).edits += n
		}
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		if len(st.Checks) > 0 {
			room -= streamBytes
		}
		for _, p := range st.Checks {
			of(p.Section()).checks++
		}
	}
	far := func(p world.SectionPos) int64 {
		x, y, z := int64(p.X)-int64(c.center.X), int64(p.Y)-int64(c.center.Y), int64(p.Z)-int64(c.center.Z)
		return x*x + y*y + z*z
	}
	slices.SortStableFunc(subs, func(a, b world.Sub) int { return cmp.Compare(far(a.Section), far(b.Section)) })
	changes, kept := 0, 0
	var one protocol.Writer
	for i := range subs {
		cost, n := 0, 0
		if b := load[subs[i].Section]; b != nil {
			cost, n = b.edits*editBytes+b.checks*checkBytes, b.edits
		}
		if c.before > 0 {
			cost += hashBytes
		}
		one.Begin(s.scratch.small[:0], 0, s.edits)
		from := one.Size()
		e := edits.Sub(c.stream, subs[i])
		one.Edit(s.edits, &e)
		cost += one.Size() - from
		s.scratch.small = one.End()
		if cost > room || changes+n > resumeMax || kept == protocol.HeldMax {
			s.rec.Do(edits.Sub(c.stream, world.Sub{Section: subs[i].Section}))
			continue
		}
		room, changes, kept = room-cost, changes+n, kept+1
	}
}

// writeWhole writes the whole state that concerns a client: the streams, its player, its own bodies and those around
// it, the subscriptions that it goes on with, and for these the edits since the client's last.
func (s *Server) writeWhole(c *session) {
	w := s.rec.W
	out := &s.scratch.writer
	c.forget()
	if !faults.Active(faults.WholeBeforeCommit) {
		s.rest(s.ticket)
	}
	s.metrics.Whole++
	out.Reset()
	s.stream(c, timestream.Server)
	s.stream(c, c.stream)
	e := &s.scratch.edit
	*e = edits.Edit{Kind: edits.SetDay, Number: uint64(w.Day())}
	out.Edit(s.edits, e)
	*e = edits.Edit{Kind: edits.AddPlayer, Stream: c.stream, Player: w.Player(c.stream)}
	out.Edit(s.edits, e)
	if slot := w.Find(world.AvatarID(c.stream)); slot != world.NoSlot {
		s.birth(c, slot, timestream.Server)
	}
	for _, slot := range w.Bodies(c.stream) {
		if c.tellOf(slot, w.Entity(slot).ID) == nil {
			s.birth(c, slot, timestream.Server)
		}
	}
	for _, sub := range w.Stream(c.stream).Subs {
		*e = edits.Sub(c.stream, sub)
		out.Edit(s.edits, e)
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		for _, p := range st.Checks {
			if s.inView(c.stream, p) && !faults.Active(faults.ChecksNotInWhole) {
				s.stream(c, st.Stream)
				*e = edits.Edit{Kind: edits.AddCheck, Stream: st.Stream, Pos: p}
				out.Edit(s.edits, e)
			}
		}
	}
	s.writeMissed(c)
	s.history.after(c.since, func(h *logged) {
		if s.inView(c.stream, h.Pos) && (h.seq >= c.openedAt(h.Pos.Section()) || faults.Active(faults.WholeTellsOpened)) {
			out.Edit(h.seq, &h.Edit)
		}
	})
	s.rank(c)
	c.acked = c.answered
	out.Ack(c.stream, c.acked)
	c.cursor = s.log.end()
	c.whole, c.prepared = false, false
}
