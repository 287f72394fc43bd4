package server

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/playername"
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
	av.Motion.Keys, av.Motion.KickAt, av.Motion.Kick, av.Motion.KickHarm = 0, 0, world.Vec{}, 0
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
			s.Tell(c.stream, letters)
		}
		if m := s.admin.Access.Lists.ActiveMute(c.principal, s.banTime()); m != nil {
			s.Tell(c.stream, admin.MuteText(m))
		}
		s.greetNewcomer(c)
		s.metrics.Joined++
		s.cfg.Observer.Session(c.stream, SessionJoined, "")
	}
}

// sendMOTD tells a player the message of the day.
func (s *Server) sendMOTD(c *session) {
	if s.cfg.MOTD == "" {
		return
	}
	for l := range strings.SplitSeq(s.cfg.MOTD, "\n") {
		s.Tell(c.stream, l)
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

// attach resets the state of a session that belongs to a connection.
func (s *Server) attach(c *session, conn transport.Conn, j *protocol.Join, last uint64) {
	s.leaveLinks(c)
	c.link.attempt = j.Attempt
	c.link.conn, c.link.heardAt, c.link.proofAt, c.link.proofUpdate = conn, s.clock.mono, s.clock.mono, 0
	c.link.pace = pace.Begin(s.clock.mono)
	c.link.handed = handout.Client{}
	c.principal, c.owner = access.Principal{Name: c.name, Key: identityOf(conn)}, isOwner(conn)
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

// drawSecret makes a secret from numbers, of which another draw for the same purpose has others; nobody can guess it who does not know
// the server's seed.
func (s *Server) drawSecret(purpose string, numbers ...uint64) [32]byte {
	b := binary.LittleEndian.AppendUint64([]byte(purpose), s.cfg.Seed)
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return sha256.Sum256(binary.LittleEndian.AppendUint64(b, uint64(s.clock.now)))
}

// tokenHash is what the store keeps of a token.
func tokenHash(t protocol.Token) (h [16]byte) {
	sum := sha256.Sum256(t[:])
	copy(h[:], sum[:])
	return h
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
