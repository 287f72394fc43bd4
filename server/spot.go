package server

import (
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// spot is what the server keeps beside a section that is in.
type spot struct {
	biomes  protocol.Biomes
	packed  []byte                // the section as it goes over the wire and onto the disk; nil: it has changed since it was packed
	watched int32                 // subscriptions
	idling  bool                  // it is in the queue of those that nobody watches
	changed bool                  // it is not as generated
	dirty   bool                  // it has changed since its last snapshot
	fresh   bool                  // it has changed in this step
	ticket  uint64                // of its last change
	sum     uint64                // its part of the hash of all that has changed
	since   uint64                // from this edit of the server before this one on
	past    []store.SectionChange // changed it, as far as that server kept it
}

// ticket returns the ticket of a section's last change.
func (s *Server) ticketOf(p world.SectionPos) uint64 {
	if pl := s.spots[p]; pl != nil {
		return pl.ticket
	}
	return 0
}

// touch notes that a block of a section has changed.
func (s *Server) touch(p world.SectionPos) {
	pl := s.spots[p]
	if !faults.Active(faults.PackedTooEarly) {
		pl.packed = nil
	}
	if !pl.fresh {
		pl.fresh = true
		s.fresh = append(s.fresh, p)
	}
	if !pl.dirty {
		pl.dirty = true
		s.dirty = append(s.dirty, p)
	}
}

// sum brings the hash of all that has changed up to date with this step.
func (s *Server) sum() {
	for _, p := range s.fresh {
		pl := s.spots[p]
		now := world.SectionHash(p, s.rec.W.Section(p).Hash())
		s.hash ^= pl.sum ^ now
		pl.sum, pl.changed = now, true
	}
}

// settle gives what changed in this step, and what was saved with it, the ticket of their batch.
func (s *Server) settle() {
	for _, p := range s.fresh {
		pl := s.spots[p]
		pl.fresh, pl.ticket = false, s.ticket
	}
	s.fresh = s.fresh[:0]
	for i := range s.batch.Snapshots {
		s.spots[s.batch.Snapshots[i].Section].ticket = s.ticket
	}
}

// packed returns the bytes of a section as it is now.
func (s *Server) packed(p world.SectionPos) []byte {
	pl := s.spots[p]
	if pl.packed == nil {
		pl.packed = s.pack.Pack(nil, s.rec.W.Section(p))
	}
	return pl.packed
}

// save puts snapshots into the batch: each SaveEvery of all sections that have changed since theirs, some in a step, and
// at the end all at once. They stand for the single changes before them, so that these need not be read one by one.
func (s *Server) save(all bool) {
	if s.mono >= s.saveAt || all {
		s.saveAt = s.mono + s.cfg.SaveEvery
		s.saving = append(s.saving, s.dirty...)
		s.dirty = s.dirty[:0]
	}
	n := min(len(s.saving)-s.savingHead, saveMax)
	if all {
		n = len(s.saving) - s.savingHead
	}
	for _, p := range s.saving[s.savingHead : s.savingHead+n] {
		s.spots[p].dirty = false
		s.batch.Snapshots = append(s.batch.Snapshots, store.Snapshot{Section: p, Edits: s.edits, Packed: s.packed(p)})
	}
	if s.savingHead += n; s.savingHead > len(s.saving)/2 { // each is moved once, on the average
		s.saving = s.saving[:copy(s.saving, s.saving[s.savingHead:])]
		s.savingHead = 0
	}
	s.metrics.Saved += n
}

// watch counts who is subscribed to a section.
func (s *Server) watch(p world.SectionPos, was, is bool) {
	pl := s.spots[p]
	switch {
	case is && !was:
		pl.watched++
	case was && !is:
		if pl.watched--; pl.watched == 0 {
			s.leaveBe(p)
		}
	}
}

// unload drops sections, when there are many, that nobody is subscribed to, that are kept as they are and that nothing that
// moves and no pending support check is near. What lies there goes with it.
func (s *Server) unload() {
	if s.rec.W.SectionCount() <= s.cfg.Sections {
		return
	}
	for range min(unloadMax, len(s.idle)-s.idleHead) {
		p := s.idle[s.idleHead]
		s.idleHead++
		pl := s.spots[p]
		pl.idling = false
		switch {
		case pl.watched > 0:
		case (pl.dirty || pl.ticket > s.durable) && !faults.Active(faults.DroppedTooEarly), s.bodyNear(p), s.checkNear(p):
			s.leaveBe(p)
		default:
			s.putAway(p)
			s.rec.W.TakeSection(p)
			delete(s.spots, p)
			s.metrics.Unloaded++
		}
	}
}

// leaveBe enters a section in the queue of those that nobody is subscribed to, once.
func (s *Server) leaveBe(p world.SectionPos) {
	pl := s.spots[p]
	if pl.idling {
		return
	}
	pl.idling = true
	if s.idleHead > len(s.idle)/2 {
		s.idle = s.idle[:copy(s.idle, s.idle[s.idleHead:])]
		s.idleHead = 0
	}
	s.idle = append(s.idle, p)
}

// bodyNear reports whether a body that time moves is near a section.
func (s *Server) bodyNear(p world.SectionPos) bool {
	w := s.rec.W
	for i := range w.StreamCount() {
		for _, slot := range w.AwakeAt(i) {
			q := w.Entity(slot).Motion.Pos.Block().Section()
			if away(p.X, q.X) <= 1 && away(p.Y, q.Y) <= 1 && away(p.Z, q.Z) <= 1 {
				return true
			}
		}
	}
	return false
}

// checkNear reports whether a pending check is in a section or beside it: one whose block is not in would be used up for
// nothing, and what it was to free would hang in the air.
func (s *Server) checkNear(p world.SectionPos) bool {
	if faults.Active(faults.DroppedWithChecks) {
		return false
	}
	w := s.rec.W
	for i := range w.StreamCount() {
		for _, c := range w.StreamAt(i).Checks {
			q := c.Section()
			if away(p.X, q.X) <= 1 && away(p.Y, q.Y) <= 1 && away(p.Z, q.Z) <= 1 {
				return true
			}
		}
	}
	return false
}

// Hash returns the hash of all sections that are not as they were generated, those that are not in memory included: what
// a client who holds all of these sections has received gives the same.
func (s *Server) Hash() uint64 { return s.hash }
