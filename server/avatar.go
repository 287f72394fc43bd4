package server

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

func (s *Server) transferToServer(of timestream.Stream) {
	s.sim.TransferToServer(of)
	s.sim.NeedsTransfer = false // the server's own stream has nobody to transfer to
	s.endTransaction("hand-over")
}

// noteServerMoved tells the clients that know a body that the server moved it.
func (s *Server) noteServerMoved(id world.EntityID) {
	s.metrics.EntitiesMoved++
	slot := s.rec.W.Find(id)
	if slot == world.NoEntity {
		return
	}
	for _, c := range s.clients.sessions {
		c.told.ServerMoved(slot, id)
	}
}

// noteLifted tells clients of the bodies that were lifted by landing sand.
func (s *Server) noteLifted() {
	for _, id := range s.sim.Lifted {
		s.noteServerMoved(id)
	}
	s.sim.Lifted = s.sim.Lifted[:0]
}

// voidHeight is the height, in position units, below which an avatar has fallen out of the world.
const voidHeight = int64(world.MinY-32) * world.Unit

// rescueFallen brings avatars that fell out of the world back to their spawn point, by an edit of the server's at the stamp of their
// stream. They stand still there until their clients have confirmed the sections around.
func (s *Server) rescueFallen() {
	for _, c := range s.clients.sessions {
		slot := s.rec.W.Find(world.AvatarID(c.stream))
		if slot == world.NoEntity || s.rec.W.Entity(slot).Motion.Pos[world.AxisY] > voidHeight {
			continue
		}
		s.teleportPlayer(c, s.spawnPoint(int(c.stream)-1))
		s.metrics.Rescued++
		s.endTransaction("rescue")
	}
}

// teleportPlayer moves a player's avatar, by an edit of the server's at the stamp of the player's stream. Bodies that the player set
// in motion stay where they are and become the server's.
func (s *Server) teleportPlayer(c *session, to world.Vec) {
	s.releaseBodies(c)
	s.changeMotion(c, func(m *world.Motion) {
		m.Pos, m.Vel, m.BlockedVel = to, world.Vec{}, [2]int64{}
		m.Flags = m.Flags&world.Creative | world.Suspended
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	})
}

// releaseBodies transfers to the server the bodies of a player who is about to be elsewhere.
func (s *Server) releaseBodies(c *session) {
	if !faults.Active(faults.TeleportTakesAlong) {
		s.transferToServer(c.stream)
	}
}

// changeMotion changes the motion of a player's avatar in the server's name, at the stamp of the player's stream.
func (s *Server) changeMotion(c *session, f func(m *world.Motion)) {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return
	}
	e := s.rec.W.Entity(slot)
	m := e.Motion
	f(&m)
	author := s.rec.Author
	s.rec.Author = timestream.Server
	s.rec.SetMotion(slot, e.At, &m)
	s.rec.Author = author
	s.noteServerMoved(e.ID)
}

// avatarOf returns a player's avatar, or the stored one if it is not in the world.
func (s *Server) avatarOf(c *session) *world.Entity {
	if slot := s.rec.W.Find(world.AvatarID(c.stream)); slot != world.NoEntity {
		return s.rec.W.Entity(slot)
	}
	return &c.row.Avatar
}
