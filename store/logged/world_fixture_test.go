package logged

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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
	fresh    bool          // its disk is empty or a copy, and has not been where the log ends yet
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
	// observer sees all entries, also those that are trimmed later.
	observer *engine.Follower
	shared   *engine.Shared
	seen     []engine.Verified
	said     time.Duration // when it said how far it is
}

// counts say what runs have been through.
type counts struct {
	claims, takeOvers, fenced, kills, pauses, cuts, away, batches, known, lost, voids, restarts, copies int
	appends, unknown, messages, late, trimmed                                                           int
}

func (c counts) String() string {
	return fmt.Sprintf("%d claims, %d take-overs, %d fenced; %d kills, %d pauses, %d partitions, %d times without majority; %d batches given, %d known durable, %d in the log; %d appends, %d void; %d unknown, %d messages lost, %d carried out late; %d disks that went on, %d copied, %d logs trimmed; no holes",
		c.claims, c.takeOvers, c.fenced, c.kills, c.pauses, c.cuts, c.away, c.batches, c.known, c.batches-c.lost, c.appends, c.voids, c.unknown, c.messages, c.late, c.restarts, c.copies, c.trimmed)
}

func (c *counts) add(o counts) {
	c.claims, c.takeOvers, c.fenced, c.kills, c.pauses = c.claims+o.claims, c.takeOvers+o.takeOvers, c.fenced+o.fenced, c.kills+o.kills, c.pauses+o.pauses
	c.cuts, c.away, c.batches, c.known, c.lost = c.cuts+o.cuts, c.away+o.away, c.batches+o.batches, c.known+o.known, c.lost+o.lost
	c.voids, c.restarts, c.copies, c.trimmed = c.voids+o.voids, c.restarts+o.restarts, c.copies+o.copies, c.trimmed+o.trimmed
	c.appends, c.unknown, c.messages, c.late = c.appends+o.appends, c.unknown+o.unknown, c.messages+o.messages, c.late+o.late
}

// newMachines returns a run of n machines. Where the log is trimmed, it is so as early as disks allow.
func newMachines(seed uint64, c simulated.Conditions, n int, trim bool) (*machines, error) {
	r := &machines{
		cluster: simulated.NewCluster(seed, c), luck: rand.New(rand.NewPCG(seed, 11)), given: map[entryName]*store.Batch{}, known: map[entryName]bool{},
		o: Options{World: worldName, Blocks: world.BlockNames(), TrimEvery: time.Hour},
	}
	if trim {
		r.o.TrimEvery, r.o.Keep, r.o.ReportEvery = 500*time.Millisecond, time.Second, 300*time.Millisecond
	}
	r.shared = engine.Share(r.cluster.Connect("observer"))
	r.observer = engine.NewFollower(r.shared, worldName, engine.Position{})
	r.shared.Put(nodesPrefix(worldName)+"observer", appendPlace(nil, engine.Position{}), nil)
	for range n {
		if err := r.start(nil, ""); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// start starts a machine on a disk, or under a new name on an empty one.
func (r *machines) start(disk *store.Memory, node string) error {
	m := &machine{node: node, disk: disk}
	if node == "" {
		r.names++
		m.node = fmt.Sprint("node ", r.names)
		m.fresh = true
	}
	if disk == nil {
		m.disk = store.NewMemory(func() time.Duration { return time.Duration(r.luck.IntN(20)) * time.Millisecond })
	}
	m.client = r.cluster.Connect(m.node)
	o := r.o
	o.Node = m.node
	var err error
	m.replica, err = NewReplica(engine.Share(m.client), m.disk, o)
	r.running = append(r.running, m)
	return err
}

// kill cuts a machine's power and starts it again on what its disk has, or another one if the disk is lost.
func (r *machines) kill(i int) error {
	m := r.running[i]
	m.client.Kill()
	r.running = append(r.running[:i], r.running[i+1:]...)
	r.count.kills++
	if r.luck.IntN(8) == 0 {
		r.shared.Put(nodesPrefix(worldName)+m.node, nil, nil) // who keeps the cluster says that it is gone
		return r.start(nil, "")
	}
	r.count.restarts++
	node := m.node
	if m.fresh {
		node = ""
	}
	return r.start(m.disk.Crash(r.now), node)
}

// copyTo gives a machine for which the log does not reach back a copy of another's disk.
func (r *machines) copyTo(m *machine) error {
	i := slices.Index(r.running, m)
	from := r.running[(i+1+r.luck.IntN(len(r.running)-1))%len(r.running)]
	m.client.Kill()
	r.running = slices.Delete(r.running, i, i+1)
	r.count.copies++
	return r.start(from.disk.Crash(r.now), "")
}

// observe lets the observer see what there is.
func (r *machines) observe() error {
	r.shared.Poll(r.now)
	r.observer.Advance(r.now)
	for v, ok := r.observer.Next(); ok; v, ok = r.observer.Next() {
		r.seen = append(r.seen, v)
	}
	if r.now-r.said > 100*time.Millisecond {
		r.said = r.now
		r.shared.Put(nodesPrefix(worldName)+"observer", appendPlace(nil, r.observer.Position()), nil)
	}
	return r.observer.Err()
}

// step runs all machines at the present time.
func (r *machines) step(write bool) error {
	for _, m := range slices.Clone(r.running) {
		if r.now < m.pausedTo {
			continue
		}
		if err := r.stepMachine(m, write); err != nil {
			return fmt.Errorf("%s at %v: %w", m.node, r.now, err)
		}
	}
	if err := r.observe(); err != nil {
		return err
	}
	r.now += 5 * time.Millisecond
	return nil
}

func (r *machines) stepMachine(m *machine, write bool) error {
	if m.store == nil {
		m.replica.Advance(r.now)
		if err := m.replica.Err(); errors.Is(err, engine.ErrTrimmed) && m.fresh {
			return r.copyTo(m)
		} else if err != nil {
			return err
		}
		m.fresh = m.fresh && !m.replica.CaughtUp()
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
	for range 100 { // what is on its way
		if err := r.observe(); err != nil {
			return err
		}
		r.now += 5 * time.Millisecond
	}
	twin, inLog := store.NewMemory(nil), map[entryName]bool{}
	for _, v := range r.seen {
		at := entryName{v.Claim, v.N}
		b := r.given[at]
		if v.Void {
			r.count.voids++
		} else if b != nil {
			inLog[at] = true
			twin.Commit(0, b)
		}
	}
	if first, data := r.cluster.Entries(worldName); first+uint64(len(data)) != uint64(len(r.seen))+1 {
		return fmt.Errorf("the observer has seen %d entries, the log has %d from %d on", len(r.seen), len(data), first)
	} else if first > 1 {
		r.count.trimmed++
	}
	done := r.cluster.Done
	r.count.appends, r.count.unknown, r.count.messages, r.count.late = done.Appends, done.Unknown, done.Lost, done.Late
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
