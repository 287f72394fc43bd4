package sim

import (
	"slices"

	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// takeIn lets an item that comes to rest at a tick take in equal items that have been at rest since before, within pickUpReach, in order
// of id, up to a full stack. It is part of the item's own update, so that who threw it sees in the same frame what the server makes of it.
func (s *Sim) takeIn(slot world.EntitySlot, tick timestream.Time) {
	if faults.Active(faults.MergesUnseen) && !s.Authoritative {
		return
	}
	w := s.R.W
	e := *w.Entity(slot)
	if e.Stack.Count >= e.Stack.Max() {
		return
	}
	s.nearItems = s.nearItems[:0]
	s.eachSleepingNear(&e.Motion.Pos, func(other world.EntitySlot) {
		o := w.Entity(other)
		if other != slot && o.Kind == world.KindItem && o.At <= tick && o.Motion.Flags&world.Suspended == 0 && o.Stack.Joins(e.Stack) &&
			o.Stack.Count < e.Stack.Max() && WithinPickUp(&o.Motion.Pos, &e.Motion.Pos) {
			s.nearItems = append(s.nearItems, o.ID)
		}
	})
	slices.Sort(s.nearItems)
	st := e.Stack
	for _, id := range s.nearItems {
		other := w.Find(id)
		have := w.Entity(other).Stack
		n := min(st.Max()-st.Count, have.Count)
		if n == 0 {
			break
		}
		st.Count += n
		if have.Count -= n; have.Count == 0 {
			s.R.RemoveEntity(other)
		} else {
			s.R.SetEntityStack(other, have)
		}
		s.TakenIn++
	}
	if st != e.Stack {
		s.R.SetEntityStack(w.Find(e.ID), st)
	}
	s.nearItems = s.nearItems[:0]
}

// eachSleepingNear calls do with the sleeping bodies of the sections within pickUpReach of a position.
func (s *Sim) eachSleepingNear(at *world.Vec, do func(world.EntitySlot)) {
	lo, hi := *at, *at
	for i := range at {
		lo[i], hi[i] = at[i]-pickUpReach, at[i]+pickUpReach
	}
	a, b := lo.Block().Section(), hi.Block().Section()
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				for _, slot := range s.R.W.Sleeping(world.SectionPos{X: x, Y: y, Z: z}) {
					do(slot)
				}
			}
		}
	}
}
