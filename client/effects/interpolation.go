package effects

import "voxtide/timestream"

// Entity interpolation (Gambetta III, the wiki's "position history"): the entities of others are drawn in the past, between
// received states. Each stream has its own past: the least lateness of its stamps in the last seconds, plus the delay. When no
// newer state has come, an entity flies on for a while and then stands.

// between returns where the entity was at a time of its stream, between the two states around it: the wiki's target time.
func (t *track) between(at timestream.Time, dry timestream.Duration) drawnState {
	next := t.last(0)
	if at >= next.at {
		return next.flown(min(at.Sub(next.at), dry))
	}
	for i := 1; i < t.kept(); i++ {
		s := t.last(i)
		if s.at <= at {
			return s.mix(next, float64(at-s.at)/float64(next.at-s.at))
		}
		next = s
	}
	return next.drawn()
}

// betweenLast is the wiki's first kind: from the last state but one to the last, in a fixed time since that came. It needs
// updates as far apart as the time; others cut the way short or leave the entity standing.
func (t *track) betweenLast(now timestream.Time, takes timestream.Duration) drawnState {
	next := t.last(0)
	if t.kept() < 2 || takes <= 0 {
		return next.drawn()
	}
	return t.last(1).mix(next, min(1, float64(now.Sub(next.came))/float64(takes)))
}
