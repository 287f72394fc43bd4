package netlab

import (
	"time"

	"voxtide/engine/simulated"
	"voxtide/internal/splitmix"
)

// engineConditions are how the engine answers.
func (c *Standby) engineConditions() simulated.Conditions {
	s := simulated.Conditions{DelayMin: time.Millisecond, DelayMax: 4 * time.Millisecond}
	if c.BadEngine {
		s.DelayMax, s.StallOneIn, s.StallMax = 8*time.Millisecond, 60, 300*time.Millisecond
		s.LoseRequestOneIn, s.LoseAnswerOneIn, s.LateOneIn = 80, 80, 150
	}
	return s
}

// short reports whether all troubles are over within 2 s, so that a player who is alone notices nothing.
func (c *Standby) short() bool {
	for _, t := range c.Troubles {
		if t == NoMajority || t == CutClients {
			return false
		}
	}
	return !c.BadEngine
}

// ownerTroubles draws what befalls the machines of a pair, one thing after the other: the next comes once a machine owns the world and the
// other one has all of the log.
type ownerTroubles struct {
	sim     *simulation
	rng     splitmix.Source
	wellAt  time.Duration // since when all has been well, 0: it is not
	wait    time.Duration // for so long before the next trouble
	until   time.Duration // the present trouble ends
	cut     *standby      // from the engine
	unheard *machine      // by clients
	wrongly bool          // nobody is to take the world over meanwhile
}

func (o *ownerTroubles) begin(l *simulation) {
	o.sim, o.rng = l, splitmix.Derive(l.cfg.Seed, 17)
	o.drawWait()
	l.machines.pair.tally.Troubles = map[string]int{}
}

func (o *ownerTroubles) drawWait() {
	o.wellAt, o.wait = 0, time.Duration(o.rng.Between(400, 2000))*time.Millisecond
}

// setClocks draws a machine's clocks.
func (o *ownerTroubles) setClocks(m *machine) {
	m.clock.offset = time.Duration(1+o.rng.Below(1000)) * time.Second
	m.clock.drift = int64(o.rng.Between(-50, 50))
	if o.sim.cfg.Standby.WrongClocks {
		m.clock.drift = int64(o.rng.Between(-2000, 2000))
		m.wall = int64(o.rng.Between(-3000, 3000))
	}
}

// step ends and begins troubles.
func (o *ownerTroubles) step(now time.Duration) {
	l, p := o.sim, o.sim.machines.pair
	if o.until > 0 && (now >= o.until || l.settling) {
		o.until = 0
		o.end()
	}
	if l.settling {
		p.cluster.SetConditions((&Standby{}).engineConditions())
		for _, m := range l.machines.all {
			m.beside.pausedTo = min(m.beside.pausedTo, now)
		}
		return
	}
	if now < l.cfg.warmUp() {
		return
	}
	if l.cfg.Standby.BadEngine {
		p.cluster.SetConditions(l.cfg.Standby.engineConditions())
	}
	list := l.cfg.Standby.Troubles
	if len(list) == 0 || o.until > 0 || !o.allWell() {
		o.wellAt = 0
		return
	}
	if o.wellAt == 0 {
		o.wellAt = now
	}
	if now-o.wellAt < o.wait || now > l.cfg.Duration-time.Second {
		return
	}
	o.drawWait()
	o.beginTrouble(now, list[o.rng.Below(len(list))])
}

// allWell reports whether one machine owns the world, and the other one has all of it.
func (o *ownerTroubles) allWell() bool {
	own := o.sim.machines.owner.beside
	other := own.other().beside
	for _, k := range [...]*standby{own, other} {
		if k.down || o.sim.now < k.pausedTo || k.failAt > 0 || k.next.cut > 0 {
			return false
		}
	}
	return own.server != nil && own.store != nil && own.store.Err() == nil && other.replica != nil && other.replica.CaughtUp()
}

func (o *ownerTroubles) beginTrouble(now time.Duration, t OwnerTrouble) {
	l, p := o.sim, o.sim.machines.pair
	own := l.machines.owner.beside
	p.tally.Troubles[t.String()]++
	switch t {
	case KillOwner, BurnOwner:
		own.failAt, own.burnt = now+1, t == BurnOwner
		own.store.diesNext = o.rng.OneIn(5)
	case PauseShort:
		own.pausedTo = now + 600*time.Millisecond
	case PauseLong:
		own.pausedTo = now + 5*time.Second
	case NoMajority:
		o.until, o.wrongly = now+10*time.Second, true
		p.cluster.SetMajority(false)
		l.disturbAll()
	case CutEngine:
		o.until, o.cut = now+time.Duration(o.rng.Between(1000, 4000))*time.Millisecond, own
		own.client.Partition(true)
	case CutClients:
		o.until, o.unheard = now+time.Duration(o.rng.Between(500, 2500))*time.Millisecond, own.machine
		o.wrongly = true
		o.cutAll()
		l.disturbAll()
	case KillFollower:
		own.other().beside.powerFails(now)
	}
}

// end ends the present trouble.
func (o *ownerTroubles) end() {
	o.wrongly, o.unheard = false, nil
	o.sim.machines.pair.cluster.SetMajority(true)
	if o.cut != nil {
		o.cut.client.Partition(false)
		o.cut = nil
	}
}

// cutAll loses what clients and a machine send each other.
func (o *ownerTroubles) cutAll() {
	for _, s := range o.sim.clients {
		for _, c := range s.conns {
			o.dialed(c)
		}
	}
}

// dialed cuts a connection that is opened meanwhile, too.
func (o *ownerTroubles) dialed(c *simConn) {
	if o.unheard == c.to {
		c.near.Cut(o.until)
		c.far.Cut(o.until)
	}
}

// tookOver notes that another server goes on.
func (o *ownerTroubles) tookOver(k *standby) {
	if o.wrongly && !o.sim.cfg.Standby.BadEngine {
		o.sim.fail(15, "%s took the world over although its owner is well", k.name())
	}
	for _, s := range o.sim.clients {
		s.tally.overTakeOver = true
	}
}

// afterLastStep draws how long after its last step an owner is killed: while the batch is handed over, on its way, in the engine and not on the
// own disk, or on both.
func (o *ownerTroubles) afterLastStep() time.Duration {
	most := [...]time.Duration{time.Microsecond, 4 * time.Millisecond, 12 * time.Millisecond, 60 * time.Millisecond}[o.rng.Below(4)]
	return 1 + time.Duration(o.rng.Below(int(most)))
}

// downFor draws for how long a killed machine is away.
func (o *ownerTroubles) downFor() time.Duration {
	return time.Duration(o.rng.Between(100, 2500)) * time.Millisecond
}
