package engine_test

import (
	"errors"
	"fmt"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
	"voxtide/internal/splitmix"
)

const logName = "world"

// node is a machine that follows the log, claims it when its owner is silent, and then writes.
type node struct {
	name     string
	client   *simulated.Client
	shared   *engine.Shared
	follower *engine.Follower
	writer   *engine.Writer
	at       engine.Position // of what it has yielded
	seen     []engine.Verified
	made     int    // entries of its claim
	last     uint64 // number of the last of them
	claim    uint64 // the last that it held
	pausedTo time.Duration
	failed   error
}

// nodes is a run: a cluster, some nodes, and what is to be true of them.
type nodes struct {
	cluster *simulated.Cluster
	luck    splitmix.Source
	now     time.Duration
	all     []*node
	running []*node
	claims  int
	stats   coverage
	known   map[uint64]engine.Hash // entries that some writer knew durable
}

// coverage counts what runs have been through.
type coverage struct {
	claims, takeOvers, kills, pauses, partitions, away int
	fenced, unknown, lookups, found, again, voids      int
	appends, durable, lost, late                       int
	slowest                                            time.Duration
}

func newNodes(seed uint64, c simulated.Conditions, n int) *nodes {
	r := &nodes{cluster: simulated.NewCluster(seed, c), luck: splitmix.Derive(seed, 99), known: map[uint64]engine.Hash{}}
	for range n {
		r.start(engine.Position{}, nil)
	}
	return r
}

// start starts a node that has the log up to a position.
func (r *nodes) start(at engine.Position, seen []engine.Verified) *node {
	k := &node{name: fmt.Sprint("node ", len(r.all)), at: at, seen: seen}
	k.client = r.cluster.Connect(k.name)
	k.shared = engine.Share(k.client)
	k.follower = engine.NewFollower(k.shared, logName, at)
	r.all, r.running = append(r.all, k), append(r.running, k)
	return k
}

// kill ends a node and starts one in its place that has what it had on its disk.
func (r *nodes) kill(i int) {
	k := r.running[i]
	k.client.Kill()
	r.gather(k)
	r.running = append(r.running[:i], r.running[i+1:]...)
	r.start(k.at, append([]engine.Verified{}, k.seen...))
	r.stats.kills++
}

// owner returns the node that holds the log as far as it knows, nil for none.
func (r *nodes) owner() *node {
	for _, k := range r.running {
		if k.writer != nil && k.writer.Holding() {
			return k
		}
	}
	return nil
}

// step runs all nodes at the present time, and returns what is not as it should be.
func (r *nodes) step(write bool) error {
	for i := 0; i < len(r.running); i++ {
		k := r.running[i]
		if r.now < k.pausedTo {
			continue
		}
		k.shared.Poll(r.now)
		if err := r.stepNode(k, write); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
	}
	r.now += 5 * time.Millisecond
	return nil
}

func (r *nodes) stepNode(k *node, write bool) error {
	if k.writer == nil {
		k.follower.Advance(r.now)
		for v, ok := k.follower.Next(); ok; v, ok = k.follower.Next() {
			k.take(v)
		}
		if err := k.follower.Err(); err != nil {
			return err
		}
		silent := 600*time.Millisecond + time.Duration(r.luck.Below(800))*time.Millisecond
		if heard, ok := k.follower.Heard(); ok && (r.now-heard > silent || r.luck.OneIn(4000)) {
			k.follower.Stop()
			r.claims++
			k.writer = engine.NewWriter(k.shared, engine.WriterOptions{
				Log: logName, Holder: fmt.Sprint(k.name, ", claim ", r.claims), Opening: func() ([]byte, bool) { return []byte("table"), k.at.N == k.writer.Durable() }, After: k.at,
			})
		}
		return nil
	}
	k.writer.Advance(r.now)
	if err := r.takeWritten(k); err != nil {
		return err
	}
	if k.writer.Holding() && k.claim != k.writer.Claim() {
		k.made, k.last, k.claim = 0, 0, k.writer.Claim()
		r.stats.claims++
		if k.at.N > 1 {
			r.stats.takeOvers++
		}
	}
	if err := k.writer.Err(); err != nil {
		return r.stopped(k, err)
	}
	if write && k.writer.Holding() && r.luck.OneIn(3) {
		for range 1 + r.luck.Below(4) {
			k.last = k.writer.Append(r.now, fmt.Appendf(nil, "%s/%d/%d", k.name, k.writer.Claim(), k.made))
			k.made++
		}
	}
	return nil
}

// stopped judges why a writer has stopped: it may only be that the log is somebody else's. The node follows again from what it has.
func (r *nodes) stopped(k *node, err error) error {
	var fenced *engine.Fenced
	if !errors.As(err, &fenced) {
		return err
	}
	if claim, holder := r.cluster.Newest(logName); claim == k.writer.Claim() && k.writer.Claim() != 0 {
		return fmt.Errorf("an owner was dropped that still has the newest claim %d of %q: %w", claim, holder, err)
	}
	r.stats.fenced++
	r.gather(k)
	k.writer.Stop()
	k.writer = nil
	k.follower = engine.NewFollower(k.shared, logName, k.at)
	return nil
}

// takeWritten takes what a writer knows durable.
func (r *nodes) takeWritten(k *node) error {
	for v, ok := k.writer.Next(); ok; v, ok = k.writer.Next() {
		k.take(v)
		if v.Claim != k.writer.Claim() || v.Void {
			continue
		}
		if h, there := r.known[v.N]; there && h != v.Hash {
			return fmt.Errorf("two writers know entry %d durable", v.N)
		}
		r.known[v.N] = v.Hash
	}
	return nil
}

func (k *node) take(v engine.Verified) {
	k.seen = append(k.seen, v)
	k.at = engine.Position{N: v.N, Claim: max(k.at.Claim, v.Claim), Hash: v.Hash}
}

// gather adds a writer's counts to the coverage.
func (r *nodes) gather(k *node) {
	if k.writer == nil {
		return
	}
	s := k.writer.Stats()
	r.stats.unknown += int(s.Unknown)
	r.stats.lookups += int(s.Lookups)
	r.stats.found += int(s.Found)
	r.stats.again += int(s.Again)
	r.stats.durable += int(s.Durable)
	r.stats.slowest = max(r.stats.slowest, s.Slowest)
}

func (c *coverage) add(o coverage) {
	for _, p := range [][2]*int{
		{&c.claims, &o.claims}, {&c.takeOvers, &o.takeOvers}, {&c.kills, &o.kills}, {&c.pauses, &o.pauses}, {&c.partitions, &o.partitions}, {&c.away, &o.away},
		{&c.fenced, &o.fenced}, {&c.unknown, &o.unknown}, {&c.lookups, &o.lookups}, {&c.found, &o.found}, {&c.again, &o.again}, {&c.voids, &o.voids},
		{&c.appends, &o.appends}, {&c.durable, &o.durable}, {&c.lost, &o.lost}, {&c.late, &o.late},
	} {
		*p[0] += *p[1]
	}
	c.slowest = max(c.slowest, o.slowest)
}

func (c coverage) String() string {
	return fmt.Sprintf("%d claims, %d take-overs, %d kills, %d pauses, %d partitions, %d times without majority; %d fenced; %d appends, %d known durable, %d unknown, %d look-ups that found %d, %d appended again, %d void; %d messages lost, %d carried out late; slowest %v",
		c.claims, c.takeOvers, c.kills, c.pauses, c.partitions, c.away, c.fenced, c.appends, c.durable, c.unknown, c.lookups, c.found, c.again, c.voids, c.lost, c.late, c.slowest)
}
