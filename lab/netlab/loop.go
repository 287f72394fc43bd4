package netlab

import (
	"fmt"
	"time"

	"voxtide/internal/splitmix"
	"voxtide/lab/netlab/players"
	"voxtide/lab/netlab/terrain"
	"voxtide/server/replication"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/world"
)

// newSimulation sets up a run; nothing has happened yet.
func newSimulation(cfg Config) (*simulation, error) {
	cfg.setDefaults()
	l := &simulation{cfg: cfg, violations: violations{seed: cfg.Seed}}
	l.network = memnet.New(cfg.Seed)
	l.network.SetTimeout(time.Second, 10*time.Second)
	l.land = terrain.New(cfg.Seed % 16) // few lands, many courses
	if cfg.Reservoirs {
		l.land = terrain.NewReservoirs()
	}
	if cfg.Perils {
		l.land = terrain.NewPerils()
	}
	l.laws.order = newSectionOrder(&l.violations, cfg.Players)
	l.laws.once = &atMostOnce{violations: &l.violations}
	l.laws.conservation = &conservation{violations: &l.violations, world: func() *world.World { return l.server.World() }}
	l.firstCut = map[timestream.Stream]timestream.Time{}
	l.ended = map[timestream.Stream]bool{}
	l.perils.diedAt = map[timestream.Stream]timestream.Time{}
	l.laws.durability = newDurability(&l.violations, cfg.Kills > 0 || cfg.Commit > 0)
	l.laws.work = newWorkBound(&l.violations)
	l.recording.enabled = cfg.alone(0) && (cfg.Kills == 0 || cfg.Soon) && cfg.StandStill == 0
	l.serverMachine.rng = splitmix.Derive(cfg.Seed, 11)
	l.serverMachine.disk = &crashingStore{Memory: store.NewMemory(func() time.Duration { return cfg.Commit })}
	for i := range cfg.Players {
		l.clients = append(l.clients, l.newClient(i))
	}
	if err := l.startServer(); err != nil {
		return nil, fmt.Errorf("netlab: %w", err)
	}
	l.planKill(0)
	l.began = l.server.World().Stream(timestream.Server).Stamp
	l.schedule.pauseAt = cfg.warmUp() + cfg.PauseEvery
	l.linkPeers()
	return l, nil
}

// reservoirsApart is how many reservoirs lie between those of two players who are alone.
const reservoirsApart = 20

// floodBlocks is how far from the first player the others come in.
const floodBlocks = 1000

// besideBasin is where on the ledge no basin is near.
const besideBasin = -24

func (l *simulation) newClient(i int) *simClient {
	c := &l.cfg
	s := &simClient{index: i, sim: l, name: fmt.Sprintf("player%d", i), rng: splitmix.Derive(c.Seed, 2, uint64(i))}
	s.immediacy.violations = &l.violations
	s.clock = driftingClock{offset: time.Duration(1+s.rng.Below(1000)) * time.Second, drift: int64(s.rng.Between(-100, 100))}
	s.nextFrame = time.Duration(s.rng.Below(200)) * time.Millisecond
	far := int32(0)
	if c.Flood > 0 && i > 0 {
		far, s.nextFrame = floodBlocks, c.FloodAt+time.Duration(s.rng.Below(int(c.Flood)))
	}
	s.joinAt = s.nextFrame
	s.troubles.cutAfter = c.warmUp()
	s.troubles.awayUntil = s.nextFrame
	role := c.Roles[i%len(c.Roles)]
	x, z := far+int32(i%3)*c.Spread, int32(i/3)*c.Spread
	if c.Sandy || role == players.SandDigger {
		x, z = l.land.NearestSand(x, z)
	}
	if c.Spread == 0 {
		x, z = x+int32(i%3)*2, z+int32(i/3)*2
	}
	meet := l.land.StandingPlace(far, 0).Block()
	if c.Alone {
		meet = l.land.StandingPlace(x, z).Block()
	}
	home := l.land.StandingPlace(x, z)
	if c.Reservoirs {
		of, beside := int32(0), int32(i%5)-2
		if c.Alone {
			of, beside = int32(i)*reservoirsApart, 0
			if i%3 == 2 { // beside the basin: this one's plans are small, and none is cut
				beside = besideBasin
			}
		}
		home, meet = terrain.Ledge(of, 0, beside), terrain.Dam(of, 0, beside, 1)
	}
	if c.Perils {
		of, beside := int32(0), int32(i%5)*2-4
		if c.Alone {
			of, beside = int32(i)*reservoirsApart, 0
		}
		home = terrain.Edge(of, beside)
		meet = home.Block()
	}
	s.player = players.New(role, home, meet, splitmix.Derive(c.Seed, 3, uint64(i)))
	s.spawn = s.player.Home
	s.player.Travels = c.Travel
	return s
}

// linkPeers gives the clients hosts on the open internet, over which they link directly, if the scenario says so.
func (l *simulation) linkPeers() {
	if l.cfg.PeerRTT == 0 {
		return
	}
	l.internet = nat.New(l.cfg.Seed)
	l.internet.SetPath(nat.Path{Delay: l.cfg.PeerRTT / 2, Jitter: l.cfg.Jitter / 2, Loss: l.cfg.Loss})
	for _, s := range l.clients {
		s.host = l.internet.NewHost()
	}
}

// runUntil advances virtual time: it runs whatever is due next, a step of the server or a client's frame.
func (l *simulation) runUntil(end time.Duration) error {
	for l.violation == nil {
		at, who := l.schedule.stepAt, -1
		if l.schedule.durableAt > 0 && l.schedule.durableAt < at {
			at, who = l.schedule.durableAt, eventDurable
		}
		if l.cutAt > 0 && l.cutAt < at {
			at, who = l.cutAt, eventPowerFails
		}
		for i, s := range l.clients {
			if s.nextFrame < at {
				at, who = s.nextFrame, i
			}
		}
		if at > end {
			break
		}
		l.network.Advance(at)
		if l.internet != nil {
			l.internet.Advance(at)
		}
		l.now = at
		switch who {
		case eventDurable:
			l.server.ReleaseDurable(l.serverClock(at))
			l.schedule.durableAt = 0
			continue
		case eventPowerFails:
			l.powerFails(at)
			continue
		}
		if who >= 0 {
			s := l.clients[who]
			s.frame(at)
			s.nextFrame = s.nextFrameAt(at)
			continue
		}
		l.step(at)
		if l.progress != nil && !l.progress(at) {
			return ErrStopped
		}
	}
	if l.violation != nil {
		return l.violation
	}
	return nil
}

// step is a step of the server, or the pause in its place.
func (l *simulation) step(now time.Duration) {
	if l.cfg.Extra > 0 || l.cfg.ClockOff > 0 || l.cfg.SkewTo > 0 {
		if now >= l.schedule.linksAt {
			l.schedule.linksAt = now + linksEvery
			l.updateLinks()
		}
	}
	if l.machineStands(now) {
		return
	}
	l.schedule.stepAt, l.schedule.durableAt = now+stepEvery, 0
	if l.failAt > 0 && now >= l.failAt && !l.settling && (l.cfg.MidFall != KillTrouble || l.anythingFalls()) {
		l.lastStep(now)
		return
	}
	l.server.Step(l.serverClock(now))
	l.checkView()
	l.laws.durability.endStep(l.disk.lastTicket, &l.laws.conservation.sum)
	l.noteSeats(now, l.disk.lastTicket)
	if after := l.cfg.Commit % stepEvery; after > 0 { // the store reports durability at once, as a host's does
		l.schedule.durableAt = now + after
	}
	if l.cfg.Pause > 0 && now >= l.schedule.pauseAt && !l.settling {
		l.schedule.stepAt = now + l.cfg.Pause
		l.schedule.pauseAt = now + l.cfg.PauseEvery
	}
	l.checkBounds()
}

// checkBounds checks law 10 on the server's queues.
func (l *simulation) checkBounds() {
	l.laws.work.check(l.server.EntitiesMoved())
	m := l.server.Metrics()
	if m.QueueMax > 256+1024 || m.OutboxMax > 4<<20+transport.MessageMax || m.LogMax > replication.LogMax+4096 {
		l.fail(10, "the server's queues: %d actions, %d bytes, %d edits", m.QueueMax, m.OutboxMax, m.LogMax)
	}
	for _, s := range l.clients {
		if s.clientConn != nil && (s.clientConn.Pending(transport.Live) > transport.LiveBound || s.serverConn.Pending(transport.Live) > transport.LiveBound) {
			l.fail(10, "client %d: %d and %d bytes pending", s.index, s.clientConn.Pending(transport.Live), s.serverConn.Pending(transport.Live))
		}
	}
}

const (
	stepEvery = time.Second / 60
)
