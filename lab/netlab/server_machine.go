package netlab

import (
	"time"

	"voxtide/server"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/world"
)

// startServer starts a server from what the disk holds.
func (l *simulation) startServer() (err error) {
	l.server, err = l.newServer(l.serverMachine.disk, serverObserver{l})
	return err
}

// newServer makes a server over a store.
func (l *simulation) newServer(disk store.Store, o server.Observer) (*server.Server, error) {
	c := &l.cfg
	creative := c.Creative
	if c.Mixed {
		creative = c.Seed&1 == 1
	}
	lists := &access.Lists{}
	if c.Night {
		lists.DayOffset = int64(world.DayLength / 2)
	}
	return server.New(server.Config{
		AccessList: lists, WallClock: func() int64 { return 1_700_000_000_000 + l.now.Milliseconds() },
		Generate: l.land.Section, Spawn: func(i int) world.Vec { return l.clients[i%len(l.clients)].spawn },
		Creative: creative, StartingInventory: c.startingInventory(), Seed: c.Seed, Observer: o,
		Store: disk, View: c.View, ViewY: 1, Counter: c.Counter, ItemLifetime: c.ItemsLast, AnyMethod: true, PvP: c.PvP, Rules: c.Rules, StartingNeeds: c.startingNeeds(),
		Others: l.otherServers, Relays: c.Relays, TellAside: c.Relays > 1, Stopwatch: stopwatch(c.TurnCost),
	})
}

// stopwatch returns a clock by which each turn between two readings takes so long; nil: there is none.
func stopwatch(turn time.Duration) func() time.Duration {
	if turn == 0 {
		return nil
	}
	var now time.Duration
	return func() time.Duration {
		now += turn
		return now
	}
}

// machineStands reports whether the server's machine does nothing at this moment, so that no step is due.
func (l *simulation) machineStands(now time.Duration) bool {
	m, c := &l.serverMachine, &l.cfg
	if c.StandStill > 0 && m.stood == 0 && now >= c.StandStillAt && !m.down && !l.settling {
		m.stood = c.StandStill
		l.schedule.stepAt = now + c.StandStill
		l.disturbAll()
		return true
	}
	if m.down { // the server is started again now
		m.down = false
		if err := l.startServer(); err != nil {
			l.fail(8, "the server does not start again: %v", err)
			return true
		}
		l.planKill(now)
	}
	return false
}

// otherServers returns the address at which clients ask for the next server while the present one is silent.
func (l *simulation) otherServers() []string {
	if l.cfg.Soon {
		return []string{"the next one"}
	}
	return nil
}

// planKill draws the time of the next kill: anywhere in the kill's own part of the play or, in one of three cases, so
// soon after a start that clients are still reconnecting.
func (l *simulation) planKill(now time.Duration) {
	m, c := &l.serverMachine, &l.cfg
	m.failAt = 0
	if m.kills >= c.Kills {
		return
	}
	part := (c.Duration - c.warmUp()) / time.Duration(c.Kills)
	m.failAt = c.warmUp() + part*time.Duration(m.kills) + time.Duration(m.rng.Below(int(max(1, part))))
	if soon := now + time.Duration(m.rng.Between(20, 1200))*time.Millisecond; m.kills > 0 && m.rng.OneIn(3) || m.failAt < soon {
		m.failAt = soon
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
func (l *simulation) lastStep(now time.Duration) {
	m := &l.serverMachine
	m.failAt = 0
	how := m.rng.Below(3)
	m.disk.diesNext = how == 0
	l.server.Step(l.serverClock(now))
	l.checkView()
	l.laws.durability.endStep(m.disk.lastTicket+uint64(m.disk.lost), &l.laws.conservation.sum)
	l.noteSeats(now, m.disk.lastTicket+uint64(m.disk.lost))
	if how < 2 {
		l.powerFails(now)
		return
	}
	m.cutAt = now + 1 + time.Duration(m.rng.Below(int(stepEvery)-1))
}

// powerFails ends the server as kill -9 does: its memory, its connections and all batches that are not durable are
// gone. It is started again a while later; clients find out by themselves.
func (l *simulation) powerFails(now time.Duration) {
	m := &l.serverMachine
	m.kills++
	l.checkSeats(now)
	m.down, m.cutAt, m.failAt, l.schedule.durableAt = true, 0, 0, 0
	old := m.disk
	m.disk = &crashingStore{Memory: old.Memory.Crash(l.serverClock(now))}
	m.disk.lastTicket = m.disk.Memory.Committed(l.serverClock(now))
	m.lost += int(old.lastTicket-m.disk.lastTicket) + old.lost
	for _, s := range l.clients {
		s.serverDied(now)
	}
	l.checkCrash()
	m.upAt = now + time.Duration(m.rng.Between(30, 1500))*time.Millisecond
	if l.cfg.Soon {
		m.upAt = now + time.Duration(m.rng.Between(30, 500))*time.Millisecond
	}
	l.schedule.stepAt = m.upAt
}

// serverDied ends a client's connection when the server dies. Packets in flight to the client still arrive; the
// client learns that nobody is there at once, a little later, or not at all.
func (s *simClient) serverDied(now time.Duration) {
	if !s.sim.cfg.Soon {
		s.troubles.disturbed++
	}
	if s.serverConn == nil {
		return
	}
	s.serverConn.Kill()
	if s.sim.cfg.Soon {
		if s.rng.OneIn(2) { // the others hear nothing at all
			s.troubles.deadAt = now + time.Duration(s.rng.Between(1, 300))*time.Millisecond
		}
		return
	}
	switch s.sim.serverMachine.rng.Below(4) {
	case 0:
		s.clientConn.Kill()
	case 1, 2:
		s.troubles.deadAt = now + time.Duration(s.rng.Between(1, 800))*time.Millisecond
	}
}

// disturbAll notes a trouble of all clients after which nothing is promised.
func (l *simulation) disturbAll() {
	for _, s := range l.clients {
		s.troubles.disturbed++
	}
}
