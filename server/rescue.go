package server

import (
	"voxtide/timestream"
	"voxtide/world"
)

// lost is the height, in position units, below which an avatar has left the world for good.
const lost = int64(world.MinY-32) * world.Unit

// rescue brings avatars that fell out of the world back to where they began: an edit of the server's own, at the stamp
// of their stream. They stand still there until the sections around have been confirmed.
func (s *Server) rescue() {
	for _, c := range s.sessions {
		slot := s.rec.W.Find(world.AvatarID(c.stream))
		if slot == world.NoSlot || s.rec.W.Entity(slot).Motion.Pos[world.AxisY] > lost {
			continue
		}
		e := s.rec.W.Entity(slot)
		m := e.Motion
		m.Pos, m.Vel, m.Lost = s.cfg.Spawn(int(c.stream)-1), world.Vec{}, [2]int64{}
		m.Flags = m.Flags&world.Creative | world.Still
		author := s.rec.Author
		s.rec.Author = timestream.Server
		s.rec.SetMotion(slot, e.At, &m)
		s.rec.Author = author
		s.metrics.Rescued++
		s.movedBody(e.ID)
		s.transaction("rescue")
	}
}
