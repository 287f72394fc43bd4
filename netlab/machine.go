package netlab

import (
	"time"

	"voxtide/server"
	"voxtide/store"
	"voxtide/world"
)

// machine is what the server runs on: its disk, its clock and what happens to both. Its power fails at moments by seed;
// then nothing of the server is left but what its disk holds, and another one goes on from there. It may stand still for
// a while, as a virtual machine that is moved does: no step, and its monotonic clock stands, too.
type machine struct {
	disk  *disk
	luck  random
	kills int // so far
	down  bool
	upAt  time.Duration // when the server is started again

	failAt time.Duration // the next step from then on is the last one; 0: none
	cutAt  time.Duration // after that step, if it is not with it; 0: none
	stood  time.Duration // so far
	lost   int           // batches that were handed over and not durable when the power failed
}

// disk is the store of a laboratory: it keeps what was durable when the power failed and nothing else.
type disk struct {
	*store.Memory
	last uint64 // ticket
	dead bool   // takes nothing any more
	cut  bool   // and dies with the next batch, before it has it
	lost int    // batches that it did not take
}

// Commit implements store.Store.
func (d *disk) Commit(now time.Duration, b *store.Batch) uint64 {
	d.dead = d.dead || d.cut
	if d.dead {
		d.lost++
		return d.last + uint64(d.lost)
	}
	d.last = d.Memory.Commit(now, b)
	return d.last
}

// serve starts a server on what the disk holds.
func (l *Lab) serve() (err error) {
	c := &l.cfg
	creative := c.Creative
	if c.Mixed {
		creative = c.Seed&1 == 1
	}
	l.server, err = server.New(server.Config{
		Generate: l.land.Section, Spawn: func(i int) world.Vec { return l.seats[i%len(l.seats)].player.home },
		Creative: creative, Inventory: c.bag(), Peers: c.PeerRTT > 0, Seed: c.Seed, Observe: serverEye{l},
		Store: l.machine.disk, View: 2, ViewY: 1, Counter: c.Counter, ItemsLast: c.ItemsLast,
	})
	return err
}

// mono is what the server's clock says.
func (l *Lab) mono(now time.Duration) time.Duration { return now - l.machine.stood }

// stands tells whether the server's machine does nothing at this moment: no step is to be done.
func (l *Lab) stands(now time.Duration) bool {
	m, c := &l.machine, &l.cfg
	if c.Stand > 0 && m.stood == 0 && now >= c.StandAt && !m.down && !l.settling {
		m.stood = c.Stand
		l.stepAt = now + c.Stand
		l.disturb()
		return true
	}
	if m.down { // this is when it is started again
		m.down = false
		if err := l.serve(); err != nil {
			l.breaks(8, "the server does not start again: %v", err)
			return true
		}
		l.plan(now)
	}
	return false
}

// plan draws when the power fails next: somewhere in the kill's own part of the play, or, once in three times, so soon
// after a start that clients are still on their way back.
func (l *Lab) plan(now time.Duration) {
	m, c := &l.machine, &l.cfg
	m.failAt = 0
	if m.kills >= c.Kills {
		return
	}
	part := (c.Duration - c.warmUp()) / time.Duration(c.Kills)
	m.failAt = c.warmUp() + part*time.Duration(m.kills) + time.Duration(m.luck.below(int(max(1, part))))
	if soon := now + time.Duration(m.luck.between(20, 1200))*time.Millisecond; m.kills > 0 && m.luck.one(3) || m.failAt < soon {
		m.failAt = soon
	}
}

// falls reports whether the server has a block that falls, or a support to check.
func (l *Lab) falls() bool {
	w := l.server.World()
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		if len(st.Checks) > 0 {
			return true
		}
		for _, slot := range w.Bodies(st.Stream) {
			if w.Entity(slot).Kind == world.KindFalling {
				return true
			}
		}
	}
	return false
}

// last does the last step before the power fails: with its batch, right after it, or between it and the next.
func (l *Lab) last(now time.Duration) {
	m := &l.machine
	m.failAt = 0
	how := m.luck.below(3)
	m.disk.cut = how == 0
	l.server.Step(l.mono(now))
	l.kept.seal(m.disk.last+uint64(m.disk.lost), &l.ledger.sum)
	if how < 2 {
		l.powerFails(now)
		return
	}
	m.cutAt = now + 1 + time.Duration(m.luck.below(int(stepEvery)-1))
}

// powerFails ends the server as kill -9 does: its memory, its connections and all batches that are not durable are gone.
// It is started again a while later; clients find out by themselves.
func (l *Lab) powerFails(now time.Duration) {
	m := &l.machine
	m.kills++
	m.down, m.cutAt, m.failAt, l.keptAt = true, 0, 0, 0
	old := m.disk
	m.disk = &disk{Memory: old.Memory.Crash(l.mono(now))}
	m.disk.last = m.disk.Memory.Committed(l.mono(now))
	m.lost += int(old.last-m.disk.last) + old.lost
	for _, s := range l.seats {
		s.orphaned(now)
	}
	l.crashed()
	m.upAt = now + time.Duration(m.luck.between(30, 1500))*time.Millisecond
	l.stepAt = m.upAt
}

// orphaned ends a seat's connection with the server's machine. What is on its way to the client still comes; that nobody is
// there any more it is told at once, a little later, or not at all.
func (s *seat) orphaned(now time.Duration) {
	s.disturbed++
	if s.far == nil {
		return
	}
	s.far.Kill()
	switch s.lab.machine.luck.below(4) {
	case 0:
		s.near.Kill()
	case 1, 2:
		s.goneAt = now + time.Duration(s.luck.between(1, 800))*time.Millisecond
	}
}

// disturb notes that something came over everybody for which nothing is promised.
func (l *Lab) disturb() {
	for _, s := range l.seats {
		s.disturbed++
	}
}
