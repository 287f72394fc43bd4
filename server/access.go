package server

import (
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/commands"
	"voxtide/faults"
	"voxtide/transport"
	"voxtide/world"
)

// The reasons with which people are turned away at the door, for people to read.
const (
	reasonGuests = "only guests of this server may come in: ask whoever runs it"
	reasonBanned = "banned"
)

// owned is a connection of whoever runs the server, in the same process.
type owned interface{ Owner() bool }

func identity(conn transport.Conn) access.Identity {
	return access.Identity(transport.IdentityOf(conn))
}

func owner(conn transport.Conn) bool {
	c, ok := conn.(owned)
	return ok && c.Owner()
}

// wall returns the time of day, in seconds since 1970, 0 if nobody knows.
func (s *Server) wall() int64 {
	if s.cfg.Wall == nil {
		return 0
	}
	return s.cfg.Wall() / 1000
}

// admits returns why somebody may not come in, "" if they may.
func (s *Server) admits(conn transport.Conn, w access.Who) string {
	if owner(conn) {
		return ""
	}
	if s.book.BindBans(w) { // whoever is shut out stays so under another name
		s.keep(func(error) {}) // the house says in its log what went wrong
	}
	if b := s.book.Banned(w, s.date()); b != nil {
		text := reasonBanned
		if b.Until != 0 {
			text += " for another " + commands.Span(max(60, (b.Until-s.date()+59)/60*60))
		}
		if b.Reason != "" {
			text += ": " + b.Reason
		}
		return text
	}
	if s.guarded() && !s.book.Guest(w) {
		return reasonGuests
	}
	return ""
}

// guarded tells whether only guests may come in.
func (s *Server) guarded() bool {
	if s.book.Guard == access.AsConfigured {
		return s.cfg.Guarded
	}
	return s.book.Guard == access.GuardOn
}

// keep has the house keep the book as it is now.
func (s *Server) keep(done func(error)) {
	s.edition++
	if s.cfg.House == nil {
		done(nil)
		return
	}
	s.cfg.House.Keep(s.book.Clone(), done)
}

// date returns the date by which bans end, in seconds since 1970, 0 if nobody knows.
func (s *Server) date() int64 {
	if s.cfg.Date == nil {
		return s.wall()
	}
	return s.cfg.Date() / 1000
}

// owed reports whether what commands did to the book is not durable, so that one that would change nothing is to be kept as
// one that does.
func (s *Server) owed() bool { return s.cfg.House != nil && s.cfg.House.Owes() }

// Consult puts another book in the place of the one that counts: somebody edited it.
func (s *Server) Consult(b *access.Book) {
	b.Index()
	s.book = b
	s.judgeStandings()
}

// Edition grows by one with each change that a command makes to the book.
func (s *Server) Edition() uint64 { return s.edition }

// Book returns a copy of the book that counts.
func (s *Server) Book() *access.Book { return s.book.Clone() }

// judgeStandings brings up to date what everybody may do.
func (s *Server) judgeStandings() {
	for _, c := range s.sessions {
		c.standing = s.standing(c)
	}
}

func (s *Server) standing(c *session) commands.Rank {
	if c.owner || s.book.Operator(c.who) {
		return commands.Operator
	}
	return commands.Player
}

// forbids returns why nothing can be kept now, or a player may not build where an action wants to, Done if they may. It says nothing of the rules of
// the game, which actions know themselves.
func (s *Server) forbids(c *session, a *actions.Action) actions.Refusal {
	if s.cfg.Frozen != actions.Done && a.Kind.Lasts() {
		return s.cfg.Frozen
	}
	if a.Kind == actions.Chat && faults.Active(faults.ChatByTheServersClock) {
		if s.mono-c.orderedSince >= 3*time.Second {
			c.orderedSince, c.ordered = s.mono, 0
		}
		if c.ordered++; c.ordered > 6 {
			return actions.TooMuchSaid
		}
	}
	if !a.Kind.Touches() || c.standing >= commands.Operator {
		return actions.Done
	}
	if n := int32(s.cfg.SpawnGuard); n > 0 {
		if p := s.start(0).Block(); away(p.X, a.Pos.X) <= n && away(p.Z, a.Pos.Z) <= n {
			return actions.NearSpawn
		}
	}
	z := a.Pos.Z
	if faults.Active(faults.ClaimsOnTheDiagonal) {
		z = a.Pos.X
	}
	if s.book.Shut(c.who, a.Pos.X, z) != nil {
		return actions.Claimed
	}
	return actions.Done
}

// start returns where the i-th player begins.
func (s *Server) start(i int) world.Vec {
	if s.book.SpawnSet {
		return world.Middle(s.book.Spawn)
	}
	return s.cfg.Spawn(i)
}
