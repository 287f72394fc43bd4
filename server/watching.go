package server

import (
	"time"

	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// A body that is unseen is told to those alone who may be unseen themselves, and in nobody's way. Who watches another player is told the land and the
// bodies around that one, and shows them through its eyes; the own body stays where it is, unseen meanwhile.

const (
	// commandVanish and commandSpectate are the commands that let a player be unseen, and watch others.
	commandVanish   = "vanish"
	commandSpectate = "spectate"
	// sightSteps is after how many steps it is looked at whether a player may still do so: what a role allows may end by itself.
	sightSteps = 32
)

// watch has a session watch the player of a stream; 0: nobody any more.
func (s *Server) watch(c *session, of timestream.Stream) {
	if of == c.watches.stream {
		return
	}
	if c.watches.stream == 0 {
		c.watches.unseen = s.isUnseen(c)
		s.setUnseen(c, true)
	}
	if of == 0 && !c.watches.unseen {
		s.setUnseen(c, false)
	}
	c.watches.stream, c.watches.told = of, false
	c.area.restart()
}

// updateSight tells clients whom they watch, and looks whether they may.
func (s *Server) updateSight() {
	for _, c := range s.clients.sessions {
		w := &c.watches
		if (uint64(s.metrics.Steps)+uint64(c.stream))%sightSteps == 0 {
			w.sees = s.mayGive(c, commandVanish)
			if s.isUnseen(c) && w.stream == 0 && !w.sees {
				s.setUnseen(c, false)
				c.tell("You may not be vanished any more: everybody sees you.")
			}
			if w.stream != 0 && !s.mayGive(c, commandSpectate) {
				s.watch(c, 0)
			}
		}
		if w.stream != 0 {
			if o := s.clients.session(w.stream); o == nil || !s.visibleTo(o, c) {
				s.watch(c, 0)
				c.tell("Whom you watched is gone.")
			}
		}
		s.updateIgnored(c)
		c.told.SetSight(replication.Sight{Watches: w.stream, Unseen: w.sees, Ignored: w.ignored})
		if !w.told && c.link.conn != nil && c.told.Welcomed() {
			s.receiving.buf = protocol.AppendWatch(s.receiving.buf[:0], protocol.Watch{Stream: c.shown()})
			w.told = c.link.conn.Send(transport.Live, s.receiving.buf) == nil
		}
	}
	if len(s.rec.Log) > 0 {
		s.endTransaction("sight")
	}
}

// updateIgnored brings whom a player ignores up to the access lists, if these have changed.
func (s *Server) updateIgnored(c *session) {
	a, w := &s.admin.Access, &c.watches
	if w.version == a.Version+1 {
		return
	}
	w.version, w.ignored = a.Version+1, nil
	p := a.Lists.Personal(c.principal)
	if p == nil {
		return
	}
	for _, name := range p.Ignored {
		if r := s.roster.Find(name); r != nil {
			w.ignored = append(w.ignored, r.Stream)
		}
	}
}

// freezeGrace is how long a frozen player may go on with what the client did before it knew.
const freezeGrace = 2 * time.Second

// freeze lets a player do nothing but look and speak, or everything again. The client is told to take no keys, so an honest one is corrected for
// nothing but the stop itself; what another one sends is refused.
func (s *Server) freeze(c *session, on bool) {
	if delete(s.clients.frozen, c.name); on {
		s.clients.frozen[c.name] = true
		s.watch(c, 0)
	}
	c.watches.frozen, c.watches.since, c.watches.told = on, s.clock.mono, false
	s.changeMotion(c, func(m *world.Motion) {
		m.Keys, m.BreakingBlock, m.BreakingPos, m.BreakingSince = 0, world.Air, world.Pos{}, 0
	})
}

// shown returns around whom the client is to show the world: the own player's stream says that the body takes no keys.
func (c *session) shown() timestream.Stream {
	if c.watches.stream == 0 && c.watches.frozen {
		return c.stream
	}
	return c.watches.stream
}

// setUnseen lets the body of a session be unseen, or seen again.
func (s *Server) setUnseen(c *session, unseen bool) {
	s.changeMotion(c, func(m *world.Motion) {
		if m.Flags &^= world.Unseen; unseen {
			m.Flags |= world.Unseen
		}
	})
}
