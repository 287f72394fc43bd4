package netlab

import (
	"time"

	"voxtide/world"
)

// machineStands reports whether the machine does nothing at this moment, so that no step is due.
func (m *machine) machineStands(now time.Duration) bool {
	l := m.sim
	c := &l.cfg
	if c.StandStill > 0 && m.clock.lost == 0 && now >= c.StandStillAt && !m.down && !l.settling {
		m.clock.lost = c.StandStill
		m.next.step = now + c.StandStill
		l.disturbAll()
		return true
	}
	if m.down { // the server is started again now
		m.down = false
		if err := m.start(); err != nil {
			l.fail(8, "the server does not start again: %v", err)
			return true
		}
		m.planKill(now)
	}
	return false
}

// planKill draws the time of the next kill: anywhere in the kill's own part of the play or, in one of three cases, so
// soon after a start that clients are still reconnecting.
func (m *machine) planKill(now time.Duration) {
	k, c := &m.sim.machines.kills, &m.sim.cfg
	k.failAt = 0
	if k.done >= c.Kills {
		return
	}
	part := (c.Duration - c.warmUp()) / time.Duration(c.Kills)
	k.failAt = c.warmUp() + part*time.Duration(k.done) + time.Duration(k.rng.Below(int(max(1, part))))
	if soon := now + time.Duration(k.rng.Between(20, 1200))*time.Millisecond; k.done > 0 && k.rng.OneIn(3) || k.failAt < soon {
		k.failAt = soon
	}
}

// anythingFalls reports whether the server has a falling block or a pending support check.
func (l *simulation) anythingFalls() bool {
	w := l.server.World()
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		if len(st.SupportChecks) > 0 {
			return true
		}
		for _, slot := range w.Bodies(st.Stream) {
			if w.Entity(slot).Kind == world.KindFallingBlock {
				return true
			}
		}
	}
	return false
}

// lastStep does the last step before a kill. The power fails with its batch, right after it, or before the next step.
func (m *machine) lastStep(now time.Duration) {
	k := &m.sim.machines.kills
	k.failAt = 0
	how := k.rng.Below(3)
	m.disk.diesNext = how == 0
	m.server.Step(m.mono())
	m.afterStep(m.disk.end())
	if how < 2 {
		m.powerFails(now)
		return
	}
	m.next.cut = now + 1 + time.Duration(k.rng.Below(int(stepEvery)-1))
}

// powerFails ends the server as kill -9 does: its memory, its connections and all batches that are not durable are
// gone. It is started again a while later; clients find out by themselves.
func (m *machine) powerFails(now time.Duration) {
	if m.beside != nil {
		m.beside.powerFails(now)
		return
	}
	l, k := m.sim, &m.sim.machines.kills
	k.done++
	l.checkSeats(m, m.disk.Memory.Crash(m.mono()), m.disk.Committed(m.mono()))
	m.down, m.next.cut, m.next.durable, k.failAt = true, 0, 0, 0
	old := m.disk
	m.disk = &crashingStore{Memory: old.Memory.Crash(m.mono())}
	m.disk.lastTicket = m.disk.Memory.Committed(m.mono())
	k.lost += int(old.lastTicket-m.disk.lastTicket) + old.lost
	for _, s := range l.clients {
		s.serverDied(now)
	}
	l.checkCrash(m.disk)
	m.upAt = now + time.Duration(k.rng.Between(30, 1500))*time.Millisecond
	if l.cfg.Soon {
		m.upAt = now + time.Duration(k.rng.Between(30, 500))*time.Millisecond
	}
	m.next.step = m.upAt
}

// serverDied ends a client's connection when the server dies. Packets in flight to the client still arrive; the
// client learns that nobody is there at once, a little later, or not at all.
func (s *simClient) serverDied(now time.Duration) {
	if !s.sim.cfg.Soon {
		s.troubles.disturbed++
	}
	if s.conn == nil {
		return
	}
	s.conn.far.Kill()
	if s.sim.cfg.Soon {
		if s.rng.OneIn(2) { // the others hear nothing at all
			s.conn.deadAt = now + time.Duration(s.rng.Between(1, 300))*time.Millisecond
		}
		return
	}
	switch s.sim.machines.kills.rng.Below(4) {
	case 0:
		s.conn.near.Kill()
	case 1, 2:
		s.conn.deadAt = now + time.Duration(s.rng.Between(1, 800))*time.Millisecond
	}
}

// disturbAll notes a trouble of all clients after which nothing is promised.
func (l *simulation) disturbAll() {
	for _, s := range l.clients {
		s.troubles.disturbed++
	}
}
