package server

import (
	"net/netip"
	"time"

	"voxtide/access"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/transport"
)

// Places. As long as there is one, everybody may have it. When all are taken, who comes has the place of somebody without a
// connection, who comes back to where they were; and newcomers of one source, of whom there is nothing to keep yet, make room where
// they hold more than their share, or for who is known here.
const (
	// lingerIdle is how long a session without a connection stays of which there is nothing to keep and that has done nothing.
	lingerIdle = 5 * time.Second
	// shareLeast is how many places newcomers of one source may hold of a server that is full, at least; else it is a quarter.
	shareLeast = 4
	// operatorsOver is how many operators there may be beyond the bound of players.
	operatorsOver = 8
)

// The reasons with which a place is given to somebody else; clients try again by themselves.
const (
	reasonKnown = protocol.ReasonFull + ": your place went to somebody who has played here before; try again in a moment"
	reasonShare = protocol.ReasonFull + ": many newcomers from your address are here, and your place went to somebody else; try again in a moment"
)

// seat finds a place for somebody who comes, kept their row if they have one; false if there is none.
func (s *Server) seat(conn transport.Conn, w access.Who, kept *row) bool {
	if len(s.sessions) < s.cfg.Players {
		return true
	}
	if c := s.absent(); c != nil && !faults.Active(faults.AbsentKeepPlaces) {
		s.leave(c)
		return true
	}
	over := owner(conn) || s.book.Operator(w)
	known := over || kept != nil && kept.Kept || s.book.Guest(w)
	from := transport.Source(transport.RemoteOf(conn))
	fresh := map[netip.Addr]int{} // newcomers by source
	for _, c := range s.sessions {
		if at := s.newcomerOf(c); at.IsValid() {
			fresh[at]++
		}
	}
	var last *session // of the source with the most: whoever came last
	for _, c := range s.sessions {
		if at := s.newcomerOf(c); at.IsValid() && (last == nil || fresh[at] >= fresh[s.newcomerOf(last)]) {
			last = c
		}
	}
	why := reasonKnown
	if !known {
		why = reasonShare
		if last != nil && (fresh[s.newcomerOf(last)] <= max(shareLeast, s.cfg.Players/4) || fresh[s.newcomerOf(last)] <= fresh[from]+1) {
			last = nil
		}
	}
	if last == nil {
		return over && len(s.sessions) < s.cfg.Players+operatorsOver
	}
	s.metrics.Ended++
	s.cfg.Observe.Session(last.stream, "ended: "+why)
	last.conn.Close(why)
	s.leave(last)
	return true
}

// absent returns the session whose place is given up first, nil if all have connections: first those of which there is nothing to
// keep, of these whoever has been without one for the longest.
func (s *Server) absent() (first *session) {
	for _, c := range s.sessions {
		if c.conn != nil {
			continue
		}
		if first == nil || first.row.Kept && !c.row.Kept || first.row.Kept == c.row.Kept && c.lost < first.lost {
			first = c
		}
	}
	return first
}

// newcomerOf returns the source of a newcomer: of a player with a connection of whom there is nothing to keep yet and who has no right
// here; the zero value of anybody else, and of who plays within the process.
func (s *Server) newcomerOf(c *session) netip.Addr {
	if c.conn == nil || c.row.Kept || c.owner || s.book.Guest(c.who) {
		return netip.Addr{}
	}
	return transport.Source(transport.RemoteOf(c.conn))
}

// lingers returns how long a session stays without a connection.
func (s *Server) lingers(c *session) time.Duration {
	if !c.acted && !c.row.Kept {
		return min(lingerIdle, s.cfg.Bounds.Linger)
	}
	return s.cfg.Bounds.Linger
}

// giveWay returns which stranger makes room for another one, -1 for none: the first silent one of the source with the most of them, if
// these are more than those of whoever comes, or else the first that has been silent for joinGrace.
func (s *Server) giveWay(from netip.Addr) int {
	by, first := map[netip.Addr]int{}, map[netip.Addr]int{}
	late := -1
	for i, st := range s.strange {
		if st.join != nil {
			continue
		}
		at := transport.Source(transport.RemoteOf(st.conn))
		if by[at]++; by[at] == 1 {
			first[at] = i
		}
		if late < 0 && s.mono-st.since > joinGrace {
			late = i
		}
	}
	if late >= 0 {
		return late
	}
	most := netip.Addr{}
	for _, st := range s.strange { // in order of coming, so that the outcome depends on no map
		if at := transport.Source(transport.RemoteOf(st.conn)); at.IsValid() && by[at] > by[most] || !most.IsValid() {
			most = at
		}
	}
	if most.IsValid() && by[most] > by[from]+1 {
		return first[most]
	}
	return -1
}
