package bots

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"voxtide/client"
	"voxtide/lab/machines"
	"voxtide/protocol"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// ClusterConfig says what is done to a cluster of two machines and a witness while bots build.
type ClusterConfig struct {
	CrashConfig
	// Demo kills owner, standby and witness by turns, which keep their disks; otherwise owners lose their worlds, too, and engines die.
	Demo  bool
	Every time.Duration // at least, from one fault to the next; 0: as soon as the world was compared
	// OnFault is told of each round.
	OnFault func(n int, r *ClusterRound, t *ClusterTally)
}

// ClusterRound is what one fault did.
type ClusterRound struct {
	Fault         string
	Moved         bool          // another machine has the world now
	First, All    time.Duration // from the fault to the first ack of the new owner, for any player and for the last
	Silent, Still time.Duration // the longest time that a player heard nothing, and that one could not play
	Follows       time.Duration // from the fault until all machines were there again
}

// ClusterTally is the outcome of all rounds.
type ClusterTally struct {
	CrashTally
	Takeovers, Still int             // take-overs; rounds in which a player could not play for a while
	First, Each      []time.Duration // from the fault to the first ack of the new owner: of each round, and of each player in each round
	Silent           time.Duration   // the longest of all
	Frozen           time.Duration   // likewise
	Corrections      [protocol.CauseCount]int
}

// Quantiles returns the median, what 99 of 100 are at most, and the longest.
func Quantiles(all []time.Duration) (p50, p99, most time.Duration) {
	if len(all) == 0 {
		return 0, 0, 0
	}
	s := slices.Sorted(slices.Values(all))
	return s[len(s)/2], s[len(s)*99/100], s[len(s)-1]
}

// clusterFault is what happens to a machine.
type clusterFault struct {
	what    string
	machine func(c *clusterTest, owner *machines.Machine) *machines.Machine
	hit     func(m *machines.Machine)
	wipes   int           // 1: its world is deleted, 2: all that it has
	ends    bool          // it is started again
	wakes   time.Duration // it stands still for so long
	moves   bool          // another machine goes on with the world
}

func ownerOf(_ *clusterTest, o *machines.Machine) *machines.Machine   { return o }
func standbyOf(c *clusterTest, o *machines.Machine) *machines.Machine { return c.cluster.Other(o) }
func witnessOf(c *clusterTest, _ *machines.Machine) *machines.Machine {
	return c.cluster.Machines[machines.Witness]
}
func killEngine(m *machines.Machine) { m.KillEngine() }

var (
	ownerLosesWorld = clusterFault{what: "the owner is killed and loses its world", machine: ownerOf, hit: (*machines.Machine).Kill, wipes: 1, ends: true, moves: true}
	ownerLosesAll   = clusterFault{what: "the owner is killed and loses everything", machine: ownerOf, hit: (*machines.Machine).Kill, wipes: 2, ends: true, moves: true}

	// otherFaults come in turn, each fourth round.
	otherFaults = []clusterFault{
		{what: "the owner stands still for 5 s", machine: ownerOf, hit: (*machines.Machine).Halt, wakes: 5 * time.Second, moves: true},
		{what: "the owner's engine is killed", machine: ownerOf, hit: killEngine},
		{what: "the standby's engine is killed", machine: standbyOf, hit: killEngine},
		{what: "the witness's engine is killed", machine: witnessOf, hit: killEngine},
	}
	demoFaults = []clusterFault{
		{what: "the owner is killed", machine: ownerOf, hit: (*machines.Machine).Kill, ends: true, moves: true},
		{what: "the standby is killed", machine: standbyOf, hit: (*machines.Machine).Kill, ends: true},
		{what: "the witness is killed", machine: witnessOf, hit: (*machines.Machine).Kill, ends: true},
	}
)

// fault returns what happens in a round.
func (c *ClusterConfig) fault(round int) *clusterFault {
	switch {
	case c.Demo:
		return &demoFaults[round%len(demoFaults)]
	case round%4 == 3:
		return &otherFaults[round/4%len(otherFaults)]
	case round%2 == 0:
		return &ownerLosesWorld
	}
	return &ownerLosesAll
}

// clusterTest is the crash test with a cluster.
type clusterTest struct {
	crashTest
	config  ClusterConfig
	cluster *machines.Cluster
	meters  []outage
	total   ClusterTally
}

// outage is what a player notices of a fault.
type outage struct {
	updates, resumes, answered int
	updateAt, stillAt, firstAt time.Duration
	back                       int // answers when it resumed, -1 before
	backAt                     time.Duration
	silent, still              time.Duration
}

// look notes what a frame brought.
func (m *outage) look(b *crashBot, now time.Duration) {
	st := b.client.Stats()
	if m.updateAt > 0 {
		m.silent = max(m.silent, now-m.updateAt)
	}
	if st.Updates != m.updates {
		m.updates, m.updateAt = st.Updates, now
	}
	if st.Resumes != m.resumes {
		m.resumes, m.back, m.backAt = st.Resumes, m.answered, now
	}
	if m.answered = b.log.answered; m.back >= 0 && m.firstAt == 0 && m.answered > m.back {
		m.firstAt = now
	}
	if b.client.State() == client.Playing {
		m.stillAt = now
	} else if m.stillAt > 0 {
		m.still = max(m.still, now-m.stillAt)
	}
}

// CrashCluster makes bots build on a cluster, does something to one of its machines at a random moment while they go on, waits until all
// machines are there again, compares what was acked with the owner's disk and with what the bots hold, and repeats that.
func CrashCluster(ctx context.Context, cfg ClusterConfig) (*ClusterTally, error) {
	or(&cfg.Rounds, 20)
	or(&cfg.Players, 20)
	or(&cfg.BuildTime, 1200*time.Millisecond)
	if cfg.Players > 32 || cfg.Players < 1 || cfg.Rounds < 1 || cfg.Server == "" || cfg.Dir == "" {
		return &ClusterTally{}, fmt.Errorf("%w: a server, a folder, at least one round, 1 to 32 players", ErrConfig)
	}
	if cfg.Log == nil {
		cfg.Log = io.Discard
	}
	c := &clusterTest{config: cfg, crashTest: crashTest{cfg: cfg.CrashConfig, rng: rand.New(rand.NewPCG(cfg.Seed, 0)), began: time.Now(), counted: make([]int, cfg.Players)},
		meters: make([]outage, cfg.Players)}
	err := c.run(ctx)
	c.total.CrashTally = c.tally
	for _, b := range c.builders {
		s := b.client.Stats()
		for i := range s.Corrections {
			c.total.Corrections[i] += s.Corrections[i] + s.BlockCorrections[i] + s.InventoryCorrections[i]
		}
	}
	return &c.total, err
}

func (c *clusterTest) run(ctx context.Context) (err error) {
	if c.cluster, err = machines.NewCluster(machines.Config{Server: c.cfg.Server, Dir: c.cfg.Dir, Seed: c.cfg.Seed >> 1, Log: c.cfg.Log}); err != nil {
		return err
	}
	defer c.cluster.Close()
	if err := c.cluster.Start(ctx); err != nil {
		return err
	}
	network := &Network{Seed: c.cfg.Seed}
	if err := network.Resolve(c.cluster.Owner().Address()); err != nil {
		return err
	}
	taken, shared := map[world.Pos]bool{}, &sharedBoxes{}
	for n := range c.cfg.Players {
		c.builders = append(c.builders, newCrashBot(n, c.cfg.Seed, c.clock, taken, shared, network.dialOf(n)))
	}
	defer c.leave()
	if err := c.waitForAll(ctx); err != nil {
		return err
	}
	for n := range c.cfg.Rounds {
		r, err := c.round(ctx, c.config.fault(n))
		if err != nil {
			return fmt.Errorf("round %d, %s: %w", n+1, r.Fault, err)
		}
		c.tally.Rounds = n + 1
		c.total.addRound(r)
		c.total.CrashTally = c.tally
		if c.config.OnFault != nil {
			c.config.OnFault(n+1, r, &c.total)
		}
	}
	return nil
}

// addRound adds a round.
func (t *ClusterTally) addRound(r *ClusterRound) {
	t.Silent, t.Frozen = max(t.Silent, r.Silent), max(t.Frozen, r.Still)
	if r.Still > 0 {
		t.Still++
	}
	if r.First > 0 {
		t.Takeovers++
		t.First = append(t.First, r.First)
	}
}

// frames makes frames for some time, and has the meters look at them.
func (c *clusterTest) frames(d time.Duration, act bool) {
	end := c.clock() + d
	tick := time.NewTicker(crashFrameTime)
	defer tick.Stop()
	for c.clock() < end {
		for i, b := range c.builders {
			b.frame(c.clock(), act)
			c.meters[i].look(b, c.clock())
		}
		<-tick.C
	}
}

const (
	framesAtOnce = 50 * time.Millisecond
	// clusterPatience bounds how long a cluster may take to be whole again.
	clusterPatience = 2 * time.Minute
	// calmFor is how long bots play on after a fault that moves nothing.
	calmFor = 1500 * time.Millisecond
	// idleFor is how long after it came back a bot without an ack counts as one with nothing to do.
	idleFor = 3 * time.Second
)

func (c *clusterTest) round(ctx context.Context, f *clusterFault) (*ClusterRound, error) {
	r := &ClusterRound{Fault: f.what}
	owner := c.cluster.Owner()
	if owner == nil {
		return r, errors.New("no machine says that it has the world")
	}
	c.frames(framesAtOnce, true)
	for i := range c.meters {
		m := &c.meters[i]
		*m = outage{updates: m.updates, resumes: m.resumes, answered: m.answered, updateAt: m.updateAt, stillAt: m.stillAt, back: -1}
	}
	victim, at, hit := f.machine(c, owner), time.Duration(0), make(chan struct{})
	in := c.cfg.BuildTime/8 + time.Duration(c.rng.Int64N(int64(c.cfg.BuildTime)))
	time.AfterFunc(in, func() { at = c.clock(); f.hit(victim); close(hit) }) // at any moment of a step
	c.frames(in+20*time.Millisecond, true)
	<-hit
	c.frames(40*time.Millisecond, true)
	for _, b := range c.builders { // what they hold while nobody tells them anything
		b.freeze()
		c.checkReceived(b)
	}
	started := !f.ends
	for {
		c.frames(framesAtOnce, true)
		since, now := c.clock()-at, c.cluster.Owner()
		if f.wakes > 0 && since > f.wakes {
			victim.Resume()
		}
		if moved := now != nil && now != owner; !started && (moved || !f.moves) {
			if started = true; f.wipes > 0 {
				if err := victim.Wipe(f.wipes > 1); err != nil {
					return r, err
				}
			}
			if err := victim.Start(); err != nil {
				return r, err
			}
		}
		if err := c.cluster.Sound(); started && err != nil {
			return r, err
		}
		whole := now != nil && started && c.cluster.Other(now).Follows() && c.cluster.Machines[machines.Witness].Follows()
		if whole && r.Follows == 0 {
			r.Follows = since
		}
		if whole && since > max(calmFor, f.wakes) && since > c.config.Every-3*time.Second && (now == owner || c.allBack()) {
			r.Moved = now != owner
			break
		}
		if err := c.stillThere(ctx); err != nil || since > clusterPatience {
			return r, errors.Join(err, errors.New("the cluster does not become whole, or not all players come back: "+c.state()))
		}
	}
	if r.Moved {
		c.measure(r, at)
	}
	for _, m := range c.meters {
		r.Silent, r.Still = max(r.Silent, m.silent), max(r.Still, m.still)
	}
	if err := c.settle(ctx); err != nil {
		return r, err
	}
	if err := c.compareBackup(); err != nil {
		return r, err
	}
	for c.clock()-at < c.config.Every {
		c.frames(framesAtOnce, true)
	}
	return r, ctx.Err()
}

// measure notes when acks of the new owner came.
func (c *clusterTest) measure(r *ClusterRound, at time.Duration) {
	for _, m := range c.meters {
		if m.firstAt > at {
			d := m.firstAt - at
			c.total.Each = append(c.total.Each, d)
			if r.All = max(r.All, d); r.First == 0 || d < r.First {
				r.First = d
			}
		}
	}
}

// allBack reports whether all players have gone over to the new owner, and had an ack of it if they did anything.
func (c *clusterTest) allBack() bool {
	for i, b := range c.builders {
		m := &c.meters[i]
		idle := c.clock()-m.backAt > idleFor && b.client.UnackedCount() == 0 // there is nothing that it could do
		if m.back < 0 || m.firstAt == 0 && !idle {
			return false
		}
	}
	return true
}

// state describes machines and players for an error.
func (c *clusterTest) state() (s string) {
	for _, m := range c.cluster.Machines {
		s += m.Name + " " + m.Role() + "; "
	}
	for i, b := range c.builders {
		if m := &c.meters[i]; m.firstAt == 0 {
			s += fmt.Sprintf("%s %v, playable %v, %d resumes, %d actions, %d un-acked; ", b.name, b.client.State(), b.client.Playable(), b.client.Stats().Resumes, b.client.Stats().Actions, b.client.UnackedCount())
		}
	}
	return s
}

// stillThere returns why the test cannot go on.
func (c *clusterTest) stillThere(ctx context.Context) error {
	for _, b := range c.builders {
		if b.client.State() == client.Ended {
			return fmt.Errorf("bots: the session of %s ended: %s", b.name, b.client.Reason())
		}
	}
	return ctx.Err()
}

// settle plays without acting until everything is acked.
func (c *clusterTest) settle(ctx context.Context) error {
	for end := c.clock() + clusterPatience; c.clock() < end; {
		c.frames(framesAtOnce, false)
		if err := c.stillThere(ctx); err != nil {
			return err
		}
		if !slices.ContainsFunc(c.builders, func(b *crashBot) bool { return !b.client.Playable() || b.client.UnackedCount() > 0 }) {
			c.frames(300*time.Millisecond, false)
			return nil
		}
	}
	return errors.New("bots: not everything was acked")
}

// compareBackup compares what all bots hold and were told with the world that the owner has.
func (c *clusterTest) compareBackup() error {
	to := filepath.Join(c.cfg.Dir, "look")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	owner := c.cluster.Owner()
	if owner == nil {
		return errors.New("no machine says that it has the world")
	}
	if err := owner.Backup(to); err != nil {
		return err
	}
	w, err := pebble.Open(to, pebble.Options{Generator: worldgen.Version, Blocks: world.BlockNames()})
	if err != nil {
		return err
	}
	defer w.Close()
	return c.compareStore(w, worldgen.New(w.Info().Seed).Section)
}
