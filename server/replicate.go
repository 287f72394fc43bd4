package server

import (
	"strings"
	"time"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/textline"
	"voxtide/protocol"
	"voxtide/server/handout"
	"voxtide/server/replication"
	"voxtide/timestream"
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
		t.source.Add(c.told, replication.Link{Conn: c.link.conn, HeardAt: c.link.heardAt, Heard: c.link.heardInStep, Interval: c.link.pace.Interval(s.clock.mono)})
	}
	feed := t.source.Finish(
		replication.Moment{Now: s.clock.mono, LastEdit: s.journal.lastEdit, CommitSeq: s.persist.commitSeq, Durable: s.persist.durableSeq,
			Leashed: s.leashed(s.clock.mono)},
		replication.Options{UpdateRate: s.cfg.UpdateRate, HashEvery: s.cfg.HashEvery, BulkBytes: s.cfg.BulkBytes, HoldUpdates: s.cfg.Bounds.HoldUpdates,
			KeepTold: s.past != nil, WorldName: s.cfg.WorldName, Others: s.others(), Relays: s.cfg.Relays, Stopwatch: s.cfg.Stopwatch,
			Timed: s.clock.profile != nil},
		s.rec.SleepChanges)
	s.rec.SleepChanges = s.rec.SleepChanges[:0]
	t.replicator.Tell(feed)
	if !t.replicator.Aside {
		t.counters = t.replicator.Counters
	}
}

// Broadcast writes a line of the server's into everybody's chat, cut at textline.ChatMax bytes.
func (s *Server) Broadcast(text string) {
	s.rec.Do(edits.Edit{Kind: edits.Chat, Stream: timestream.Server, Text: textline.Clean(text, textline.ChatMax)})
	s.endTransaction("said")
}

// announce tells all the next line of those that are told in turn, when it is time.
func (s *Server) announce() {
	every, lines := s.cfg.Policy.AnnounceEvery, s.cfg.Policy.Announcements
	if every <= 0 || lines == "" || len(s.clients.sessions) == 0 {
		s.clock.announcedAt = s.clock.mono
		return
	}
	if s.clock.mono-s.clock.announcedAt < every {
		return
	}
	all := strings.Split(lines, "\n")
	s.Broadcast(all[s.clock.announced%len(all)])
	s.clock.announcedAt = s.clock.mono
	s.clock.announced++
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
	s.clock.profile.Told(s.tell.replicator.Took())
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

// handOut gives clients what they asked for beside the world.
func (s *Server) handOut() {
	if s.leashed(s.clock.mono) {
		return
	}
	if s.desk.Far != nil {
		s.desk.Collect(func(of timestream.Stream) *handout.Client {
			if c := s.clients.session(of); c != nil && c.link.conn != nil {
				return &c.link.handed
			}
			return nil
		})
	}
	for _, c := range s.clients.sessions {
		if c.link.conn != nil {
			s.desk.Serve(&c.link.handed, c.link.conn, c.told, &s.tell.replicator, s.clock.mono)
		}
	}
}
