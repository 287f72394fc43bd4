package netlab

import (
	"time"

	"voxtide/client"
	"voxtide/world"
)

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
	s.tally.updateAt = 0 // who is away hears nothing, and that is no freeze
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
	if c.Hitch > 0 && !s.sim.settling && s.rng.OneIn(max(1, int(c.HitchEvery/c.FrameTime))) && now >= s.troubles.hitchedUntil+hitchApart {
		next = now + c.Hitch
		s.troubles.hitchedUntil = next
	}
	return next
}

// hitchApart is the least time between two hitches. Two in a row, of which the packet of the frame between is lost, are a silence of more than half a second: a stream
// that is so late stalls, as section 6 of docs/netcode.md says, and law 5 promises nothing.
const hitchApart = 500 * ms
