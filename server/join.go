package server

import (
	"crypto/sha256"
	"strings"

	"voxtide/commands"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/handout"
	"voxtide/server/pace"
	"voxtide/server/replication"
	"voxtide/server/streamtime"
	"voxtide/server/worlds"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// join lets a pending connection into the world or rejects it; true if it has to wait for another step. A name belongs to the key that
// came with it first. The holder of that key may always come in: an older session under the name, of a program that was killed or on
// another machine, gives way.
func (s *Server) join(st *pendingConn) (wait bool) {
	conn, j := st.conn, st.join
	who := transport.IdentityOf(conn)
	kept := s.roster.Find(j.Name)
	known := kept != nil && j.Token != (protocol.Token{}) && tokenHash(j.Token) == kept.Token
	bound := kept != nil && kept.Key != (transport.Identity{})
	c := s.clients.online[j.Name]
	if bound && kept.Key != who {
		s.leaveQueue(st)
		s.reject(conn, j.Name, protocol.ReasonNameOwned.String())
		return false
	}
	if why := s.entryDenial(conn, access.Principal{Name: j.Name, Key: access.Identity(who)}); why != "" { // the key fits the name
		s.leaveQueue(st)
		s.reject(conn, j.Name, why)
		return false
	}
	if wait, over := s.elsewhere(st); wait || over {
		return wait
	}
	if c != nil && c.seat.empty {
		if known && s.resumeSeat(c, conn, j) {
			return false
		}
		c.endReason = protocol.ReasonElsewhere.String() // the row is kept
		s.leave(c)
		c = nil
	}
	switch {
	case c != nil && known && j.Attempt < c.link.attempt:
		s.reject(conn, "", protocol.ReasonElsewhere.String())
	case c != nil && c.endReason == "" && known:
		s.resume(c, conn, j)
	case c != nil && bound:
		if c.endReason == "" {
			c.endReason = protocol.ReasonElsewhere.String()
		}
		return true
	case c != nil:
		s.reject(conn, j.Name, protocol.ReasonNameTaken.String())
	default:
		if kept == nil {
			if why := s.claimNewName(conn, j.Name); why != "" {
				s.reject(conn, j.Name, why)
				return false
			}
		}
		w := access.Principal{Name: j.Name, Key: access.Identity(who)}
		if !s.mayEnter(conn, w) || !s.makeRoom(conn, w, kept) {
			if kept == nil {
				s.nameQuota.Refund(quotaSource(conn), s.clock.mono)
			}
			return s.enqueue(st, w)
		}
		s.leaveQueue(st)
		s.enterWorld(conn, j, kept, known)
	}
	return false
}

// elsewhere reports whether a join has to wait, or is over, because of the other worlds: its player is still in one of them, its name
// belongs to another key there, or it may not come into this one.
func (s *Server) elsewhere(st *pendingConn) (wait, over bool) {
	g, name, conn := s.cfg.Worlds, st.join.Name, st.conn
	if g == nil {
		return false, false
	}
	who := transport.IdentityOf(conn)
	key, kept := g.Owner(s.cfg.WorldName, name)
	if kept && key != (transport.Identity{}) && key != who {
		s.leaveQueue(st)
		s.reject(conn, name, protocol.ReasonNameOwned.String())
		return false, true
	}
	if first := g.First(); first != nil && !s.mayTravel(access.Principal{Name: name, Key: access.Identity(who)}, s.cfg.WorldName) && first != worlds.World(oneOfWorlds{s}) {
		s.leaveQueue(st)
		first.Adopt(conn, st.join) // a role has ended meanwhile
		return false, true
	}
	return g.Elsewhere(s.cfg.WorldName, name), false
}

// enterWorld brings a player into the world: a new player, one who has been here before, or, with the token, one who resumes.
func (s *Server) enterWorld(conn transport.Conn, j *protocol.Join, kept *store.PlayerRow, again bool) {
	if kept == nil {
		kept = s.newPlayerRow(j.Name, s.roster.NextStream())
		s.roster.Add(kept)
	}
	if kept.Key == (transport.Identity{}) {
		kept.Key = transport.IdentityOf(conn)
	}
	c := &session{stream: kept.Stream, name: j.Name, row: kept, activity: clientActivity{active: again, at: s.clock.mono}}
	if kept.LastSeen == 0 { // a new player
		c.newNameSource = quotaSource(conn)
	}
	kept.LastSeen = s.clock.now
	token, usedTo, lost := j.Token, s.clock.now, false // lost: actions that were acked are not in the store
	if again {
		usedTo = 0
		if _, here := s.telemetry[c.stream]; here { // it was here since this server started
			usedTo = min(s.clock.now, kept.Avatar.At)
		}
		for _, h := range j.Held { // epochs of a previous server, none of which is known here
			c.area.lastEpoch = max(c.area.lastEpoch, min(h.Epoch, epochsMax))
		}
		if !faults.Active(faults.NoGapOfEpochs) {
			c.area.lastEpoch += epochsGap
		}
		lost = j.FirstUnacked > kept.Player.LastAction+1
		if j.FirstUnacked > 0 { // with relaxed durability acked actions may be lost; the client does not send them again
			kept.Player.LastAction = max(kept.Player.LastAction, j.FirstUnacked-1)
		}
	} else {
		kept.Player.LastAction = 0
		token = s.newToken(c.stream)
		if kept.Token == ([16]byte{}) || !faults.Active(faults.FirstTokenStaysValid) {
			kept.Token = tokenHash(token)
		}
	}
	c.time = streamtime.New(&s.cfg.Bounds.Bounds, usedTo)
	c.told = replication.NewClient(c.stream, token, again)
	s.telemetry.Begin(c.stream, again, s.clock.mono)
	s.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: c.stream, At: s.clock.now, Number: uint64(max(1, kept.EntityCounter)), Text: j.Name})
	pl := kept.Player
	s.rec.Do(edits.Edit{Kind: edits.AddPlayer, Stream: c.stream, Player: &pl})
	av := kept.Avatar
	av.Motion.Needs.Postpone(s.clock.now.Sub(av.At))
	av.Stream, av.At = c.stream, s.clock.now
	av.Motion.Flags = av.Motion.Flags&^world.Lying | world.Suspended
	av.Motion.Keys, av.Motion.KickAt, av.Motion.Kick, av.Motion.KickHarm = hoversWith(&av.Motion), 0, world.Vec{}, 0
	if !again && av.Motion.Keys != 0 {
		av.Motion.Vel = world.Vec{}
	}
	s.rec.Do(edits.Edit{Kind: edits.SpawnEntity, ID: av.ID, Entity: av, Number: uint64(max(1, kept.EntityCounter))})
	s.rec.SyncHeldItem(c.stream)
	s.clients.add(c)
	c.path.start(av.Motion.Pos.Block())
	s.persist.batch.addPlayer(c.stream)
	s.endTransaction("join")
	s.attach(c, conn, j, pl.LastAction)
	if again {
		s.resumeFrom(c, j, lost)
		s.metrics.Resumed++
		s.cfg.Observer.Session(c.stream, SessionResumed, "")
	} else {
		c.told.Begin(s.journal.lastEdit)
		s.sendMOTD(c)
		if letters := s.admin.MailText(c.principal); letters != "" {
			c.tell(letters)
		}
		if m := s.admin.Access.Lists.ActiveMute(c.principal, s.banTime()); m != nil {
			c.tell(admin.MuteText(m))
		}
		s.greetNewcomer(c)
		s.metrics.Joined++
		s.cfg.Observer.Session(c.stream, SessionJoined, "")
	}
}

// hoversWith returns the keys that a body holds as its player comes in: who flew when he left hangs in the air where he was, as far as he may
// fly, until the client says otherwise.
func hoversWith(m *world.Motion) world.Keys {
	if m.Flags&world.Creative == 0 {
		return 0
	}
	return m.Keys & world.KeyFly
}

// sendMOTD tells a player the message of the day.
func (s *Server) sendMOTD(c *session) {
	if s.cfg.MOTD == "" {
		return
	}
	for l := range strings.SplitSeq(s.cfg.MOTD, "\n") {
		c.tell(l)
	}
}

// greetNewcomer tells a player who has to be accepted so, and those who can do it.
func (s *Server) greetNewcomer(c *session) {
	if s.cfg.Policy.Newcomers != access.NewcomersAsked || !s.isNew(c) {
		return
	}
	c.tell("You can look around. To build and to speak here, somebody who runs this server has to accept you first: they are told.")
	for _, o := range s.clients.sessions {
		if o.rank >= commands.Operator || s.admin.MayGive(o.principal, "accept") {
			o.tell(c.name + " is new here, and may do nothing yet: /accept " + c.name)
		}
	}
}

// newPlayerRow makes the row of a player who has never been here.
func (s *Server) newPlayerRow(name string, of timestream.Stream) *store.PlayerRow {
	k := &store.PlayerRow{Name: name, Stream: of, EntityCounter: s.cfg.Counter}
	k.Player.Name = name
	copy(k.Player.Slots[:], s.cfg.StartingInventory)
	k.Avatar = world.Entity{ID: world.AvatarID(of), Kind: world.KindAvatar, Stream: of}
	k.Avatar.Motion.Pos = s.spawnPoint(int(of) - 1)
	if s.cfg.SpawnYaw != nil && !s.admin.Access.Lists.SpawnSet {
		k.Avatar.Motion.Yaw = s.cfg.SpawnYaw(int(of)-1, s.sunSide())
	}
	k.Avatar.Motion.Needs = s.cfg.StartingNeeds
	if s.cfg.Creative {
		k.Avatar.Motion.Flags |= world.Creative
	}
	return k
}

// sunSide returns where the sun stands: 1 for the east, -1 for the west, 0 for below the horizon.
func (s *Server) sunSide() int {
	switch since := s.rec.W.SinceSunrise(s.clock.now); {
	case since < world.DayLength/4:
		return 1
	case since < world.DayLength/2:
		return -1
	}
	return 0
}

// resume gives a session a new connection. The old one is dead from now on: nothing that it still delivers counts.
func (s *Server) resume(c *session, conn transport.Conn, j *protocol.Join) {
	if c.link.conn != nil {
		c.link.conn.Close(protocol.ReasonElsewhere.String())
	}
	c.told.BeginResume()
	last := s.rec.W.Player(c.stream).LastAction
	if faults.Active(faults.ResumeReplays) && j.FirstUnacked > 0 {
		last = min(last, j.FirstUnacked-1)
	}
	s.attach(c, conn, j, last)
	s.resumeFrom(c, j, false)
	s.metrics.Resumed++
	s.cfg.Observer.Session(c.stream, SessionResumed, "")
}

// resumeSeat gives a seat to its client, who goes on from the row: exactly, unless the client was told that its stream was far beyond it.
// It reports whether it did.
func (s *Server) resumeSeat(c *session, conn transport.Conn, j *protocol.Join) bool {
	row := s.rec.W.Stream(c.stream).Stamp
	if j.Received > row.Add(seatReach) {
		return false
	}
	for _, h := range j.Held { // epochs of the server before, none of which is known here
		c.area.lastEpoch = max(c.area.lastEpoch, min(h.Epoch, epochsMax))
	}
	if !faults.Active(faults.NoGapOfEpochs) {
		c.area.lastEpoch += epochsGap
	}
	p := s.rec.W.Player(c.stream)
	lost := j.FirstUnacked > p.LastAction+1
	if lost { // with relaxed durability acked actions may be lost; the client does not send them again
		s.rec.Do(edits.Edit{Kind: edits.SetLastAction, Stream: c.stream, Number: j.FirstUnacked - 1})
		s.endTransaction("resume")
	}
	c.seat.empty, c.seat.told, c.seat.back = false, j.Received, s.clock.mono
	c.told = replication.NewClient(c.stream, j.Token, true)
	s.telemetry.Begin(c.stream, true, s.clock.mono)
	s.attach(c, conn, j, s.rec.W.Player(c.stream).LastAction)
	s.resumeFrom(c, j, lost)
	s.metrics.Resumed++
	s.cfg.Observer.Session(c.stream, SessionResumed, "")
	return true
}

// attach resets the state of a session that belongs to a connection.
func (s *Server) attach(c *session, conn transport.Conn, j *protocol.Join, last uint64) {
	s.leaveLinks(c)
	c.link.attempt = j.Attempt
	c.link.conn, c.link.heardAt, c.link.proofAt, c.link.proofUpdate = conn, s.clock.mono, s.clock.mono, 0
	c.link.pace = pace.Begin(s.clock.mono)
	c.link.handed = handout.Client{}
	c.principal, c.owner = access.Principal{Name: c.name, Key: identityOf(conn)}, isOwner(conn)
	c.row.Persistent = c.row.Persistent || c.owner // a world of one's own goes on where one left it, after a look as well
	if s.admin.Access.Lists.BindKeys(c.principal) {
		s.admin.Access.Save(func(error) {}) // the backend logs what went wrong
	}
	c.rank, c.accepted = s.rankOf(c), s.admin.Access.Lists.IsAccepted(c.principal)
	s.clients.origins.Note(c.name, transport.RemoteOf(conn))
	if c.area.view = s.cfg.View; c.area.open.bits == nil {
		c.area.open = newOpenSet(s.cfg.View, s.cfg.ViewY)
	}
	c.area.restart()
	c.watches.frozen, c.watches.since = s.clients.frozen[c.name], s.clock.mono
	c.watches.told = c.watches.stream == 0 && !c.watches.frozen // a client begins without one
	c.watches.sees = s.mayGive(c, commandVanish)
	if j.ViewDistance > 0 {
		c.area.view = min(c.area.view, int(j.ViewDistance))
	}
	c.time.Reconnect(last)
	c.told.Reconnect(s.rec.W.Player(c.stream).LastAction)
}

// newToken makes the secret of a session. It depends on the time, so that it differs after a restart.
func (s *Server) newToken(of timestream.Stream) (t protocol.Token) {
	s.clients.tokenCount++
	secret := s.drawSecret("", uint64(of), s.clients.tokenCount)
	copy(t[:], secret[:])
	return t
}

// tokenHash is what the store keeps of a token.
func tokenHash(t protocol.Token) (h [16]byte) {
	sum := sha256.Sum256(t[:])
	copy(h[:], sum[:])
	return h
}
