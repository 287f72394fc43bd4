package netlab

import (
	"fmt"
	"time"

	"voxtide/commands"
	"voxtide/internal/splitmix"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/replication"
	"voxtide/store"
	"voxtide/transport"
	"voxtide/world"
)

// machine is a server's machine: its disk, its clocks, and the server that runs there. Who else writes it: nobody but what the run does to it
// (power failures, standstills) and, of two machines, its seat beside the other (standby).
type machine struct {
	sim    *simulation
	index  int
	server *server.Server // nil: none runs
	down   bool           // its power has failed
	upAt   time.Duration  // when it is started again
	disk   *crashingStore // of a machine that is alone
	clock  driftingClock  // its monotonic one
	wall   int64          // how far its wall clock is ahead, in ms
	next   machineTimes
	beside *standby // the other machine of the world goes on when this one is gone; nil: there is none
}

// machineTimes is when a machine's next events come, in virtual time.
type machineTimes struct {
	step    time.Duration // of its server
	durable time.Duration // the store reports durability then, before the next step; 0: it does not
	pause   time.Duration // it does no step for a while
	cut     time.Duration // its power fails; 0: with a step, or not at all
	poll    time.Duration // what it has beside the other machine asks the engine; 0: never
}

// machines are all machines of a run, and what is to happen to one that is alone.
type machines struct {
	all   []*machine
	owner *machine // the one whose server the laws follow
	kills killPlan
	pair  *pair // what two machines have in common; nil: there is one
}

// killPlan is the kills of a machine that is alone. Its power fails at times drawn by seed; then only the disk is left, and another server goes
// on from it.
type killPlan struct {
	rng    splitmix.Source
	done   int           // so far
	failAt time.Duration // the first step from then on is the last one; 0: none
	lost   int           // batches handed over and not durable when the power failed
}

// crashingStore is the store of a machine that is alone: after a power failure it keeps exactly what was durable.
type crashingStore struct {
	*store.Memory
	handedOver
}

// handedOver counts the batches that a server has handed to a store.
type handedOver struct {
	lastTicket uint64 // ticket of the last batch taken
	dead       bool   // the store takes nothing any longer
	diesNext   bool   // it dies with the next batch, before taking it
	lost       int    // batches that it did not take
}

// commit hands a batch to a store that may die with it.
func (d *handedOver) commit(to store.Store, now time.Duration, b *store.Batch) uint64 {
	d.dead = d.dead || d.diesNext
	if d.dead {
		d.lost++
		return d.lastTicket + uint64(d.lost)
	}
	d.lastTicket = to.Commit(now, b)
	return d.lastTicket
}

// end returns the ticket of the last step's batch, whether it was taken or not.
func (d *handedOver) end() uint64 { return d.lastTicket + uint64(d.lost) }

// Commit implements store.Store.
func (d *crashingStore) Commit(now time.Duration, b *store.Batch) uint64 {
	return d.handedOver.commit(d.Memory, now, b)
}

// newMachine makes a machine with an empty disk; nothing runs on it.
func (l *simulation) newMachine(i int) *machine {
	m := &machine{sim: l, index: i}
	m.disk = &crashingStore{Memory: l.newDisk()}
	l.machines.all = append(l.machines.all, m)
	return m
}

func (l *simulation) newDisk() *store.Memory {
	return store.NewMemory(func() time.Duration { return l.cfg.Commit })
}

// poll looks for answers of the engine.
func (m *machine) poll(now time.Duration) { m.beside.poll(now) }

// store returns the disk.
func (m *machine) store() store.Store {
	if m.beside != nil {
		return m.beside.disk
	}
	return m.disk
}

// mono is what its monotonic clock says.
func (m *machine) mono() time.Duration { return m.clock.read(m.sim.now) }

// wallClock is what its wall clock says, in ms since 1970.
func (m *machine) wallClock() int64 { return 1_700_000_000_000 + m.sim.now.Milliseconds() + m.wall }

// start starts a server on a machine that is alone, from what its disk holds.
func (m *machine) start() error { return m.startServer(m.disk) }

// startServer starts a server over a store, which the laws follow from now on.
func (m *machine) startServer(over store.Store) (err error) {
	if m.server, err = m.newServer(over, serverObserver{m}); err == nil {
		m.sim.machines.owner, m.sim.server = m, m.server
	}
	return err
}

// begin returns where all players begin.
func (m *machine) begin() (out []world.Pos) {
	for _, s := range m.sim.clients {
		out = append(out, s.spawn.Block())
	}
	return out
}

// moveBarriers has the server move the border, when it is time.
func (m *machine) moveBarriers() {
	l := m.sim
	if n := int64(l.now / barrierMoves); l.cfg.Border > 0 && n != l.perils.barriers.moved {
		l.perils.barriers.moved = n
		lists := m.server.AccessList()
		barriersAt(lists, l.cfg.Border, l.now, m.begin())
		m.server.ReplaceAccess(lists)
	}
}

// plotMoves is the time between two turns of the plots.
const plotMoves = 3 * time.Second

// movePlots has the server let other plots of the town in which all meet, when it is time: two rooms that share a wall, one of them above a
// cellar, none, or one room, each time with other holders.
func (m *machine) movePlots() {
	l := m.sim
	n := uint64(l.now/plotMoves) + 1
	if !l.cfg.Plots || n == l.perils.plots {
		return
	}
	l.perils.plots = n
	lists, at := m.server.AccessList(), m.begin()[0]
	town := access.NewClaim(access.Principal{Name: "town"}, at, access.ClaimRadiusMax)
	for i := range l.clients {
		town.Trusted = append(town.Trusted, access.Principal{Name: l.clients[i].name})
	}
	cell := func(x, y, z int32) world.Pos { return world.Pos{X: at.X + x, Y: at.Y + y, Z: at.Z + z} }
	holder := func(i uint64) access.Principal { return town.Trusted[(n+i)%uint64(len(town.Trusted))] }
	east, west := access.BoxPlot(cell(0, -3, -6), cell(6, 4, 6)), access.BoxPlot(cell(-6, -1, -6), cell(-1, 4, 6))
	cellar := access.BoxPlot(cell(-6, -8, -6), cell(6, -2, 6))
	east.Holder, west.Holder, cellar.Trusted = holder(0), holder(1), []access.Principal{holder(2)}
	town.Plots = [][]access.Plot{{east, west}, {west, cellar}, nil, {east}}[n%4]
	lists.Claims = []access.Claim{town}
	if err := lists.Validate(); err != nil {
		panic("netlab: the town: " + err.Error())
	}
	m.server.ReplaceAccess(lists)
}

// newServer makes a server over a store.
func (m *machine) newServer(over store.Store, o server.Observer) (*server.Server, error) {
	l := m.sim
	c := &l.cfg
	creative := c.Creative
	if c.Mixed {
		creative = c.Seed&1 == 1
	}
	lists := &access.Lists{}
	if c.Night {
		lists.DayOffset = int64(world.DayLength / 2)
	}
	if c.Border > 0 {
		barriersAt(lists, c.Border, l.now, m.begin())
	}
	sc := server.Config{
		AccessList: lists, WallClock: m.wallClock,
		Generate: l.land.Section, Spawn: func(i int) world.Vec { return l.clients[i%len(l.clients)].spawn },
		Creative: creative, StartingInventory: c.startingInventory(), Seed: c.Seed, Observer: o,
		Store: over, View: c.View, ViewY: 1, Counter: c.Counter, ItemLifetime: c.ItemsLast, AnyMethod: true, PvP: c.PvP, Rules: c.Rules, StartingNeeds: c.startingNeeds(),
		Others: m.otherServers, Relays: c.Relays, TellAside: c.Relays > 1, Stopwatch: stopwatch(c.TurnCost),
	}
	if m.beside != nil && o != nil {
		m.beside.configure(&sc)
	}
	return server.New(sc)
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

// otherServers returns the addresses at which clients ask for the next server while the present one is silent.
func (m *machine) otherServers() []string {
	if m.beside != nil {
		return []string{m.beside.other().name()}
	}
	if m.sim.cfg.Soon {
		return []string{m.name()}
	}
	return nil
}

// name is the machine's address.
func (m *machine) name() string { return [...]string{"north", "south"}[m.index] }

// machineAt returns the machine of an address.
func (l *simulation) machineAt(name string) *machine {
	for _, m := range l.machines.all {
		if m.name() == name {
			return m
		}
	}
	return nil
}

// changed reports whether a server has ended in this run, and another one gone on.
func (m *machines) changed() bool {
	return m.kills.done > 0 || m.pair != nil && m.pair.tally.TakeOvers > 0
}

// nextEvent returns when the machine's next event comes, and what it does.
func (m *machine) nextEvent() (at time.Duration, do func(now time.Duration)) {
	at, do = m.next.step, m.step
	for _, e := range [...]struct {
		at time.Duration
		do func(now time.Duration)
	}{{m.next.durable, m.releaseDurable}, {m.next.cut, m.powerFails}, {m.next.poll, m.poll}} {
		if e.at > 0 && e.at < at {
			at, do = e.at, e.do
		}
	}
	return at, do
}

// releaseDurable tells the server what is durable between two steps.
func (m *machine) releaseDurable(time.Duration) {
	m.server.ReleaseDurable(m.mono())
	m.next.durable = 0
}

// afterStep checks the laws after a step of the owner's, whose batch has a ticket.
func (m *machine) afterStep(ticket uint64) {
	l := m.sim
	m.checkView()
	l.laws.durability.endStep(ticket, &l.laws.conservation.sum)
	l.noteSeats(ticket)
	if l.cfg.Border > 0 {
		for _, p := range l.server.Players(nil) {
			l.perils.barriers.check(&l.violations, -1, l.server.World(), p.Stream)
		}
	}
}

// checkView checks, after a step, that what a machine's server tells from is the world that it judges: law 2 between its two halves. It waits
// until the step is told: nothing of a simulated network happens beside the rest.
func (m *machine) checkView() {
	if in := m.server.ViewDiffers(); in != "" {
		m.sim.fail(2, "after a step the server tells from other %s than it judges", in)
	}
}

const stepEvery = time.Second / 60

// checkBounds checks law 10 on the server's queues.
func (l *simulation) checkBounds() {
	l.laws.work.check(l.server.EntitiesMoved())
	m := l.server.Metrics()
	if m.QueueMax > 256+1024 || m.OutboxMax > 4<<20+transport.MessageMax || m.LogMax > replication.LogMax+4096 {
		l.fail(10, "the server's queues: %d actions, %d bytes, %d edits", m.QueueMax, m.OutboxMax, m.LogMax)
	}
	for _, s := range l.clients {
		for _, c := range s.conns {
			if up, down := c.near.Pending(transport.Live), c.far.Pending(transport.Live); up > transport.LiveBound || down > transport.LiveBound {
				l.fail(10, "client %d: %d and %d bytes pending", s.index, up, down)
			}
		}
	}
}

// vanishByTurns has the first player vanish, or be seen again, when it is time.
func (m *machine) vanishByTurns() {
	l := m.sim
	u := &l.perils.unseen
	n := int64(l.now / vanishTurns)
	if !l.cfg.Vanish || n == u.turn {
		return
	}
	u.turn, u.since = n, 0
	all := m.server.Players(nil)
	if len(all) == 0 || all[0].Disconnected > 0 {
		return
	}
	p := all[0]
	u.stream = p.Stream
	if lists := m.server.AccessList(); !lists.IsOperator(p.Principal) {
		lists.Operators = append(lists.Operators, access.Principal{Name: p.Name})
		m.server.ReplaceAccess(lists)
	}
	line := "vanish off"
	if n%2 == 1 {
		line, u.since = "vanish on", l.now
	}
	m.server.RunCommand(admin.Issuer{Rank: commands.Operator, Stream: p.Stream, Who: p.Principal}, line, func([]string) {})
}

// tendEvery is how often what a shop offers changes.
const tendEvery = 700 * time.Millisecond

// tendedOffers are what shops offer, by turns.
var tendedOffers = [...]string{"shop 2 coal for 5 sand", "shop 1 iron_ingot for 7 planks", "shop 9 sand for 1 iron_ingot", "shop 4 log for 3 coal", "shop 5 planks for 2 log", "shop off"}

// tendShops has the server make one of the boxes where traders meet a shop, offer something else there, or end it, when it is time: what the map says, by
// commands, as players do it.
func (m *machine) tendShops() {
	l := m.sim
	n := uint64(l.now / tendEvery)
	if !l.cfg.Shops || n == l.perils.tended {
		return
	}
	l.perils.tended = n
	var boxes []world.Pos
	for i := range int32(9 * 9 * 9) {
		p := l.clients[0].player.Meet
		p = world.Pos{X: p.X + i%9 - 4, Y: p.Y + i/81 - 4, Z: p.Z + i/9%9 - 4}
		if b, _ := m.server.World().Block(p); b.CanBeShop() {
			boxes = append(boxes, p)
		}
	}
	if len(boxes) > 0 {
		r := splitmix.Mix(l.cfg.Seed ^ n)
		at := boxes[r%uint64(len(boxes))]
		m.server.RunCommand(admin.Console, fmt.Sprintf("%s %d %d %d", tendedOffers[r>>32%uint64(len(tendedOffers))], at.X, at.Y, at.Z), func([]string) {})
	}
}
