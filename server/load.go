package server

import (
	"cmp"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/store"
	"voxtide/timestream"
)

// load makes the world what the store holds, or a new one. Players come in when they join or resume; what they had set
// in motion goes on as the server's.
func (s *Server) load(st *store.State) error {
	if st == nil {
		st = &store.State{Clean: true}
	}
	s.now = max(st.Ceiling, s.cfg.Begin)
	s.edits, s.hash = st.Edits, st.Hash
	s.kept = s.edits
	if !st.Clean {
		s.edits += editsGap
		if !faults.Active(faults.CounterNotAhead) {
			s.countOn(st)
		}
	}
	s.began = s.edits
	s.history.since = s.edits
	s.streams = st.Streams
	for i := range st.Players {
		p := st.Players[i]
		p.Seen = cmp.Or(p.Seen, s.now)
		s.enroll(&p)
	}
	counter := uint64(st.Counter)
	if counter == 0 { // a new world; and 0 would be an avatar's
		counter = uint64(s.cfg.Counter)
	}
	s.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: s.now, Number: counter})
	if s.book.Day != 0 {
		s.rec.Do(edits.Edit{Kind: edits.SetDay, Number: uint64(s.book.Day)})
	}
	if s.cfg.Frozen != actions.Done { // they would move on, and could not be kept
		st.Entities, st.Checks = nil, nil
	}
	s.remember(st.Entities)
	for _, c := range st.Checks {
		s.need(c.Pos.Section())
		s.need(c.Pos.Below().Section())
		s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: timestream.Server, Pos: c.Pos})
	}
	s.rec.Log = s.rec.Log[:0]
	s.rec.Commit()
	return s.failed
}
