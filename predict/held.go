package predict

import (
	"cmp"
	"slices"

	"voxtide/actions"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/world"
)

// Held appends the sections that are part of the state, with their epochs, in order.
func (r *Received) Held(dst []actions.Arrived) []actions.Arrived {
	for _, p := range r.R.W.SectionList(nil) {
		if s := r.sections[p]; s != nil && s.in {
			dst = append(dst, actions.Arrived{Section: p, Epoch: s.epoch})
		}
	}
	var here world.SectionPos
	if slot := r.R.W.Find(world.AvatarID(r.Own)); slot != world.NoSlot {
		here = r.R.W.Entity(slot).Motion.Pos.Block().Section()
	}
	return nearest(dst, here)
}

// Forget forgets what is no part of the state yet: snapshots that wait for the frames, or for their epoch to be opened. A resume
// names what is held alone, and a server that goes on from its store knows of no other epoch: it may count from below those
// that were opened before, and what still waited under them would pass for its own, or keep that out as too old.
func (r *Received) Forget() {
	if faults.Active(faults.UnheldKept) {
		return
	}
	r.early, r.snaps = nil, 0
	r.newest, r.opened, r.Lost = 0, 0, false
	for p, s := range r.sections {
		if !s.in {
			delete(r.sections, p)
		}
	}
}

// nearest keeps HeldMax of what is held: what is nearest to a section, and the newest, which tells the server what epochs there
// have been.
func nearest(held []actions.Arrived, here world.SectionPos) []actions.Arrived {
	if len(held) <= protocol.HeldMax {
		return held
	}
	newest := slices.MaxFunc(held, func(a, b actions.Arrived) int { return cmp.Compare(a.Epoch, b.Epoch) })
	far := func(p world.SectionPos) int64 {
		x, y, z := int64(p.X)-int64(here.X), int64(p.Y)-int64(here.Y), int64(p.Z)-int64(here.Z)
		return x*x + y*y + z*z //exact: of sections, below 2^29
	}
	slices.SortStableFunc(held, func(a, b actions.Arrived) int { return cmp.Compare(far(a.Section), far(b.Section)) })
	held = held[:protocol.HeldMax]
	if !slices.Contains(held, newest) {
		held[len(held)-1] = newest
	}
	return held
}
