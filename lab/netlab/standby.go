package netlab

import (
	"errors"
	"fmt"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/logged"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// pair is what two machines of one world have in common: the engine that keeps its log, and what befalls them. One owns the world, and the
// other one follows the log until the owner is gone.
type pair struct {
	sim     *simulation
	cluster *simulated.Cluster
	log     worldLog
	trouble ownerTroubles
	tally   takeOverTally
	claims  int // so far, which name them
}

// standby is a machine's seat beside the other one: it follows the log, claims it, and then owns the world.
type standby struct {
	*machine
	pair    *pair
	client  *simulated.Client
	disk    *followingDisk
	replica *logged.Replica // it follows; nil: it owns the world, or claims it
	store   *ownedStore     // of a claim; nil: it follows

	waiting  []transport.Conn // of clients who came before there was a server
	pausedTo time.Duration    // its process stands until then
	burnt    bool             // its disk is lost, and it begins with a copy of the other's
	failAt   time.Duration    // the first step from then on is the last one; 0: none
}

// ownedStore is the store of the owner.
type ownedStore struct {
	*logged.Store
	handedOver
}

// Commit implements store.Store.
func (d *ownedStore) Commit(now time.Duration, b *store.Batch) uint64 {
	return d.handedOver.commit(d.Store, now, b)
}

// machineEngine is a machine's way to the engine, which has a clock of its own.
type machineEngine struct {
	*simulated.Client
	sim *simulation
}

// Poll implements engine.Engine.
func (e machineEngine) Poll(_ time.Duration, answers []engine.Answer) []engine.Answer {
	return e.Client.Poll(e.sim.now, answers)
}

const (
	pollEvery  = 3 * time.Millisecond // how often a machine looks for answers of the engine, as a host does
	pairStarts = 200 * time.Millisecond
	// leashLong is how long an owner may tell things after the engine's last answer was asked for.
	leashLong = 500 * time.Millisecond
)

// startPair starts two machines, the first of which owns the world.
func (l *simulation) startPair() error {
	p := &pair{sim: l, cluster: simulated.NewCluster(l.cfg.Seed, (&Standby{}).engineConditions())}
	p.log = worldLog{violations: &l.violations, cluster: p.cluster, batches: map[uint64]uint64{}}
	l.machines.pair = p
	p.trouble.begin(l)
	for i := range 2 {
		m := l.newMachine(i)
		m.beside = &standby{machine: m, pair: p, disk: &followingDisk{l.newDisk(), &p.log, m.name()}}
		m.next.step, m.next.poll = pairStarts, pollEvery+time.Duration(i)
		p.trouble.setClocks(m)
		if err := m.beside.follow(); err != nil {
			return err
		}
	}
	first := l.machines.all[0].beside
	first.claim()
	for ; l.server == nil && l.violation == nil; l.now += pollEvery {
		first.poll(l.now)
		if l.now > time.Minute {
			return errors.New("nobody gets the world")
		}
	}
	if l.now > pairStarts {
		for _, m := range l.machines.all {
			m.next.step = l.now
		}
	}
	return nil
}

func (k *standby) other() *machine { return k.sim.machines.all[1-k.index] }

// follow begins to follow the log from what the disk has.
func (k *standby) follow() (err error) {
	k.client = k.pair.cluster.Connect(k.name())
	k.store = nil
	k.replica, err = logged.NewReplica(engine.Share(machineEngine{k.client, k.sim}), k.disk, logged.Options{World: logName, Node: k.name(), Blocks: world.BlockNames()})
	return err
}

// claim begins to claim the world.
func (k *standby) claim() {
	k.pair.claims++
	k.pair.tally.Claims++
	k.store = &ownedStore{Store: k.replica.Claim(fmt.Sprintf("%s, claim %d", k.name(), k.pair.claims))}
	k.replica = nil
}

// stands reports whether the machine does nothing at this moment, and starts one again whose time has come.
func (k *standby) stands(now time.Duration) bool {
	if k.down && now >= k.upAt {
		k.startAgain(now)
	}
	return k.down || now < k.pausedTo
}

// startAgain starts a machine that was down: it follows, from its disk or from a copy of the other's.
func (k *standby) startAgain(now time.Duration) {
	from := k.disk
	if k.burnt {
		other := k.other().beside
		if other.down {
			k.upAt = now + 100*time.Millisecond
			return
		}
		from = &followingDisk{other.disk.Memory.Crash(other.mono()), &k.pair.log, k.name()}
	}
	k.down, k.burnt, k.disk = false, false, from
	if err := k.follow(); err != nil {
		k.sim.fail(8, "%s does not start again: %v", k.name(), err)
	}
}

// poll is one look for answers of the engine.
func (k *standby) poll(now time.Duration) {
	k.next.poll = now + pollEvery
	if k.stands(now) {
		return
	}
	switch {
	case k.replica != nil:
		k.replica.Advance(k.mono())
		if err := k.replica.Err(); err != nil {
			k.sim.fail(15, "%s cannot follow: %v", k.name(), err)
		} else if k.replica.OwnerGone() {
			k.claim()
		}
		return
	case k.server == nil:
		k.store.Advance(k.mono())
		if k.store.Opened() {
			k.takeOver()
		}
	default:
		k.server.ReleaseDurable(k.mono())
		k.store.Advance(k.mono())
	}
	k.judgeStore()
}

// judgeStore drops a server whose world is another machine's: its connections linger as those of a dead process do, and its disk follows on.
func (k *standby) judgeStore() {
	err := k.store.Err()
	if err == nil {
		return
	}
	if !errors.Is(err, engine.ErrFenced) {
		k.sim.fail(15, "the store of %s has stopped: %v", k.name(), err)
		return
	}
	if faults.Active(faults.FencedGoesOn) && k.server != nil {
		return
	}
	if claim, _ := k.pair.cluster.Newest(logName); claim == k.store.Claim() && claim != 0 {
		k.sim.fail(15, "%s was dropped although it has the newest claim: %v", k.name(), err)
		return
	}
	if k.server != nil {
		k.pair.tally.Fenced++
	}
	k.gather()
	k.endServer(false)
	k.replica, k.store = k.store.Follow(), nil
}

// gather adds what a store has gone through to the tally.
func (k *standby) gather() {
	if k.store != nil {
		s := k.store.Stats()
		k.pair.tally.Unknown += int(s.Writer.Unknown)
		k.pair.tally.LookedUp += int(s.Writer.Found)
		k.pair.tally.Again += int(s.Writer.Again)
	}
}

// endServer takes the server away, and with it its ends of the connections.
func (k *standby) endServer(killed bool) {
	k.server, k.waiting = nil, nil
	for _, s := range k.sim.clients {
		for _, c := range s.conns {
			if c.to == k.machine {
				c.far.Kill()
				if killed && s.rng.OneIn(3) { // the system tells who sends something that nobody listens there
					c.deadAt = k.sim.now + time.Duration(s.rng.Between(1, 300))*time.Millisecond
				}
			}
		}
	}
}

// takeOver opens a server over the claimed store, if it is the first one; else it goes on where the one before it has come in the log.
func (k *standby) takeOver() {
	l := k.sim
	k.pair.log.advance()
	if l.machines.owner != nil {
		l.commitDurable()
		if left := l.laws.durability.waiting(); left > 0 {
			k.pair.tally.Lost += left
		}
		left := k.disk.Memory.Crash(k.mono())
		l.checkSeats(k.machine, left, l.durableTicket())
		l.checkCrash(left)
		k.pair.tally.TakeOvers++
		k.pair.trouble.tookOver(k)
	}
	if err := k.startServer(k.store); err != nil {
		l.fail(8, "%s cannot open the world: %v", k.name(), err)
		return
	}
	k.acceptWaiting()
}

// durableTicket returns how many batches of the present claim are in the log.
func (k *standby) durableTicket() uint64 {
	k.pair.log.advance()
	return k.pair.log.batches[k.pair.tally.ownerClaim]
}

// configure sets what a server beside another machine needs.
func (k *standby) configure(c *server.Config) {
	if t, ok := k.store.WorldTime(k.mono()); ok {
		c.StartTime = t.Add(50 * timestream.Millisecond)
	}
	k.pair.tally.ownerClaim = k.store.Claim()
	of := k.store
	c.Leash = func(now time.Duration) bool { return now-of.Held() > leashLong }
}

// step is a step of the machine, if a server runs there.
func (k *standby) step(now time.Duration) {
	k.next.step = now + stepEvery
	if k.index == 0 {
		k.pair.trouble.step(now)
	}
	if k.stands(now) || k.server == nil {
		return
	}
	if errors.Is(k.store.Err(), engine.ErrFenced) {
		k.sim.fail(15, "the server of %s goes on although it is told: %v", k.name(), k.store.Err())
	}
	last := k.failAt > 0 && now >= k.failAt
	k.server.Step(k.mono())
	if k.sim.machines.owner == k.machine {
		k.machine.afterStep(k.store.end())
		k.sim.checkBounds()
	} else {
		k.checkView()
	}
	if last {
		k.failAt, k.next.cut = 0, now+k.pair.trouble.afterLastStep()
	}
}

// powerFails ends what runs on the machine, as kill -9 does.
func (k *standby) powerFails(now time.Duration) {
	k.next.cut = 0
	k.gather()
	k.client.Kill()
	k.endServer(true)
	k.replica, k.store = nil, nil
	k.disk = k.disk.crash(k.mono())
	k.down, k.upAt = true, now+k.pair.trouble.downFor()
}

// accept takes a connection of a client, whose end it returns. A standby lets it wait while it does not know whether it will have the world,
// and sends it away at once while the owner is well.
func (k *standby) accept(s *simClient, c *simConn) transport.Conn {
	server := s.located(leaving{c.far, c, s})
	switch quiet, _ := k.quiet(); {
	case k.server != nil:
		k.server.Accept(server)
	case k.store != nil || quiet > doubtAfter:
		k.waiting = append(k.waiting, server)
	default:
		c.far.Close(protocol.ReasonReopening.String())
	}
	k.pair.trouble.dialed(c)
	return arriving{c.near, c, s}
}

// doubtAfter is how long the log is quiet when a standby doubts that the owner is there.
const doubtAfter = 250 * time.Millisecond

func (k *standby) quiet() (time.Duration, bool) {
	if k.replica == nil {
		return 0, false
	}
	return k.replica.Quiet()
}

// acceptWaiting gives the connections that have waited to the server.
func (k *standby) acceptWaiting() {
	for _, c := range k.waiting {
		if _, closed := c.Closed(); !closed {
			k.server.Accept(c)
		}
	}
	k.waiting = nil
}
