package server

import (
	"cmp"
	"fmt"
	"net/netip"
	"time"

	"voxtide/commands"
	"voxtide/internal/faults"
	"voxtide/internal/playername"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
)

// ownedConn is a connection from within the server's own process, of the player who runs it.
type ownedConn interface{ Owner() bool }

func identityOf(conn transport.Conn) access.Identity {
	return access.Identity(transport.IdentityOf(conn))
}

// originOf returns from where a connection comes.
func originOf(conn transport.Conn) access.Origin {
	return access.Origin{Address: transport.RemoteOf(conn).Unmap().WithZone(""), Key: identityOf(conn)}
}

// Origin returns from where a player who is in the world comes now.
func (s *Server) Origin(of timestream.Stream) (from access.Origin) {
	if c := s.clients.session(of); c != nil && c.link.conn != nil {
		from = originOf(c.link.conn)
	}
	return from
}

func isOwner(conn transport.Conn) bool {
	c, ok := conn.(ownedConn)
	return ok && c.Owner()
}

// entryDenial returns why a principal may not come in, "" if they may.
func (s *Server) entryDenial(conn transport.Conn, w access.Principal) string {
	if isOwner(conn) {
		return ""
	}
	if s.admin.Access.Lists.BindBanKeys(w) { // a banned key stays banned under another name
		s.admin.Access.Save(func(error) {}) // the backend logs what went wrong
	}
	if why := s.banText(w, conn); why != "" {
		return why
	}
	if s.admin.Access.WhitelistOn(s.cfg.Whitelist) && !s.admin.Access.Lists.Whitelisted(w) {
		return protocol.ReasonNotWhitelisted.String()
	}
	return ""
}

// banText says to a principal who is banned, by name, key or the address of a connection (nil: none), for how long and why; "" if they are not.
func (s *Server) banText(w access.Principal, conn transport.Conn) string {
	l, now := s.admin.Access.Lists, s.banTime()
	if b := l.ActiveBan(w, now); b != nil {
		return s.bannedText(b.Until, b.Reason)
	}
	if conn == nil || l.IsOperator(w) || faults.Active(faults.AddressBanIgnored) {
		return ""
	}
	if b := l.ActiveAddressBan(transport.RemoteOf(conn), now); b != nil {
		return s.bannedText(b.Until, b.Reason)
	}
	return ""
}

// bannedText says to somebody who is banned for how long and why.
func (s *Server) bannedText(until int64, reason string) string {
	text := protocol.ReasonBanned.String()
	if until != 0 {
		text += " for another " + commands.FormatDuration(max(60, (until-s.banTime()+59)/60*60))
	}
	if reason != "" {
		text += ": " + reason
	}
	return text
}

// updateRanks gives every player in the world the rank that the access lists give now, and notes who is accepted.
func (s *Server) updateRanks() {
	for _, c := range s.clients.sessions {
		c.rank, c.accepted = s.rankOf(c), s.admin.Access.Lists.IsAccepted(c.principal)
		c.watches.sees = s.mayGive(c, commandVanish)
	}
}

func (s *Server) rankOf(c *session) commands.Rank {
	if c.owner || s.admin.Access.Lists.IsOperator(c.principal) {
		return commands.Operator
	}
	return commands.Player
}

// nameProblem returns why a new player cannot have a name, "" if they can: it must be readable, and not a name of the server.
func nameProblem(name string) string {
	if why := playername.Reject(name); why != "" {
		return why
	}
	fold, look := playername.Keys(name)
	for _, own := range reservedNames {
		if f, l := playername.Keys(own); f == fold || l == look {
			return reasonServerName
		}
	}
	return ""
}

// reservedNames are the names that chat gives to the server and its console.
var reservedNames = [...]string{"server", "the server", "console", "the console"}

// The reasons for which a name may not be used; protocol.ReasonNameInvalid recognizes them by their beginning.
const (
	reasonServerName = "a name is not that of the server"
	reasonWordInName = "a name holds no word that is not said here"
	reasonLookalike  = "a name must not look like another: "
)

// claimNewName takes a name that has no row for a new player. It returns why the name cannot be taken, "" if it is. Readers must not
// take it for another name, and the names that one source may add are bounded; players whom the access lists name are not counted.
func (s *Server) claimNewName(conn transport.Conn, name string) (why string) {
	who := access.Principal{Name: name, Key: identityOf(conn)}
	other := s.roster.Lookalike(name)
	if other == "" {
		other = s.cfg.Worlds.Lookalike(s.cfg.WorldName, name)
	}
	if other != "" {
		if r := s.roster.Find(other); r != nil && who.Key != (access.Identity{}) && access.Identity(r.Key) == who.Key {
			return fmt.Sprintf("%syou have played here as %s: come under that name, or one that nobody takes for it", reasonLookalike, other)
		}
		return fmt.Sprintf("%s%s plays here already: take one that nobody takes for it", reasonLookalike, other)
	}
	if isOwner(conn) || s.admin.Access.Lists.Whitelisted(who) {
		return ""
	}
	if w := s.cfg.Policy.Words; w != nil && w.Find(name) != "" {
		return reasonWordInName
	}
	if wait, ok := s.nameQuota.Take(quotaSource(conn), s.clock.mono); !ok {
		return fmt.Sprintf("%s, which you may share: try again in %d min, or ask an operator of this server for \"whitelist add\" and your name", protocol.ReasonNewNames, 1+int(wait/time.Minute))
	}
	return ""
}

// quotaSource returns the source whose quota a connection's new name counts for, the zero value for none.
func quotaSource(conn transport.Conn) netip.Addr {
	at := transport.Source(transport.RemoteOf(conn))
	if at.IsLoopback() {
		return netip.Addr{}
	}
	return at
}

// EntryObserver is an Observer that is told who is not let in.
type EntryObserver interface {
	// Rejected reports a connection that was not let in: from where, under which name ("" if it had not said), and why.
	Rejected(from access.Origin, name, reason string)
}

// reject closes a connection that is not let in; name is what it asked to be called, "" if it had not said.
func (s *Server) reject(c transport.Conn, name, reason string) {
	if o, ok := s.cfg.Observer.(EntryObserver); ok {
		o.Rejected(originOf(c), name, reason)
	}
	s.metrics.SessionsEnded++
	s.metrics.Rejected[rejectReasonOf(reason)]++
	c.Close(reason)
}

// While there is room, everybody may come in. When the server is full, a player who comes takes the place of a session without a
// connection; it comes back to where it was. Newcomers from one source, of whom there is nothing to keep yet, make room if they hold
// more than their share, or for a player who is known here.
const (
	// minSourceShare is how many places of a full server newcomers from one source may always hold; beyond it they may hold a quarter.
	minSourceShare = 4
)

// The reasons told to a player whose place goes to another; clients try again by themselves.
var (
	reasonYielded     = protocol.ReasonFull.With("your place went to somebody who has played here before; try again in a moment")
	reasonSourceShare = protocol.ReasonFull.With("many newcomers from your address are here, and your place went to somebody else; try again in a moment")
)

// occupied returns how many places of the process are taken.
func (s *Server) occupied() int {
	return len(s.clients.sessions) + s.cfg.Worlds.Sessions(s.cfg.WorldName)
}

// makeRoom makes room for a player who comes, whose row is kept (nil for a new name); false if there is none.
func (s *Server) makeRoom(conn transport.Conn, w access.Principal, kept *store.PlayerRow) bool {
	if s.occupied() < s.cfg.MaxPlayers || s.clients.expects(w.Name, s.clock.mono) {
		return true
	}
	if c := s.firstDisconnected(); c != nil && !faults.Active(faults.AbsentPlayersKeepPlaces) {
		s.leave(c)
		return true
	}
	over := isOwner(conn) || s.admin.Access.Lists.HasSlot(w, s.banTime())
	if extra := cmp.Or(s.cfg.Policy.ReservedSlots, access.ReservedSlotsUsual); over && s.occupied() < s.cfg.MaxPlayers+max(0, extra) {
		return true
	}
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
		return false
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

// queueAskEvery is how often a connection in the queue is judged again and told where it is.
const queueAskEvery = time.Second

// queueTurn reports whether a pending connection is to be judged in this step: one in the queue when there may be room for it, and now and then.
func (s *Server) queueTurn(st *pendingConn) bool {
	if st.seat == nil || s.clock.mono >= st.askAt {
		return true
	}
	free := s.occupied() < s.cfg.MaxPlayers || s.firstDisconnected() != nil
	return free && s.clients.queue.First(st.principal())
}

// principal returns who asks to come in; the join must have been received.
func (st *pendingConn) principal() access.Principal {
	return access.Principal{Name: st.join.Name, Key: identityOf(st.conn)}
}

// mayEnter reports whether it is the turn of a player who asks to come in, or somebody who need not wait.
func (s *Server) mayEnter(conn transport.Conn, w access.Principal) bool {
	return s.clients.queue.First(w) || isOwner(conn) || s.clients.expects(w.Name, s.clock.mono) || s.admin.Access.Lists.HasSlot(w, s.banTime())
}

// enqueue lets a player who finds no room wait, and tells him where he is; it reports whether he waits. Otherwise he is rejected.
func (s *Server) enqueue(st *pendingConn, w access.Principal) bool {
	q := &s.clients.queue
	if st.seat == nil {
		if st.seat = q.Take(w, s.cfg.Policy.Queue); st.seat == nil {
			why := protocol.ReasonFull.String()
			if n := q.Len(); n > 0 {
				why = protocol.ReasonFull.With(fmt.Sprintf("%d players wait already, as many as may; try again later", n))
			}
			s.reject(st.conn, w.Name, why)
			return false
		}
		for _, o := range s.clients.pending { // an older connection of the same player gives way
			if o != st && o.seat == st.seat {
				o.seat = nil
				o.conn.Close(protocol.ReasonElsewhere.String())
			}
		}
		s.metrics.Queued++
	}
	p, news := q.News(st.seat)
	if news || s.clock.mono >= st.askAt {
		st.conn.Send(transport.Live, protocol.AppendQueued(nil, protocol.Queued{Place: p.Number, Of: p.Of})) // a lane without room is told the next time
	}
	st.askAt = s.clock.mono + queueAskEvery
	return true
}

// leaveQueue ends the waiting of a connection for good: it comes in, or may not.
func (s *Server) leaveQueue(st *pendingConn) {
	if st.seat != nil {
		s.clients.queue.Leave(st.seat)
		st.seat = nil
	}
}
