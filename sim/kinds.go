package sim

import (
	"voxtide/edits"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// behaviour is the discrete update of each kind of entity; a missing row fails TestKinds by name.
var behaviour = [world.KindCount]func(s *Sim, slot world.Slot, mark timestream.Time){
	world.KindAvatar:  (*Sim).avatar,
	world.KindFalling: (*Sim).falling,
	world.KindItem:    (*Sim).item,
}

func (s *Sim) discrete(slot world.Slot, mark timestream.Time) {
	behaviour[s.R.W.Entity(slot).Kind](s, slot, mark)
}

// still tells whether a body must stand still because a section near it is unknown to the owner of its stream, which
// is judged here for the streams whose subscriptions are known; of others the flag is as told.
func (s *Sim) still(e *world.Entity) bool {
	if !s.All && e.Stream != s.Own {
		return e.Motion.Flags&world.Still != 0
	}
	return !s.surrounded(e.Stream, e.Motion.Pos)
}

// Reach is how far around a body sections must be known, in blocks: further than it comes between two marks at the
// greatest speed, steps and lifts included.
const Reach = 6

// surrounded tells whether all sections around a position are known to the owner of a stream.
func (s *Sim) surrounded(of timestream.Stream, at world.Vec) bool {
	p := at.Block()
	lo := world.Pos{X: p.X - Reach, Y: max(p.Y-Reach, world.MinY), Z: p.Z - Reach}
	hi := world.Pos{X: p.X + Reach, Y: min(p.Y+Reach, world.MaxY), Z: p.Z + Reach}
	return s.known(of, lo.Section(), hi.Section())
}

// knows tells whether all sections of a box are known to the owner of a stream.
func (s *Sim) knows(of timestream.Stream, a, b world.SectionPos) bool {
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				if !s.R.W.Has(p) || of != timestream.Server && !s.R.W.Sub(of, p).Confirmed {
					return false
				}
			}
		}
	}
	return true
}

// hold sets or clears the Still flag.
func hold(m *world.Motion, still bool) {
	if still {
		m.Flags |= world.Still
	} else {
		m.Flags &^= world.Still
	}
}

func (s *Sim) avatar(slot world.Slot, mark timestream.Time) {
	w := s.R.W
	e := w.Entity(slot)
	of, still := e.Stream, s.still(e)
	if n := s.recall(slot, e, mark); n != nil && still == (e.Motion.Flags&world.Still != 0) {
		s.R.SetMotion(slot, mark, &n.out)
	} else {
		m := e.Motion
		hold(&m, still)
		if s.step(slot, e, &m, mark) {
			s.Pushed++
		}
		s.R.SetMotion(slot, mark, &m)
	}
	if w.Player(of) != nil && !still {
		s.collect(of, w.Entity(slot).Motion.Pos, mark)
	}
}

// void is the height, in position units, below which items and falling blocks are lost.
const void = int64(world.MinY-16) * world.Unit //exact: a constant

// drop is what items and falling blocks have in common: one near an unknown section stands still, one that has fallen
// out of the world is gone, the others fall. It tells whether the entity is at rest on something.
func (s *Sim) drop(slot world.Slot, mark timestream.Time) (rests bool) {
	e := s.R.W.Entity(slot)
	m := e.Motion
	if !s.stray(e, &m) {
		rests = physics.Fall(s.R.W, &world.Kinds[e.Kind], &m)
	}
	s.R.SetMotion(slot, mark, &m)
	if m.Pos[world.AxisY] < void {
		s.R.Kill(slot)
		return false
	}
	return rests
}

// item lets a dropped item fall. At rest it belongs to nobody's time any more, and lies there. One of the server's that stands
// still lies, too, until a section comes near it.
func (s *Sim) item(slot world.Slot, mark timestream.Time) {
	id := s.R.W.Entity(slot).ID
	rests := s.drop(slot, mark)
	e := s.R.W.Entity(slot)
	switch {
	case e.ID != id: // it is gone
		return
	case rests && e.Motion.Vel == (world.Vec{}):
	case s.All && e.Stream == timestream.Server && e.Motion.Flags&world.Still != 0:
	default:
		return
	}
	if e.Stream != timestream.Server {
		s.R.Do(edits.Edit{Kind: edits.SetOwner, ID: e.ID, Stream: timestream.Server, At: mark})
	}
	m := e.Motion
	m.Flags |= world.Rests
	s.R.SetMotion(slot, mark, &m)
}

// stray handles an entity near a section that the owner of its stream does not know: it stands still, and if the
// stream is a client's, the server is told to take it over.
func (s *Sim) stray(e *world.Entity, m *world.Motion) bool {
	still := s.still(e)
	hold(m, still)
	if still && s.All && e.Stream != timestream.Server {
		s.Strays = true
	}
	return still
}
