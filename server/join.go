package server

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"voxtide/access"
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/names"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/wire"
	"voxtide/world"
)

// read takes a stranger's first message in; false if it is no join.
func (s *Server) read(st *stranger, data []byte) bool {
	r := wire.NewReader(data)
	if r.Byte() != protocol.MsgJoin {
		s.refuse(st.conn, "join first")
		return false
	}
	j, err := protocol.ReadJoin(&r)
	switch {
	case errors.Is(err, protocol.ErrVersion):
		s.refuse(st.conn, protocol.ReasonVersion)
		return false
	case err != nil:
		s.refuse(st.conn, "malformed join")
		return false
	}
	if s.rows[j.Name] == nil {
		j.Name = names.Normal(j.Name)
	}
	if s.rows[j.Name] == nil { // who came before there were such rules goes on
		if why := nameable(j.Name); why != "" {
			s.refuse(st.conn, why)
			return false
		}
	}
	st.join = &j
	return true
}

// nameable returns why a name cannot be a new player's, "" if it can: it has to be one that people can read, and not what the
// server itself is called.
func nameable(name string) string {
	if why := names.Wrong(name); why != "" {
		return why
	}
	fold, look := names.Keys(name)
	for _, own := range ownNames {
		if f, l := names.Keys(own); f == fold || l == look {
			return reasonName
		}
	}
	return ""
}

// ownNames are what the server and its console are called where players read it.
var ownNames = [...]string{"server", "the server", "console", "the console"}

// join lets a stranger into the world or turns them away; true if they have to wait for another step. A name belongs to
// the key that came with it first. Who holds that key may always come in: what else plays under the name, a program that
// was killed or one on another machine, gives way.
func (s *Server) join(st *stranger) (wait bool) {
	conn, j := st.conn, st.join
	who := transport.IdentityOf(conn)
	kept := s.rows[j.Name]
	known := kept != nil && j.Token != (protocol.Token{}) && hash(j.Token) == kept.Token
	bound := kept != nil && kept.Key != (transport.Identity{})
	c := s.names[j.Name]
	if bound && kept.Key != who {
		s.refuse(conn, protocol.ReasonOwned)
		return false
	}
	if why := s.admits(conn, access.Who{Name: j.Name, Key: access.Identity(who)}); why != "" { // the name is theirs
		s.refuse(conn, why)
		return false
	}
	switch {
	case c != nil && c.failed == "" && known:
		s.resume(c, conn, j)
	case c != nil && bound:
		if c.failed == "" {
			c.failed = protocol.ReasonElsewhere
		}
		return true
	case c != nil:
		s.refuse(conn, protocol.ReasonTaken)
	default:
		if kept == nil {
			if why := s.begins(conn, j.Name); why != "" {
				s.refuse(conn, why)
				return false
			}
		}
		if !s.seat(conn, access.Who{Name: j.Name, Key: access.Identity(who)}, kept) {
			if kept == nil {
				s.newcomers.back(counted(conn), s.mono)
			}
			s.refuse(conn, protocol.ReasonFull)
			return false
		}
		s.come(conn, j, kept, known)
	}
	return false
}

// come brings a player into the world: a new one, one who has been here before, or, with the token, one who goes on.
func (s *Server) come(conn transport.Conn, j *protocol.Join, kept *row, again bool) {
	if kept == nil {
		s.streams++
		kept = s.newcomer(j.Name, s.streams)
		s.enroll(kept)
	}
	if kept.Key == (transport.Identity{}) {
		kept.Key = transport.IdentityOf(conn)
	}
	c := &session{stream: kept.Stream, name: j.Name, row: kept, bucket: full(&s.cfg.Bounds), stamps: newStamps(&s.cfg.Bounds, s.now), again: again, acted: again, actedAt: s.mono}
	if kept.Seen == 0 { // the first time
		c.source = counted(conn)
	}
	kept.Seen = s.now
	lost := false // of what was acked
	if again {
		c.token = j.Token
		if c.stamps.from = 0; s.reports[c.stream] != nil { // since the start it has been here
			c.stamps.from = min(s.now, kept.Avatar.At)
		}
		for _, h := range j.Held { // from before the server's own end: none of these epochs is known
			c.epoch = max(c.epoch, min(h.Epoch, epochsMax))
		}
		if !faults.Active(faults.NoGapOfEpochs) {
			c.epoch += epochsGap
		}
		lost = j.FirstUn > kept.Player.Last+1
		if j.FirstUn > 0 { // more than is kept where durability is relaxed: what was acked and lost is not sent again
			kept.Player.Last = max(kept.Player.Last, j.FirstUn-1)
		}
	} else {
		kept.Player.Last = 0
		c.token = s.token(c.stream)
		if kept.Token == ([16]byte{}) || !faults.Active(faults.FirstTokenKept) {
			kept.Token = hash(c.token)
		}
	}
	s.listen(c.stream, again)
	s.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: c.stream, At: s.now, Number: uint64(max(1, kept.Counter)), Text: j.Name})
	pl := kept.Player
	s.rec.Do(edits.Edit{Kind: edits.AddPlayer, Stream: c.stream, Player: &pl})
	av := kept.Avatar
	av.Stream, av.At = c.stream, s.now
	av.Motion.Flags |= world.Still
	av.Motion.Keys = 0
	s.rec.Do(edits.Edit{Kind: edits.Birth, ID: av.ID, Entity: av, Number: uint64(max(1, kept.Counter))})
	s.rec.ShowHand(c.stream)
	s.enter(c)
	s.batch.player(c.stream)
	s.transaction("join")
	s.attach(c, conn, j, pl.Last)
	c.prepared, c.since = !again, s.edits
	if again {
		s.goOn(c, j, lost)
		s.metrics.Resumed++
		s.cfg.Observe.Session(c.stream, "resumed")
	} else {
		s.welcome(c)
		s.metrics.Joined++
		s.cfg.Observe.Session(c.stream, "joined")
	}
}

// welcome tells whoever comes the message of the day.
func (s *Server) welcome(c *session) {
	if s.cfg.MOTD == "" {
		return
	}
	for l := range strings.SplitSeq(s.cfg.MOTD, "\n") {
		s.Tell(c.stream, l)
	}
}

// newcomer makes the row of a player who has never been here.
func (s *Server) newcomer(name string, of timestream.Stream) *row {
	k := &store.PlayerRow{Name: name, Stream: of, Counter: s.cfg.Counter}
	k.Player.Name = name
	copy(k.Player.Slots[:], s.cfg.Inventory)
	k.Avatar = world.Entity{ID: world.AvatarID(of), Kind: world.KindAvatar, Stream: of}
	k.Avatar.Motion.Pos = s.start(int(of) - 1)
	if s.cfg.Creative {
		k.Avatar.Motion.Flags |= world.Creative
	}
	return k
}

// resume gives a session a new connection. From now on the old one is dead: nothing that it still delivers counts.
func (s *Server) resume(c *session, conn transport.Conn, j *protocol.Join) {
	if c.conn != nil {
		c.conn.Close(protocol.ReasonElsewhere)
	}
	c.again = true
	last := s.rec.W.Player(c.stream).Last
	if faults.Active(faults.ResumeReplays) && j.FirstUn > 0 {
		last = min(last, j.FirstUn-1)
	}
	s.attach(c, conn, j, last)
	s.goOn(c, j, false)
	s.metrics.Resumed++
	s.cfg.Observe.Session(c.stream, "resumed")
}

// attach starts over what belongs to a connection.
func (s *Server) attach(c *session, conn transport.Conn, j *protocol.Join, last uint64) {
	c.conn, c.heard, c.proofAt, c.proofOf = conn, s.mono, s.mono, 0
	c.who, c.owner = access.Who{Name: c.name, Key: identity(conn)}, owner(conn)
	if s.book.Bind(c.who) {
		s.keep(func(error) {}) // the house says in its log what went wrong
	}
	c.standing = s.standing(c)
	c.view, c.scan = s.cfg.View, 0
	if j.View > 0 {
		c.view = min(c.view, int(j.View))
	}
	c.queue.start(last)
	c.declared, c.named = protocol.Declare{}, protocol.Declare{}
	c.answered = s.rec.W.Player(c.stream).Last
	c.whole, c.welcome, c.greeted = true, true, false
	c.wholeWait = 0
	c.bulkSent = 0
	c.out.clear()
	c.refusals = c.refusals[:0]
}

// leave takes a player out of the world and keeps the row.
func (s *Server) leave(c *session) {
	w := s.rec.W
	s.sim.HandOver(c.stream)
	s.transaction("hand-over")
	if row := s.rowOf(c); !s.keeps(c.row) && c.failed != protocol.ReasonElsewhere { // that one comes in a moment
		s.forget(c.row)
		s.newcomers.back(c.source, s.mono)
	} else if !faults.Active(faults.LeaverNotWritten) {
		s.batch.leaving = append(s.batch.leaving, row)
	}
	if slot := w.Find(world.AvatarID(c.stream)); slot != world.NoSlot {
		s.rec.Kill(slot)
	}
	for st := w.Stream(c.stream); len(st.Subs) > 0; {
		s.rec.Do(edits.Sub(c.stream, world.Sub{Section: st.Subs[0].Section}))
	}
	s.rec.Do(edits.Edit{Kind: edits.RemovePlayer, Stream: c.stream})
	s.rec.Do(edits.Edit{Kind: edits.RemoveStream, Stream: c.stream})
	i, _ := s.find(c.stream)
	s.sessions = slices.Delete(s.sessions, i, i+1)
	delete(s.names, c.name)
	s.transaction("leave")
	s.metrics.Left++
	s.metrics.Players = len(s.sessions)
	s.cfg.Observe.Session(c.stream, "left")
}

// token makes the secret of a session. It depends on the time, so that it is another one after a restart.
func (s *Server) token(of timestream.Stream) (t protocol.Token) {
	s.tokens++
	var b []byte
	for _, v := range []uint64{s.cfg.Seed, uint64(of), s.tokens, uint64(s.now)} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	sum := sha256.Sum256(b)
	copy(t[:], sum[:])
	return t
}

// hash is what is kept of a token.
func hash(t protocol.Token) (h [16]byte) {
	sum := sha256.Sum256(t[:])
	copy(h[:], sum[:])
	return h
}
