package server

import (
	"time"

	"voxtide/edits"
	"voxtide/internal/textline"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// What the host may call between two steps.

// Players appends everybody who is in the world, by stream.
func (s *Server) Players(dst []admin.Player) []admin.Player {
	for _, c := range s.clients.sessions {
		dst = append(dst, s.playerOf(c))
	}
	return dst
}

func (s *Server) playerOf(c *session) admin.Player {
	p := admin.Player{Name: c.name, Stream: c.stream, Principal: c.principal, Cell: s.avatarOf(c).Motion.Pos.Block()}
	if c.link.conn == nil {
		p.Disconnected = s.clock.mono - c.link.lostAt
	}
	return p
}

// Idle reports whether nobody is here, nobody wants to come in, and nothing is being rolled back.
func (s *Server) Idle() bool {
	return len(s.clients.sessions)+len(s.clients.pending)+len(s.rollbacks) == 0
}

// RunCommand executes a line as a command, with or without its slash. The answer comes once, at once or between later steps; it does
// not come if the world ends before.
func (s *Server) RunCommand(by admin.Issuer, line string, answer func(lines []string)) {
	s.admin.Run(by, line, answer)
}

// Broadcast writes a line of the server's into everybody's chat, cut at textline.ChatMax bytes.
func (s *Server) Broadcast(text string) {
	s.rec.Do(edits.Edit{Kind: edits.Chat, Stream: timestream.Server, Text: textline.Clean(text, textline.ChatMax)})
	s.endTransaction("said")
}

// Tell writes a line into one player's chat, cut at textline.ChatMax bytes; nothing happens if that player is not here. A line is
// lost with the update that carries it, as chat is.
func (s *Server) Tell(of timestream.Stream, text string) {
	if c := s.clients.session(of); c != nil {
		c.told.Tell(textline.Clean(text, textline.ChatMax))
	}
}

// Kick ends the session of a player with a reason; false if there is no such player.
func (s *Server) Kick(name, reason string) bool {
	c := s.clients.online[name]
	if c == nil {
		return false
	}
	c.endReason = reason
	return true
}

// ShowPreview shows blocks to a player that are not there, after those shown before or, with clear, in their place. It returns false
// if there is no such player, or no room on the connection: the player sees fewer then.
func (s *Server) ShowPreview(name string, clear bool, cells []protocol.PreviewCell) bool {
	c := s.clients.online[name]
	if c == nil || c.link.conn == nil || !c.told.Welcomed() {
		return false
	}
	for first := true; first || len(cells) > 0; first = false {
		n := min(len(cells), protocol.PreviewMax)
		g := protocol.Preview{Clear: clear && first, Cells: cells[:n]}
		if c.link.conn.Send(transport.Live, protocol.AppendPreview(nil, &g)) != nil {
			return false
		}
		cells = cells[n:]
	}
	return true
}

// FormatHistory implements rollback.Server.
func (s *Server) FormatHistory(q *rollback.Query, found []store.HistoryEntry, own, more bool) []string {
	return s.admin.FormatHistory(q, found, own, more)
}

// FinishClaim implements rollback.Server.
func (s *Server) FinishClaim(q *rollback.Query, blocking *store.HistoryEntry, err error) {
	s.admin.FinishClaim(q, blocking, err)
}

// NameOf returns the name of a player who is or was here.
func (s *Server) NameOf(of timestream.Stream) string { return s.admin.NameOf(of) }

// ReplaceAccess puts other access lists in the place of those that count: somebody edited their files.
func (s *Server) ReplaceAccess(l *access.Lists) {
	l.IndexClaims()
	s.admin.Access.Lists = l
	s.applyRules()
	s.endTransaction("rules")
	s.updateRanks()
}

// AccessVersion grows by one with each change that a command makes to the access lists.
func (s *Server) AccessVersion() uint64 { return s.admin.Access.Version }

// AccessList returns a copy of the access lists that count.
func (s *Server) AccessList() *access.Lists { return s.admin.Access.Lists.Clone() }

// RuntimeConfig is what can be changed of a server that runs: see the fields of Config with these names. All fields count.
type RuntimeConfig struct {
	MOTD                         string
	MaxPlayers, View, UpdateRate int
	Creative, Whitelist          bool
	AnyMethod, PvP, NoLinks      bool
	NoSkins                      bool
	Rules                        world.Rules // PvP stands above
	SpawnProtection              int
	Linger, SaveEvery            time.Duration // 0: as it was
	ItemLifetime                 time.Duration // the same; below 0 for ever
}

// Reconfigure changes the rules. View counts for connections from then on, and Creative for new players. Without AnyMethod sessions
// go back to the server's own method.
func (s *Server) Reconfigure(r RuntimeConfig) {
	c := &s.cfg
	c.AnyMethod, c.NoLinks, c.NoSkins = r.AnyMethod, r.NoLinks, r.NoSkins
	c.PvP, c.Rules = r.PvP, r.Rules
	s.applyRules()
	s.endTransaction("rules")
	c.MOTD, c.Creative, c.Whitelist, c.SpawnProtection = r.MOTD, r.Creative, r.Whitelist, r.SpawnProtection
	c.MaxPlayers, c.UpdateRate = max(1, r.MaxPlayers), max(1, r.UpdateRate)
	c.View = max(1, min(r.View, protocol.ViewDistanceMax))
	for c.View > 1 && subscriptionsMax(c.View, c.ViewY) > protocol.SubscriptionsMax {
		c.View--
	}
	if r.Linger > 0 {
		c.Bounds.Linger = r.Linger
	}
	if r.ItemLifetime != 0 {
		c.ItemLifetime = r.ItemLifetime
	}
	if r.SaveEvery > 0 {
		c.SaveEvery = r.SaveEvery
		s.sections.SaveBy(s.clock.mono + r.SaveEvery)
	}
}
