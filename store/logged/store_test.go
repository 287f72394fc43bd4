package logged

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
	"voxtide/store"
	"voxtide/store/storetest"
	"voxtide/world"
)

// bench is a cluster, a clock, and what makes progress under it.
type bench struct {
	t       *testing.T
	cluster *simulated.Cluster
	now     time.Duration
	o       Options
	runs    []interface{ Advance(time.Duration) }
}

func newBench(t *testing.T, c simulated.Conditions) *bench {
	return &bench{t: t, cluster: simulated.NewCluster(9, c), o: Options{World: worldName, Blocks: world.BlockNames(), TrimEvery: time.Hour}}
}

// run lets time pass.
func (b *bench) run(d time.Duration) {
	for end := b.now + d; b.now < end; b.now += 5 * time.Millisecond {
		for _, r := range b.runs {
			r.Advance(b.now)
		}
	}
}

// replica starts a replica on a disk.
func (b *bench) replica(node string, disk store.Store) *Replica {
	b.t.Helper()
	o := b.o
	o.Node = node
	r, err := NewReplica(engine.Share(b.cluster.Connect(node)), disk, o)
	if err != nil {
		b.t.Fatal(err)
	}
	b.runs = append(b.runs, r)
	return r
}

// claim makes a replica the owner.
func (b *bench) claim(r *Replica, holder string) *Store {
	b.t.Helper()
	b.run(200 * time.Millisecond)
	s := r.Claim(holder)
	b.runs[slices.IndexFunc(b.runs, func(x interface{ Advance(time.Duration) }) bool { return x == r })] = s
	b.run(300 * time.Millisecond)
	if !s.Opened() {
		b.t.Fatalf("the log is not opened: %v", s.Err())
	}
	return s
}

func (b *bench) stop(x interface{ Advance(time.Duration) }) {
	b.runs = slices.DeleteFunc(b.runs, func(y interface{ Advance(time.Duration) }) bool { return x == y })
}

// commit commits batches, and lets them become durable.
func (b *bench) commit(s *Store, m *storetest.Maker, n int, twin *store.Memory) {
	b.t.Helper()
	last := uint64(0)
	for range n {
		x := m.Batch()
		last = s.Commit(b.now, x)
		twin.Commit(0, x)
		b.run(5 * time.Millisecond)
	}
	b.run(200 * time.Millisecond)
	if got := s.Committed(b.now); got < last || s.Err() != nil {
		b.t.Fatalf("batch %d of %d is durable, %v", got, last, s.Err())
	}
}

func (b *bench) equal(what string, got, want store.Reader) {
	b.t.Helper()
	if err := storetest.Equal(unplaced{got}, unplaced{want}); err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
}

func memory() *store.Memory { return store.NewMemory(store.FixedDelay(3 * time.Millisecond)) }

func maker(seed uint64) *storetest.Maker {
	return &storetest.Maker{Rand: rand.New(rand.NewPCG(seed, seed))}
}

// TestMajorityAwayFromAWorld: ten seconds without the engine cost a world nothing: its batches wait, neither disk has them, and then both do.
func TestMajorityAwayFromAWorld(t *testing.T) {
	b := newBench(t, good())
	disk, other, twin, m := memory(), memory(), store.NewMemory(nil), maker(1)
	s := b.claim(b.replica("north", disk), "north 1")
	b.replica("south", other)
	b.commit(s, m, 20, twin)
	b.equal("before", disk, twin)

	b.cluster.SetMajority(false)
	held, before, last := b.now, twin.Crash(0), uint64(0)
	for range 100 {
		x := m.Batch()
		last = s.Commit(b.now, x)
		twin.Commit(0, x)
		b.run(100 * time.Millisecond)
	}
	if got := s.Committed(b.now); got >= last-99 || s.Err() != nil || s.Held() > held || s.Stats().WaitingBytes == 0 {
		t.Fatalf("batch %d of %d is durable without a majority, %v; ours as of %v, away since %v", got, last, s.Err(), s.Held(), held)
	}
	b.equal("the owner's disk meanwhile", disk, before)
	b.equal("the standby's disk meanwhile", other, before)
	b.cluster.SetMajority(true)
	b.run(3 * time.Second)
	if got := s.Committed(b.now); got != last {
		t.Fatalf("batch %d of %d is durable, %v", got, last, s.Err())
	}
	b.equal("the owner's disk", disk, twin)
	b.equal("the standby's disk", other, twin)
}

// TestTooSlow: what waits for the engine is bounded, and beyond the bound the store fails, as a disk does.
func TestTooSlow(t *testing.T) {
	b := newBench(t, good())
	b.o.WaitingMax = 100_000
	s := b.claim(b.replica("north", memory()), "north 1")
	b.cluster.SetMajority(false)
	m := maker(2)
	for n := 0; s.Err() == nil; n++ {
		if s.Commit(b.now, m.Batch()); n > 10_000 {
			t.Fatal("batches wait without a bound")
		}
	}
	if err := s.Err(); !errors.Is(err, ErrTooSlow) {
		t.Error(err)
	}
	seq := s.Commit(b.now, m.Batch())
	if b.run(time.Second); s.Committed(b.now) >= seq {
		t.Error("a batch after the error is durable")
	}
}

// TestLargeBatch: a batch larger than an entry is durable whole or not at all, also if its writer is gone in the middle of it.
func TestLargeBatch(t *testing.T) {
	b := newBench(t, good())
	disk, other, twin := memory(), memory(), store.NewMemory(nil)
	r := b.replica("south", other)
	s := b.claim(b.replica("north", disk), "north 1")
	large := func(edits uint64) *store.Batch {
		x := &store.Batch{Edits: edits, Hash: edits}
		for i := range 60 {
			packed := make([]byte, 60<<10)
			packed[0] = byte(i)
			x.Snapshots = append(x.Snapshots, store.Snapshot{Section: world.SectionPos{X: int32(i % 3)}, Edits: edits, Packed: packed})
		}
		return x
	}
	whole := large(3)
	seq := s.Commit(b.now, whole)
	twin.Commit(0, whole)
	b.run(500 * time.Millisecond)
	if s.Committed(b.now) != seq || s.Stats().Place.N < 5 {
		t.Fatalf("not durable, %v, %+v", s.Err(), s.Stats())
	}
	b.equal("the owner's disk", disk, twin)
	b.equal("the standby's disk", other, twin)

	half := []byte(nil) // the first pieces of another are all that comes
	cut(s.encoder.Append(nil, large(4)), func(data []byte) {
		if half == nil {
			half = data
			s.writer.Append(b.now, data)
		}
	})
	b.run(100 * time.Millisecond)
	b.stop(s)
	next := b.claim(r, "south 1")
	m := maker(3)
	m.Edits = 10
	b.commit(next, m, 5, twin)
	b.equal("the disk of the next owner", other, twin)
	late := memory()
	b.replica("east", late)
	b.run(500 * time.Millisecond)
	b.equal("a disk that read all of it", late, twin)
}

// TestWorldsThatAreNotTheLogs: a disk that holds anything else than the log up to its place is found out.
func TestWorldsThatAreNotTheLogs(t *testing.T) {
	b := newBench(t, good())
	disk, twin, m := memory(), store.NewMemory(nil), maker(4)
	begins := m.Batch()
	disk.Commit(0, begins) // a world from before the cluster
	twin.Commit(0, begins)
	copied := disk.Crash(time.Second) // and a copy of it
	s := b.claim(b.replica("north", disk), "north 1")
	b.commit(s, m, 10, twin)
	b.equal("the owner's disk", disk, twin)

	follows := b.replica("south", copied)
	b.run(300 * time.Millisecond)
	if err := follows.Err(); err != nil {
		t.Fatal(err)
	}
	b.equal("a copy of the world of before", copied, twin)

	for name, other := range map[string]func() *store.Memory{
		"an empty disk in a world that was not empty": memory,
		"another world": func() *store.Memory {
			d := memory()
			d.Commit(0, maker(77).Batch())
			return d.Crash(time.Second)
		},
		"a world that was changed outside of the log": func() *store.Memory {
			d := copied.Crash(b.now)
			d.Commit(b.now, &store.Batch{Edits: 1 << 40, Hash: 5})
			return d.Crash(b.now + time.Second)
		},
		"a world with a batch that the log does not have": func() *store.Memory {
			d := copied.Crash(b.now)
			st, _ := d.Load()
			st.Log.N++
			st.Log.Hash[0]++
			d.Commit(b.now, &store.Batch{Edits: 1 << 40, Hash: 5, Log: st.Log})
			return d.Crash(b.now + time.Second)
		},
	} {
		r := b.replica(name, other())
		b.run(500 * time.Millisecond)
		if err := r.Err(); !errors.Is(err, engine.ErrDiverged) {
			t.Errorf("%s: %v", name, err)
		}
		b.stop(r)
	}
}

// TestTrimming: the log is trimmed up to what all disks have and what is old; who was away goes on where it was; and one that is away for too
// long does not hold the log for ever: it is left behind, and that is said.
func TestTrimming(t *testing.T) {
	b := newBench(t, good())
	var said strings.Builder
	b.o.Log = slog.New(slog.NewTextHandler(&said, nil))
	b.o.TrimEvery, b.o.ReportEvery, b.o.Keep, b.o.KeepBytes = time.Second, 500*time.Millisecond, 20*time.Second, 300_000
	disk, other, twin, m := memory(), memory(), store.NewMemory(nil), maker(5)
	s := b.claim(b.replica("north", disk), "north 1")
	south := b.replica("south", other)
	first := func() uint64 {
		n, _ := b.cluster.Entries(worldName)
		return n
	}
	b.commit(s, m, 20, twin)
	b.run(5 * time.Second)
	if first() != 1 {
		t.Fatalf("the log begins with entry %d, although all is young", first())
	}
	b.run(40 * time.Second)
	if first() < 10 {
		t.Fatalf("the log begins with entry %d after a minute", first())
	}
	_, stands := south.Position()
	b.stop(south) // away, with little to read
	b.commit(s, m, 20, twin)
	b.run(60 * time.Second)
	if first() > stands.N+1 {
		t.Fatalf("the log begins with entry %d, a disk is at %d", first(), stands.N)
	}
	again := other.Crash(b.now)
	south = b.replica("south", again)
	b.run(3 * time.Second)
	if err := south.Err(); err != nil {
		t.Fatal(err)
	}
	b.equal("the disk of who was away", again, twin)

	b.stop(south)
	for range 60 {
		b.commit(s, m, 30, twin)
	}
	b.run(30 * time.Second)
	if left := s.Stats().LeftBehind; !slices.Equal(left, []string{"south"}) || !strings.Contains(said.String(), "machines=south") {
		t.Errorf("left behind are %v; %q", left, said.String())
	}
	gone := b.replica("south", again.Crash(b.now))
	b.run(3 * time.Second)
	if err := gone.Err(); !errors.Is(err, engine.ErrTrimmed) {
		t.Errorf("who was left behind: %v", err)
	}
	fresh := disk.Crash(b.now) // a new copy of the world
	copied := b.replica("east", fresh)
	b.run(3 * time.Second)
	if err := copied.Err(); err != nil {
		t.Error(err)
	}
	b.equal("a new copy", fresh, twin)
}

// TestIdleWorld: in a world in which nothing happens the places of disks do not fall behind, so that heartbeats can be trimmed, too.
func TestIdleWorld(t *testing.T) {
	b := newBench(t, good())
	b.o.TrimEvery, b.o.Keep = time.Second, 10*time.Second
	disk, other, twin := memory(), memory(), store.NewMemory(nil)
	s := b.claim(b.replica("north", disk), "north 1")
	b.replica("south", other)
	b.commit(s, maker(6), 3, twin)
	b.run(10 * time.Minute) // 3,000 heartbeats
	first, data := b.cluster.Entries(worldName)
	if first < 1000 || len(data) > 1500 {
		t.Errorf("the log begins with entry %d and has %d", first, len(data))
	}
	b.equal("the owner's disk", disk, twin)
	b.equal("the standby's disk", other, twin)
	a, _ := disk.Load()
	c, _ := other.Load()
	if a.Log != c.Log || a.Log.N < 2000 {
		t.Errorf("the disks are at %d and %d", a.Log.N, c.Log.N)
	}
	again := other.Crash(b.now)
	r := b.replica("south", again)
	b.run(time.Second)
	if err := r.Err(); err != nil || !r.CaughtUp() {
		t.Errorf("a disk that starts again: %v", err)
	}
}

// TestUpgrade: a machine whose program has other numbers for blocks follows the log, also if it begins within a claim whose first entry is
// trimmed, and then owns the world.
func TestUpgrade(t *testing.T) {
	b := newBench(t, good())
	b.o.TrimEvery, b.o.Keep, b.o.ReportEvery = time.Second, time.Second, 500*time.Millisecond
	names := world.BlockNames()
	old := append([]string{}, names...)
	old[1], old[2] = names[2], names[1] // as the old program numbers them
	b.o.Repack = func(packed []byte, n *world.Numbering) ([]byte, error) { return packed, nil }
	newer := b.o
	b.o.Blocks = old
	disk := memory()
	s := b.claim(b.replica("north", disk), "north 1")
	commit := func(s *Store, edits uint64, block world.Block) {
		s.Commit(b.now, &store.Batch{Edits: edits, Hash: edits, Changes: []store.BlockChange{{Pos: world.Pos{X: int32(edits)}, Block: block, Seq: edits}}})
		b.run(100 * time.Millisecond)
	}
	commit(s, 1, 1)
	b.run(30 * time.Second)
	commit(s, 2, 2)
	b.run(30 * time.Second)
	if first, _ := b.cluster.Entries(worldName); first == 1 {
		t.Fatal("the entry with the table is not trimmed")
	}
	b.o = newer
	other := disk.Crash(b.now) // a copy; its blocks have their new numbers by the disk's own means
	r := b.replica("south", other)
	commit(s, 3, 1)
	b.run(time.Second)
	if err := r.Err(); err != nil || !r.CaughtUp() {
		t.Fatalf("%v, %v", err, r.CaughtUp())
	}
	block := func(edits uint64) world.Block {
		got, err := other.Section(world.Pos{X: int32(edits)}.Section())
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(got.Changes, func(c store.BlockChange) bool { return c.Seq == edits })
		if i < 0 {
			t.Fatalf("edit %d is not there: %+v", edits, got)
		}
		return got.Changes[i].Block
	}
	if got := block(3); got != 2 {
		t.Errorf("block %d of the old program is %d here, want 2", 1, got)
	}
	b.stop(s)
	next := b.claim(r, "south 1")
	commit(next, 4, 1)
	if got := block(4); got != 1 || next.Err() != nil {
		t.Errorf("block 1 of the new program is %d here, %v", got, next.Err())
	}
}

// TestClose waits for the engine as long as it may.
func TestClose(t *testing.T) {
	b := newBench(t, good())
	b.o.CloseWait = time.Second
	b.o.Wait = func(d time.Duration) time.Duration {
		b.now += d
		return b.now
	}
	m := maker(8)
	s := b.claim(b.replica("north", memory()), "north 1")
	b.stop(s)
	s.Commit(b.now, m.Batch())
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	s = b.claim(b.replica("south", memory()), "south 1")
	b.stop(s)
	b.cluster.SetMajority(false)
	s.Commit(b.now, m.Batch())
	if err := s.Close(); !errors.Is(err, ErrNotDurable) {
		t.Errorf("closed without a majority: %v", err)
	}
}

// BenchmarkStore is a batch of twenty walkers from Commit to Committed, the simulated engine and the reading back included.
func BenchmarkStore(b *testing.B) {
	cluster := simulated.NewCluster(1, simulated.Conditions{})
	shared := engine.Share(cluster.Connect("north"))
	r, err := NewReplica(shared, store.NewMemory(nil), Options{World: worldName, Node: "north", Blocks: world.BlockNames(), TrimEvery: time.Hour})
	if err != nil {
		b.Fatal(err)
	}
	now := time.Duration(0)
	for range 10 {
		r.Advance(now)
		now += 5 * time.Millisecond
	}
	s := r.Claim("north 1")
	for !s.Opened() {
		s.Advance(now)
		now += 5 * time.Millisecond
	}
	rows := make([]store.PlayerRow, 20)
	for i := range rows {
		rows[i] = storetest.WalkingRow()
		rows[i].Name = fmt.Sprint("walker ", i)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range rows {
			rows[i].Avatar.Motion.Yaw++
			rows[i].Player.LastAction++
		}
		seq := s.Commit(now, &store.Batch{Players: rows, Edits: 5})
		now += time.Millisecond
		if s.Committed(now) < seq {
			s.Committed(now)
		}
		if seq%1000 == 0 {
			shared.Trim(worldName, s.Stats().Durable.N-1)
		}
	}
	b.StopTimer()
	if s.Err() != nil || s.Committed(now) != s.commitSeq {
		b.Error(s.Err(), s.Committed(now), s.commitSeq)
	}
}

// A world on two machines: the second goes on with it when the first is gone.
func Example() {
	cluster := simulated.NewCluster(1, simulated.Conditions{DelayMin: time.Millisecond, DelayMax: 3 * time.Millisecond})
	open := func(node string) *Replica {
		r, err := NewReplica(engine.Share(cluster.Connect(node)), store.NewMemory(nil), Options{World: "world", Node: node, Blocks: world.BlockNames()})
		if err != nil {
			fmt.Println(err)
		}
		return r
	}
	now := time.Duration(0)
	run := func(who ...interface{ Advance(time.Duration) }) {
		for range 60 {
			for _, w := range who {
				w.Advance(now)
			}
			now += 5 * time.Millisecond
		}
	}
	north, south := open("north"), open("south")
	run(north, south)
	owner := north.Claim("north, its first claim")
	run(owner, south)
	seq := owner.Commit(now, &store.Batch{Edits: 1, Changes: []store.BlockChange{{Block: world.Torch, Seq: 1, Author: 7}}})
	run(owner, south)
	fmt.Println("durable:", owner.Committed(now) >= seq)

	next := south.Claim("south, its first claim") // north is silent
	run(next)
	stored, err := next.Section(world.SectionPos{})
	fmt.Println("the world goes on:", next.Opened(), stored.Changes[0].Block, err)
	owner.Commit(now, &store.Batch{Edits: 2})
	run(owner, next)
	fmt.Println(owner.Err())
	// Output:
	// durable: true
	// the world goes on: true torch <nil>
	// engine: log "world": the log belongs to somebody else: "south, its first claim", by claim 3
}
