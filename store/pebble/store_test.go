package pebble

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"go.uber.org/goleak"

	"voxtide/internal/leaktest"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/store/storetest"
	"voxtide/world"
)

var names = func() (out []string) {
	for _, b := range world.Blocks {
		out = append(out, b.Name)
	}
	return out
}()

func options(fs vfs.FS) Options { return Options{Seed: 7, Generator: 3, Blocks: names, FS: fs} }

// small makes tables so small that a short test flushes and compacts.
func small(o *pebble.Options) {
	o.MemTableSize = 32 << 10
	o.L0CompactionThreshold = 2
	o.LBaseMaxBytes = 64 << 10
	for i := range o.TargetFileSizes {
		o.TargetFileSizes[i] = 16 << 10
	}
	o.MaxManifestFileSize = 2 << 10
}

// mustOpen opens the world of a file system; nil is a new one in memory.
func mustOpen(t testing.TB, fs vfs.FS) *Store {
	t.Helper()
	if fs == nil {
		fs = vfs.NewMem()
	}
	s, err := openWith("world", options(fs), small)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wait waits until a seq is durable, or the store has failed.
func (s *Store) wait(seq uint64) {
	for s.Committed(0) < seq && s.Err() == nil {
		time.Sleep(50 * time.Microsecond)
	}
}

func TestEverythingComesBack(t *testing.T) {
	others := goleak.IgnoreCurrent()
	fs := vfs.NewMem()
	twin := store.NewMemory(nil)
	m := &storetest.Maker{Rand: rand.New(rand.NewPCG(5, 5))}
	var info Info
	for round := range 8 {
		s := mustOpen(t, fs)
		if round == 0 {
			info = s.Info()
			if info.Seed != 7 || info.Generator != 3 || info.Format != Format || time.Since(info.Created) > time.Minute {
				t.Fatalf("made with %+v", info)
			}
			if st, err := s.Load(); st != nil || err != nil {
				t.Fatalf("a new world has a state: %+v, %v", st, err)
			}
		}
		if !reflect.DeepEqual(s.Info(), info) {
			t.Fatalf("round %d: %+v, made with %+v", round, s.Info(), info)
		}
		if err := equalStores(s, twin); err != nil {
			t.Fatalf("round %d, opened: %v", round, err)
		}
		for n := range uint64(60) {
			b := m.Batch()
			twin.Commit(0, b)
			if got := s.Commit(0, b); got != n+1 {
				t.Fatalf("seq %d, want %d", got, n+1)
			}
		}
		if round%2 == 0 {
			s.wait(60)
			if err := equalStores(s, twin); err != nil {
				t.Fatalf("round %d, committed: %v", round, err)
			}
		}
		if err := s.Close(); err != nil || s.Committed(0) != 60 {
			t.Fatalf("closed: %v, committed %d", err, s.Committed(0))
		}
		if _, err := s.Section(world.SectionPos{}); !errors.Is(err, store.ErrClosed) {
			t.Fatalf("a closed world gives a section: %v", err)
		}
		if err := s.Close(); !errors.Is(err, store.ErrClosed) {
			t.Fatalf("closed twice: %v", err)
		}
	}
	leaktest.Check(t, others)
}

func TestSnapshotReplacesChanges(t *testing.T) {
	s := mustOpen(t, nil)
	defer s.Close()
	twin := store.NewMemory(nil)
	both := func(b *store.Batch) {
		twin.Commit(0, b)
		s.wait(s.Commit(0, b))
		if err := equalStores(s, twin); err != nil {
			t.Fatal(err)
		}
	}
	at := world.Pos{X: -1, Y: -17, Z: 3}
	beside := world.Pos{X: -17, Y: -17, Z: 3}
	for seq := uint64(1); seq <= 5; seq++ {
		both(&store.Batch{Changes: []store.BlockChange{{Pos: at, Block: world.Stone, Seq: seq}, {Pos: beside, Block: world.Ice, Seq: seq}}})
	}
	packed := []byte("cells")
	both(&store.Batch{
		Changes:   []store.BlockChange{{Pos: at, Block: world.Sand, Seq: 6}, {Pos: at, Block: world.Clay, Seq: 7}},
		Snapshots: []store.Snapshot{{Section: at.Section(), Edits: 6, Packed: packed}},
	})
	clear(packed)
	want := store.Stored{Packed: []byte("cells"), Edits: 6, Changes: []store.BlockChange{{Pos: at, Block: world.Clay, Seq: 7}}}
	if got, err := s.Section(at.Section()); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, %+v, want %+v", err, got, want)
	}
	if got, err := s.Section(beside.Section()); err != nil || got.Packed != nil || len(got.Changes) != 5 {
		t.Fatalf("%v, the section beside is %+v", err, got)
	}
	both(&store.Batch{Snapshots: []store.Snapshot{{Section: at.Section(), Edits: 1<<64 - 1}}})
}

func TestSectionFromOtherGoroutines(t *testing.T) {
	s := mustOpen(t, nil)
	at := world.Pos{X: 1, Y: 2, Z: 3}
	var group sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		group.Go(func() {
			last := uint64(0)
			for {
				select {
				case <-stop:
					return
				default:
				}
				got, err := s.Section(at.Section())
				if err != nil {
					t.Error(err)
					return
				}
				// Each change is there or in the snapshot, whatever is being committed.
				next := uint64(0)
				if got.Packed != nil {
					next = uint64(len(got.Packed))
				}
				for _, c := range got.Changes {
					if next++; c.Seq != next {
						t.Errorf("change %d, want %d", c.Seq, next)
						return
					}
				}
				if next < last {
					t.Errorf("back from %d to %d", last, next)
					return
				}
				last = next
			}
		})
	}
	for seq := uint64(1); seq <= 300; seq++ {
		b := &store.Batch{Changes: []store.BlockChange{{Pos: at, Block: world.Stone, Seq: seq}}}
		if seq%7 == 0 {
			b.Snapshots = []store.Snapshot{{Section: at.Section(), Edits: seq - 3, Packed: make([]byte, seq-3)}}
		}
		seq := s.Commit(0, b)
		if seq%3 == 0 {
			s.wait(seq)
		}
	}
	close(stop)
	group.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestCommitRefusesWhatCannotBeRead(t *testing.T) {
	s := mustOpen(t, nil)
	defer s.Close()
	long := strings.Repeat("x", record.TextMax+1)
	for name, b := range map[string]store.Batch{
		"block":    {Changes: []store.BlockChange{{Block: world.Block(world.BlockCount)}}},
		"packed":   {Snapshots: []store.Snapshot{{Packed: make([]byte, record.PackedMax+1)}}},
		"name":     {Players: []store.PlayerRow{{Name: long}}},
		"avatar":   {Players: []store.PlayerRow{{Avatar: world.Entity{Kind: world.KindCount}}}},
		"slot":     {Players: []store.PlayerRow{{Player: world.Player{Slots: [world.InventorySize]world.Stack{{Count: 65}}}}}},
		"velocity": {Entities: []world.Entity{{Motion: world.Motion{Vel: world.Vec{world.SpeedMax + 1}}}}},
		"line":     {Chat: []store.ChatLine{{Text: long}}},
		"checks":   {Checks: make([]store.Check, record.ChecksMax+1)},
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.HasPrefix(r.(string), "pebble: ") {
					t.Errorf("%s: %v", name, r)
				}
			}()
			s.Commit(0, &b)
		}()
	}
	if s.Commit(0, &store.Batch{}) != 1 {
		t.Error("a refused batch took a seq")
	}
}

func TestInterval(t *testing.T) {
	fs := vfs.NewCrashableMem()
	o := options(fs)
	o.NoSync = true
	s, err := openWith("world", o, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.wait(s.Commit(0, &store.Batch{Edits: 1}))
	began := time.Now()
	for {
		c := mustOpen(t, fs.CrashClone(vfs.CrashCloneCfg{}))
		st, err := c.Load()
		if err := errors.Join(err, c.Close()); err != nil {
			t.Fatal(err)
		}
		if st != nil && st.Edits == 1 {
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatal("never fsynced")
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.Commit(0, &store.Batch{Edits: 2})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c := mustOpen(t, fs.CrashClone(vfs.CrashCloneCfg{}))
	defer c.Close()
	if st, err := c.Load(); err != nil || st.Edits != 2 {
		t.Fatalf("after Close %+v, %v", st, err)
	}
}

func TestKeysSort(t *testing.T) {
	var keys, old [][]byte
	for _, x := range []int32{-1 << 31, -2, -1, 0, 1, 1<<31 - 1} {
		for _, z := range []int32{-300, -1, 0, 255, 256} {
			for _, y := range []int32{-8, -1, 0, 23} {
				p := world.SectionPos{X: x, Y: y, Z: z}
				old = append(old, appendSnapshotKey(nil, p))
				for _, cell := range []int{0, 1, 255, 256, world.SectionCells - 1} {
					for _, seq := range []uint64{0, 1, 255, 256, 1<<64 - 1} {
						keys = append(keys, appendChangeKey(nil, p, cell, seq))
					}
				}
			}
		}
	}
	for _, keys := range [][][]byte{keys, old} {
		if !slices.IsSortedFunc(keys, slices.Compare[[]byte]) {
			t.Fatal("keys do not sort as positions, cells and numbers do")
		}
	}
}
