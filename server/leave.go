package server

import (
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// leaveClosingsMax bounds the subscriptions that are closed in a step because their players leave; one player may always leave. Each is an
// edit of some hundred bytes in the feed: of a hundred players who leave at once they would be 400,000.
const leaveClosingsMax = 8192

// removeEnded ends the sessions that broke a rule, left, or have been without a connection for too long: the next steps those for which this
// one has no room.
func (s *Server) removeEnded() {
	closings := 0
	for i := len(s.clients.sessions) - 1; i >= 0; i-- {
		c := s.clients.sessions[i]
		if c.endReason == "" && !c.left && (c.link.conn != nil || s.clock.mono-c.link.lostAt < s.lingerTime(c)) {
			continue
		}
		n := s.rec.W.Stream(c.stream).Subscriptions.Len()
		if closings > 0 && closings+n > leaveClosingsMax {
			continue
		}
		closings += n
		if c.endReason != "" {
			s.metrics.SessionsEnded++
			s.cfg.Observer.Session(c.stream, SessionEnded, c.endReason)
			if c.link.conn != nil {
				c.link.conn.Close(c.endReason)
			}
		}
		s.leave(c)
	}
}

// disconnect lets a session go on for a while without its connection.
func (s *Server) disconnect(c *session) {
	c.link.conn, c.link.lostAt = nil, s.clock.mono
	s.leaveLinks(c)
	c.told.Disconnect()
	s.cfg.Observer.Session(c.stream, SessionLost, "")
}

const (
	// lingerIdle is how long a session without a connection stays if it has done nothing and there is nothing to keep of it.
	lingerIdle = 5 * time.Second
)

// lingerTime returns how long a session stays without a connection.
func (s *Server) lingerTime(c *session) time.Duration {
	if !c.activity.active && !c.row.Persistent {
		return min(lingerIdle, s.cfg.Bounds.Linger)
	}
	return s.cfg.Bounds.Linger
}

// leave takes a player out of the world and saves the row, or forgets it.
func (s *Server) leave(c *session) {
	w := s.rec.W
	reason := ""
	if s.isUnseen(c) {
		reason = LeftUnseen
	}
	if c.watches.stream != 0 && !c.watches.unseen {
		s.setUnseen(c, false)
	}
	s.leaveLinks(c)
	s.desk.Skins.Remove(c.stream)
	s.sim.TransferToServer(c.stream)
	s.endTransaction("hand-over")
	row := s.currentRow(c)
	row.Online, c.row.Online = false, false
	if !s.mustKeep(c.row) && c.endReason != protocol.ReasonElsewhere.String() { // another connection of the same player comes in a moment
		s.forgetPlayer(c.row)
		s.nameQuota.Refund(c.newNameSource, s.clock.mono)
	} else if !faults.Active(faults.LeaverNotStored) {
		s.persist.batch.leaving = append(s.persist.batch.leaving, row)
	}
	if slot := w.Find(world.AvatarID(c.stream)); slot != world.NoEntity {
		s.rec.RemoveEntity(slot)
	}
	for sub := range w.Stream(c.stream).Subscriptions.Backward() {
		s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: sub.Section}))
	}
	s.rec.Do(edits.Edit{Kind: edits.RemovePlayer, Stream: c.stream})
	s.rec.Do(edits.Edit{Kind: edits.RemoveStream, Stream: c.stream})
	s.clients.remove(c)
	s.endTransaction("leave")
	s.metrics.Left++
	s.cfg.Observer.Session(c.stream, SessionLeft, reason)
}

// mustKeep reports whether a row stays when nobody plays under it: there is something to keep, or the access lists mention its name
// or key.
func (s *Server) mustKeep(r *store.PlayerRow) bool {
	return r.Persistent || faults.Active(faults.RowForNewcomer) || s.mentioned(r)
}

func (s *Server) mentioned(r *store.PlayerRow) bool {
	return s.admin.Access.Lists.Mentions(access.Principal{Name: r.Name, Key: access.Identity(r.Key)})
}

// forgetPlayer removes a row, from the store with the batch of this step, and all that is known of its player.
func (s *Server) forgetPlayer(r *store.PlayerRow) {
	s.roster.Remove(r)
	delete(s.telemetry, r.Stream)
	if _, kept := s.cfg.Worlds.Owner(s.cfg.WorldName, r.Name); kept {
		// what they have chosen counts in the other worlds, too
	} else if a, w := &s.admin.Access, (access.Principal{Name: r.Name, Key: access.Identity(r.Key)}); a.Lists.Personal(w) != nil {
		a.Lists.ChangePersonal(w, func(p *access.Personal) error { *p = access.Personal{}; return nil })
		a.Save(func(error) {}) // the backend logs what went wrong
	}
	s.persist.batch.RemovedPlayers = append(s.persist.batch.RemovedPlayers, r.Name)
	s.metrics.PlayersForgotten++
}

// forgetUnused checks some rows whose players are not here and removes those that nobody could miss: rows of newcomers who have not
// come back after the server was killed, and names that nobody has used for long, without a block in the history, a right or a
// claim. Time in which no server runs does not count.
func (s *Server) forgetUnused() {
	if s.cfg.ReadOnly != actions.Done {
		return
	}
	s.roster.Sweep(sweepMax, func(r *store.PlayerRow) {
		long := s.cfg.NameRetention > 0 && s.clock.now.Sub(r.LastSeen) > timestream.Duration(s.cfg.NameRetention.Microseconds())
		switch {
		case s.clients.online[r.Name] != nil, r.HasBuilt, r.Persistent && !long, !r.Persistent && s.clock.mono-s.clock.startedAt <= s.cfg.Bounds.Linger:
		case s.mentioned(r):
		default:
			s.forgetPlayer(r)
		}
	})
}

// countPlaytime adds the step to the play time of everybody who is connected and active.
func (s *Server) countPlaytime() {
	span := min(s.clock.stepSpan, timestream.Second)
	for _, c := range s.clients.sessions {
		if most := s.cfg.Policy.AFK; most > 0 && c.link.conn != nil && c.rank < commands.Operator && s.clock.mono-c.activity.at > most && c.endReason == "" {
			c.endReason = fmt.Sprintf("away: you have done nothing for %s; come back at any time", commands.FormatDuration(int64(most/time.Second)))
		}
		if c.link.conn == nil || !c.activity.active || s.clock.mono-c.activity.at > playIdleAfter {
			continue
		}
		c.row.PlayTime += span
		if c.row.PlayTime >= keepAfterPlay {
			c.row.Persistent = true
		}
	}
}

const (
	// keepAfterPlay is how long somebody has to play before their place and name are worth keeping by themselves.
	keepAfterPlay = timestream.Duration(60 * timestream.Second)
	// playIdleAfter is how long time counts as play time after an action.
	playIdleAfter = time.Minute
	// sweepMax bounds the rows that are checked in a step.
	sweepMax = 16
)
