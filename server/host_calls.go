package server

import (
	"slices"
	"time"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/profiler"
	"voxtide/server/roles"
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
	body := s.avatarOf(c)
	p := admin.Player{Name: c.name, Stream: c.stream, Principal: c.principal, Cell: body.Motion.Pos.Block(), Creative: body.Motion.Flags&world.Creative != 0}
	p.View = c.area.view * world.SectionSize
	p.Unseen = body.Motion.Flags&world.Unseen != 0
	if c.link.conn == nil {
		p.Disconnected = s.clock.mono - c.link.lostAt
	} else {
		p.RoundTrip = transport.RoundTripOf(c.link.conn)
	}
	return p
}

// Shrink gives back memory that a crowd has left behind. It is for a server that is Idle.
func (s *Server) Shrink() {
	s.sections.Shrink()
	s.interestOrders = map[int]*viewOrders{}
}

// RunCommand executes a line as a command, with or without its slash. The answer comes once, at once or between later steps; it does
// not come if the world ends before.
func (s *Server) RunCommand(by admin.Issuer, line string, answer func(lines []string)) {
	s.admin.Run(by, line, answer)
}

// RunCommandTo is RunCommand with the outcome of the command, such as admin.CommandDone.
func (s *Server) RunCommandTo(by admin.Issuer, line string, answer func(outcome int, lines []string)) {
	s.admin.RunTo(by, line, answer)
}

// MayGive returns what an issuer may of a command by name, within some limit.
func (s *Server) MayGive(by admin.Issuer, name string) roles.Verdict { return s.admin.May(by, name) }

// Complete returns the options for the last word of a line of an issuer, and where in the line that word begins.
func (s *Server) Complete(by admin.Issuer, line string) (from int, options []string) {
	return s.admin.Complete(by, line)
}

// Tell writes a line into one player's chat, cut at textline.ChatMax bytes; nothing happens if that player is not here. A line is
// lost with the update that carries it, as chat is.
func (s *Server) Tell(of timestream.Stream, text string) {
	if c := s.clients.session(of); c != nil {
		c.tell(text)
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
	if g := s.cfg.Worlds; g != nil && g.Entries()[0].Name != s.cfg.WorldName {
		l.CopyPeople(s.admin.Access.Lists) // the first world's files have them
	}
	l.IndexClaims()
	s.admin.Access.Lists = l
	s.cfg.Worlds.SharePeople(s.cfg.WorldName, l)
	s.applyRules()
	s.endTransaction("rules")
	s.updateRanks()
}

// AccessVersion grows by one with each change that a command makes to the access lists.
func (s *Server) AccessVersion() uint64 { return s.admin.Access.Version }

// AccessList returns a copy of the access lists that count.
func (s *Server) AccessList() *access.Lists { return s.admin.Access.Lists.Clone() }

// AccessView returns the access lists that count, to be read before the next step alone.
func (s *Server) AccessView() *access.Lists { return s.admin.Access.Lists }

// BanTime returns the date by which bans end, in seconds since 1970; 0 if unknown.
func (s *Server) BanTime() int64 { return s.banTime() }

// MOTD returns the message of the day.
func (s *Server) MOTD() string { return s.cfg.MOTD }

// PlayersMax returns the most players at once, those on reserved places not counted.
func (s *Server) PlayersMax() int { return s.cfg.MaxPlayers }

// PlayerCount returns how many players are in the world, those who are unseen not counted.
func (s *Server) PlayerCount() (n int) {
	for _, c := range s.clients.sessions {
		if !s.isUnseen(c) {
			n++
		}
	}
	return n
}

// Unseen reports whether the player of a stream is here unseen.
func (s *Server) Unseen(of timestream.Stream) bool {
	c := s.clients.session(of)
	return c != nil && s.isUnseen(c)
}

// Waiting returns how many players wait for a place.
func (s *Server) Waiting() int { return s.clients.queue.Len() }

// WhitelistOn reports whether only whitelisted players come in.
func (s *Server) WhitelistOn() bool { return s.admin.Access.WhitelistOn(s.cfg.Whitelist) }

// Creative reports whether new players play in creative mode.
func (s *Server) Creative() bool { return s.cfg.Creative }

// StatusHidden reports whether those who have not joined learn nothing of the server.
func (s *Server) StatusHidden() bool { return s.cfg.Policy.NoStatus }

// RuntimeConfig is what can be changed of a server that runs: see the fields of Config with these names. All fields count.
type RuntimeConfig struct {
	MOTD                         string
	MaxPlayers, View, UpdateRate int
	Creative, Whitelist          bool
	Policy                       access.Policy
	AnyMethod, PvP, NoLinks      bool
	NoSkins                      bool
	Rules                        world.Rules // PvP stands above
	SpawnProtection              int
	Linger, SaveEvery            time.Duration // 0: as it was
	ItemLifetime                 time.Duration // the same; below 0 for ever
}

// Profile returns the run in which steps are measured, nil while they are not. The host measures its part of the loop by it, between two calls.
func (s *Server) Profile() *profiler.Run { return s.clock.profile }

// EndProfile ends the run in which steps are measured, and returns it; nil if there was none. The run is the caller's.
func (s *Server) EndProfile() *profiler.Run {
	run := s.clock.profile
	if run == nil {
		return nil
	}
	end := profiler.End{Names: map[timestream.Stream]string{}, Moved: s.sim.TickedBodies - s.clock.movedBefore}
	for _, c := range s.clients.sessions {
		if s.avatarOf(c).Motion.Flags&world.Unseen == 0 {
			end.Names[c.stream] = c.name
		}
	}
	for i := range world.EntitySlot(s.rec.W.EntitySlotCount()) {
		if k := s.rec.W.Entity(i).Kind; k != world.KindNone {
			end.Bodies[k]++
		}
	}
	run.Finish(end)
	s.clock.profile = nil
	return run
}

// Reconfigure changes the rules. View counts for connections from then on, and Creative for new players. Without AnyMethod sessions
// go back to the server's own method.
func (s *Server) Reconfigure(r RuntimeConfig) {
	c := &s.cfg
	c.AnyMethod, c.NoLinks, c.NoSkins = r.AnyMethod, r.NoLinks, r.NoSkins
	s.desk.NoSkins = r.NoSkins
	c.PvP, c.Rules = r.PvP, r.Rules
	s.applyRules()
	s.endTransaction("rules")
	r.Policy.HashAddresses = c.Policy.HashAddresses // counts from the next start
	c.MOTD, c.Creative, c.Whitelist, c.SpawnProtection, c.Policy = r.MOTD, r.Creative, r.Whitelist, r.SpawnProtection, r.Policy
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

// StartRollback begins a job. It runs a slice in each step until it is Finished, or the server ends: cells that are not set back
// by then stay as they are, and the same rollback may be asked for again.
func (s *Server) StartRollback(j *rollback.Job) { s.rollbacks = append(s.rollbacks, j) }

// Rebuilding reports whether a job is under way.
func (s *Server) Rebuilding() bool { return len(s.rollbacks) > 0 }

// runRollbacks runs a slice of each job.
func (s *Server) runRollbacks() {
	if len(s.rollbacks) == 0 || !s.persist.rollbacks.Open(s.persist.durableSeq) || s.persist.rollbacks.LeavesOut(s.clock.took) {
		return
	}
	if s.restoreEntities(); len(s.rec.Log) > 0 { // what fell where land has just come is there before a job looks for it
		s.endTransaction("wake")
	}
	before := s.journal.lastEdit
	for _, j := range s.rollbacks {
		j.Step(rollbackWorld{s}, s.clock.mono, s.clock.now)
	}
	s.persist.rollbacks.HandedOver(s.persist.commitSeq, int(s.journal.lastEdit-before))
	s.rollbacks = slices.DeleteFunc(s.rollbacks, (*rollback.Job).Finished)
}

// rollbackWorld is the server as a rollback.Job sees it.
type rollbackWorld struct{ s *Server }

// Recorder implements rollback.World.
func (w rollbackWorld) Recorder() *edits.Recorder { return &w.s.rec }

// LastEdit implements rollback.World.
func (w rollbackWorld) LastEdit() uint64 { return w.s.journal.lastEdit }

// Subscribed implements rollback.World.
func (w rollbackWorld) Subscribed(p world.SectionPos) bool {
	return w.s.sections.Subscribers(p) > 0
}

// RequestSections implements rollback.World.
func (w rollbackWorld) RequestSections(list []world.SectionPos) { w.s.fetchSections(list) }

// CloseForResend implements rollback.World.
func (w rollbackWorld) CloseForResend(p world.SectionPos) { w.s.closeForResend(p) }

// EndSlice implements rollback.World.
func (w rollbackWorld) EndSlice() {
	w.s.endTransaction(kindRollback)
	w.s.reopenResent()
}
