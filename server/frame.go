package server

import (
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// scratch is memory that is used again.
type scratch struct {
	small  []byte
	frame  []byte
	reader wire.Reader
	action actions.Action
	edit   edits.Edit
	except []world.EntityID
	motion []*told
	flown  []*told
	near   []neighbour
	ranking
	writer protocol.Writer
	ticket uint64 // on which the frame that is being written rests
}

// tell sends a client what is due: a frame if there is one, sections, and what waited for the store.
func (s *Server) tell(c *session) {
	if c.conn == nil {
		return
	}
	switch {
	case !c.whole:
		if !c.out.whole() && s.due(c) {
			s.writeFrame(c)
		}
	case c.prepared && s.proves(c):
		s.writeFrame(c)
	default:
		c.prepared = false
	}
	s.send(c)
	if !c.whole { // what waits to be sent then would be closed by prepare
		s.sendBulk(c)
	}
	c.conn.Flush()
}

// due tells whether a frame is due: with news as often as configured, without any so often that stamps flow.
func (s *Server) due(c *session) bool {
	every := time.Second / time.Duration(s.cfg.Frames)
	switch {
	case s.mono-c.turnAt+stepSlack < every:
		return false
	case every >= turnsFrom && !c.spoke && s.mono-c.heard < 2*every:
		return false // its word is near
	}
	return every >= idleEvery || s.mono-c.frameAt+stepSlack >= idleEvery || s.news(c)
}

// turn returns when the next turn of a client begins to be waited for, once a frame has used one up. Where frames are
// further apart than steps, a frame waits for the word of a client that has just spoken: so an answer leaves with the very
// step that has it, and still no more frames do, for one that came late lets a later one come as much earlier. After a
// pause each client has a turn of its own, so that not all are due in one step from then on.
func (s *Server) turn(c *session) time.Duration {
	every := time.Second / time.Duration(s.cfg.Frames)
	if every < turnsFrom {
		return s.mono
	}
	if next := c.turnAt + every; next >= s.mono-every-stepSlack {
		return next
	}
	after := (s.mono + every*time.Duration(c.stream%turns)/turns) % every
	return s.mono - after
}

func (s *Server) news(c *session) bool {
	if c.cursor != s.log.end() || c.answered != c.acked || len(c.refusals)+len(c.moved)+len(c.whispers) > 0 || c.stallNews {
		return true
	}
	for i := range c.bodies[:c.lively] {
		t := &c.bodies[i]
		if t.version != s.lines.bySlot[t.slot].version && (t.rate == 0 || s.mono >= t.next) {
			return true
		}
	}
	return false
}

// writeFrame writes a frame that tells the client all news to the end of this step.
func (s *Server) writeFrame(c *session) {
	w := &s.scratch.writer
	entries, all := s.log.from(c.cursor)
	if !c.whole && !all {
		c.startWhole(0) // too far behind: the next frame is whole
		return
	}
	c.number++
	c.frameAt, c.turnAt = s.mono, s.turn(c)
	s.scratch.ticket = 0
	w.Begin(s.scratch.frame[:0], c.number, s.edits)
	whole := c.whole
	if whole {
		s.writeWhole(c)
	} else if !faults.Active(faults.AckWithoutEdits) || c.number%2 == 0 {
		s.writeLog(c, entries)
	}
	if c.rankAt == 0 || s.mono-c.rankAt >= rankEvery {
		s.rank(c)
	}
	s.writeCounters(c)
	s.writeBodies(c)
	s.writeRest(c, whole)
	c.opened = c.opened[:0]
	s.scratch.frame = w.End()
	if len(s.scratch.frame) > frameMax {
		c.startWhole(0)
		if whole {
			c.narrow()
		}
		return
	}
	if whole {
		c.room = 0
	}
	c.built = s.edits
	s.metrics.Frames++
	s.metrics.FrameBytes += uint64(len(s.scratch.frame))
	s.queueFrame(c, s.scratch.frame, whole)
}

// rest makes the frame wait for a batch.
func (s *Server) rest(ticket uint64) { s.scratch.ticket = max(s.scratch.ticket, ticket) }

// writeLog writes the edits since the client's last frame that concern it.
func (s *Server) writeLog(c *session, entries []logged) {
	if faults.Active(faults.Reordered) && c.stream%2 == 1 {
		entries = reordered(entries)
	}
	for i := range entries {
		e := &entries[i]
		if s.writeEdit(c, e) && e.Kind != edits.SetSub {
			s.rest(e.ticket)
		}
	}
	c.cursor = s.log.end()
}

// reordered is the fault that the block edits of a frame are told in another order than they came about.
func reordered(entries []logged) []logged {
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

// writeEdit writes an edit if it concerns the client; whether it did.
func (s *Server) writeEdit(c *session, e *logged) bool {
	w := s.rec.W
	switch e.Kind {
	case edits.SetBlock:
		p := e.Pos.Section()
		if w.Sub(c.stream, p).Epoch == 0 || e.seq < c.openedAt(p) {
			return false
		}
	case edits.AddCheck, edits.RemoveCheck:
		return s.writeCheck(c, e)
	case edits.Birth:
		return s.writeBirth(c, e)
	case edits.Death:
		i := c.known(e.ID)
		if i < 0 || w.Find(e.ID) != world.NoSlot {
			return false
		}
		c.stale = c.stale || c.crowded
		s.death(c, i, e.Author)
		return e.ID.Counter() != 0
	case edits.SetStack:
		if t := c.tellOf(w.Find(e.ID), e.ID); t == nil || t.frame == c.number {
			return false
		}
	case edits.SetOwner:
		t := c.tellOf(w.Find(e.ID), e.ID)
		if t == nil || t.frame == c.number || w.Stream(e.Stream) == nil {
			return false
		}
		s.stream(c, e.Stream)
		t.motion = t.motion.After(t.seen.Sub(t.at)) // it holds unchanged at another instant now
		t.at, t.seen, t.version, t.next = e.At, e.At, 0, 0
	case edits.SetSub:
		if e.Stream != c.stream {
			return false
		}
		s.scratch.writer.Edit(e.seq, &e.Edit)
		s.sectionChecks(c, e)
		return true
	case edits.RemoveStream:
		k := c.knownStream(e.Stream)
		if k == nil || w.Stream(e.Stream) != nil { // it has come back: the client is told by its new stream
			return false
		}
		c.unlearnStream(e.Stream)
	case edits.SetSlot, edits.SetSelected, edits.AddPlayer, edits.RemovePlayer:
		if e.Stream != c.stream {
			return false
		}
	case edits.SetDay:
	case edits.Chat:
		s.stream(c, e.Stream) // whoever speaks has a name, however far away
	default:
		return false
	}
	s.scratch.writer.Edit(e.seq, &e.Edit)
	return true
}

// writeBodies writes how far each stream has come, and the motion of those bodies for which that does not say all.
func (s *Server) writeBodies(c *session) {
	w := s.rec.W
	for i := range c.streams {
		k := &c.streams[i]
		st := s.streamOf(k)
		if st == nil {
			continue
		}
		s.scratch.except, s.scratch.motion, s.scratch.flown = s.scratch.except[:0], s.scratch.motion[:0], s.scratch.flown[:0]
		var p *session
		look := s.mono-k.looked >= lookEvery
		if look || s.cfg.Peers {
			p = s.session(k.stream)
		}
		if look {
			if k.looked = s.mono; p != nil && p != c && p.pitch != k.pitch {
				s.writeLook(c, k, p.pitch)
			}
		}
		all := p != nil && s.cfg.Peers && p.answered != k.acked
		count, due := s.sortBodies(c, st, w.AwakeAt(k.place), all)
		if k.stream == timestream.Server {
			n := s.rested(c)
			count, due = count+n, due || n > 0
		}
		if count > 0 && !due && !all { // all its bodies are far: the stream's time is told as seldom as they are
			continue
		}
		for _, t := range s.scratch.flown {
			t.seen, t.next = st.Stamp, s.mono+t.rate
		}
		idle := count == 0 && len(st.Checks) == 0 && k.stream != c.stream && k.stream != timestream.Server
		if st.Stamp != k.stamp && (!idle || s.mono-k.at >= farEvery) {
			if faults.Active(faults.ExceptionsForgotten) {
				s.scratch.except = s.scratch.except[:0]
			}
			s.scratch.writer.Moved(st.Stream, st.Stamp, s.scratch.except)
			k.stamp, k.at = st.Stamp, s.mono
		}
		for _, t := range s.scratch.motion {
			e := w.Entity(t.slot)
			base := t.motion.After(e.At.Sub(t.at))
			s.scratch.writer.Motion(t.id, e.At, &base, &e.Motion)
			s.knows(c, t)
		}
	}
	c.settle()
}

// rested adds to the motions that are told those of bodies that have come to rest, and returns their number.
func (s *Server) rested(c *session) (n int) {
	if !c.laid {
		return 0
	}
	for i := range c.bodies[:c.lively] {
		t := &c.bodies[i]
		if l := &s.lines.bySlot[t.slot]; t.id == l.id && l.motion.Flags&world.Rests != 0 && t.version != l.version {
			s.scratch.motion = append(s.scratch.motion, t)
			n++
		}
	}
	return n
}

// writeLook tells how far up a player looks, to those who are near enough to see it.
func (s *Server) writeLook(c *session, k *toldStream, pitch int8) {
	id := world.AvatarID(k.stream)
	t := c.tellOf(s.rec.W.Find(id), id)
	if t == nil || t.rate == farEvery {
		return
	}
	k.pitch = pitch
	s.scratch.writer.Look(k.stream, pitch)
}

// sortBodies sorts the bodies of a stream that the client knows into those that have flown on to the stamp, those to
// be left out, and those whose motion is told. It returns their number and whether one is due.
// None may be left out of a frame that acks the stream's actions (all): whoever knows these predicts from the motion on.
func (s *Server) sortBodies(c *session, st *world.StreamState, bodies []world.Slot, all bool) (count int, due bool) {
	for _, slot := range bodies {
		if int(slot) >= len(c.at) || c.at[slot] == 0 {
			continue
		}
		t := &c.bodies[c.at[slot]-1]
		l := &s.lines.bySlot[slot]
		if t.id != l.id {
			continue
		}
		count++
		switch {
		case t.version == l.version && l.at == st.Stamp:
			s.scratch.flown = append(s.scratch.flown, t)
			due = due || t.rate == 0 || s.mono >= t.next
		case t.version == l.version && l.at == t.seen:
			s.scratch.except = append(s.scratch.except, t.id)
		case t.version == l.version || all || t.rate == 0 || s.mono >= t.next || t.version == 0:
			s.scratch.motion = append(s.scratch.motion, t)
			due = true
		default:
			s.scratch.except = append(s.scratch.except, t.id)
		}
	}
	return count, due
}

// knows notes that the client has been told a body as it is.
func (s *Server) knows(c *session, t *told) {
	l := &s.lines.bySlot[t.slot]
	t.version, t.at, t.seen, t.motion = l.version, l.at, l.at, l.motion
	t.next = s.mono + t.rate
}

// writeRest writes acks, refusals and the rest of a frame.
func (s *Server) writeRest(c *session, whole bool) {
	w := &s.scratch.writer
	if c.answered != c.acked {
		c.acked = c.answered
		w.Ack(c.stream, c.acked)
		s.rest(c.ackTicket)
	}
	if s.cfg.Peers {
		for i := range c.streams {
			k := &c.streams[i]
			p := s.session(k.stream)
			if p != nil && p != c && p.answered != k.acked {
				k.acked = p.answered
				w.Ack(k.stream, k.acked)
				s.rest(p.ackTicket)
			}
		}
	}
	if !whole { // lines wait for the frame after, as a whole one has no room for them
		s.writeWhispers(c)
	}
	for _, r := range c.refusals {
		w.Refusal(r.number, r.why)
	}
	c.refusals = c.refusals[:0]
	if c.stallNews {
		w.Stall(c.stream)
		c.stallNews = false
	}
	for _, id := range c.moved {
		if c.tellOf(s.rec.W.Find(id), id) != nil {
			w.MoveMe(id)
		}
	}
	c.moved = c.moved[:0]
	if s.mono-c.hashAt >= s.cfg.HashEvery {
		c.hashAt = s.mono
		s.writeHash(c)
	}
}

// writeHash writes the hash of the client's avatar and of one section that it has, each in its turn.
func (s *Server) writeHash(c *session) {
	if slot := s.rec.W.Find(world.AvatarID(c.stream)); slot != world.NoSlot {
		s.scratch.writer.Body(world.AvatarID(c.stream), s.rec.W.Entity(slot).Hash())
	}
	subs := s.rec.W.Stream(c.stream).Subs
	for range subs {
		c.hashNext = (c.hashNext + 1) % len(subs)
		if sub := &subs[c.hashNext]; sub.Confirmed {
			s.scratch.writer.Hash(sub.Section, s.rec.W.Section(sub.Section).Hash())
			s.rest(s.ticketOf(sub.Section))
			return
		}
	}
}
