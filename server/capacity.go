package server

import (
	"net/netip"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/transport"
)

// While there is room, everybody may come in. When the server is full, a player who comes takes the place of a session without a
// connection; it comes back to where it was. Newcomers from one source, of whom there is nothing to keep yet, make room if they hold
// more than their share, or for a player who is known here.
const (
	// minSourceShare is how many places of a full server newcomers from one source may always hold; beyond it they may hold a quarter.
	minSourceShare = 4
	// extraOperators is how many operators may come in beyond Config.MaxPlayers.
	extraOperators = 8
)

// The reasons told to a player whose place goes to another; clients try again by themselves.
var (
	reasonYielded     = protocol.ReasonFull.With("your place went to somebody who has played here before; try again in a moment")
	reasonSourceShare = protocol.ReasonFull.With("many newcomers from your address are here, and your place went to somebody else; try again in a moment")
)

// makeRoom makes room for a player who comes, whose row is kept (nil for a new name); false if there is none.
func (s *Server) makeRoom(conn transport.Conn, w access.Principal, kept *store.PlayerRow) bool {
	if len(s.clients.sessions) < s.cfg.MaxPlayers {
		return true
	}
	if c := s.firstDisconnected(); c != nil && !faults.Active(faults.AbsentPlayersKeepPlaces) {
		s.leave(c)
		return true
	}
	over := isOwner(conn) || s.admin.Access.Lists.IsOperator(w)
	known := over || kept != nil && kept.Persistent || s.admin.Access.Lists.Whitelisted(w)
	from := transport.Source(transport.RemoteOf(conn))
	fresh := map[netip.Addr]int{} // newcomers by source
	for _, c := range s.clients.sessions {
		if at := s.newcomerSource(c); at.IsValid() {
			fresh[at]++
		}
	}
	var last *session // the latest newcomer of the source with the most
	for _, c := range s.clients.sessions {
		if at := s.newcomerSource(c); at.IsValid() && (last == nil || fresh[at] >= fresh[s.newcomerSource(last)]) {
			last = c
		}
	}
	why := reasonYielded
	if !known {
		why = reasonSourceShare
		if last != nil && (fresh[s.newcomerSource(last)] <= max(minSourceShare, s.cfg.MaxPlayers/4) || fresh[s.newcomerSource(last)] <= fresh[from]+1) {
			last = nil
		}
	}
	if last == nil {
		return over && len(s.clients.sessions) < s.cfg.MaxPlayers+extraOperators
	}
	s.metrics.SessionsEnded++
	s.cfg.Observer.Session(last.stream, SessionEnded, why)
	last.link.conn.Close(why)
	s.leave(last)
	return true
}

// firstDisconnected returns the session without a connection that gives its place up first, nil if there is none: a session of which
// there is nothing to keep, then the one that has been disconnected the longest.
func (s *Server) firstDisconnected() (first *session) {
	for _, c := range s.clients.sessions {
		if c.link.conn != nil {
			continue
		}
		if first == nil || first.row.Persistent && !c.row.Persistent || first.row.Persistent == c.row.Persistent && c.link.lostAt < first.link.lostAt {
			first = c
		}
	}
	return first
}

// newcomerSource returns the source of a connected player of whom there is nothing to keep yet and who has no right here; the zero
// value for everybody else, and for players within the process.
func (s *Server) newcomerSource(c *session) netip.Addr {
	if c.link.conn == nil || c.row.Persistent || c.owner || s.admin.Access.Lists.Whitelisted(c.principal) {
		return netip.Addr{}
	}
	return transport.Source(transport.RemoteOf(c.link.conn))
}
