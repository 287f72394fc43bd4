package netlab

import (
	"time"

	"voxtide/client"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// links returns the present conditions of both directions between a client and the server.
func (l *simulation) links(s *simClient) (up, down memnet.Link) {
	c := &l.cfg
	up = memnet.Link{
		Delay: c.RTT/2 + l.extraDelay()/2, Jitter: c.Jitter, Loss: c.Loss, Burst: c.Burst, Copies: !c.NoCopies,
		BulkDelay: c.BulkDelay, BulkRate: c.BulkRate, LiveDelay: c.LiveDelay,
	}
	if c.Stall > 0 && s.index == 0 {
		up.StallEvery, up.StallFor = 20*time.Second, c.Stall
	}
	down = up
	up.Delay, down.Delay = up.Delay+l.skew(), down.Delay-l.skew()
	up.CopyBudget = budgetUp
	if c.ClockOff > 0 && l.now < s.joinAt+clockOffFor {
		down.Delay += 2 * c.ClockOff // the client takes half of it for its clock's error
	}
	if l.networkIsGood { // at the end of the run the network is good, so that the states can be compared
		up = memnet.Link{Delay: time.Millisecond, Copies: true}
		down = up
	}
	return up, down
}

// budgetUp is how many bytes of un-acked actions a client's datagram repeats.
const budgetUp = 600

// clockOffFor is how long the delay is one-sided after joining, which sets the clock wrongly.
const clockOffFor = 3 * time.Second

// extraDelay returns what the scenario adds to the round trip at present.
func (l *simulation) extraDelay() time.Duration {
	c := &l.cfg
	if c.Extra == 0 || l.now < c.ExtraAt || l.now >= c.ExtraTo {
		return 0
	}
	if in := l.now - c.ExtraAt; in < c.Ramp {
		return time.Duration(int64(c.Extra) / 1000 * int64(in) / (int64(c.Ramp) / 1000))
	}
	return c.Extra
}

// skew returns by how much the way to the server is longer at present than half of the round trip.
func (l *simulation) skew() time.Duration {
	if c := &l.cfg; c.SkewTo == 0 || l.now < c.SkewTo {
		return c.Skew
	}
	return 0
}

// updateLinks gives all links their present conditions. It is called when they may have changed.
func (l *simulation) updateLinks() {
	for _, s := range l.clients {
		for _, c := range s.conns {
			up, down := l.links(s)
			c.near.SetLink(up)
			c.far.SetLink(down)
		}
	}
}

// applyTroubles does to a client what the scenario has for it.
func (s *simClient) applyTroubles(now time.Duration) {
	c := &s.sim.cfg
	if s.client == nil {
		if now >= s.troubles.awayUntil {
			s.join()
		}
		return
	}
	for _, k := range s.conns {
		if k.deadAt > 0 && now >= k.deadAt {
			k.deadAt = 0
			k.near.Kill()
		}
	}
	if s.sim.settling || now < c.warmUp() {
		return
	}
	switch {
	case c.Sleep > 0 && s.index == 0 && s.troubles.asleepUntil == 0 && now >= c.SleepAt:
		s.troubles.asleepUntil = now + c.Sleep
		if c.SleepStopsClock {
			s.clock.lost += c.Sleep
			s.troubles.disturbed++
		}
	case c.Leave > 0 && s.index%2 == 1 && now >= s.troubles.awayUntil+c.LeaveEvery+time.Duration(s.index)*time.Second/2:
		s.leave(now, c.Leave)
	case c.Cut > 0 && s.index%2 == 0 && now >= s.troubles.cutAfter+c.CutEvery+time.Duration(s.index)*time.Second/2:
		s.troubles.cutAfter = now + c.Cut
		s.cut(now, c.Cut)
	case (c.MidFall == StallTrouble || c.MidFall == LeaveTrouble) && now >= s.troubles.midFallAfter && s.ownBlockFalls():
		s.troubles.midFallAfter = now + 5*time.Second
		if c.MidFall == LeaveTrouble {
			s.leave(now, 2*time.Second)
		} else {
			s.troubles.asleepUntil = now + time.Duration(s.rng.Between(200, 1500))*time.Millisecond
		}
	}
	if c.SwitchEvery > 0 && s.client != nil && now >= s.troubles.switchAt {
		s.troubles.switchAt = now + c.SwitchEvery/2 + c.SwitchEvery*time.Duration(s.rng.Below(1000))/1000
		s.switchMethod()
	}
	if c.SlowClock && s.index == len(s.sim.clients)-1 {
		if now >= s.troubles.slowSince+8*time.Second {
			s.troubles.slowSince = now
		}
		if now < s.troubles.slowSince+3*time.Second {
			s.clock.lost += c.FrameTime * 3 / 4
			s.troubles.disturbed++
		}
	}
}

// switchMethod lets a client go on with any method: one of the table, or another choice of its axes.
func (s *simClient) switchMethod() {
	texts := append(client.Strategies(), methodVariants[:]...)
	text := texts[s.rng.Below(len(texts))]
	m, err := client.ParseMethod(text)
	if err == nil {
		err = s.client.SetMethod(m)
	}
	if err != nil {
		s.sim.fail(10, "client %d: %s: %v", s.index, text, err)
	}
	s.tally.switches++
}

// methodVariants are choices that the table of methods does not have as such.
var methodVariants = [...]string{"timestream,judge=arrival", "timestream,step=50", "dumb,judge=ticks", "dumb,judge=arrival,step=100", "timestream"}

// leave ends the session in order; the player comes back later, under the same name.
func (s *simClient) leave(now, away time.Duration) {
	s.troubles.disturbed++
	s.retire()
	s.troubles.awayUntil = now + away
}

// retire closes the client and keeps its counters.
func (s *simClient) retire() {
	s.client.Leave()
	s.keepStats()
	s.forgetConns()
	s.client = nil
}

// cut interrupts a client's network. Either all packets are lost for some time, in both directions, on later
// connections too; or the connection ends: only at the client's end, so that packets in flight still arrive, or at
// both ends, so that they are lost and sent again over another connection.
func (s *simClient) cut(now, long time.Duration) {
	s.troubles.disturbed++
	if s.conn == nil {
		return
	}
	switch how := s.rng.Below(3); {
	case long > cutLong || how == 0:
		s.troubles.cutUntil = now + long
		s.conn.cut(s)
	case how == 1:
		s.conn.near.Kill()
	default:
		s.conn.far.Kill()
		s.conn.near.Kill()
	}
}

// cutLong is the least length of a cut that always interrupts the network.
const cutLong = 2 * time.Second

// ownBlockFalls reports whether the client shows a falling block on its own stream.
func (s *simClient) ownBlockFalls() bool {
	w := s.client.World()
	if w == nil || s.client.Stream() == 0 || w.Stream(s.client.Stream()) == nil {
		return false
	}
	for _, slot := range w.Bodies(s.client.Stream()) {
		if w.Entity(slot).Kind == world.KindFallingBlock {
			return true
		}
	}
	return false
}

// nextFrameAt returns the time of the next frame.
func (s *simClient) nextFrameAt(now time.Duration) time.Duration {
	c := &s.sim.cfg
	if s.troubles.asleepUntil > now {
		return s.troubles.asleepUntil
	}
	next := now + c.FrameTime
	if c.Hitch > 0 && !s.sim.settling && s.rng.OneIn(max(1, int(c.HitchEvery/c.FrameTime))) {
		next = now + c.Hitch
	}
	return next
}
