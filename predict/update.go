package predict

import (
	"fmt"
	"slices"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// applyUpdate applies an update to the received state, all its entries in order.
func (r *Received) applyUpdate(f *protocol.Update) error {
	for i := range f.Entries {
		if r.OwnOnly && r.foreign(&f.Entries[i]) {
			continue
		}
		if err := r.applyEntry(&f.Entries[i]); err != nil {
			return fmt.Errorf("update %d: %w", f.Number, err)
		}
	}
	r.update, r.completeTo = f.Number, f.CompleteTo
	if len(f.Entries) > 0 && f.Entries[0].Kind == protocol.EntryReset {
		r.dropUnlisted()
		r.complete = true
	}
	if st := r.R.W.Stream(r.Own); st != nil {
		if r.stalled {
			r.stalled, r.stalledTo = false, st.Stamp
		}
		r.influences.endUpdate(st.Stamp)
	}
	r.endPeers()
	r.dropEarly(r.openedEpoch)
	r.installAll()
	for i := range f.Entries {
		switch e := &f.Entries[i]; e.Kind {
		case protocol.EntrySectionHash:
			r.checkSectionHash(e)
		case protocol.EntryAvatarHash:
			r.checkAvatarHash(e)
		}
	}
	r.R.Commit()
	if r.CollectSamples {
		r.Samples = appendSamples(r.Samples[:0], r.R.W, r.Own)
	}
	return nil
}

func (r *Received) applyEntry(e *protocol.Entry) error {
	switch e.Kind {
	case protocol.EntryEdit:
		return r.applyEdit(e)
	case protocol.EntryAdvance:
		return r.advanceStream(e)
	case protocol.EntryMotion:
		return r.applyMotion(e)
	case protocol.EntryAck:
		q := r.ensureQueue(e.Stream)
		if e.Stream != r.Own {
			q.confirm()
		}
		if q.acked < e.Number {
			r.noteAcked(q, e.Number)
			q.ack(e.Number)
		}
	case protocol.EntryRefusal:
		r.Refused = append(r.Refused, r.refusal(e.Number, e.Reason, e.Name))
		r.influences.addRefused(e.Number, e.Reason)
		if isBodyInTheWay(e.Reason) {
			r.noteBodies()
		}
	case protocol.EntryReset:
		r.resetWorld()
	case protocol.EntryStall:
		if e.Stream == r.Own {
			r.influences.add(protocol.CauseStall)
			r.stalled = true
		} else if q := r.queue(e.Stream); q != nil {
			q.stalled = true
		}
	case protocol.EntryServerMoved:
		if e.ID == world.AvatarID(r.Own) {
			r.influences.add(protocol.CauseServerMoved)
		}
	case protocol.EntryHit:
		r.noteStruck(e.Struck())
	case protocol.EntryPitch:
		if r.R.W.Stream(e.Stream) == nil {
			return fmt.Errorf("%w: stream %d has a pitch before it was added", ErrUpdate, e.Stream)
		}
		r.pitches[e.Stream] = e.Pitch
	}
	return nil
}

// noteBodies notes where the bodies of others are as received: one whose stream is late stands there on the server, and elsewhere in a
// prediction, and no update need have told of it for a while.
func (r *Received) noteBodies() {
	w := r.R.W
	for i := range w.StreamCount() {
		if of := w.StreamAt(i).Stream; of != r.Own {
			for _, slot := range w.Bodies(of) {
				if e := w.Entity(slot); canBeInTheWay(e.Kind) {
					r.influences.addBody(e)
				}
			}
		}
	}
}

// noteAcked notes the targets of the actions that an ack is about to drop: the outcome on the server may differ from the
// predicted one.
func (r *Received) noteAcked(q *queue, n uint64) {
	for i := range q.actions {
		a := &q.actions[i]
		switch {
		case a.Number > n:
			return
		case q.stream == r.Own:
			r.influences.addAcked(a, q.outcomes[i])
		default:
			if a.Kind.TouchesBlocks() {
				r.influences.addBlock(a.Pos, protocol.CauseStream)
			}
			r.noteClaim(q, i, n)
		}
	}
}

func (r *Received) applyEdit(e *protocol.Entry) error {
	ed := &e.Edit
	switch ed.Kind {
	case edits.SetBlock:
		r.setBlock(e.Seq, ed)
		return nil
	case edits.SetBoxSlot, edits.SetOven, edits.SetSignText, edits.SetOffer:
		r.setBox(e.Seq, ed)
		return nil
	case edits.SetSubscription:
		if ed.Stream == r.Own {
			return r.setSubscription(ed)
		}
	case edits.SpawnEntity:
		if s := r.R.W.Find(ed.Entity.ID); s != world.NoEntity {
			r.R.RemoveEntity(s)
		}
		if ed.Entity.Stream != r.Own {
			r.influences.addBody(&ed.Entity)
		}
	case edits.RemoveEntity:
		if s := r.R.W.Find(ed.ID); s != world.NoEntity {
			if b := r.R.W.Entity(s); b.Stream != r.Own || b.Kind == world.KindItem && ed.Author != r.Own { // another player took an own item
				r.influences.addBody(b)
			} else if b.Kind == world.KindFallingBlock {
				r.influences.addLanding(b.Motion.Pos)
			}
		}
	case edits.AddStream:
		r.removeStream(ed.Stream)
	case edits.RemoveStream:
		r.removeStream(ed.Stream)
		return nil
	case edits.AddPlayer:
		if r.R.W.Player(ed.Stream) != nil {
			r.R.Do(edits.Edit{Kind: edits.RemovePlayer, Stream: ed.Stream})
		}
	case edits.MakeEmote:
		if len(r.Emotes) < swingsMax {
			r.Emotes = append(r.Emotes, Emote{ed.Stream, edits.Emote(ed.Number)})
		}
		return nil
	case edits.Chat:
		r.Chat = append(r.Chat, *ed)
		return nil
	case edits.SetInventorySlot, edits.SetSelected:
		r.noteInventoryEdit(ed)
	case edits.SetRules, edits.SetBorder, edits.SetClosed: // what is stopped at borders goes elsewhere now, and what harms another day does not
		r.influences.add(protocol.CauseServerMoved)
	case edits.SetClaim:
		r.influences.addClaim(ed.Claim())
	case edits.SetOwner:
		if s := r.R.W.Find(ed.ID); s != world.NoEntity && ed.Stream != r.Own && r.R.W.Entity(s).Stream == r.Own {
			r.influences.transferred = append(r.influences.transferred, r.R.W.Entity(s).Motion.Pos.Block())
		}
	case edits.AddSupportCheck, edits.RemoveSupportCheck:
		if ed.Stream != r.Own {
			r.influences.addBlock(ed.Pos, protocol.CauseStream)
		}
	}
	r.R.Do(*ed)
	return nil
}

// removeStream removes a stream with everything that it still owns here.
func (r *Received) removeStream(s timestream.Stream) {
	w := r.R.W
	if s != r.Own { // a new player of this stream numbers actions from 1
		r.dropQueue(s)
	}
	delete(r.pitches, s)
	if w.Stream(s) == nil {
		return
	}
	for len(w.Bodies(s)) > 0 {
		r.R.RemoveEntity(w.Bodies(s)[0])
	}
	for st := w.Stream(s); len(st.SupportChecks) > 0; {
		r.R.Do(edits.Edit{Kind: edits.RemoveSupportCheck, Stream: s, Pos: st.SupportChecks[0]})
	}
	for sub := range w.Stream(s).Subscriptions.Backward() {
		sub.Epoch = 0
		r.R.Do(edits.SubscriptionEdit(s, sub))
	}
	r.R.Do(edits.Edit{Kind: edits.RemoveStream, Stream: s})
}

func (r *Received) setBlock(seq uint64, ed *edits.Edit) {
	p := ed.Pos.Section()
	s := r.sections[p]
	if s == nil {
		return
	}
	if !s.loaded {
		if len(s.waitingEdits) == waitingEditsMax {
			r.Overflowed = true
			return
		}
		s.waitingEdits = append(s.waitingEdits, waitingEdit{seq, *ed})
		return
	}
	before, _ := r.R.W.Block(ed.Pos)
	if ed.Author != r.Own && (before.BoxSlots() > 0 || before.HasText()) {
		r.noteBoxChange(ed.Pos, wholeBox, ed.Author)
	}
	if ed.Author == timestream.Server && ed.At == 0 && before == ed.Block && r.hasTurned(ed.Pos) {
		// a turn that is over is dropped: it changes nothing
	} else if ed.Author != r.Own {
		r.influences.addEdit(ed.Pos, ed.Author)
		r.noteSwing(ed.Author, ed.Pos)
	} else {
		r.influences.ownBlocks = append(r.influences.ownBlocks, ed.Pos)
		r.influences.noteLetGo(ed.Pos, before, ed.Block, r.turnOf(ed.Pos))
	}
	s.changed = true
	r.R.Do(*ed)
	r.noteSectionChange(p, s.epoch, seq, false, ed.Block, ed.Pos)
}

// hasTurned reports whether a cell is on no stream to turn any more, as far as is known here.
func (r *Received) hasTurned(p world.Pos) bool {
	own := r.R.W.Stream(r.Own)
	return own != nil && r.turnOf(p) <= own.Stamp
}

// turnOf returns the instant at which a cell that is here turns, or turned, 0 for none.
func (r *Received) turnOf(p world.Pos) (at timestream.Time) {
	if s := r.R.W.Section(p.Section()); s != nil && s.HasTurns() {
		_, at = s.Turn(p.Index())
	}
	return at
}

// setBox changes what a block holds.
func (r *Received) setBox(seq uint64, ed *edits.Edit) {
	p := ed.Pos.Section()
	s := r.sections[p]
	switch {
	case s == nil:
		return
	case !s.loaded && len(s.waitingEdits) == waitingEditsMax:
		r.Overflowed = true
		return
	case !s.loaded:
		s.waitingEdits = append(s.waitingEdits, waitingEdit{seq, *ed})
		return
	}
	if ed.Author != r.Own {
		r.influences.boxes = append(r.influences.boxes, ed.Pos)
		r.noteBoxChange(ed.Pos, ed.BoxPart().Part, ed.Author)
		r.noteSwing(ed.Author, ed.Pos)
	}
	s.changed = true
	r.R.Do(*ed)
}

// advanceStream extrapolates all bodies of a stream to its new stamp, except those that the entry excepts. Sleeping
// bodies stay as they are.
func (r *Received) advanceStream(e *protocol.Entry) error {
	w := r.R.W
	if w.Stream(e.Stream) == nil {
		return fmt.Errorf("%w: stream %d advanced before it was added", ErrUpdate, e.Stream)
	}
	for _, slot := range w.Awake(e.Stream) {
		b := w.Entity(slot)
		if b.At >= e.At || slices.Contains(e.Except, b.ID) {
			continue
		}
		m := b.Motion.Extrapolated(e.At.Sub(b.At))
		if !m.Valid() {
			return fmt.Errorf("%w: stream %d moved out of bounds", ErrUpdate, e.Stream)
		}
		r.R.SetMotion(slot, e.At, &m)
	}
	r.R.Do(edits.Edit{Kind: edits.SetStamp, Stream: e.Stream, At: e.At})
	return nil
}

func (r *Received) applyMotion(e *protocol.Entry) error {
	w := r.R.W
	slot := w.Find(e.ID)
	if slot == world.NoEntity {
		return fmt.Errorf("%w: motion of an unknown body", ErrUpdate)
	}
	b := w.Entity(slot)
	if b.Stream != r.Own {
		r.influences.addBody(b)
	}
	m := b.Motion.Extrapolated(e.At.Sub(b.At))
	if !e.Delta.Apply(&m) {
		return fmt.Errorf("%w: motion out of bounds", ErrUpdate)
	}
	r.R.SetMotion(slot, e.At, &m)
	return nil
}

// resetWorld forgets everything but the sections; the whole state follows in the same update.
func (r *Received) resetWorld() {
	old := r.R.W
	r.R.Commit()
	r.R.Reset()
	w := world.New()
	for _, p := range old.AppendSections(nil) {
		w.SetSection(p, old.RemoveSection(p))
	}
	r.R.W = w
	clear(r.pitches)
	if r.resumed {
		r.influences.add(protocol.CauseFullUpdate)
	} else {
		r.influences.add(protocol.CauseWithheld)
	}
	r.resumed = false
	for _, q := range r.queues { // the server may have passed the time of actions that it has not acked
		q.stalled = true
	}
	r.stalled = true
}

// noteInventoryEdit notes who changed the own inventory: the own stream, or others.
func (r *Received) noteInventoryEdit(ed *edits.Edit) {
	f := &r.influences
	switch {
	case ed.Stream != r.Own:
	case ed.Kind == edits.SetSelected:
		f.selection = f.selection || ed.Author != r.Own
	case ed.Slot >= world.InventorySize:
	case ed.Author == r.Own:
		f.ownSlots[ed.Slot] = true
	default:
		f.foreignSlots[ed.Slot] = true
	}
}
