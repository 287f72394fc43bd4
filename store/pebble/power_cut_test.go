package pebble

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/storetest"
)

// powerCutter cuts the power at the n-th operation of the file system that changes something: it keeps a clone of the disk
// as it may be after that, and what was published by then.
type powerCutter struct {
	mu        sync.Mutex
	disk      *vfs.MemFS
	rnd       *rand.Rand
	left      int
	store     *Store
	published uint64
	after     *vfs.MemFS // nil before the cut
}

func (c *powerCutter) MaybeError(op errorfs.Op) error {
	if op.Kind.ReadOrWrite() != errorfs.OpIsWrite {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left == 0 {
		c.cut()
	}
	return nil
}

func (c *powerCutter) String() string { return "cutter" }

// arm has the power cut at the n-th operation from now.
func (c *powerCutter) arm(s *Store, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store, c.left = s, n
}

// end cuts the power now if it was not cut yet. It returns what was published before, and what is left of the disk.
func (c *powerCutter) end() (published int, after *vfs.MemFS) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.after == nil {
		c.cut()
	}
	return int(c.published), c.after
}

func (c *powerCutter) cut() {
	if c.store != nil {
		c.published = c.store.Committed(0)
	}
	percent := []int{0, 0, 20, 50, 80, 100}[c.rnd.IntN(6)]
	c.after = c.disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: percent, RNG: c.rnd})
}

// follow finds out how many of the batches a world holds, and compares it with as many in the twin.
func follow(s *Store, twin *store.Memory, batches []*store.Batch) (held int, err error) {
	st, err := s.Load()
	if err != nil {
		return 0, err
	}
	was, _ := twin.Load()
	if st != nil && (was == nil || st.Edits != was.Edits) {
		for held = 1; ; held++ {
			if held > len(batches) {
				return 0, fmt.Errorf("edits %d are of no batch", st.Edits)
			}
			if batches[held-1].Edits == st.Edits {
				break
			}
		}
	}
	for _, b := range batches[:held] {
		twin.Commit(0, b)
	}
	return held, equalStores(s, twin)
}

// fewer returns a number of rounds: under the race detector, with -short, a quarter.
func fewer(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n
}

// TestPowerCut is the law of durability: what was published is there after a cut, and of what was not, each batch is
// there whole or not at all, none without those before it. Each world goes through a chain of cuts.
func TestPowerCut(t *testing.T) {
	seed := testrand.Seed(t)
	cuts, acked, kept := 0, 0, 0
	rounds := 30
	if testing.Short() { // under the race detector
		rounds = 1
	}
	for round := range testrand.Rounds(rounds) {
		rnd := rand.New(rand.NewPCG(seed, uint64(round)))
		disk, twin := vfs.NewCrashableMem(), store.NewMemory(nil)
		m := &storetest.Maker{Rand: rnd}
		var batches []*store.Batch
		published := 0
		for link := range 20 {
			bad := func(err error) { t.Fatalf("-seed %d, round %d, cut %d: %v", seed, round, link, err) }
			c := &powerCutter{disk: disk, rnd: rand.New(rand.NewPCG(rnd.Uint64(), 1))}
			s, err := openWith("world", options(errorfs.Wrap(disk, c)), small)
			if err != nil {
				bad(err)
			}
			if err := s.MissingTail(); err != nil {
				bad(err)
			}
			held, err := follow(s, twin, batches)
			if err != nil {
				bad(err)
			}
			if held < published {
				bad(fmt.Errorf("%d batches were published, %d are there", published, held))
			}
			acked, kept, cuts = acked+published, kept+held, cuts+1
			c.arm(s, 1+rnd.IntN(60))
			batches = batches[:0]
			for range 1 + rnd.IntN(30) {
				b := m.Batch()
				batches = append(batches, b)
				seq := s.Commit(0, b)
				if rnd.IntN(3) == 0 {
					s.wait(seq)
				}
			}
			published, disk = c.end()
			if err := s.Close(); err != nil {
				bad(err)
			}
		}
	}
	t.Logf("%d cuts, %d batches published before, %d there after", cuts, acked, kept)
}

// TestCutWhileMaking cuts the power at each operation of making a world: the next Open makes it
// or finds it whole.
func TestCutWhileMaking(t *testing.T) {
	seed := testrand.Seed(t)
	for n := 1; ; n++ {
		rnd := rand.New(rand.NewPCG(seed, uint64(n)))
		c := &powerCutter{disk: vfs.NewCrashableMem(), rnd: rnd, left: n}
		s, err := Open("deep/world", options(errorfs.Wrap(c.disk, c)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if c.after == nil {
			t.Logf("%d operations", n)
			return
		}
		if s, err = Open("deep/world", options(c.after)); err != nil {
			t.Fatalf("cut at operation %d: %v", n, err)
		}
		if st, err := s.Load(); st != nil || err != nil || s.Info().Seed != 7 {
			t.Fatalf("cut at operation %d: %+v, %v", n, st, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

var errDisk = errors.New("the disk is broken")

// brokenDisk fails writing operations: the n-th alone, or all from it on.
type brokenDisk struct {
	left atomic.Int64
	once bool
	hits atomic.Int64
	over atomic.Bool // its process has ended
}

func (b *brokenDisk) MaybeError(op errorfs.Op) error {
	if op.Kind.ReadOrWrite() != errorfs.OpIsWrite || op.Kind == errorfs.OpFileClose {
		return nil
	}
	if b.over.Load() {
		return errDisk
	}
	if left := b.left.Add(-1); left == 0 || left < 0 && !b.once {
		b.hits.Add(1)
		return errDisk
	}
	return nil
}

func (b *brokenDisk) String() string { return "broken" }

// TestFailedMakingLeavesNothing lets each operation of making a world fail.
func TestFailedMakingLeavesNothing(t *testing.T) {
	for n := int64(1); ; n++ {
		disk := vfs.NewMem()
		b := &brokenDisk{once: true}
		b.left.Store(n)
		s, err := Open("deep/world", options(errorfs.Wrap(disk, b)))
		if b.hits.Load() == 0 {
			t.Logf("%d operations", n)
			b.left.Store(1 << 40)
			if err := errors.Join(err, s.Close()); err != nil {
				t.Fatal(err)
			}
			return
		}
		if err == nil {
			s.Close() // it could do without, or has failed by now
		} else {
			if !errors.Is(err, ErrUnreadable) && !errors.Is(err, ErrLocked) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("operation %d fails: %q", n, err)
			}
			if names, err := disk.List(""); err != nil || len(names) != 0 {
				t.Fatalf("operation %d fails and leaves %q, %v:\n%s", n, names, err, disk)
			}
		}
		// The next one to open it is another process: an engine that has failed may still be removing old files of its own.
		b.over.Store(true)
		if s, err = Open("deep/world", options(disk)); err != nil {
			t.Fatalf("after a failure of operation %d: %v", n, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBrokenDisk lets a disk fail while a world is in use: nothing that was published is lost, and the store says so.
func TestBrokenDisk(t *testing.T) {
	seed := testrand.Seed(t)
	reported := 0
	for round := range testrand.Rounds(fewer(60)) {
		rnd := rand.New(rand.NewPCG(seed, uint64(round)))
		disk := vfs.NewCrashableMem()
		b := &brokenDisk{once: rnd.IntN(2) == 0}
		b.left.Store(1 << 40)
		s, err := openWith("world", options(errorfs.Wrap(disk, b)), small)
		if err != nil {
			t.Fatal(err)
		}
		b.left.Store(1 + rnd.Int64N(150))
		m := &storetest.Maker{Rand: rnd}
		var batches []*store.Batch
		for n := range uint64(80) {
			batches = append(batches, m.Batch())
			if seq := s.Commit(0, batches[n]); seq != n+1 {
				t.Fatalf("seq %d, want %d", seq, n+1)
			}
			if rnd.IntN(2) == 0 {
				s.wait(n + 1)
			}
		}
		published, failed := int(s.Committed(0)), s.Err()
		closed := s.Close()
		if failed != nil {
			reported++
			if closed == nil || !errors.Is(failed, errDisk) && !strings.Contains(failed.Error(), errDisk.Error()) {
				t.Fatalf("-seed %d, round %d: %v, closing gives %v", seed, round, failed, closed)
			}
			if later := int(s.Committed(0)); later > published+1 {
				t.Fatalf("-seed %d, round %d: %d published at the failure, %d after", seed, round, published, later)
			}
		}
		if s.Committed(0) < 80 && closed == nil {
			t.Fatalf("-seed %d, round %d: %d of 80 published and no error", seed, round, s.Committed(0))
		}
		published = int(s.Committed(0))
		after := disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rnd.IntN(101), RNG: rnd})
		s, err = openWith("world", options(after), small)
		if err != nil {
			t.Fatalf("-seed %d, round %d: %v", seed, round, err)
		}
		held, err := follow(s, store.NewMemory(nil), batches)
		if err != nil || held < published {
			t.Fatalf("-seed %d, round %d: %d published, %d there, %v", seed, round, published, held, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if reported == 0 {
		t.Fatal("no failure came about")
	}
	t.Logf("%d failures", reported)
}
