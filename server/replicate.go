package server

import (
	"voxtide/internal/skin"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/server/wardrobe"
	"voxtide/timestream"
	"voxtide/transport"
)

// moment returns how far the server has come, for what clients are told.
func (s *Server) moment() replication.Moment {
	return replication.Moment{Now: s.clock.mono, LastEdit: s.journal.lastEdit, CommitSeq: s.persist.commitSeq, Durable: s.persist.durableSeq}
}

// replicate tells all clients what is due at the end of a step.
func (s *Server) replicate() {
	r := &s.replicator
	r.Moment = s.moment()
	r.Options = replication.Options{UpdateRate: s.cfg.UpdateRate, HashEvery: s.cfg.HashEvery,
		BulkBytes: s.cfg.BulkBytes, HoldUpdates: s.cfg.Bounds.HoldUpdates, KeepTold: s.past != nil,
		Relays: s.cfg.Relays, Stopwatch: s.cfg.Stopwatch}
	r.BeginStep(func(i int) *replication.Client { return s.clients.sessions[i].told }, len(s.clients.sessions))
	for _, c := range s.clients.sessions {
		if c.link.conn != nil {
			r.Add(c.told, replication.Link{Conn: c.link.conn, HeardAt: c.link.heardAt, Heard: c.link.heardInStep})
		}
	}
	r.WriteUpdates()
	r.Deliver()
	s.metrics.LogMax = max(s.metrics.LogMax, r.Log.Len())
	lowest := r.Log.End()
	for _, c := range s.clients.sessions {
		if cursor, ok := c.told.Cursor(); ok && c.link.conn != nil {
			lowest = min(lowest, cursor)
		}
	}
	r.Log.Trim(lowest, s.clock.mono)
}

// clientOf returns what the client of a stream has been told, nil if there is no such session.
func (s *Server) clientOf(of timestream.Stream) *replication.Client {
	if c := s.clients.session(of); c != nil {
		return c.told
	}
	return nil
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
		if c.link.conn == nil || !c.told.Welcomed() || s.cfg.NoSkins {
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
		if s.receiving.buf = protocol.AppendBulkSkin(s.receiving.buf[:0], packed); packed == nil || s.replicator.SendBulk(c.told, c.link.conn, s.receiving.buf) {
			c.link.skinAsked, c.link.skinSentAt = skin.ID{}, s.clock.mono
		}
	}
}
