package effects

import "voxtide/timestream"

// reckoned is dead reckoning (Gambetta III), the wiki's extrapolation: the last state is carried on by its velocity to the
// frame's time, for at most the reach and through everything in its way. With accel the acceleration between the last two
// states goes on, too.
func (t *track) reckoned(now timestream.Time, o *OthersDrawing) drawnState {
	s := t.last(0)
	age := max(0, min(now.Sub(s.at), o.Reach))
	d := s.flown(age)
	if !o.Accel || t.kept() < 2 {
		return d
	}
	before := t.last(1)
	span, a := float64(s.at.Sub(before.at)), float64(age)
	for i := range d.pos {
		d.pos[i] += int64(float64(s.vel[i]-before.vel[i]) / span * a * a / 2)
	}
	return d
}
