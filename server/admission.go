package server

import (
	"hash/fnv"
	"net/netip"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/land"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
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

// wallTime returns the time of day in seconds since 1970, 0 if unknown.
func (s *Server) wallTime() int64 {
	if s.cfg.WallClock == nil {
		return 0
	}
	return s.cfg.WallClock() / 1000
}

// entryDenial returns why a principal may not come in, "" if they may.
func (s *Server) entryDenial(conn transport.Conn, w access.Principal) string {
	if isOwner(conn) {
		return ""
	}
	if s.admin.Access.Lists.BindBanKeys(w) { // a banned key stays banned under another name
		s.admin.Access.Save(func(error) {}) // the backend logs what went wrong
	}
	if b := s.admin.Access.Lists.ActiveBan(w, s.banTime()); b != nil {
		return s.bannedText(b.Until, b.Reason)
	}
	if b := s.admin.Access.Lists.ActiveAddressBan(transport.RemoteOf(conn), s.banTime()); b != nil && !s.admin.Access.Lists.IsOperator(w) && !faults.Active(faults.AddressBanIgnored) {
		return s.bannedText(b.Until, b.Reason)
	}
	if s.admin.Access.WhitelistOn(s.cfg.Whitelist) && !s.admin.Access.Lists.Whitelisted(w) {
		return protocol.ReasonNotWhitelisted.String()
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

// banTime returns the date by which bans end in seconds since 1970, 0 if unknown.
func (s *Server) banTime() int64 {
	if s.cfg.BanClock == nil {
		return s.wallTime()
	}
	return s.cfg.BanClock() / 1000
}

// updateRanks gives every player in the world the rank that the access lists give now.
func (s *Server) updateRanks() {
	for _, c := range s.clients.sessions {
		c.rank = s.rankOf(c)
	}
}

func (s *Server) rankOf(c *session) commands.Rank {
	if c.owner || s.admin.Access.Lists.IsOperator(c.principal) {
		return commands.Operator
	}
	return commands.Player
}

// actionDenial returns why an action is refused before the rules of the game are asked: nothing can be stored now, or the player may
// not build there. Done means that it is allowed.
func (s *Server) actionDenial(c *session, a *actions.Action) actions.Refusal {
	if s.cfg.ReadOnly != actions.Done && a.Kind.Persistent() {
		return s.cfg.ReadOnly
	}
	if c.died >= a.LastUpdate && c.died > 0 && (a.Kind.Persistent() || a.Kind == actions.Hit) && !faults.Active(faults.DeadActOn) {
		return actions.Dead
	}
	if a.Kind == actions.Chat && faults.Active(faults.ChatByTheServersClock) {
		if s.clock.mono-c.rates.commandsSince >= 3*time.Second {
			c.rates.commandsSince, c.rates.commandCount = s.clock.mono, 0
		}
		if c.rates.commandCount++; c.rates.commandCount > 6 {
			return actions.ChatTooFast
		}
	}
	if a.Kind == actions.Chat && c.rank < commands.Operator && !actions.IsCommand(a.Text) && s.admin.Access.Lists.ActiveMute(c.principal, s.banTime()) != nil {
		return actions.Muted
	}
	if !a.Kind.ChangesBlocks() || c.rank >= commands.Operator {
		return actions.Done
	}
	if n := int32(s.cfg.SpawnProtection); n > 0 {
		if p := s.spawnPoint(0).Block(); axisDistance(p.X, a.Pos.X) <= n && axisDistance(p.Z, a.Pos.Z) <= n {
			return actions.NearSpawn
		}
	}
	z := a.Pos.Z
	if faults.Active(faults.ClaimsOnTheDiagonal) {
		z = a.Pos.X
	}
	if s.admin.Access.Lists.DeniedBy(c.principal, a.Pos.X, z) != nil && !s.isOwnCairn(c, a.Pos) {
		return actions.Claimed
	}
	return actions.Done
}

// claimant returns the name of who claimed the land at a block where a player may not build; "" if it is nobody's any more.
func (s *Server) claimant(c *session, p world.Pos) string {
	if claim := s.admin.Access.Lists.DeniedBy(c.principal, p.X, p.Z); claim != nil {
		return claim.Owner.Name
	}
	return ""
}

// spawnPoint returns where the i-th player begins.
func (s *Server) spawnPoint(i int) world.Vec {
	if s.admin.Access.Lists.SpawnSet {
		return world.BottomCentre(s.admin.Access.Lists.Spawn)
	}
	return s.cfg.Spawn(i)
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

// tellClaims brings the book of the land, which all clients know, up to the access lists, if these have changed.
func (s *Server) tellClaims() {
	a := &s.admin.Access
	if s.claims.lists == a.Lists && s.claims.version == a.Version && s.claims.count == len(a.Lists.Claims) {
		return
	}
	s.claims = claimsTold{a.Lists, a.Version, len(a.Lists.Claims)}
	var book land.Book
	for i := range a.Lists.Claims {
		c := &a.Lists.Claims[i]
		book.Add(land.Claim{LowX: c.LowX, LowZ: c.LowZ, HighX: c.HighX, HighZ: c.HighZ, Owner: ownerNumber(c.Owner)})
	}
	told := slices.Clone(s.rec.W.Claims().Claims())
	for _, c := range told {
		if _, there := slices.BinarySearchFunc(book.Claims(), c, land.Claim.Compare); !there {
			s.rec.Do(edits.ClaimEdit(c, false))
		}
	}
	for _, c := range book.Claims() {
		s.rec.Do(edits.ClaimEdit(c, true)) // one that is there already does not fit
	}
	s.endTransaction("claims")
}

// claimsTold is the state of the access lists that the book of the land was made of.
type claimsTold struct {
	lists   *access.Lists
	version uint64
	count   int
}

// ownerNumber returns a number for the owner of claims: it tells owners apart, and says nothing of who they are.
func ownerNumber(w access.Principal) uint32 {
	h := fnv.New32a()
	if w.Key != (access.Identity{}) {
		h.Write(w.Key[:])
	} else {
		h.Write([]byte(w.Name))
	}
	return max(1, h.Sum32())
}

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
