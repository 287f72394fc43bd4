package server

import (
	"slices"
	"time"

	"voxtide/internal/faults"
	"voxtide/internal/skin"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/server/wardrobe"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// begin makes the halves of a new server.
func (t *telling) begin(s *Server) {
	t.source.World, t.source.Sections = s.rec.W, s.sections
	t.replicator.Begin()
	t.replicator.Aside, t.replicator.Cork = s.cfg.TellAside, s.cfg.Cork
}

// replicate tells all clients what is due at the end of a step.
func (s *Server) replicate() {
	t := &s.tell
	for _, c := range s.clients.sessions {
		t.source.Add(c.told, replication.Link{Conn: c.link.conn, HeardAt: c.link.heardAt, Heard: c.link.heardInStep})
	}
	feed := t.source.Finish(
		replication.Moment{Now: s.clock.mono, LastEdit: s.journal.lastEdit, CommitSeq: s.persist.commitSeq, Durable: s.persist.durableSeq,
			Leashed: s.leashed(s.clock.mono)},
		replication.Options{UpdateRate: s.cfg.UpdateRate, HashEvery: s.cfg.HashEvery, BulkBytes: s.cfg.BulkBytes, HoldUpdates: s.cfg.Bounds.HoldUpdates,
			KeepTold: s.past != nil, WorldName: s.cfg.WorldName, Others: s.others(), Relays: s.cfg.Relays, Stopwatch: s.cfg.Stopwatch},
		s.rec.SleepChanges)
	s.rec.SleepChanges = s.rec.SleepChanges[:0]
	t.replicator.Tell(feed)
	if !t.replicator.Aside {
		t.counters = t.replicator.Counters
	}
}

// leashed reports whether nothing may be told, not even motion, because another server may have the world by now.
func (s *Server) leashed(now time.Duration) bool {
	return s.cfg.Leash != nil && s.cfg.Leash(now) && !faults.Active(faults.LeashOff)
}

// others returns the addresses of other servers that may go on with the world.
func (s *Server) others() []string {
	if s.cfg.Others == nil {
		return nil
	}
	all := s.cfg.Others()
	return all[:min(len(all), protocol.OthersMax)]
}

// collect waits until the last step has been told, and takes what the judge needs to know of it.
func (s *Server) collect() {
	s.tell.replicator.Wait()
	s.tell.counters = s.tell.replicator.Counters
	for _, c := range s.clients.sessions {
		c.told.Collect()
		if c.died == diesNow {
			c.died = c.told.Built()
		}
	}
}

// ViewDiffers returns in what the view of the telling half differs from the world at the end of the last step, "" if in nothing, for laws.
func (s *Server) ViewDiffers() string {
	s.tell.replicator.Wait()
	view, w := s.tell.replicator.World, s.rec.W
	switch {
	case view.EntitiesHash() != w.EntitiesHash():
		return "bodies"
	case view.StreamsHash() != w.StreamsHash():
		return "streams"
	case view.PlayersHash() != w.PlayersHash():
		return "players"
	case view.DayOffset() != w.DayOffset() || view.Rules() != w.Rules():
		return "rules"
	}
	for i := range w.StreamCount() {
		if of := w.StreamAt(i).Stream; view.SubscriptionsHash(of) != w.SubscriptionsHash(of) {
			return "subscriptions"
		}
	}
	return ""
}

// receiveSkin takes a message of skins after its kind; it returns why the session must end.
func (s *Server) receiveSkin(c *session, kind byte, r *wire.Reader) string {
	if !c.rates.admitUnmetered(s.clock.mono) {
		return reasonUnrated
	}
	const malformed = "malformed message of skins"
	if kind == protocol.MsgAskSkin {
		id, err := protocol.ReadAskSkin(r)
		if err != nil {
			return malformed
		}
		c.link.skinAsked = id
		return ""
	}
	packed, err := protocol.ReadSetSkin(r)
	if err == nil && !s.cfg.NoSkins {
		err = s.wardrobe.Set(c.stream, packed, s.clock.mono)
	}
	if err != nil {
		return malformed
	}
	return ""
}

// tellSkins tells clients how players look, as that changes, and sends the pictures that they asked for: one in wardrobe.AskEvery at most,
// on the bulk lane, so that no update waits for one.
func (s *Server) tellSkins() {
	for _, c := range s.clients.sessions {
		if c.link.conn == nil || !c.told.Welcomed() || s.cfg.NoSkins || s.leashed(s.clock.mono) {
			continue
		}
		rows, told := s.wardrobe.News(s.receiving.skins[:0], c.link.skinsTold)
		s.receiving.skins = rows
		if len(rows) > 0 {
			s.receiving.buf = protocol.AppendSkins(s.receiving.buf[:0], rows)
			if c.link.conn.Send(transport.Live, s.receiving.buf) != nil {
				continue // a full lane has no room for it: again in the next step
			}
		}
		c.link.skinsTold = told
		if c.link.skinAsked == (skin.ID{}) || c.link.skinSentAt != 0 && s.clock.mono-c.link.skinSentAt < wardrobe.AskEvery {
			continue
		}
		packed := s.wardrobe.Packed(c.link.skinAsked)
		if s.receiving.buf = protocol.AppendBulkSkin(s.receiving.buf[:0], packed); packed == nil || s.tell.replicator.SendBulk(c.told, c.link.conn, s.receiving.buf) {
			c.link.skinAsked, c.link.skinSentAt = skin.ID{}, s.clock.mono
		}
	}
}

// FarLand answers what clients ask of the land beyond their view. The loop alone calls it; it never waits.
type FarLand interface {
	// Ask takes the questions of a client. It may drop some: clients ask again.
	Ask(of timestream.Stream, rows []protocol.FarAsk)
	// Take calls f for each answer that is ready, a message of the bulk lane that never changes; equal answers are the same bytes.
	Take(f func(of timestream.Stream, message []byte))
}

// receiveFar takes a question for land beyond the view after its kind; it returns why the session must end.
func (s *Server) receiveFar(c *session, r *wire.Reader) string {
	rows, err := protocol.ReadAskFar(s.receiving.far[:0], r)
	s.receiving.far = rows
	switch {
	case err != nil:
		return "malformed question for far land"
	case !c.rates.admitUnmetered(s.clock.mono):
		return reasonUnrated
	case s.cfg.Far == nil:
		return ""
	}
	at := c.area.center.Origin()
	near := rows[:0]
	for _, a := range rows { // what lies too far away is not answered, so that nobody explores from where he stands
		if a.Place.Distance(at.X, at.Z) <= protocol.FarReachMax+world.SectionSize {
			near = append(near, a)
		}
	}
	s.cfg.Far.Ask(c.stream, near)
	return ""
}

const (
	// farUnder is how many sections may be on their way to a client that is sent land beyond its view.
	farUnder = 4
	// farWaiting bounds the answers that wait for a client; further ones are dropped, and the client asks again.
	farWaiting = 256
)

// tellFar sends answers to clients of whose view nothing waits: land beyond the view comes last.
func (s *Server) tellFar() {
	if s.cfg.Far == nil || s.leashed(s.clock.mono) {
		return
	}
	s.cfg.Far.Take(func(of timestream.Stream, message []byte) {
		c := s.clients.session(of)
		if c == nil || c.link.conn == nil || len(c.link.far) == farWaiting {
			return
		}
		if !slices.ContainsFunc(c.link.far, func(waits []byte) bool { return &waits[0] == &message[0] }) { // else it asked twice
			c.link.far = append(c.link.far, message)
		}
	})
	for _, c := range s.clients.sessions {
		for c.link.conn != nil && len(c.link.far) > 0 && c.told.InFlight() <= farUnder && s.tell.replicator.SendBulk(c.told, c.link.conn, c.link.far[0]) {
			c.link.far = c.link.far[1:]
		}
	}
}

// A body that is unseen is told to those alone who may be unseen themselves, and in nobody's way. Who watches another player is told the land and the
// bodies around that one, and shows them through its eyes; the own body stays where it is, unseen meanwhile.

// watch has a session watch the player of a stream; 0: nobody any more.
func (s *Server) watch(c *session, of timestream.Stream) {
	if of == c.watches.stream {
		return
	}
	if c.watches.stream == 0 {
		c.watches.unseen = s.isUnseen(c)
		s.setUnseen(c, true)
	}
	if of == 0 && !c.watches.unseen {
		s.setUnseen(c, false)
	}
	c.watches.stream, c.watches.told = of, false
	c.area.restart()
}

// updateSight tells clients whom they watch, and looks whether they may.
func (s *Server) updateSight() {
	for _, c := range s.clients.sessions {
		w := &c.watches
		if (uint64(s.metrics.Steps)+uint64(c.stream))%sightSteps == 0 {
			w.sees = s.mayGive(c, commandVanish)
			if s.isUnseen(c) && w.stream == 0 && !w.sees {
				s.setUnseen(c, false)
				s.Tell(c.stream, "You may not be vanished any more: everybody sees you.")
			}
			if w.stream != 0 && !s.mayGive(c, commandSpectate) {
				s.watch(c, 0)
			}
		}
		if w.stream != 0 {
			if o := s.clients.session(w.stream); o == nil || !s.visibleTo(o, c) {
				s.watch(c, 0)
				s.Tell(c.stream, "Whom you watched is gone.")
			}
		}
		s.updateIgnored(c)
		c.told.SetSight(replication.Sight{Watches: w.stream, Unseen: w.sees, Ignored: w.ignored})
		if !w.told && c.link.conn != nil && c.told.Welcomed() {
			s.receiving.buf = protocol.AppendWatch(s.receiving.buf[:0], protocol.Watch{Stream: c.shown()})
			w.told = c.link.conn.Send(transport.Live, s.receiving.buf) == nil
		}
	}
	if len(s.rec.Log) > 0 {
		s.endTransaction("sight")
	}
}

// updateIgnored brings whom a player ignores up to the access lists, if these have changed.
func (s *Server) updateIgnored(c *session) {
	a, w := &s.admin.Access, &c.watches
	if w.version == a.Version+1 {
		return
	}
	w.version, w.ignored = a.Version+1, nil
	p := a.Lists.Personal(c.principal)
	if p == nil {
		return
	}
	for _, name := range p.Ignored {
		if r := s.roster.Find(name); r != nil {
			w.ignored = append(w.ignored, r.Stream)
		}
	}
}

// freezeGrace is how long a frozen player may go on with what the client did before it knew.
const freezeGrace = 2 * time.Second

// freeze lets a player do nothing but look and speak, or everything again. The client is told to take no keys, so an honest one is corrected for
// nothing but the stop itself; what another one sends is refused.
func (s *Server) freeze(c *session, on bool) {
	if delete(s.clients.frozen, c.name); on {
		s.clients.frozen[c.name] = true
		s.watch(c, 0)
	}
	c.watches.frozen, c.watches.since, c.watches.told = on, s.clock.mono, false
	s.changeMotion(c, func(m *world.Motion) {
		m.Keys, m.BreakingBlock, m.BreakingPos, m.BreakingSince = 0, world.Air, world.Pos{}, 0
	})
}

// shown returns around whom the client is to show the world: the own player's stream says that the body takes no keys.
func (c *session) shown() timestream.Stream {
	if c.watches.stream == 0 && c.watches.frozen {
		return c.stream
	}
	return c.watches.stream
}

// Pack is a resource pack, packed and checked: read-only.
type Pack struct {
	protocol.PackOffer
	Bytes []byte
}

// partEvery is the least time between two parts of a pack that are sent to one client: 640 kB a second at most.
const partEvery = 50 * time.Millisecond

// receiveAskPack takes a question for a part of the pack after its kind; it returns why the session must end.
func (s *Server) receiveAskPack(c *session, r *wire.Reader) string {
	id, offset, err := protocol.ReadAskPack(r)
	switch {
	case err != nil:
		return "malformed question for a pack"
	case !c.rates.admitUnmetered(s.clock.mono):
		return reasonUnrated
	case s.cfg.Pack != nil && id == s.cfg.Pack.ID && offset < len(s.cfg.Pack.Bytes):
		c.link.pack.asked, c.link.pack.next = true, offset
	}
	return ""
}

// tellPack tells clients what pack there is, and sends the parts that they asked for: while little of their view waits, so that no pack
// makes anybody wait for the world.
func (s *Server) tellPack() {
	p := s.cfg.Pack
	if p == nil || s.leashed(s.clock.mono) {
		return
	}
	for _, c := range s.clients.sessions {
		k := &c.link.pack
		if c.link.conn == nil || !c.told.Welcomed() {
			continue
		}
		if !k.told {
			s.receiving.buf = protocol.AppendPack(s.receiving.buf[:0], &p.PackOffer)
			k.told = c.link.conn.Send(transport.Live, s.receiving.buf) == nil
		}
		if !k.asked || c.told.InFlight() > farUnder || k.sentAt != 0 && s.clock.mono-k.sentAt < partEvery {
			continue
		}
		end := min(k.next+protocol.PackPartMax, len(p.Bytes))
		s.receiving.buf = protocol.AppendBulkPack(s.receiving.buf[:0], k.next, p.Bytes[k.next:end])
		if s.tell.replicator.SendBulk(c.told, c.link.conn, s.receiving.buf) {
			k.asked, k.sentAt = false, s.clock.mono
		}
	}
}
