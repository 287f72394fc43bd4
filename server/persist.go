package server

import (
	"slices"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/server/replication"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// commit hands the changes of this step to the store as one batch. Each avatar's motion is part of a batch once a second, and the
// ceiling of time on disk stays ahead of the clock.
func (s *Server) commit() {
	b := &s.persist.batch
	w := s.rec.W
	for _, c := range s.clients.sessions { // spread over the steps of a second
		after := timestream.Time(c.stream%avatarSaveParts) * timestream.Time(timestream.Second) / avatarSaveParts
		if b.clean || (s.clock.now+after)/timestream.Time(timestream.Second) != (b.savedAt+after)/timestream.Time(timestream.Second) {
			b.addPlayer(c.stream)
		}
	}
	b.savedAt = s.clock.now
	b.Hash = s.sections.Hash()
	s.sections.UpdateHash()
	s.sections.Save(&b.Batch, s.clock.mono, s.cfg.SaveEvery, s.journal.lastEdit, b.clean)
	raise := b.ceiling.Sub(s.clock.now) < ceilingLeft
	if b.isEmpty() && !raise {
		return
	}
	if raise || b.clean {
		b.ceiling = s.clock.now.Add(ceilingAhead)
		if b.clean {
			b.ceiling = s.clock.now
		}
		b.Ceiling, b.Clean = b.ceiling, b.clean
	}
	for _, id := range b.entities { // what moves on a stream goes with its row
		if slot := w.Find(id); slot != world.NoEntity && w.Entity(slot).Stream != timestream.Server {
			b.addPlayer(w.Entity(slot).Stream)
		}
	}
	for _, of := range b.changedPlayers() {
		if c := s.clients.session(of); c != nil {
			b.Players = append(b.Players, s.currentRow(c))
			c.path.start(s.avatarOf(c).Motion.Pos.Block())
			s.addMoving(of)
		}
	}
	for _, r := range b.leaving {
		if s.clients.session(r.Stream) == nil { // a player who is back already is saved as a session
			b.Players = append(b.Players, r)
		}
	}
	s.addEntities()
	if b.checks && !faults.Active(faults.ChecksNotStored) {
		b.ChecksChanged = true
		for i := range w.StreamCount() {
			st := w.StreamAt(i)
			for _, p := range st.SupportChecks {
				b.Checks = append(b.Checks, store.Check{Stream: st.Stream, Pos: p})
			}
		}
	}
	if s.cfg.WallClock != nil {
		b.Time = s.cfg.WallClock()
	}
	b.Now = s.clock.now
	b.Edits, b.LastStream, b.EntityCounter = s.journal.lastEdit, s.roster.LastStream, w.Stream(timestream.Server).Counter
	if !faults.Active(faults.HashOfLastBatch) {
		b.Hash = s.sections.Hash()
	}
	s.persist.commitSeq = s.cfg.Store.Commit(s.clock.mono, &b.Batch)
	s.metrics.Batches++
	s.sections.Committed(s.persist.commitSeq, b.Snapshots)
	b.Reset()
	b.players, b.entities, b.leaving, b.checks, b.clean = b.players[:0], b.entities[:0], b.leaving[:0], false, false
}

// addEntities adds the changed entities to the batch as they are now.
func (s *Server) addEntities() {
	b := &s.persist.batch
	slices.Sort(b.entities)
	for _, id := range slices.Compact(b.entities) {
		slot := s.rec.W.Find(id)
		if slot == world.NoEntity {
			if !faults.Active(faults.RemovalNotStored) {
				b.RemovedEntities = append(b.RemovedEntities, id)
			}
			continue
		}
		b.Entities = append(b.Entities, *s.rec.W.Entity(slot))
		b.Entities[len(b.Entities)-1].Motion.Flags &^= world.Asleep // see isResting
	}
}

// currentRow brings the row of a player in the world up to date and returns it.
func (s *Server) currentRow(c *session) store.PlayerRow {
	w := s.rec.W
	r := c.row
	r.Online = true
	r.EntityCounter, r.LastSeen = w.Stream(c.stream).Counter, s.clock.now
	last := r.Player.LastAction
	r.Player = *w.Player(c.stream)
	if faults.Active(faults.LastNumberInMemory) {
		r.Player.LastAction = last
	}
	if slot := w.Find(world.AvatarID(c.stream)); slot != world.NoEntity {
		r.Avatar = *w.Entity(slot)
	}
	return *r
}

// avatarSaveParts is into how many parts of a second the saving of avatars is spread.
const avatarSaveParts = 4

// recordEdit numbers an edit and enters it in the feed, the history and the batch. rest are the edits behind it in its transaction. An
// edit of a rollback or of a deal is told to clients as the server's own, on behalf of any player: nobody predicts it.
func (s *Server) recordEdit(d *edits.LogEntry, rest []edits.LogEntry, rolled bool) {
	seq := uint64(0)
	if d.Edit.Kind.Counted() {
		s.journal.lastEdit++
		seq = s.journal.lastEdit
	}
	s.cfg.Observer.Edit(seq, d)
	e := &d.Edit
	switch e.Kind {
	case edits.SetLastAction:
		if !faults.Active(faults.LastNumberInMemory) {
			s.persist.batch.addPlayer(e.Stream)
		}
		if c := s.clients.session(e.Stream); c != nil {
			c.told.AckChanged()
		}
		s.tell.source.Edit(seq, e, false) // clients learn it from the ack
		return
	case edits.SetSubscription:
		if c := s.clients.session(e.Stream); c != nil {
			s.tell.source.Subscribed(seq, c.told, &d.Inverse, e)
			c.followSubscription(e)
		} else { // of one who has left
			s.tell.source.Edit(seq, e, false)
		}
		s.sections.CountSubscriber(world.SectionPos(e.Pos), d.Inverse.Number != 0, e.Number != 0)
		return // it concerns one client, which keeps it until its next update
	case edits.SetBlock, edits.SetBoxSlot, edits.SetOven, edits.SetSignText, edits.SetOffer:
		if e.Kind == edits.SetBlock {
			s.persist.batch.addBlock(d, seq)
			s.noteNear(e.Pos)
			if was := d.Inverse.Block; was.Class() == world.ClassBed && was.Get(world.PropHalf) == world.LowerHalf && e.Block.Class() != world.ClassBed {
				s.bedGone(e.Pos)
			}
		} else if !faults.Active(faults.BoxNotStored) {
			s.persist.batch.addBox(s.rec.W, d, seq, rest)
		}
		s.roster.MarkPersistent(e.Author, true)
		s.persist.batch.addPlayer(e.Author)
		s.sections.MarkChanged(e.Pos.Section())
		s.clock.profile.Changed(e.Pos)
		if rolled {
			e.Author = timestream.Server
		}
		told := replication.EntryOf(seq, d)
		if s.sections.Subscribers(e.Pos.Section()) != 1 || !faults.Active(faults.HistoryOfOne) {
			s.tell.source.History.Add(&told)
		}
		if s.sections.Subscribers(e.Pos.Section()) > 0 { // later subscribers receive it with the section
			s.tell.source.Changed(&told)
		}
		return
	case edits.SpawnEntity:
		s.persist.batch.addEntity(e.Entity.ID)
	case edits.RemoveEntity, edits.SetStack, edits.SetOwner:
		s.persist.batch.addEntity(e.ID)
		if e.Kind == edits.SetOwner { // of a stream that has it no longer
			s.persist.batch.addPlayer(d.Inverse.Stream)
		}
		if e.Kind == edits.RemoveEntity {
			s.persist.batch.addPlayer(d.Inverse.Entity.Stream)
			s.items.removeResting(e.ID)
		}
	case edits.AddSupportCheck, edits.RemoveSupportCheck:
		s.persist.batch.checks = true
		s.persist.batch.addPlayer(e.Stream)
		if faults.Active(faults.SupportChecksLeftOut) {
			s.tell.source.Edit(seq, e, false)
			return
		}
	case edits.SetInventorySlot:
		s.roster.MarkPersistent(e.Stream, false)
		s.persist.batch.addPlayer(e.Stream)
	case edits.AddPlayer, edits.SetSelected:
		s.persist.batch.addPlayer(e.Stream)
	case edits.Chat:
		s.persist.batch.Chat = append(s.persist.batch.Chat, store.ChatLine{Stream: e.Stream, Text: e.Text})
	case edits.AddStream:
		s.tell.source.Edit(seq, e, false) // clients are told of it before the first body of the stream
		return
	case edits.SetMotion, edits.SetStamp, edits.RemoveStream, edits.RemovePlayer, edits.SetDayOffset, edits.SetClaim, edits.SetRules, edits.SetBorder, edits.SetClosed, edits.MakeEmote:
		// no rows of their own: an emote is over; motion and stamps are saved with their bodies and streams, the time of day and the rules with the lists
	default:
		panic("server: no rule for an edit of kind " + e.Kind.String())
	}
	if e.Kind == edits.RemoveEntity {
		s.tell.source.Removed(seq, e, &d.Inverse.Entity)
	} else {
		s.tell.source.Edit(seq, e, true)
	}
}

// noteNear puts the rows of those into the batch near whose path a block has changed.
func (s *Server) noteNear(p world.Pos) {
	if faults.Active(faults.RowsNearNotStored) {
		return
	}
	for _, c := range s.clients.sessions {
		if !c.path.due && c.path.near(p) {
			c.path.due = true
			s.persist.batch.addPlayer(c.stream)
		}
	}
}

// addMoving adds the bodies that move on a stream to the batch that holds its row.
func (s *Server) addMoving(of timestream.Stream) {
	if faults.Active(faults.MovingNotStored) {
		return
	}
	for _, slot := range s.rec.W.Awake(of) {
		s.persist.batch.addEntity(s.rec.W.Entity(slot).ID)
	}
}

// bedGone notes that a block which was a bed's foot is another one: nobody comes back to it.
func (s *Server) bedGone(foot world.Pos) {
	for _, row := range s.roster.BedGone(foot) {
		if c := s.clients.session(row.Stream); c != nil {
			s.persist.batch.addPlayer(c.stream)
			c.tell("Your bed is gone.")
		} else {
			s.persist.batch.leaving = append(s.persist.batch.leaving, *row)
		}
	}
}

// endTransaction ends a transaction: its edits are numbered, reported to the observer, and entered in log, history and batch. From
// then on it cannot be undone.
func (s *Server) endTransaction(kind string) {
	done := s.rec.Log
	for i := range done {
		s.recordEdit(&done[i], done[i+1:], kind == kindRollback || kind == kindDeal)
	}
	clear(done)
	s.rec.Log = done[:0]
	s.rec.Commit()
	s.cfg.Observer.Transaction(kind)
}
