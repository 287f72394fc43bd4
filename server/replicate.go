package server

import (
	"time"

	"voxtide/internal/faults"
	"voxtide/internal/skin"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/server/wardrobe"
	"voxtide/transport"
)

// telling is the half of the server that tells clients, and what it has counted.
type telling struct {
	source     replication.Source
	replicator replication.Replicator
	counters   replication.Counters // as they were when the last step began, or ended
}

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
			KeepTold: s.past != nil, Others: s.others(), Relays: s.cfg.Relays, Stopwatch: s.cfg.Stopwatch},
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

// diesNow stands for the number of the last update that was built before the player died, until it is known.
const diesNow = 1<<64 - 1

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
