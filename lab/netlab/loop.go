package netlab

import (
	"fmt"
	"time"

	"voxtide/internal/splitmix"
	"voxtide/lab/netlab/players"
	"voxtide/lab/netlab/terrain"
	"voxtide/timestream"
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
	l.laws.durability = newDurability(&l.violations, cfg.Kills > 0 || cfg.Commit > 0 || cfg.Standby.On)
	l.laws.work = newWorkBound(&l.violations)
	l.recording.enabled = cfg.alone(0) && (cfg.Kills == 0 || cfg.Soon) && cfg.StandStill == 0 && cfg.Standby.short()
	l.machines.kills.rng = splitmix.Derive(cfg.Seed, 11)
	for i := range cfg.Players {
		l.clients = append(l.clients, l.newClient(i))
	}
	if err := l.startMachines(); err != nil {
		return nil, fmt.Errorf("netlab: %w", err)
	}
	l.began = l.server.World().Stream(timestream.Server).Stamp
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
	if c.Standby.On {
		s.nextFrame += 2 * pairStarts
	}
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

// startMachines starts the world's server on the first machine.
func (l *simulation) startMachines() error {
	if l.cfg.Standby.On {
		return l.startPair()
	}
	m := l.newMachine(0)
	m.next.pause = l.cfg.warmUp() + l.cfg.PauseEvery
	if err := m.start(); err != nil {
		return err
	}
	m.planKill(0)
	return nil
}

// runUntil advances virtual time: it runs whatever is due next, an event of a machine or a client's frame.
func (l *simulation) runUntil(end time.Duration) error {
	for l.violation == nil {
		at, do := l.machines.all[0].nextEvent()
		for _, m := range l.machines.all[1:] {
			if t, f := m.nextEvent(); t < at {
				at, do = t, f
			}
		}
		who := -1
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
		if l.now = at; l.machines.pair != nil {
			l.machines.pair.cluster.Advance(at)
		}
		if who >= 0 {
			s := l.clients[who]
			s.frame(at)
			s.nextFrame = s.nextFrameAt(at)
			continue
		}
		do(at)
		if l.schedule.over {
			return ErrStopped
		}
	}
	if l.violation != nil {
		return l.violation
	}
	return nil
}

// step is a step of a machine's server, or the pause in its place.
func (m *machine) step(now time.Duration) {
	l := m.sim
	m.oneStep(now)
	if m.index == 0 && l.progress != nil && !l.progress(now) {
		l.schedule.over = true
	}
}

func (m *machine) oneStep(now time.Duration) {
	l := m.sim
	l.updateLinksIfDue(now)
	if m.beside != nil {
		m.beside.step(now)
		return
	}
	if m.machineStands(now) {
		return
	}
	m.next.step, m.next.durable = now+stepEvery, 0
	k := &l.machines.kills
	if k.failAt > 0 && now >= k.failAt && !l.settling && (l.cfg.MidFall != KillTrouble || l.anythingFalls()) {
		m.lastStep(now)
		return
	}
	m.moveBarriers()
	m.movePlots()
	m.vanishByTurns()
	m.tendShops()
	m.server.Step(m.mono())
	m.afterStep(m.disk.lastTicket)
	if after := l.cfg.Commit % stepEvery; after > 0 { // the store reports durability at once, as a host's does
		m.next.durable = now + after
	}
	if l.cfg.Pause > 0 && now >= m.next.pause && !l.settling {
		m.next.step = now + l.cfg.Pause
		m.next.pause = now + l.cfg.PauseEvery
	}
	l.checkBounds()
}

// updateLinksIfDue gives all links their conditions where these change with time.
func (l *simulation) updateLinksIfDue(now time.Duration) {
	if (l.cfg.Extra > 0 || l.cfg.ClockOff > 0 || l.cfg.SkewTo > 0) && now >= l.schedule.linksAt {
		l.schedule.linksAt = now + linksEvery
		l.updateLinks()
	}
}
