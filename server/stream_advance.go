package server

import (
	"cmp"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/timestream"
	"voxtide/world"
)

// judgeDeclared advances a client's stream as far as the client has declared and its bounds allow, and performs the actions on the
// way, each at exactly its stamp. An action that is too early stays in the queue.
func (s *Server) judgeDeclared(c *session, st *world.StreamState) {
	b := &s.cfg.Bounds.Bounds
	c.time.Accept(s.rec.W.Player(c.stream).LastAction)
	limit := c.time.Limit(b, st.Stamp, s.clock.now)
	for a, at := c.time.Next(st.Stamp, limit); a != nil; a, at = c.time.Next(st.Stamp, limit) {
		s.advanceStream(c, at, false)
		if stamp := c.time.StampFor(b, a, at); stamp != a.At {
			a.At = stamp
			c.told.Stalled()
		}
		s.performAction(c, a, at)
		c.time.Pop()
	}
	s.advanceStream(c, min(limit, c.time.Declared()), false)
}

// advanceStream advances a client's stream, if to is later than its stamp, and pays for it.
func (s *Server) advanceStream(c *session, to timestream.Time, byServer bool) {
	st := s.rec.W.Stream(c.stream)
	from := st.Stamp
	if to <= from {
		return
	}
	c.time.Spend(to.Sub(from))
	s.clock.profile.Advanced(to.Sub(from))
	s.sim.Advance(c.stream, to)
	c.path.include(s.avatarOf(c).Motion.Pos.Block())
	s.cfg.Observer.Advanced(c.stream, from, to, byServer)
	s.endTransaction("advance")
	s.dieAtBrink(c)
	if s.sim.NeedsTransfer {
		s.sim.NeedsTransfer = false
		s.transferToServer(c.stream)
	}
}

// performAction performs an action at its stream's moment.
func (s *Server) performAction(c *session, a *actions.Action, at timestream.Time) {
	if a.Kind.TouchesBlocks() && a.Number%16 == 0 && faults.Active(faults.LostUpdate) {
		a = &actions.Action{Kind: actions.CancelBreak, Number: a.Number, At: a.At}
	}
	why, stood := s.actionDenial(c, a), s.avatarOf(c).Motion.Pos
	if a.Kind == actions.Teleport && why == actions.Done {
		s.releaseBodies(c)
	}
	if why == actions.Done {
		why = actions.Do(&s.rec, c.stream, at, a)
	} else {
		why = actions.Deny(&s.rec, c.stream, at, a, why)
	}
	if a.Kind == actions.Hit && why == actions.Done {
		why = s.judgeHit(c, a)
	}
	if a.Kind == actions.Use && why == actions.Done {
		s.noteBed(c, a.Pos, stood)
	}
	if a.Kind == actions.Trade && why == actions.Done && !s.isUnseen(c) {
		s.admin.NoteSale(c.stream, c.name, a.Pos, a.Offer, int(a.Count))
	}
	if a.Kind == actions.Chat && why == actions.Done && actions.IsCommand(a.Text) {
		s.admin.Queue(c.stream, a.Text)
	}
	if why == actions.Done && !a.Kind.Unmetered() {
		c.activity.active, c.activity.at = true, s.clock.mono
	}
	s.metrics.Actions[why]++
	s.clock.profile.Acted()
	if why == actions.Done || !faults.Active(faults.RefusalDropped) {
		c.told.Handled(a.Number)
	}
	if why != actions.Done {
		owner := ""
		if why == actions.Claimed {
			owner = s.claimant(c, a.Pos)
		}
		c.told.Refused(a.Number, why, owner)
	}
	if (why == actions.ChatTooFast || why == actions.Worded) && c.endReason == "" && c.rates.floods(s.clock.mono, cmp.Or(s.cfg.Policy.ChatKick, access.ChatKickUsual)) {
		c.endReason = protocol.ReasonKicked.String() + ": too many lines at once"
	}
	s.cfg.Observer.Action(c.stream, a, at, why)
	s.endTransaction("action")
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

// claimant returns the name of who claimed the land at a block where a player may not build; "" if it is nobody's any more.
func (s *Server) claimant(c *session, p world.Pos) string {
	if claim := s.admin.Access.Lists.DeniedBy(c.principal, p); claim != nil {
		return claim.HolderAt(p).Name
	}
	return ""
}

// advanceStalled advances a stream that is behind its stall line to that line, as far as its budget goes. When a stall begins, the
// entities of the player are handed over to the server's stream; after a while the player's keys are released.
//
// Where the server itself paused for longer than a player goes on without it, the stream is brought up in this one step, which has the
// budget for all of that time: later it would catch up at the few thousandths by which it may be faster, and every answer would be late
// for as long as that takes.
func (s *Server) advanceStalled(c *session, st *world.StreamState) {
	b := &s.cfg.Bounds.Bounds
	to := c.time.StallTarget(b, st.Stamp, s.clock.now, s.clock.lateBy, s.clock.suspended)
	if to == 0 {
		return
	}
	if c.time.Stall(s.clock.mono) {
		s.metrics.Stalls++
		s.transferToServer(c.stream)
	}
	s.metrics.StallTime += to.Sub(st.Stamp)
	c.told.Stalled()
	if s.clock.suspended && c.time.KeysHeld() && to.Sub(st.Stamp) > b.Release {
		s.advanceStream(c, st.Stamp.Add(b.Release), true)
		s.releaseKeys(c)
	}
	s.advanceStream(c, to, true)
	if c.time.KeysHeld() && c.time.StalledFor(s.clock.mono) >= b.Release {
		s.releaseKeys(c)
	}
}

// releaseKeys releases the keys of a player whose stream has stalled, apart from that of flying: who flies stops in the air, and does not fall out
// of the sky for a slow frame or a change of the connection.
func (s *Server) releaseKeys(c *session) {
	c.time.KeysReleased()
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity || s.rec.W.Entity(slot).Motion.Keys&^world.KeyFly == 0 {
		return
	}
	e := s.rec.W.Entity(slot)
	m := e.Motion
	m.Keys &= world.KeyFly
	s.rec.SetMotion(slot, e.At, &m)
	s.metrics.ControlsReleased++
	s.persist.batch.addPlayer(c.stream)
	s.noteServerMoved(e.ID)
	s.endTransaction("release")
}
