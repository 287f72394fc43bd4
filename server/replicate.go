package server

import (
	"voxtide/server/replication"
	"voxtide/timestream"
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
		BulkBytes: s.cfg.BulkBytes, HoldUpdates: s.cfg.Bounds.HoldUpdates, KeepTold: s.past != nil}
	for _, c := range s.clients.sessions {
		if c.link.conn != nil {
			r.Replicate(c.told, replication.Link{Conn: c.link.conn, HeardAt: c.link.heardAt, Heard: c.link.heardInStep})
			c.link.conn.Flush()
		}
	}
	s.metrics.LogMax = max(s.metrics.LogMax, r.Log.Len())
	lowest := r.Log.End()
	for _, c := range s.clients.sessions {
		if cursor, ok := c.told.Cursor(); ok && c.link.conn != nil {
			lowest = min(lowest, cursor)
		}
	}
	r.Log.Trim(lowest)
}

// clientOf returns what the client of a stream has been told, nil if there is no such session.
func (s *Server) clientOf(of timestream.Stream) *replication.Client {
	if c := s.clients.session(of); c != nil {
		return c.told
	}
	return nil
}
