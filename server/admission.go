package server

import (
	"cmp"
	"net/netip"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/faults"
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

// banTime returns the date by which bans end in seconds since 1970, 0 if unknown.
func (s *Server) banTime() int64 {
	if s.cfg.BanClock == nil {
		return s.wallTime()
	}
	return s.cfg.BanClock() / 1000
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
	if says(a) && c.rank < commands.Operator && s.admin.Access.Lists.ActiveMute(c.principal, s.banTime()) != nil {
		return actions.Muted
	}
	if c.watches.frozen && !a.Kind.Unmetered() && a.Kind != actions.Chat && (a.Kind.Persistent() || a.Kind == actions.Hit || s.clock.mono-c.watches.since > freezeGrace) &&
		!(a.Kind == actions.SetKeys && a.Keys == 0) {
		return actions.Frozen
	}
	if says(a) && a.Kind != actions.WriteSign && s.isUnseen(c) {
		return actions.Vanished
	}
	if why := s.newcomerDenial(c, a); why != actions.Done {
		return why
	}
	if why := s.wordDenial(c, a); why != actions.Done {
		return why
	}
	if !a.Kind.ChangesBlocks() || a.Kind.OpenToAll() || c.rank >= commands.Operator {
		return actions.Done
	}
	if n := int32(s.cfg.SpawnProtection); n > 0 {
		if p := s.spawnPoint(0).Block(); axisDistance(p.X, a.Pos.X) <= n && axisDistance(p.Z, a.Pos.Z) <= n {
			return actions.NearSpawn
		}
	}
	at := a.Pos
	if faults.Active(faults.ClaimsOnTheDiagonal) {
		at.Z = a.Pos.X
	}
	if may, claim := s.admin.Access.Lists.MayChange(c.principal, at, a.Kind.OnlyUses()); may || s.isOwnCairn(c, a.Pos) {
		return actions.Done
	} else if claim == nil {
		return actions.RegionProtected
	}
	return actions.Claimed
}

// says reports whether others read or see what a player does by it: a line of the chat, what stands on a sign, a gesture.
func says(a *actions.Action) bool {
	switch a.Kind {
	case actions.Chat:
		return !actions.IsCommand(a.Text)
	case actions.WriteSign, actions.MakeEmote:
		return !faults.Active(faults.MutedOnSigns)
	}
	return false
}

// WordObserver is an Observer that is told of texts with words that are not to be said here.
type WordObserver interface {
	// Worded reports a text of a player: what it was to be ("line", "sign"), with the first such word, and whether it was refused or shown with
	// stars. text is "" for what is for one player alone.
	Worded(player, what, word, text string, refused bool)
}

// wordDenial looks for words in what a player says. What stands on a sign is refused, as the client has written it there already; a line is shown
// with stars, where the settings say so.
func (s *Server) wordDenial(c *session, a *actions.Action) actions.Refusal {
	p := &s.cfg.Policy
	if p.Words == nil || a.Text == "" || !says(a) || faults.Active(faults.WordsSaid) {
		return actions.Done
	}
	word := p.Words.Find(a.Text)
	if word == "" || s.mayGive(c, commandWords) {
		return actions.Done
	}
	what, refused := "line", p.RefuseWords
	if a.Kind == actions.WriteSign {
		what, refused = "sign", true
	}
	if o, ok := s.cfg.Observer.(WordObserver); ok {
		o.Worded(c.name, what, word, a.Text, refused)
	}
	if refused {
		return actions.Worded
	}
	a.Text, _ = p.Words.Mask(a.Text)
	return actions.Done
}

// commandWords is the command that gives the right to say what others may not.
const commandWords = "words"

// isNew reports whether a player is new here, for whom the policy has limits.
func (s *Server) isNew(c *session) bool {
	return c.rank < commands.Operator && s.cfg.Policy.IsNew(time.Duration(c.row.PlayTime)*time.Microsecond, c.row.HasBuilt, c.accepted)
}

// newcomerDenial returns why an action is refused to a player who is new here.
func (s *Server) newcomerDenial(c *session, a *actions.Action) actions.Refusal {
	if s.cfg.Policy.Newcomers == access.NewcomersAll || !s.isNew(c) || faults.Active(faults.NewcomersFree) {
		return actions.Done
	}
	if s.cfg.Policy.Newcomers == access.NewcomersAsked {
		if says(a) || a.Kind.Persistent() || a.Kind == actions.Hit {
			return actions.NotAccepted
		}
		return actions.Done
	}
	if says(a) && access.HasLink(a.Text) {
		return actions.TooNew
	}
	if a.Kind == actions.Place {
		if p := s.rec.W.Player(c.stream); p != nil && actions.Placed(p.Held()).Class() == world.ClassLava {
			return actions.TooNew
		}
	}
	return actions.Done
}

// greetNewcomer tells a player who has to be accepted so, and those who can do it.
func (s *Server) greetNewcomer(c *session) {
	if s.cfg.Policy.Newcomers != access.NewcomersAsked || !s.isNew(c) {
		return
	}
	s.Tell(c.stream, "You can look around. To build and to speak here, somebody who runs this server has to accept you first: they are told.")
	for _, o := range s.clients.sessions {
		if o.rank >= commands.Operator || s.admin.MayGive(o.principal, "accept") {
			s.Tell(o.stream, c.name+" is new here, and may do nothing yet: /accept "+c.name)
		}
	}
}

// claimant returns the name of who claimed the land at a block where a player may not build; "" if it is nobody's any more.
func (s *Server) claimant(c *session, p world.Pos) string {
	if claim := s.admin.Access.Lists.DeniedBy(c.principal, p); claim != nil {
		return claim.HolderAt(p).Name
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

// mayGive reports whether a player may give a command for operators.
func (s *Server) mayGive(c *session, command string) bool {
	if c.rank >= commands.Operator {
		return true
	}
	l := s.admin.Access.Lists
	if r := l.Role(access.PlayerRole); l.ActiveHolder(c.principal, s.banTime()) == nil && (r == nil || len(r.May) == 0) {
		return false // most players
	}
	return s.admin.MayGive(c.principal, command)
}
