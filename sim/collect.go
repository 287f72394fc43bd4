package sim

import (
	"slices"

	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// pickUp is how far from the middle of its underside an avatar collects items, per axis.
const pickUp = world.Unit

// collect puts the items that lie near an avatar into its inventory, its stream's own first and each in order of id, as
// far as there is room. Of the server's items only those at rest, from the instant on at which they came to rest: these
// stand where every side sees them. A kind for which there was no room is not tried again.
func (s *Sim) collect(of timestream.Stream, at world.Vec, mark timestream.Time) {
	if !s.All && faults.Active(faults.PickUpNotPredicted) {
		return
	}
	w := s.R.W
	s.full = s.full[:0]
	s.near = s.near[:0]
	for _, slot := range w.Awake(of) {
		s.nearItem(slot, &at, mark)
	}
	s.take(of)
	if faults.Active(faults.MovingPickedUp) && s.All {
		for _, slot := range w.Awake(timestream.Server) {
			s.nearItem(slot, &at, timestream.Never)
		}
	}
	lo, hi := at, at
	for i := range at {
		lo[i], hi[i] = at[i]-pickUp, at[i]+pickUp
	}
	a, b := lo.Block().Section(), hi.Block().Section()
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				for _, slot := range w.Lying(world.SectionPos{X: x, Y: y, Z: z}) {
					s.nearItem(slot, &at, mark)
				}
			}
		}
	}
	s.take(of)
}

// nearItem notes an item that lies near a position since a mark.
func (s *Sim) nearItem(slot world.Slot, at *world.Vec, mark timestream.Time) {
	e := s.R.W.Entity(slot)
	if e.Kind == world.KindItem && e.At <= mark && e.Motion.Flags&world.Still == 0 && Close(at, &e.Motion.Pos) {
		s.near = append(s.near, e.ID)
	}
}

// take puts the items that were noted into an inventory.
func (s *Sim) take(of timestream.Stream) {
	if len(s.near) > 1 { // the order of a stream's bodies is none that both sides share
		slices.Sort(s.near)
	}
	for _, id := range s.near {
		slot := s.R.W.Find(id)
		st := s.R.W.Entity(slot).Stack
		if slices.Contains(s.full, st.Block) {
			continue
		}
		left := s.R.StowSome(of, st)
		if left > 0 {
			s.full = append(s.full, st.Block)
		}
		switch {
		case left == 0:
			s.R.Kill(slot)
		case left < st.Count:
			s.R.PutStack(slot, world.Stack{Block: st.Block, Count: left})
		}
	}
	s.near = s.near[:0]
}

// Close reports whether two things lie within reach of each other: a block along each axis.
func Close(a, b *world.Vec) bool {
	for i := range a {
		if d := a[i] - b[i]; d > pickUp || d < -pickUp {
			return false
		}
	}
	return true
}
