package server

import (
	"voxtide/faults"
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
		s.bring(c, s.start(int(c.stream)-1))
		s.metrics.Rescued++
		s.transaction("rescue")
	}
}

// bring puts a player's avatar somewhere else: an edit of the server's own, at the stamp of the player's stream. What the player
// set in motion stays where it is, as the server's.
func (s *Server) bring(c *session, to world.Vec) {
	s.leaveBehind(c)
	s.change(c, func(m *world.Motion) {
		m.Pos, m.Vel, m.Lost = to, world.Vec{}, [2]int64{}
		m.Flags = m.Flags&world.Creative | world.Still
		m.DigBlock, m.DigPos, m.DigAt = world.Air, world.Pos{}, 0
	})
}

// leaveBehind hands over what a player who is about to be elsewhere has set in motion.
func (s *Server) leaveBehind(c *session) {
	if !faults.Active(faults.TeleportTakesAlong) {
		s.handOver(c.stream)
	}
}

// change changes the motion of a player's avatar, on the server's own account, at the stamp of the player's stream.
func (s *Server) change(c *session, f func(m *world.Motion)) {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return
	}
	e := s.rec.W.Entity(slot)
	m := e.Motion
	f(&m)
	author := s.rec.Author
	s.rec.Author = timestream.Server
	s.rec.SetMotion(slot, e.At, &m)
	s.rec.Author = author
	s.movedBody(e.ID)
}
