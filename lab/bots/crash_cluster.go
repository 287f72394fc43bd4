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
	// Namespaces and PowerCuts have machines cut off from each other, too, and the power of all cut; see machines.Config.
	Namespaces, PowerCuts bool
	// OnFault is told of each round.
	OnFault func(n int, r *ClusterRound, t *ClusterTally)
}

// ClusterRound is what one fault did.
type ClusterRound struct {
	Fault         string
	Moved         bool          // another machine has the world now
	All           bool          // all machines ended: it is no take-over
	First, Last   time.Duration // from the fault to the first ack of the new owner, for any player and for the last
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
	if c.cluster, err = machines.NewCluster(machines.Config{
		Server: c.cfg.Server, Dir: c.cfg.Dir, Seed: c.cfg.Seed >> 1, Log: c.cfg.Log, Namespaces: c.config.Namespaces, Disks: c.config.PowerCuts,
	}); err != nil {
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
		fault := c.cluster.Fault
		if c.config.Demo {
			fault = c.cluster.DemoFault
		}
		r, err := c.round(ctx, fault(n))
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
	if r.First > 0 && !r.All {
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

func (c *clusterTest) round(ctx context.Context, f *machines.Fault) (*ClusterRound, error) {
	r := &ClusterRound{Fault: f.What, All: f.All}
	owner := c.cluster.Owner()
	if owner == nil {
		return r, errors.New("no machine says that it has the world")
	}
	c.frames(framesAtOnce, true)
	for i := range c.meters {
		m := &c.meters[i]
		*m = outage{updates: m.updates, resumes: m.resumes, answered: m.answered, updateAt: m.updateAt, stillAt: m.stillAt, back: -1}
	}
	at, hit := time.Duration(0), make(chan error, 1)
	in := c.cfg.BuildTime/8 + time.Duration(c.rng.Int64N(int64(c.cfg.BuildTime)))
	time.AfterFunc(in, func() { at = c.clock(); hit <- f.Hit(c.cluster, owner) }) // at any moment of a step
	c.frames(in+20*time.Millisecond, true)
	if err := <-hit; err != nil {
		return r, err
	}
	c.frames(40*time.Millisecond, true)
	for _, b := range c.builders { // what they hold while nobody tells them anything
		b.freeze()
		c.checkReceived(b)
	}
	started, mended := !f.Ends, f.Lasts == 0
	for {
		c.frames(framesAtOnce, true)
		since, now := c.clock()-at, c.cluster.Owner()
		if !mended && since > f.Lasts {
			mended = true
			if err := f.Mend(c.cluster); err != nil {
				return r, err
			}
		}
		moved := now != nil && now != owner
		if !started && (moved || !f.Moves) {
			started = true
			if err := f.Restart(c.cluster); err != nil {
				return r, err
			}
		}
		if err := c.cluster.Sound(); started && err != nil {
			return r, err
		}
		whole := now != nil && started && mended && c.cluster.Other(now).Follows() && c.cluster.Machines[machines.Witness].Follows()
		if whole && r.Follows == 0 {
			r.Follows = since
		}
		if resumed := moved || f.All; whole && since > max(calmFor, f.Lasts) && since > c.config.Every-3*time.Second && (!resumed || c.allBack()) {
			r.Moved = moved
			break
		}
		if err := c.stillThere(ctx); err != nil || since > clusterPatience {
			return r, errors.Join(err, errors.New("the cluster does not become whole, or not all players come back: "+c.state()))
		}
	}
	if r.Moved || r.All {
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
			if !r.All {
				c.total.Each = append(c.total.Each, d)
			}
			if r.Last = max(r.Last, d); r.First == 0 || d < r.First {
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
	w, err := pebble.Open(to, pebble.Options{Generators: worldgen.Numbers(), Blocks: world.BlockNames()})
	if err != nil {
		return err
	}
	defer w.Close()
	return c.compareStore(w, landOf(w).Section)
}
