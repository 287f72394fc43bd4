package predict

import (
	"cmp"
	"fmt"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/world"
)

// setSubscription opens, closes or confirms a subscription of the own client.
func (r *Received) setSubscription(ed *edits.Edit) error {
	p := world.SectionPos(ed.Pos)
	s := r.sections[p]
	if ed.Number != 0 && r.R.W.Stream(r.Own) == nil {
		return fmt.Errorf("%w: subscription before the stream", ErrUpdate)
	}
	r.R.Do(*ed)
	switch {
	case ed.Number == 0:
		r.dropSection(p)
		r.dropSupportChecks(p)
	case s == nil || s.epoch != uint32(ed.Number):
		r.openedEpoch = max(r.openedEpoch, uint32(ed.Number))
		r.dropSection(p)
		r.sections[p] = &section{epoch: uint32(ed.Number)}
		r.takeEarly(p, uint32(ed.Number))
	}
	if ed.Author != r.Own {
		r.influences.addSection(p)
	}
	return nil
}

// dropSection forgets a subscription and removes its section.
func (r *Received) dropSection(p world.SectionPos) {
	delete(r.sections, p)
	r.removeSection(p)
}

// dropSupportChecks forgets the pending support checks in a section that is closed. When the section is opened again, the
// server sends the checks that are pending then.
func (r *Received) dropSupportChecks(p world.SectionPos) {
	for i := range r.R.W.StreamCount() {
		st := r.R.W.StreamAt(i)
		for k := len(st.SupportChecks) - 1; k >= 0; k-- {
			if c := st.SupportChecks[k]; c.Section() == p {
				r.R.Do(edits.Edit{Kind: edits.RemoveSupportCheck, Stream: st.Stream, Pos: c})
			}
		}
	}
}

// removeSection removes a section from the state.
func (r *Received) removeSection(p world.SectionPos) {
	if r.R.W.RemoveSection(p) != nil && r.TrackSections {
		r.SectionChanges = append(r.SectionChanges, SectionChange{Section: p, Gone: true})
	}
	r.sectionsVersion++
}

// dropUnlisted forgets the sections for which a full update listed no subscription.
func (r *Received) dropUnlisted() {
	for p := range r.sections {
		if r.R.W.Subscription(r.Own, p).Epoch == 0 {
			r.dropSection(p)
		}
	}
	for _, p := range r.R.W.AppendSections(nil) {
		if r.sections[p] == nil {
			r.removeSection(p)
		}
	}
}

// receiveSnapshot takes a section from the bulk lane. A snapshot of a past epoch is thrown away; one that is ahead of
// the updates waits until they reach the edit at which it was taken. The epochs of a connection only rise, so an epoch
// up to the newest one in the updates is either open or closed for good.
func (r *Received) receiveSnapshot(sn protocol.Snapshot, sec *world.Section) {
	s := r.sections[sn.Section]
	switch {
	case (s == nil || s.epoch < sn.Epoch) && sn.Epoch <= r.newestEpoch:
		return
	case s == nil || s.epoch < sn.Epoch:
		if len(r.early) == earlyMax {
			r.Overflowed = !faults.Active(faults.EarlyForgotten)
			return
		}
		r.early = append(r.early, earlySnapshot{sn, sec})
		return
	case s.loaded && !faults.Active(faults.SnapshotOfOldEpoch):
		return
	case s.epoch != sn.Epoch && !faults.Active(faults.SnapshotOfOldEpoch):
		return
	}
	s.snapshot, s.snapshotEdit, s.changed, s.biomes = sec, sn.AtEdit, sn.Changed, sn.Biomes
	if !r.install(sn.Section, s) {
		r.waitingSnapshots = append(r.waitingSnapshots, sn.Section)
	}
}

// earlySnapshot is a snapshot that came before the edit that opens its epoch: the bulk lane may overtake the live lane.
type earlySnapshot struct {
	protocol.Snapshot
	section *world.Section
}

// earlyMax bounds the early snapshots. The server's credits keep an honest bulk lane below it; a snapshot beyond it
// sets Overflowed.
const earlyMax = 1024

// dropEarly forgets the early snapshots of epochs up to one that updates have reached; the opened ones have been taken.
func (r *Received) dropEarly(reached uint32) {
	if reached <= r.newestEpoch {
		return
	}
	r.newestEpoch = reached
	r.early = slices.DeleteFunc(r.early, func(e earlySnapshot) bool { return e.Epoch <= reached })
}

// takeEarly takes the snapshot of an epoch that came before the epoch was opened.
func (r *Received) takeEarly(p world.SectionPos, epoch uint32) {
	if !slices.ContainsFunc(r.early, func(e earlySnapshot) bool { return e.Section == p }) {
		return
	}
	rest := r.early[:0]
	for _, e := range r.early {
		if e.Section != p {
			rest = append(rest, e)
			continue
		}
		if e.Epoch > epoch {
			rest = append(rest, e)
		} else if s := r.sections[p]; e.Epoch == epoch {
			s.snapshot, s.snapshotEdit, s.changed, s.biomes = e.section, e.AtEdit, e.Changed, e.Biomes
			r.waitingSnapshots = append(r.waitingSnapshots, p)
		}
	}
	clear(r.early[len(rest):])
	r.early = rest
}

// installAll installs the waiting snapshots whose edit the updates have reached.
func (r *Received) installAll() {
	if len(r.waitingSnapshots) == 0 {
		return
	}
	r.waitingSnapshots = slices.DeleteFunc(r.waitingSnapshots, func(p world.SectionPos) bool {
		s := r.sections[p] // nil, or without a snapshot: it was closed since, or opened again
		return s == nil || s.snapshot == nil || r.install(p, s)
	})
	slices.SortFunc(r.ArrivedSections, func(a, b actions.SectionEpoch) int { // one that was opened again before it was confirmed is there twice
		return cmp.Or(a.Section.Compare(b.Section), cmp.Compare(a.Epoch, b.Epoch))
	})
}

// install puts a waiting snapshot into the world, and then the edits after it, if the updates have reached its edit; it reports whether
// they have.
func (r *Received) install(p world.SectionPos, s *section) bool {
	if s.snapshotEdit > r.completeTo && !faults.Active(faults.SnapshotAtOnce) {
		return false
	}
	r.R.W.SetSection(p, s.snapshot)
	r.sectionsVersion++
	if r.TrackSections {
		r.SectionChanges = append(r.SectionChanges, SectionChange{Section: p, Biomes: s.biomes})
	}
	r.noteSectionChange(p, s.epoch, s.snapshotEdit, true, world.Air, world.Pos{})
	s.loaded, s.snapshot = true, nil
	for _, n := range s.waitingEdits {
		if n.seq > s.snapshotEdit {
			s.changed = true
			r.R.Do(n.edit)
			if e := &n.edit; e.Kind == edits.SetBlock {
				r.noteSectionChange(p, s.epoch, n.seq, false, e.Block, e.Pos)
			}
		}
	}
	s.waitingEdits = nil
	r.ArrivedSections = append(r.ArrivedSections, actions.SectionEpoch{Section: p, Epoch: s.epoch})
	return true
}

// ChangedHash returns the hash of the sections that are here and differ from what the generator made: the value of
// Server.Hash, if all of them are here. Between Revert and AdvanceTo it is the received state's, otherwise the shown state's.
func (r *Received) ChangedHash() (h uint64) {
	for p, s := range r.sections {
		if sec := r.R.W.Section(p); s.loaded && s.changed && sec != nil {
			h ^= world.SectionHash(p, sec.Hash())
		}
	}
	return h
}
