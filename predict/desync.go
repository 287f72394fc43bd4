package predict

import (
	"fmt"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/world"
)

// checkSectionHash compares a section that is held with the server's hash.
func (r *Received) checkSectionHash(e *protocol.Entry) {
	s := r.sections[e.Section]
	if s == nil || !s.loaded {
		return
	}
	if sec := r.R.W.Section(e.Section); sec == nil || sec.Hash() != e.Number {
		r.noteDesync("section %v differs at edit %d", e.Section, r.completeTo)
		r.DesyncedSections = append(r.DesyncedSections, actions.SectionEpoch{Section: e.Section, Epoch: s.epoch})
	}
}

func (r *Received) checkAvatarHash(e *protocol.Entry) {
	if s := r.R.W.Find(e.ID); s == world.NoEntity || r.R.W.Entity(s).Hash() != e.Number {
		r.noteDesync("the own avatar differs in update %d", r.update)
		r.DesyncedAvatar = true
	}
}

func (r *Received) noteDesync(format string, args ...any) {
	r.Desyncs++
	if r.FirstDesync == "" {
		r.FirstDesync = fmt.Sprintf(format, args...)
	}
}
