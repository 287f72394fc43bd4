package netlab

import (
	"fmt"
	"maps"
	"time"

	"voxtide/predict"
	"voxtide/server"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// Lab is one run: virtual time, the network, the server, the seats and the laws.
type Lab struct {
	judge
	cfg    Config
	net    *transport.Net
	server *server.Server
	land   *Terrain
	seats  []*seat
	buf    []byte

	order  *order
	once   *once
	ledger *ledger
	kept   *kept
	work   *work
	record record
	births Born
	left   map[timestream.Stream]bool // their sessions have ended
	machine

	stepAt    time.Duration // of the server's next step
	keptAt    time.Duration // when the store has kept something, before that; 0: it has not
	pauseAt   time.Duration // of its next pause
	weatherAt time.Duration
	settling  bool // the players have let go
	silent    bool // and the network is good

	began       timestream.Time // the server's time at the beginning
	compared    int             // places of paths that were compared with zero delay
	corrections int
	unexplained int
	heldOthers  int // streams that clients held and that were compared at the end
	heldLooks   int
	progress    func(now time.Duration) bool
}

const (
	stepEvery    = time.Second / 60
	weatherEvery = 50 * time.Millisecond
	diskFirst    = -2 // in place of a seat
	powerFirst   = -3
)

// newLab sets a run up; nothing has happened yet.
func newLab(cfg Config) (*Lab, error) {
	cfg.fill()
	l := &Lab{cfg: cfg, judge: judge{seed: cfg.Seed}}
	l.net = transport.NewNet(cfg.Seed)
	l.net.SetTimeout(time.Second, 10*time.Second)
	l.land = NewTerrain(cfg.Seed % 16) // few lands, many fates
	l.order = newOrder(&l.judge, cfg.Players)
	l.once = &once{judge: &l.judge}
	l.ledger = &ledger{judge: &l.judge}
	l.left = map[timestream.Stream]bool{}
	l.kept = newKept(&l.judge, cfg.Kills > 0 || cfg.Commit > 0)
	l.work = newWork(&l.judge)
	l.record.on = cfg.Alone && cfg.Kills == 0 && cfg.Stand == 0
	l.machine.luck = newRandom(cfg.Seed, 11)
	l.machine.disk = &disk{Memory: store.NewMemory(func() time.Duration { return cfg.Commit })}
	for i := range cfg.Players {
		l.seats = append(l.seats, l.newSeat(i))
	}
	if err := l.serve(); err != nil {
		return nil, fmt.Errorf("netlab: %w", err)
	}
	l.plan(0)
	l.began = l.server.World().Stream(timestream.Server).Stamp
	l.pauseAt = cfg.warmUp() + cfg.PauseEvery
	l.link()
	return l, nil
}

// warmUp is how long scenarios leave everybody in peace at first.
func (c *Config) warmUp() time.Duration { return 3*time.Second + c.BulkDelay }

// inventory is what new players have: things that are fought with, things that fall, things that are overwritten.
var inventory = []world.Stack{
	{Block: world.Stone, Count: 64}, {Block: world.Sand, Count: 64}, {Block: world.Gravel, Count: 64},
	{Block: world.Planks, Count: 64}, {Block: world.StoneSlab, Count: 64}, {Block: world.Water, Count: 16},
	{Block: world.TallGrass, Count: 16}, {Block: world.Dirt, Count: 64},
}

// bag is what new players have in these conditions.
func (c *Config) bag() []world.Stack {
	if !c.FullBags {
		return inventory
	}
	full := make([]world.Stack, world.Slots)
	for i := range full {
		full[i] = world.Stack{Block: inventory[i%len(inventory)].Block, Count: world.StackMax}
	}
	return full
}

func (l *Lab) newSeat(i int) *seat {
	c := &l.cfg
	s := &seat{i: i, lab: l, name: fmt.Sprintf("player%d", i), luck: newRandom(c.Seed, 2, uint64(i))}
	s.wait.judge = &l.judge
	s.clock = clock{offset: time.Duration(1+s.luck.below(1000)) * time.Second, drift: int64(s.luck.between(-100, 100))}
	s.next = time.Duration(s.luck.below(200)) * time.Millisecond
	s.joinAt = s.next
	s.cutAgain = c.warmUp()
	s.away = s.next
	role := c.Roles[i%len(c.Roles)]
	x, z := int32(i%3)*c.Spread, int32(i/3)*c.Spread
	if c.Sandy || role == Digger {
		x, z = l.land.Near(x, z)
	}
	if c.Spread == 0 {
		x, z = x+int32(i%3)*2, z+int32(i/3)*2
	}
	meet := l.land.Stand(0, 0).Block()
	if c.Alone {
		meet = l.land.Stand(x, z).Block()
	}
	s.player = NewPlayer(role, l.land.Stand(x, z), meet, newRandom(c.Seed, 3, uint64(i)))
	s.player.travels = c.Travel
	return s
}

// link connects the clients directly, if they are to be.
func (l *Lab) link() {
	if l.cfg.PeerRTT == 0 {
		return
	}
	way := transport.Link{Delay: l.cfg.PeerRTT / 2, Jitter: l.cfg.Jitter / 2, Loss: l.cfg.Loss, Copies: !l.cfg.NoCopies}
	for i, a := range l.seats {
		for _, b := range l.seats[:i] {
			ab, ba := l.net.Pair(way, way)
			a.peers = append(a.peers, &peer{b, ab})
			b.peers = append(b.peers, &peer{a, ba})
		}
	}
}

// until lets time come to an instant: whatever is due next, the server's step or a client's picture, happens.
func (l *Lab) until(end time.Duration) error {
	for l.broken == nil {
		at, who := l.stepAt, -1
		if l.keptAt > 0 && l.keptAt < at {
			at, who = l.keptAt, diskFirst
		}
		if l.cutAt > 0 && l.cutAt < at {
			at, who = l.cutAt, powerFirst
		}
		for i, s := range l.seats {
			if s.next < at {
				at, who = s.next, i
			}
		}
		if at > end {
			break
		}
		l.net.Advance(at)
		l.now = at
		switch who {
		case diskFirst:
			l.server.LetGo(l.mono(at))
			l.keptAt = 0
			continue
		case powerFirst:
			l.powerFails(at)
			continue
		}
		if who >= 0 {
			s := l.seats[who]
			s.picture(at)
			s.next = s.pace(at)
			continue
		}
		l.step(at)
		if l.progress != nil && !l.progress(at) {
			return ErrStopped
		}
	}
	if l.broken != nil {
		return l.broken
	}
	return nil
}

// step is a step of the server, or the pause in its place.
func (l *Lab) step(now time.Duration) {
	if l.cfg.Extra > 0 || l.cfg.ClockOff > 0 {
		if now >= l.weatherAt {
			l.weatherAt = now + weatherEvery
			l.weather()
		}
	}
	if l.stands(now) {
		return
	}
	l.stepAt, l.keptAt = now+stepEvery, 0
	if l.failAt > 0 && now >= l.failAt && !l.settling && (l.cfg.MidFall != KillTrouble || l.falls()) {
		l.last(now)
		return
	}
	l.server.Step(l.mono(now))
	l.kept.seal(l.disk.last, &l.ledger.sum)
	if after := l.cfg.Commit % stepEvery; after > 0 { // the disk says so at once, as a host's does
		l.keptAt = now + after
	}
	if l.cfg.Pause > 0 && now >= l.pauseAt && !l.settling {
		l.stepAt = now + l.cfg.Pause
		l.pauseAt = now + l.cfg.PauseEvery
	}
	l.bounds()
}

// bounds checks law 10 on the server's queues.
func (l *Lab) bounds() {
	l.work.look(l.server.Moved())
	m := l.server.Metrics()
	if m.QueueMax > 256+1024 || m.OutboxMax > 4<<20+transport.MessageMax || m.LogMax > 1<<14+4096 {
		l.breaks(10, "the server's queues: %d actions, %d bytes, %d edits", m.QueueMax, m.OutboxMax, m.LogMax)
	}
	for _, s := range l.seats {
		if s.near != nil && (s.near.Pending(transport.Live) > transport.LiveBound || s.far.Pending(transport.Live) > transport.LiveBound) {
			l.breaks(10, "client %d: %d and %d bytes pending", s.i, s.near.Pending(transport.Live), s.far.Pending(transport.Live))
		}
	}
}

// session hears of the sessions on the server: none of these clients may be thrown out.
func (l *Lab) session(s timestream.Stream, what string) {
	if what == "joined" { // afresh: its actions are numbered anew, and the epochs of its sections
		if p := l.server.World().Player(s); p != nil {
			*l.once.at(s) = p.Last
			l.afresh(p.Name)
		}
	}
	if what == "left" {
		l.left[s] = true
	}
	if what == "resumed" && (l.machine.kills > 0 || l.left[s]) {
		l.resumed(s)
	}
	if len(what) > 6 && what[:6] == "ended:" {
		l.breaks(10, "%s: an honest session ended: %s", who(s), what)
	}
}

// afresh forgets what a client has seen, by its name.
func (l *Lab) afresh(name string) {
	for _, s := range l.seats {
		if s.name == name {
			clear(l.order.seen[s.i])
		}
	}
}

// resumed forgets what a client has seen of sections that it does not hold: a server that was killed, or on which its session has
// ended, knows no epoch of theirs.
func (l *Lab) resumed(of timestream.Stream) {
	for _, s := range l.seats {
		if s.c != nil && s.c.Stream() == of {
			s.c.Received(func(w *world.World) {
				maps.DeleteFunc(l.order.seen[s.i], func(p world.SectionPos, _ *seen) bool { return !w.Has(p) })
			})
		}
	}
}

// causes adds up the corrections of all seats by cause.
func (l *Lab) causes() (sum [predict.Causes]int) {
	for _, s := range l.seats {
		for c, n := range s.byCause {
			sum[c] += n
		}
	}
	return sum
}
