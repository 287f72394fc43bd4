package server

import (
	"voxtide/edits"
	"voxtide/sim"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// load makes the world what the store holds, or a new one. Players come in when they join or resume; what they had set
// in motion goes on as the server's.
func (s *Server) load(st *store.State) {
	if st == nil {
		st = &store.State{Clean: true}
	}
	s.now = st.Ceiling
	s.edits = st.Edits
	if !st.Clean {
		s.edits += editsGap
	}
	s.history.since = s.edits
	s.streams = st.Streams
	for i := range st.Players {
		p := st.Players[i]
		s.rows[p.Name] = &p
	}
	for _, c := range st.Sections {
		p := c.Pos.Section()
		s.generated[p] = append(s.generated[p], c)
	}
	counter := uint64(max(1, st.Counter)) // 0 would be an avatar's
	s.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: s.now, Number: counter})
	for _, e := range st.Entities {
		e.Stream, e.At = timestream.Server, s.now
		s.around(&e, sim.Reach)
		s.rec.Do(edits.Edit{Kind: edits.Birth, ID: e.ID, Entity: e, Number: counter})
	}
	for _, c := range st.Checks {
		s.need(c.Pos.Section())
		s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: timestream.Server, Pos: c.Pos})
	}
	s.rec.Log = s.rec.Log[:0]
	s.rec.Commit()
}

// need brings a section in: as generated, with what has changed since.
func (s *Server) need(p world.SectionPos) {
	if s.rec.W.Has(p) {
		return
	}
	sec := s.cfg.Generate(p)
	if sec == nil {
		sec = world.NewSection(world.Air)
	}
	if stored := s.generated[p]; len(stored) > 0 {
		var cells [world.SectionCells]world.Block
		sec.Cells(&cells)
		for _, c := range stored {
			cells[c.Pos.Index()] = c.Block
		}
		sec = world.SectionOf(&cells)
		delete(s.generated, p)
	}
	s.rec.W.PutSection(p, sec)
}
