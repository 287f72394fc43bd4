package sim

import (
	"slices"

	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// pickUpReach is the greatest distance on each axis, from an avatar's position to an item's, at which it is picked up.
const pickUpReach = world.Unit

// pickUpItems puts the items near an avatar into its inventory as far as there is room, those of its own stream first
// and each group in order of id. Of the server's items only sleeping ones count, from the instant at which they fell
// asleep, because every side sees those at the same place. A block for which there was no room is not tried again.
func (s *Sim) pickUpItems(of timestream.Stream, at world.Vec, tick timestream.Time) {
	if !s.Authoritative && faults.Active(faults.PickUpNotPredicted) {
		return
	}
	w := s.R.W
	s.fullFor = s.fullFor[:0]
	s.nearItems = s.nearItems[:0]
	for _, slot := range w.Awake(of) {
		s.noteItem(slot, &at, tick)
	}
	s.takeItems(of)
	if faults.Active(faults.MovingPickedUp) && s.Authoritative {
		for _, slot := range w.Awake(timestream.Server) {
			s.noteItem(slot, &at, timestream.Never)
		}
	}
	s.eachSleepingNear(&at, func(slot world.EntitySlot) { s.noteItem(slot, &at, tick) })
	s.takeItems(of)
}

// noteItem notes an item that has been near a position since before a tick.
func (s *Sim) noteItem(slot world.EntitySlot, at *world.Vec, tick timestream.Time) {
	e := s.R.W.Entity(slot)
	if e.Kind == world.KindItem && e.At <= tick && (e.Born == 0 || tick.Sub(e.Born) >= world.PickUpDelay || faults.Active(faults.ThrownCatchesItself)) && e.Motion.Flags&world.Suspended == 0 && WithinPickUp(at, &e.Motion.Pos) {
		s.nearItems = append(s.nearItems, e.ID)
	}
}

// takeItems puts the noted items into an inventory.
func (s *Sim) takeItems(of timestream.Stream) {
	if len(s.nearItems) > 1 { // the two sides do not share an order of a stream's bodies
		slices.Sort(s.nearItems)
	}
	for _, id := range s.nearItems {
		slot := s.R.W.Find(id)
		st := s.R.W.Entity(slot).Stack
		if !s.Authoritative && of == s.Own && s.R.W.Entity(slot).Stream != of {
			s.PickedUp = append(s.PickedUp, st.Item)
		}
		if slices.Contains(s.fullFor, st.Item) {
			continue
		}
		left := s.R.AddItemPartly(of, st)
		if left > 0 {
			s.fullFor = append(s.fullFor, st.Item)
		}
		switch {
		case left == 0:
			s.R.RemoveEntity(slot)
		case left < st.Count:
			s.R.SetEntityStack(slot, st.With(left))
		}
	}
	s.nearItems = s.nearItems[:0]
}

// WithinPickUp reports whether two positions are within pickUpReach of each other.
func WithinPickUp(a, b *world.Vec) bool {
	for i := range a {
		if d := a[i] - b[i]; d > pickUpReach || d < -pickUpReach {
			return false
		}
	}
	return true
}
