package sim

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

func (s *Sim) updateAvatar(slot world.EntitySlot, tick timestream.Time) {
	w := s.R.W
	e := w.Entity(slot)
	of, still := e.Stream, s.mustSuspend(e)
	if n := s.cachedUpdate(slot, e, tick); n != nil && still == (e.Motion.Flags&world.Suspended != 0) {
		s.R.SetMotion(slot, tick, &n.after)
	} else {
		m := e.Motion
		setSuspended(&m, still)
		if s.runDiscrete(slot, e, &m, tick) {
			s.PushedOut++
		}
		s.R.SetMotion(slot, tick, &m)
	}
	if w.Player(of) != nil && !still && e.Motion.Flags&world.Unseen == 0 {
		s.stepOn(of, w.Entity(slot), tick)
		s.pickUpItems(of, w.Entity(slot).Motion.Pos, tick)
	}
}

// stepOn presses the plate on which a player stands.
func (s *Sim) stepOn(of timestream.Stream, e *world.Entity, tick timestream.Time) {
	feet := e.Motion.Pos.Block()
	if b, _ := s.R.W.Block(feet); b.Class() == world.ClassPlate && b.Get(world.PropOn) == 0 && !faults.Active(faults.PlatesAreFloor) {
		s.R.Press(of, feet, tick)
	}
}

// voidHeight is the height, in position units, below which items and falling blocks are lost.
const voidHeight = int64(world.MinY-16) * world.Unit //exact: a constant

// updateFall is the update of items and falling blocks: one near an unknown section stands still, one below voidHeight
// is removed, the others fall. It reports whether the entity rests on something.
func (s *Sim) updateFall(slot world.EntitySlot, tick timestream.Time) (rests bool) {
	e := s.R.W.Entity(slot)
	m := e.Motion
	if !s.suspendStray(e, &m) {
		rests = physics.Fall(s.R.W, &world.EntityKinds[e.Kind], &m, tick)
	}
	s.R.SetMotion(slot, tick, &m)
	if m.Pos[world.AxisY] < voidHeight {
		s.R.RemoveEntity(slot)
		return false
	}
	return rests
}

// updateItem lets a dropped item fall. At rest it falls asleep, becomes the server's, and takes in equal ones beside it. An item of the server's that
// stands still near a missing section falls asleep too, until the section comes.
func (s *Sim) updateItem(slot world.EntitySlot, tick timestream.Time) {
	id := s.R.W.Entity(slot).ID
	rests := s.updateFall(slot, tick)
	e := s.R.W.Entity(slot)
	switch {
	case e.ID != id: // it was removed
		return
	case rests && e.Motion.Vel == (world.Vec{}):
	case s.Authoritative && e.Stream == timestream.Server && e.Motion.Flags&world.Suspended != 0:
	default:
		return
	}
	if e.Stream != timestream.Server {
		s.R.Do(edits.Edit{Kind: edits.SetOwner, ID: e.ID, Stream: timestream.Server, At: tick})
	}
	m := e.Motion
	m.Flags |= world.Asleep
	s.R.SetMotion(slot, tick, &m)
	if m.Flags&world.Suspended == 0 {
		s.takeIn(slot, tick)
	}
}

// suspendStray suspends an entity near a section that the owner of its stream does not know. If the stream is a client's,
// NeedsTransfer is set, so that the server takes the entity over.
func (s *Sim) suspendStray(e *world.Entity, m *world.Motion) bool {
	still := s.mustSuspend(e)
	setSuspended(m, still)
	switch {
	case !still || !s.Authoritative:
	case e.Stream != timestream.Server:
		s.NeedsTransfer = true
	case e.Kind == world.KindFallingBlock: // items fall asleep until the land comes; a falling block would keep others from building
		s.noteMissing(e.Motion.Pos)
	}
	return still
}
