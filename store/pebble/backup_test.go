package pebble

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/storetest"
	"voxtide/world"
)

// TestBackup takes copies while batches are committed: each is the world as it was after one of them, whole; so is what
// is restored from it.
func TestBackup(t *testing.T) {
	seed := testrand.Seed(t)
	for name, fs := range map[string]vfs.FS{"memory": vfs.NewMem(), "disk": vfs.Default} {
		root := t.TempDir()
		o := options(fs)
		s, err := openWith(filepath.Join(root, "world"), o, small)
		if err != nil {
			t.Fatal(err)
		}
		m := &storetest.Maker{Rand: rand.New(rand.NewPCG(seed, 1))}
		var batches []*store.Batch
		for range 120 {
			batches = append(batches, m.Batch())
		}
		var building sync.WaitGroup
		building.Go(func() {
			for _, b := range batches {
				s.wait(s.Commit(0, b))
				time.Sleep(200 * time.Microsecond)
			}
		})
		for i := range 4 {
			to, again := filepath.Join(root, fmt.Sprint("backup", i)), filepath.Join(root, fmt.Sprint("restored", i))
			published := int(s.Committed(0))
			c, err := s.Backup(to)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if _, err := s.Backup(to); !errors.Is(err, ErrNotEmpty) {
				t.Errorf("%s: a backup over another: %v", name, err)
			}
			r, err := Restore(to, again, o)
			if err != nil || r != c {
				t.Fatalf("%s: restored %+v, want %+v, %v", name, r, c, err)
			}
			if _, err := Restore(to, again, o); !errors.Is(err, ErrNotEmpty) {
				t.Errorf("%s: restored over a world: %v", name, err)
			}
			b, err := openWith(again, o, small)
			if err != nil {
				t.Fatal(err)
			}
			held, err := follow(b, store.NewMemory(nil), batches)
			if err != nil || held < published {
				t.Fatalf("-seed %d, %s: %d were published, %d are in the backup, %v", seed, name, published, held, err)
			}
			if held > 0 && (c.Edits != batches[held-1].Edits || c.Hash != batches[held-1].Hash) {
				t.Fatalf("%s: it says %+v, and holds %+v", name, c, batches[held-1])
			}
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Backup(filepath.Join(root, "world", "backup")); err == nil {
			t.Errorf("%s: a backup within the world", name)
		}
		building.Wait()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := Restore(filepath.Join(root, "nothing"), filepath.Join(root, "x"), o); !errors.Is(err, ErrNotAWorld) {
			t.Errorf("%s: restored from nothing: %v", name, err)
		}
	}
}

// TestFailedBackup: where a backup goes may be full or broken at any moment; the world does not suffer, and nothing is
// left there.
func TestFailedBackup(t *testing.T) {
	for n := int64(1); ; n++ {
		mem := vfs.NewMem()
		left, hits := n, 0
		var mu sync.Mutex
		fs := errorfs.Wrap(mem, errorfs.InjectorFunc(func(op errorfs.Op) error {
			if op.Kind.ReadOrWrite() != errorfs.OpIsWrite || !strings.HasPrefix(op.Path, "backup") || op.Kind == errorfs.OpFileClose {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			if left--; left == 0 {
				hits++
				return errDisk
			}
			return nil
		}))
		s, err := openWith("world", options(fs), small)
		if err != nil {
			t.Fatal(err)
		}
		m := &storetest.Maker{Rand: rand.New(rand.NewPCG(3, 3))}
		for range 5 {
			s.wait(s.Commit(0, m.Batch()))
		}
		_, err = s.Backup("backup")
		if s.Err() != nil {
			t.Fatalf("operation %d of the backup fails, and the world with it: %v", n, s.Err())
		}
		if names, _ := mem.List("backup"); err != nil && len(names) > 0 {
			t.Fatalf("operation %d fails and leaves %q: %v", n, names, err)
		}
		b := m.Batch()
		s.wait(s.Commit(0, b))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if hits == 0 {
			t.Logf("%d operations", n-1)
			return
		}
	}
}

// TestReadOnly: a world that is opened for reading gives all that is in it and does not change by a byte.
func TestReadOnly(t *testing.T) {
	fs := vfs.NewMem()
	s, twin := mustOpen(t, fs), store.NewMemory(nil)
	m := &storetest.Maker{Rand: rand.New(rand.NewPCG(5, 6))}
	for range 50 {
		b := m.Batch()
		twin.Commit(0, b)
		s.wait(s.Commit(0, b))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := fs.String()
	o := options(errorfs.Wrap(fs, errorfs.InjectorFunc(func(op errorfs.Op) error {
		if op.Kind.ReadOrWrite() == errorfs.OpIsWrite && op.Kind != errorfs.OpFileClose && op.Path != "world/lock" {
			return errDisk
		}
		return nil
	})))
	o.ReadOnly = true
	s, err := Open("world", o)
	if err != nil {
		t.Fatal(err)
	}
	if err := equalStores(s, twin); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("something was committed")
			}
		}()
		s.Commit(0, &store.Batch{})
	}()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if fs.String() != before {
		t.Fatal("it has changed")
	}
	if _, err := Open("elsewhere", o); !errors.Is(err, ErrNotAWorld) {
		t.Fatal(err)
	}
}

// TestScanSections: who looks a world over meets each section once, with all that counts, and is told what cannot have been.
func TestScanSections(t *testing.T) {
	s, twin := mustOpen(t, nil), store.NewMemory(nil)
	defer s.Close()
	m := &storetest.Maker{NoDrops: true, Rand: rand.New(rand.NewPCG(8, 8))}
	past := 0
	for range 60 {
		b := m.Batch()
		past += len(b.Changes)
		twin.Commit(0, b)
		s.wait(s.Commit(0, b))
	}
	seen, wrong := map[world.SectionPos]bool{}, 0
	err := s.ScanSections(func(k *store.StoredSection) error {
		want, _ := twin.Section(k.Pos)
		if got := storetest.Normal(k.Stored); seen[k.Pos] || !reflect.DeepEqual(got, storetest.Normal(want)) {
			return fmt.Errorf("%s: %+v, want %+v", k.Pos, got, want)
		}
		seen[k.Pos] = true
		past -= k.ChangeCount
		wrong += len(k.Problems)
		return nil
	})
	if err != nil || past != 0 || len(seen) < 20 || wrong == 0 { // what maker draws does not follow from each other
		t.Fatalf("%v, %d changes left, %d sections, %d wrong", err, past, len(seen), wrong)
	}
}

// TestPrune: what is old and covered goes, in the end; what counts for a section stays however old it is.
func TestPrune(t *testing.T) {
	s, twin := mustOpen(t, nil), store.NewMemory(nil)
	defer s.Close()
	m := &storetest.Maker{Rand: rand.New(rand.NewPCG(9, 9))}
	for range 200 {
		b := m.Batch()
		twin.Commit(0, b)
		s.wait(s.Commit(0, b))
	}
	if err := s.db.Flush(); err != nil {
		t.Fatal(err)
	}
	until := int64(1000 + m.Edits/2)
	var want []store.HistoryEntry
	covered := map[world.SectionPos]uint64{}
	due := 0
	twin.ScanChanges(&store.Query{}, store.Cursor{}, 1<<40, func(p *store.HistoryEntry) bool {
		of := p.Pos.Section()
		if _, ok := covered[of]; !ok {
			covered[of], _ = s.coveredTo(of)
		}
		if p.Time <= until && p.Seq <= covered[of] {
			due++
		} else {
			want = append(want, *p)
		}
		return true
	})
	gone, err := s.pruneRound(until)
	if err != nil || gone != due || due == 0 || len(want) == 0 {
		t.Fatalf("%d deleted, want %d, %v", gone, due, err)
	}
	for range 2 {
		var got []store.HistoryEntry
		s.ScanChanges(&store.Query{}, store.Cursor{}, 1<<40, func(p *store.HistoryEntry) bool { got = append(got, *p); return true })
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("left: %s", storetest.First(got, want))
		}
		if err := equalStates(s, twin); err != nil {
			t.Fatal(err)
		}
		for _, q := range []store.Query{{ByAuthor: true, Author: 2}, {Since: until + 1}, {After: m.Edits / 3, UpTo: m.Edits / 2}} {
			s.ScanChanges(&q, store.Cursor{}, 1<<40, func(p *store.HistoryEntry) bool {
				if p.Time <= until && p.Seq <= covered[p.Pos.Section()] {
					t.Fatalf("%+v is back", p)
				}
				return true
			})
		}
		if err := s.db.Flush(); err != nil { // deletions in tables of their own
			t.Fatal(err)
		}
	}
	if gone, err := s.pruneRound(until); gone != 0 || err != nil {
		t.Fatalf("%d deleted again, %v", gone, err)
	}
}
