package server

import (
	"errors"
	"net/netip"
	"slices"
	"time"

	"voxtide/internal/playername"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/transport"
)

// Accept takes over a connection, which then has to join.
func (s *Server) Accept(c transport.Conn) {
	if s.clock.stopped {
		c.Close(protocol.ReasonStopping.String())
		return
	}
	if len(s.clients.pending) >= pendingMax+s.clients.queue.Len() {
		i := s.pendingToEvict(transport.Source(transport.RemoteOf(c)))
		if i < 0 {
			s.reject(c, "", protocol.ReasonFull.String())
			return
		}
		s.reject(s.clients.pending[i].conn, "", protocol.ReasonFull.String())
		s.clients.pending = slices.Delete(s.clients.pending, i, i+1)
	}
	s.clients.pending = append(s.clients.pending, &pendingConn{conn: c, since: s.clock.mono})
}

const (
	// pendingMax bounds connections that have not joined, so that a client that only connects keeps nobody out. Another connection
	// replaces the oldest one that has sent nothing for joinGrace, or one of a source that has more of them than its own; if there is
	// none, it is rejected.
	pendingMax = 64
)

const (
	joinGrace = time.Second
)

const (
	// joinWait is how long a connection may take to join.
	joinWait = 10 * time.Second
)

// receive handles everything that has arrived, from pending connections first.
func (s *Server) receive() {
	s.clients.queue.Expire(s.clock.mono)
	rest := s.clients.pending[:0]
	for _, st := range s.clients.pending {
		if s.receivePending(st) {
			rest = append(rest, st)
		} else if st.seat != nil {
			s.clients.queue.Lose(st.seat, s.clock.mono) // one that came in, or may not, has left it
		}
	}
	clear(s.clients.pending[len(rest):])
	s.clients.pending = rest
	for _, c := range s.clients.sessions {
		if c.link.conn != nil {
			s.receiveSession(c)
		}
	}
}

// receivePending handles what a pending connection sent; false when it is pending no longer.
func (s *Server) receivePending(st *pendingConn) bool {
	for range receiveMax {
		if st.join != nil {
			if !s.queueTurn(st) {
				break
			}
			if !s.join(st) {
				return false
			}
			break
		}
		m, ok := st.conn.Receive()
		if !ok {
			break
		}
		switch {
		case m.Kind == transport.KindMessage && m.Lane == transport.Live:
			if !s.readJoin(st, m.Data) {
				return false
			}
		case m.Kind == transport.KindValue:
			if _, ok := s.replyPong(st.conn, &m); ok {
				continue
			}
			fallthrough
		default:
			s.reject(st.conn, "", "join first")
			return false
		}
	}
	if _, closed := st.conn.Closed(); closed {
		return false
	}
	if st.seat == nil && s.clock.mono-st.since > joinWait {
		s.reject(st.conn, "", protocol.ReasonTimeout.String())
		return false
	}
	st.conn.Flush()
	return true
}

// pendingToEvict returns which pending connection makes room for another from a source, -1 if none does: the first that has sent
// nothing for joinGrace, or else the first silent one of the source with the most of them, if that has more than the source of the
// other.
func (s *Server) pendingToEvict(from netip.Addr) int {
	by, first := map[netip.Addr]int{}, map[netip.Addr]int{}
	late := -1
	for i, st := range s.clients.pending {
		if st.join != nil {
			continue
		}
		at := transport.Source(transport.RemoteOf(st.conn))
		if by[at]++; by[at] == 1 {
			first[at] = i
		}
		if late < 0 && s.clock.mono-st.since > joinGrace {
			late = i
		}
	}
	if late >= 0 {
		return late
	}
	most := netip.Addr{}
	for _, st := range s.clients.pending { // in order of arrival, so that the outcome does not depend on the order of a map
		if at := transport.Source(transport.RemoteOf(st.conn)); at.IsValid() && by[at] > by[most] || !most.IsValid() {
			most = at
		}
	}
	if most.IsValid() && by[most] > by[from]+1 {
		return first[most]
	}
	return -1
}

// readJoin parses a pending connection's first message; false if it is not a join.
func (s *Server) readJoin(st *pendingConn, data []byte) bool {
	r := wire.NewReader(data)
	if r.Byte() != protocol.MsgJoin {
		s.reject(st.conn, "", "join first")
		return false
	}
	j, err := protocol.ReadJoin(&r)
	switch {
	case errors.Is(err, protocol.ErrVersion):
		s.reject(st.conn, "", protocol.ReasonVersion.String())
		return false
	case errors.Is(err, protocol.ErrTables):
		s.reject(st.conn, "", protocol.ReasonTables.String())
		return false
	case err != nil:
		s.reject(st.conn, "", "malformed join")
		return false
	}
	if s.routeJoin(st.conn, &j) {
		return false
	}
	return s.acceptJoin(st, &j)
}

// acceptJoin takes the join of a pending connection; false if its name cannot be used.
func (s *Server) acceptJoin(st *pendingConn, j *protocol.Join) bool {
	if s.roster.Find(j.Name) == nil {
		j.Name = playername.Normalize(j.Name)
	}
	if s.roster.Find(j.Name) == nil { // names that are older than these rules stay valid
		if why := nameProblem(j.Name); why != "" {
			s.reject(st.conn, j.Name, why)
			return false
		}
	}
	st.join = j
	return true
}

// Adopt implements worlds.World.
func (o oneOfWorlds) Adopt(conn transport.Conn, j *protocol.Join) {
	if o.clock.stopped {
		conn.Close(protocol.ReasonReopening.String())
		return
	}
	if len(o.clients.pending) >= pendingMax+o.clients.queue.Len() {
		o.reject(conn, j.Name, protocol.ReasonFull.String())
		return
	}
	st := &pendingConn{conn: conn, since: o.clock.mono}
	if o.acceptJoin(st, j) {
		o.clients.pending = append(o.clients.pending, st)
	}
	if o.cfg.Wake != nil {
		o.cfg.Wake()
	}
}
