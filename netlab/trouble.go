package netlab

import (
	"time"

	"voxtide/transport"
	"voxtide/world"
)

// links gives the conditions of both directions between a seat and the server at the present time.
func (l *Lab) links(s *seat) (up, down transport.Link) {
	c := &l.cfg
	up = transport.Link{
		Delay: c.RTT/2 + l.extra()/2, Jitter: c.Jitter, Loss: c.Loss, Burst: c.Burst, Copies: !c.NoCopies,
		BulkDelay: c.BulkDelay, BulkRate: c.BulkRate, LiveDelay: c.LiveDelay,
	}
	if c.Stall > 0 && s.i == 0 {
		up.StallEvery, up.StallFor = 20*time.Second, c.Stall
	}
	down = up
	up.Budget = budgetUp
	if c.ClockOff > 0 && l.now < s.joinAt+clockOffFor {
		down.Delay += 2 * c.ClockOff // the client believes in half of it
	}
	if l.silent { // the end of the run: the network is good, so that the states can be compared
		up = transport.Link{Delay: time.Millisecond, Copies: true}
		down = up
	}
	return up, down
}

// budgetUp is how many bytes of un-acked actions a client's datagram repeats.
const budgetUp = 600

// clockOffFor is how long the delay is one-sided at joining, to set a clock wrongly.
const clockOffFor = 3 * time.Second

// extra is what the scenario adds to the round trip now.
func (l *Lab) extra() time.Duration {
	c := &l.cfg
	if c.Extra == 0 || l.now < c.ExtraAt || l.now >= c.ExtraTo {
		return 0
	}
	if in := l.now - c.ExtraAt; in < c.Ramp {
		return time.Duration(int64(c.Extra) / 1000 * int64(in) / (int64(c.Ramp) / 1000))
	}
	return c.Extra
}

// weather gives all links their present conditions. It is called when they may have changed.
func (l *Lab) weather() {
	for _, s := range l.seats {
		if s.near != nil {
			up, down := l.links(s)
			s.near.SetLink(up)
			s.far.SetLink(down)
		}
	}
}

// troubles lets come over a seat what the scenario holds for it.
func (s *seat) troubles(now time.Duration) {
	c := &s.lab.cfg
	if s.c == nil {
		if now >= s.away {
			s.join()
		}
		return
	}
	if s.goneAt > 0 && now >= s.goneAt && s.near != nil {
		s.goneAt = 0
		s.near.Kill()
	}
	if s.lab.settling || now < c.warmUp() {
		return
	}
	switch {
	case c.Sleep > 0 && s.i == 0 && s.asleep == 0 && now >= c.SleepAt:
		s.asleep = now + c.Sleep
		if c.Stands {
			s.clock.lost += c.Sleep
			s.disturbed++
		}
	case c.Leave > 0 && s.i%2 == 1 && now >= s.away+c.LeaveEvery+time.Duration(s.i)*time.Second/2:
		s.leave(now, c.Leave)
	case c.Cut > 0 && s.i%2 == 0 && now >= s.cutAgain+c.CutEvery+time.Duration(s.i)*time.Second/2:
		s.cutAgain = now + c.Cut
		s.cut(now, c.Cut)
	case (c.MidFall == StallTrouble || c.MidFall == LeaveTrouble) && now >= s.midfall && s.sandFalls():
		s.midfall = now + 5*time.Second
		if c.MidFall == LeaveTrouble {
			s.leave(now, 2*time.Second)
		} else {
			s.asleep = now + time.Duration(s.luck.between(200, 1500))*time.Millisecond
		}
	}
	if c.Quarter && s.i == len(s.lab.seats)-1 {
		if now >= s.quarter+8*time.Second {
			s.quarter = now
		}
		if now < s.quarter+3*time.Second {
			s.clock.lost += c.Picture * 3 / 4
			s.disturbed++
		}
	}
}

// leave ends the session in order; the person comes back later, under the same name.
func (s *seat) leave(now, away time.Duration) {
	s.disturbed++
	s.retire()
	s.away = now + away
}

// retire takes the client away and keeps its counters.
func (s *seat) retire() {
	s.c.Leave()
	s.keepStats()
	s.bytes()
	s.c = nil
}

// cut makes the network lose all for some time, in both directions, whatever connection is tried meanwhile. Or it ends the
// connection: at the client's end alone, so that what is on its way still arrives, or at both, so that it is lost and has to be sent
// again over another one.
func (s *seat) cut(now, long time.Duration) {
	s.disturbed++
	if s.near == nil {
		return
	}
	switch how := s.luck.below(3); {
	case long > cutLong || how == 0:
		s.cutTill = now + long
		s.near.Cut(s.cutTill)
		s.far.Cut(s.cutTill)
	case how == 1:
		s.near.Kill()
	default:
		s.far.Kill()
		s.near.Kill()
	}
}

// cutLong is how long a cut is at least that is always the network's.
const cutLong = 2 * time.Second

// sandFalls tells whether a block is falling on the seat's own stream, as it is shown.
func (s *seat) sandFalls() bool {
	w := s.c.World()
	if w == nil || s.c.Stream() == 0 || w.Stream(s.c.Stream()) == nil {
		return false
	}
	for _, slot := range w.Bodies(s.c.Stream()) {
		if w.Entity(slot).Kind == world.KindFalling {
			return true
		}
	}
	return false
}

// pace gives the time of the picture after the one at now.
func (s *seat) pace(now time.Duration) time.Duration {
	c := &s.lab.cfg
	if s.asleep > now {
		return s.asleep
	}
	next := now + c.Picture
	if c.Hitch > 0 && !s.lab.settling && s.luck.one(max(1, int(c.HitchEvery/c.Picture))) {
		next = now + c.Hitch
	}
	return next
}
