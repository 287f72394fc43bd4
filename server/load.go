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
	counter := uint64(st.Counter)
	if counter == 0 { // a new world; and 0 would be an avatar's
		counter = uint64(s.cfg.Counter)
	}
	s.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: s.now, Number: counter})
	for _, e := range st.Entities {
		e.Stream, e.At = timestream.Server, s.now
		s.around(&e, sim.Reach)
		s.rec.Do(edits.Edit{Kind: edits.Birth, ID: e.ID, Entity: e, Number: counter})
	}
	for _, c := range st.Checks {
		s.need(c.Pos.Section())
		s.need(c.Pos.Below().Section())
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
		s.changed[p] = 0
	}
	s.rec.W.PutSection(p, sec)
}

// watch counts who is subscribed to a section.
func (s *Server) watch(p world.SectionPos, was, is bool) {
	switch {
	case is && !was:
		s.watched[p]++
	case was && !is:
		s.watched[p]--
		if s.watched[p] == 0 {
			delete(s.watched, p)
			s.leaveBe(p)
		}
	}
}

// unloadMax bounds the sections that are looked at in a step.
const unloadMax = 4

// unload drops sections, when there are many, that nobody is subscribed to, that are as generated and that no body is
// near.
func (s *Server) unload() {
	if s.rec.W.SectionCount() <= s.cfg.Sections {
		return
	}
	for range min(unloadMax, len(s.idle)-s.idleHead) {
		p := s.idle[s.idleHead]
		s.idleHead++
		delete(s.idling, p)
		if _, changed := s.changed[p]; changed || s.watched[p] > 0 || !s.rec.W.Has(p) {
			continue
		}
		if s.bodyNear(p) {
			s.leaveBe(p)
			continue
		}
		s.rec.W.TakeSection(p)
		s.metrics.Unloaded++
	}
}

// leaveBe enters a section in the queue of those that nobody is subscribed to, once.
func (s *Server) leaveBe(p world.SectionPos) {
	if s.idling[p] {
		return
	}
	s.idling[p] = true
	if s.idleHead > len(s.idle)/2 {
		s.idle = s.idle[:copy(s.idle, s.idle[s.idleHead:])]
		s.idleHead = 0
	}
	s.idle = append(s.idle, p)
}

func (s *Server) bodyNear(p world.SectionPos) bool {
	w := s.rec.W
	for i := range w.StreamCount() {
		for _, slot := range w.Bodies(w.StreamAt(i).Stream) {
			q := w.Entity(slot).Motion.Pos.Block().Section()
			if away(p.X, q.X) <= 1 && away(p.Y, q.Y) <= 1 && away(p.Z, q.Z) <= 1 {
				return true
			}
		}
	}
	return false
}
