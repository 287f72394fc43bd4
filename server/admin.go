package server

import (
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// What whoever runs a server may ask for between two steps.

// Guest is a player who is in the world.
type Guest struct {
	Name   string
	Stream timestream.Stream
	At     world.Pos     // of the feet
	Lost   time.Duration // without a connection; 0 with one
}

// Guests appends those who are in the world, in the order in which their names first came.
func (s *Server) Guests(dst []Guest) []Guest {
	for _, c := range s.sessions {
		g := Guest{Name: c.name, Stream: c.stream}
		if slot := s.rec.W.Find(world.AvatarID(c.stream)); slot != world.NoSlot {
			g.At = s.rec.W.Entity(slot).Motion.Pos.Block()
		}
		if c.conn == nil {
			g.Lost = s.mono - c.lost
		}
		dst = append(dst, g)
	}
	return dst
}

// Idle tells whether nobody is here, nobody wants to come in, and nothing is being rolled back.
func (s *Server) Idle() bool { return len(s.sessions)+len(s.strange)+len(s.rolls) == 0 }

// Say lets the server say a line to all, cut at edits.TextMax bytes.
func (s *Server) Say(text string) {
	s.rec.Do(edits.Edit{Kind: edits.Chat, Stream: timestream.Server, Text: edits.Line(text, edits.TextMax)})
	s.transaction("said")
}

// Kick ends the session of a player with a reason; false if there is no such player.
func (s *Server) Kick(name, reason string) bool {
	c := s.names[name]
	if c == nil {
		return false
	}
	c.failed = reason
	return true
}

// Show lets a player see blocks that are not there, after those shown before or, with clear, in their place. False if there
// is no such player, or no room on the way to them: they see less then.
func (s *Server) Show(name string, clear bool, cells []protocol.Ghost) bool {
	c := s.names[name]
	if c == nil || c.conn == nil || !c.greeted {
		return false
	}
	for first := true; first || len(cells) > 0; first = false {
		n := min(len(cells), protocol.GhostsMax)
		g := protocol.Ghosts{Clear: clear && first, Cells: cells[:n]}
		if c.conn.Send(transport.Live, protocol.AppendGhosts(nil, &g)) != nil {
			return false
		}
		cells = cells[n:]
	}
	return true
}

// Frozen returns why nothing can be kept now, Done if it can.
func (s *Server) Frozen() actions.Refusal { return s.cfg.Frozen }

// Loaded returns the number of sections in memory.
func (s *Server) Loaded() int { return s.rec.W.SectionCount() }
