package predict

import (
	"cmp"
	"slices"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/world"
)

// AppendHeld appends the sections that are part of the state, with their epochs: all in order, or the HeldMax nearest.
func (r *Received) AppendHeld(dst []actions.SectionEpoch) []actions.SectionEpoch {
	for _, p := range r.R.W.AppendSections(nil) {
		if s := r.sections[p]; s != nil && s.loaded {
			dst = append(dst, actions.SectionEpoch{Section: p, Epoch: s.epoch})
		}
	}
	var here world.SectionPos
	if slot := r.R.W.Find(world.AvatarID(r.Own)); slot != world.NoEntity {
		here = r.R.W.Entity(slot).Motion.Pos.Block().Section()
	}
	return keepNearest(dst, here)
}

// ForgetPending forgets the snapshots that wait for updates or for their epoch to be opened. A resume names only the
// sections held, and a server that was restarted from its store knows no other epochs: it may count from below the
// epochs opened before, and a snapshot still waiting under such an epoch would pass for a new one, or keep a new one
// out as too old.
func (r *Received) ForgetPending() {
	if faults.Active(faults.UnheldKept) {
		return
	}
	r.early, r.waitingSnapshots = nil, nil
	r.newestEpoch, r.openedEpoch, r.Overflowed = 0, 0, false
	for p, s := range r.sections {
		if !s.loaded {
			delete(r.sections, p)
		}
	}
}

// keepNearest keeps HeldMax sections: the nearest ones, and the one with the newest epoch, from which the server learns how far
// epochs have been counted.
func keepNearest(held []actions.SectionEpoch, here world.SectionPos) []actions.SectionEpoch {
	if len(held) <= protocol.HeldMax {
		return held
	}
	newest := slices.MaxFunc(held, func(a, b actions.SectionEpoch) int { return cmp.Compare(a.Epoch, b.Epoch) })
	far := func(p world.SectionPos) int64 {
		x, y, z := int64(p.X)-int64(here.X), int64(p.Y)-int64(here.Y), int64(p.Z)-int64(here.Z)
		return x*x + y*y + z*z //exact: of sections, below 2^29
	}
	slices.SortStableFunc(held, func(a, b actions.SectionEpoch) int { return cmp.Compare(far(a.Section), far(b.Section)) })
	held = held[:protocol.HeldMax]
	if !slices.Contains(held, newest) {
		held[len(held)-1] = newest
	}
	return held
}
