package predict

import (
	"fmt"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/world"
)

// compare compares a section that is held with what the server's hash says.
func (r *Received) compare(e *protocol.Entry) {
	s := r.sections[e.Section]
	if s == nil || !s.in {
		return
	}
	if sec := r.R.W.Section(e.Section); sec == nil || sec.Hash() != e.Number {
		r.desync("section %v differs at edit %d", e.Section, r.edits)
		r.Wrong = append(r.Wrong, actions.Arrived{Section: e.Section, Epoch: s.epoch})
	}
}

func (r *Received) compareBody(e *protocol.Entry) {
	if s := r.R.W.Find(e.ID); s == world.NoSlot || r.R.W.Entity(s).Hash() != e.Number {
		r.desync("the own avatar differs in frame %d", r.frame)
		r.WrongBody = true
	}
}

func (r *Received) desync(format string, args ...any) {
	r.Desyncs++
	if r.First == "" {
		r.First = fmt.Sprintf(format, args...)
	}
}
