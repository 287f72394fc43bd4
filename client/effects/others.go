package effects

import (
	"voxtide/timestream"
	"voxtide/world"
)

// at returns where an entity is drawn at a frame's time; false if no state of it has come.
func (p *tracks) at(id world.EntityID, o *OthersDrawing, now timestream.Time) (s drawnState, ok bool) {
	for i := range p.bodies {
		t := &p.bodies[i]
		if t.id != id || t.n == 0 {
			continue
		}
		switch o.Kind {
		case OthersInterpolate:
			if o.Fixed {
				return t.betweenLast(now, o.Delay), true
			}
			return t.between(now.Add(-p.latenessOf(t.stream).lateness-o.Delay), o.Dry), true
		case OthersReckon:
			return t.reckoned(now, o), true
		}
		return t.last(0).drawn(), true
	}
	return s, false
}
