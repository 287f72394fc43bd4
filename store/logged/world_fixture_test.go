package logged

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
	"voxtide/store"
	"voxtide/store/storetest"
	"voxtide/world"
)

const worldName = "world"

// machine is one of those that keep the world: a disk, and a replica or a store on it.
type machine struct {
	node     string
	client   *simulated.Client
	disk     *store.Memory
	replica  *Replica
	store    *Store
	maker    storetest.Maker
	begun    bool // its server has loaded the world
	sent     []sentBatch
	done     uint64        // batches that it knows durable
	pausedTo time.Duration // it stands still until then
}

// sentBatch is a batch that an owner gave to its store.
type sentBatch struct {
	seq uint64
	at  entryName
}

// entryName names an entry of a log.
type entryName struct{ claim, n uint64 }

// machines is a run of several machines, with what is to be true of them.
type machines struct {
	cluster *simulated.Cluster
	luck    *rand.Rand
	o       Options
	now     time.Duration
	running []*machine
	given   map[entryName]*store.Batch // what owners gave, by the entry in which it ends
	known   map[entryName]bool         // what their servers were told to be durable
	holders int
	names   int
	count   counts
}

type counts struct {
	claims, takeOvers, fenced, kills, pauses, cuts, away, batches, known, lost, voids, restarts int
}

func (c counts) String() string {
	return fmt.Sprintf("%d claims, %d take-overs, %d fenced; %d kills, %d pauses, %d partitions, %d times without majority; %d batches given, %d known durable, %d in the log; %d void entries, %d disks that went on",
		c.claims, c.takeOvers, c.fenced, c.kills, c.pauses, c.cuts, c.away, c.batches, c.known, c.batches-c.lost, c.voids, c.restarts)
}

func (c *counts) add(o counts) {
	c.claims, c.takeOvers, c.fenced, c.kills, c.pauses = c.claims+o.claims, c.takeOvers+o.takeOvers, c.fenced+o.fenced, c.kills+o.kills, c.pauses+o.pauses
	c.cuts, c.away, c.batches, c.known, c.lost = c.cuts+o.cuts, c.away+o.away, c.batches+o.batches, c.known+o.known, c.lost+o.lost
	c.voids, c.restarts = c.voids+o.voids, c.restarts+o.restarts
}

func newMachines(seed uint64, c simulated.Conditions, n int) (*machines, error) {
	r := &machines{
		cluster: simulated.NewCluster(seed, c), luck: rand.New(rand.NewPCG(seed, 11)), given: map[entryName]*store.Batch{}, known: map[entryName]bool{},
		o: Options{World: worldName, Blocks: world.BlockNames(), TrimEvery: time.Hour},
	}
	for range n {
		if _, err := r.start(nil); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// start starts a machine on a disk, nil for an empty one.
func (r *machines) start(disk *store.Memory) (*machine, error) {
	if disk == nil {
		disk = store.NewMemory(func() time.Duration { return time.Duration(r.luck.IntN(20)) * time.Millisecond })
	}
	r.names++
	m := &machine{node: fmt.Sprint("node ", r.names), disk: disk}
	m.client = r.cluster.Connect(m.node)
	o := r.o
	o.Node = m.node
	var err error
	m.replica, err = NewReplica(engine.Share(m.client), disk, o)
	r.running = append(r.running, m)
	return m, err
}

// kill cuts a machine's power and starts another on what its disk has.
func (r *machines) kill(i int) error {
	m := r.running[i]
	m.client.Kill()
	r.running = append(r.running[:i], r.running[i+1:]...)
	r.count.kills++
	disk := m.disk.Crash(r.now)
	if r.luck.IntN(8) == 0 {
		disk = nil // it is lost; the log reaches back to its beginning
	} else {
		r.count.restarts++
	}
	_, err := r.start(disk)
	return err
}

// step runs all machines at the present time.
func (r *machines) step(write bool) error {
	for _, m := range append([]*machine{}, r.running...) {
		if r.now < m.pausedTo {
			continue
		}
		if err := r.stepMachine(m, write); err != nil {
			return fmt.Errorf("%s at %v: %w", m.node, r.now, err)
		}
	}
	r.now += 5 * time.Millisecond
	return nil
}

func (r *machines) stepMachine(m *machine, write bool) error {
	if m.store == nil {
		m.replica.Advance(r.now)
		if err := m.replica.Err(); err != nil {
			return err
		}
		silent := 600*time.Millisecond + time.Duration(r.luck.IntN(800))*time.Millisecond
		if heard, ok := m.replica.Heard(); ok && m.replica.CaughtUp() && (r.now-heard > silent || r.luck.IntN(5000) == 0) {
			r.holders++
			m.store, m.replica, m.begun = m.replica.Claim(fmt.Sprint(m.node, ", claim ", r.holders)), nil, false
		}
		return nil
	}
	for done := m.store.Committed(r.now); m.done < done; m.done++ {
		s := m.sent[0]
		if m.sent = m.sent[1:]; s.seq != m.done+1 {
			return fmt.Errorf("batch %d is durable after %d", s.seq, m.done)
		}
		r.known[s.at] = true
		r.count.known++
	}
	if err := m.store.Err(); err != nil {
		return r.fence(m, err)
	}
	if m.store.Opened() && !m.begun {
		state, err := m.store.Load()
		if err != nil {
			return err
		}
		m.begun, m.sent, m.done = true, nil, 0
		m.maker = storetest.Maker{Rand: rand.New(rand.NewPCG(r.luck.Uint64(), 3))}
		if r.count.claims++; state != nil {
			m.maker.Edits = state.Edits
			r.count.takeOvers++
		}
	}
	if write && m.begun && r.luck.IntN(4) == 0 {
		b := m.maker.Batch()
		seq := m.store.Commit(r.now, b)
		at := entryName{m.store.Claim(), m.store.waiting[len(m.store.waiting)-1].n}
		r.given[at] = b
		m.sent = append(m.sent, sentBatch{seq, at})
		r.count.batches++
	}
	return nil
}

// fence judges why a store has stopped: it may only be that another machine has the log.
func (r *machines) fence(m *machine, err error) error {
	var fenced *engine.Fenced
	if !errors.As(err, &fenced) {
		return err
	}
	if claim, _ := r.cluster.Newest(worldName); claim == m.store.Claim() && claim != 0 {
		return fmt.Errorf("an owner was dropped that has the newest claim: %w", err)
	}
	r.count.fenced++
	m.replica, m.store, m.begun = m.store.Follow(), nil, false
	return nil
}

// unplaced is a world without its place in a log.
type unplaced struct{ store.Reader }

func (u unplaced) Load() (*store.State, error) {
	s, err := u.Reader.Load()
	if s != nil {
		s.Log = store.LogPosition{}
	}
	return s, err
}

// judge holds what the log has, and what all disks have, against what owners gave and knew.
func (r *machines) judge() error {
	shared := engine.Share(r.cluster.Connect("reader"))
	f := engine.NewFollower(shared, worldName, engine.Position{})
	twin, inLog := store.NewMemory(nil), map[entryName]bool{}
	for now, end := time.Hour, time.Hour+20*time.Second; now < end; now += 5 * time.Millisecond {
		shared.Poll(now)
		f.Advance(now)
		for v, ok := f.Next(); ok; v, ok = f.Next() {
			at := entryName{v.Claim, v.N}
			b := r.given[at]
			if v.Void {
				r.count.voids++
			} else if b != nil {
				inLog[at] = true
				twin.Commit(0, b)
			}
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	r.count.lost += len(r.given) - len(inLog)
	for at := range r.known {
		if !inLog[at] {
			return fmt.Errorf("the batch of entry %d under claim %d was known durable and is not there", at.n, at.claim)
		}
	}
	place := store.LogPosition{}
	for i, m := range r.running {
		if err := storetest.Equal(unplaced{m.disk}, unplaced{twin}); err != nil {
			return fmt.Errorf("the disk of %s: %w", m.node, err)
		}
		state, err := m.disk.Load()
		if err != nil || (state == nil) != (len(inLog) == 0) {
			return fmt.Errorf("the disk of %s: %v, %v", m.node, state, err)
		}
		if state == nil {
			continue
		}
		if i > 0 && state.Log != place {
			return fmt.Errorf("the disk of %s is at %d, another at %d", m.node, state.Log.N, place.N)
		}
		place = state.Log
	}
	return nil
}

// owner returns the machine whose store is open, nil for none.
func (r *machines) owner() *machine {
	for _, m := range r.running {
		if m.store != nil && m.store.Opened() {
			return m
		}
	}
	return nil
}
