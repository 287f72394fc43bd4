package predict

import (
	"fmt"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/world"
)

// setSub opens or closes a subscription, or confirms one.
func (r *Received) setSub(ed *edits.Edit) error {
	p := world.SectionPos(ed.Pos)
	s := r.sections[p]
	if ed.Number != 0 && r.R.W.Stream(r.Own) == nil {
		return fmt.Errorf("%w: subscription before the stream", ErrFrame)
	}
	r.R.Do(*ed)
	switch {
	case ed.Number == 0:
		r.drop(p)
		r.dropChecks(p)
	case s == nil || s.epoch != uint32(ed.Number):
		r.opened = max(r.opened, uint32(ed.Number))
		r.drop(p)
		r.sections[p] = &section{epoch: uint32(ed.Number)}
		r.fromEarly(p, uint32(ed.Number))
	}
	if ed.Author != r.Own {
		r.influences.section(p)
	}
	return nil
}

// drop forgets a section.
func (r *Received) drop(p world.SectionPos) {
	if s := r.sections[p]; s != nil && s.snap != nil {
		r.snaps--
	}
	delete(r.sections, p)
	r.take(p)
}

// dropChecks forgets the pending checks in a section that is closed: those that it has by then are told with its opening.
func (r *Received) dropChecks(p world.SectionPos) {
	for i := range r.R.W.StreamCount() {
		st := r.R.W.StreamAt(i)
		for k := len(st.Checks) - 1; k >= 0; k-- {
			if c := st.Checks[k]; c.Section() == p {
				r.R.Do(edits.Edit{Kind: edits.RemoveCheck, Stream: st.Stream, Pos: c})
			}
		}
	}
}

// take takes a section out of the state.
func (r *Received) take(p world.SectionPos) {
	if r.R.W.TakeSection(p) != nil && r.Follow {
		r.Moved = append(r.Moved, Moved{Section: p, Gone: true})
	}
	r.changes++
}

// dropUnlisted forgets the sections of which a whole frame told no subscription.
func (r *Received) dropUnlisted() {
	for p := range r.sections {
		if r.R.W.Sub(r.Own, p).Epoch == 0 {
			r.drop(p)
		}
	}
	for _, p := range r.R.W.SectionList(nil) {
		if r.sections[p] == nil {
			r.take(p)
		}
	}
}

// snapshot takes a section from the bulk lane. One of an epoch that has passed is thrown away; one that is ahead of
// the frames waits until they have come to the edit at which it was taken. A connection's epochs only rise, so that one no
// greater than the newest that frames told is either open or closed for good.
func (r *Received) snapshot(sn protocol.Snapshot, sec *world.Section) {
	s := r.sections[sn.Section]
	switch {
	case (s == nil || s.epoch < sn.Epoch) && sn.Epoch <= r.newest:
		return
	case s == nil || s.epoch < sn.Epoch:
		if len(r.early) == earlyMax {
			r.Lost = !faults.Active(faults.EarlyForgotten)
			return
		}
		r.early = append(r.early, early{sn, sec})
		return
	case s.in && !faults.Active(faults.SnapshotOfOldEpoch):
		return
	case s.epoch != sn.Epoch && !faults.Active(faults.SnapshotOfOldEpoch):
		return
	}
	if s.snap == nil {
		r.snaps++
	}
	s.snap, s.at, s.changed, s.biomes = sec, sn.Edits, sn.Changed, sn.Biomes
	r.install(sn.Section, s)
}

// early is a snapshot that came before the edit that opens its epoch: the bulk lane may overtake the live one.
type early struct {
	protocol.Snapshot
	sec *world.Section
}

// earlyMax bounds them. The server's credits keep an honest bulk lane below it; at the bound the section is Lost.
const earlyMax = 1024

// pass forgets the early snapshots of epochs that frames have come to: those that were opened have been taken.
func (r *Received) pass(told uint32) {
	if told <= r.newest {
		return
	}
	r.newest = told
	r.early = slices.DeleteFunc(r.early, func(e early) bool { return e.Epoch <= told })
}

// fromEarly takes a snapshot that came before its epoch was opened.
func (r *Received) fromEarly(p world.SectionPos, epoch uint32) {
	rest := r.early[:0]
	for _, e := range r.early {
		if e.Section != p {
			rest = append(rest, e)
			continue
		}
		if e.Epoch > epoch {
			rest = append(rest, e)
		} else if s := r.sections[p]; e.Epoch == epoch {
			s.snap, s.at, s.changed, s.biomes = e.sec, e.Edits, e.Changed, e.Biomes
			r.snaps++
		}
	}
	clear(r.early[len(rest):])
	r.early = rest
}

// installAll installs the snapshots up to whose edit the frames have come.
func (r *Received) installAll() {
	if r.snaps == 0 {
		return
	}
	for p, s := range r.sections {
		if s.snap != nil {
			r.install(p, s)
		}
	}
	slices.SortFunc(r.Arrived, func(a, b actions.Arrived) int {
		if a.Section == b.Section {
			return 0
		}
		if a.Section.Less(b.Section) {
			return -1
		}
		return 1
	})
}

// install puts a waiting snapshot in, if the frames have come so far, and the edits after it.
func (r *Received) install(p world.SectionPos, s *section) {
	if s.at > r.edits && !faults.Active(faults.SnapshotAtOnce) {
		return
	}
	r.R.W.PutSection(p, s.snap)
	r.changes++
	if r.Follow {
		r.Moved = append(r.Moved, Moved{Section: p, Biomes: s.biomes})
	}
	r.saw(p, s.epoch, s.at, true, world.Air, world.Pos{})
	s.in, s.snap = true, nil
	r.snaps--
	for _, n := range s.waiting {
		if n.seq > s.at {
			s.changed = true
			r.R.Do(edits.Edit{Kind: edits.SetBlock, Pos: n.pos, Block: n.b})
			r.saw(p, s.epoch, n.seq, false, n.b, n.pos)
		}
	}
	s.waiting = nil
	r.Arrived = append(r.Arrived, actions.Arrived{Section: p, Epoch: s.epoch})
}

// ChangedHash returns the hash of those sections that are here and are not as they were generated: as Server.Hash gives
// it, if all of them are here. Between Revert and Predict it is that of the received state, else of what is shown.
func (r *Received) ChangedHash() (h uint64) {
	for p, s := range r.sections {
		if sec := r.R.W.Section(p); s.in && s.changed && sec != nil {
			h ^= world.SectionHash(p, sec.Hash())
		}
	}
	return h
}
