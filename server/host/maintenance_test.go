package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	cockroach "github.com/cockroachdb/pebble/v2"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/pebble"
)

// hashRecorder is a store that notes the hash of each batch by its last edit.
type hashRecorder struct {
	store.Store
	mu     *sync.Mutex
	hashes map[uint64]uint64
}

func (n hashRecorder) Commit(now time.Duration, b *store.Batch) uint64 {
	n.mu.Lock()
	n.hashes[b.Edits] = b.Hash
	n.mu.Unlock()
	return n.Store.Commit(now, b)
}

// TestBackupWhileBuilding: backups are taken while players build; each has the hash that the server had at its edit, passes
// its check, and is restored elsewhere with the same hash, by a server too.
func TestBackupWhileBuilding(t *testing.T) { runInMemory(t, testBackupWhileBuilding) }

func testBackupWhileBuilding(t *testing.T) {
	defer checkLeaks(t)
	root, rnd := t.TempDir(), testrand.New(t)
	n := hashRecorder{mu: &sync.Mutex{}, hashes: map[uint64]uint64{}}
	h, at := openHost(t, filepath.Join(root, "world"), func(cfg *Config) {
		cfg.ViewDistance, cfg.tuneDisk = 32, nil // on the disk
		cfg.wrapStore = func(st store.Store) store.Store { n.Store = st; return n }
	})
	who := joinBuilders(t, 2, at, rnd)
	playBuilders(t, who, patience, false, settled(who))
	var copies []pebble.CopyInfo
	var group sync.WaitGroup
	group.Go(func() {
		for i := range 3 {
			time.Sleep(500 * time.Millisecond)
			c, err := h.Backup(filepath.Join(root, fmt.Sprint("backup", i)))
			if err != nil {
				t.Error(err)
			}
			copies = append(copies, c)
		}
	})
	playBuilders(t, who, 2*time.Second, true, never)
	group.Wait()
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	for _, b := range who {
		b.conn.Close("over")
	}
	for i, c := range copies {
		from, to := filepath.Join(root, fmt.Sprint("backup", i)), filepath.Join(root, fmt.Sprint("again", i))
		if want, ok := n.hashes[c.Edits]; !ok || c.Hash != want {
			t.Errorf("backup %d: hash %x at edit %d, the server had %x", i, c.Hash, c.Edits, want)
		}
		r, err := Restore(from, to, nil, nil)
		if err != nil || !r.OK() || r.Hash != c.Hash || r.Edits != c.Edits {
			t.Fatalf("backup %d: %+v restored as %+v, %v", i, c, r, err)
		}
		h, err := Open(Config{Dir: to, ViewDistance: 32})
		if err != nil {
			t.Fatal(err)
		}
		h.Do(func(s *server.Server) {
			if s.Hash() != c.Hash {
				t.Errorf("backup %d: hash %x, restored %x", i, c.Hash, s.Hash())
			}
		})
		if err := h.Close(protocol.ReasonStopping.String()); err != nil {
			t.Error(err)
		}
	}
	if copies[0] == copies[2] {
		t.Error("nothing was built meanwhile")
	}
	time.Sleep(200 * time.Millisecond)
}

// village makes a small world with a history and stops it.
func village(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "world")
	h, at := openHost(t, dir, func(cfg *Config) { cfg.ViewDistance = 32 })
	who := joinBuilders(t, 1, at, testrand.New(t))
	playBuilders(t, who, patience, false, settled(who))
	buildUntil(t, who, time.Second, func() bool { return who[0].Stats().Acked >= 40 })
	playBuilders(t, who, patience, false, settled(who))
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	who[0].conn.Close("over")
	return dir
}

// TestCheckFinds: a check finds whatever is wrong with a world: a record, a byte of any file, a missing change, a hash.
func TestCheckFinds(t *testing.T) {
	dir := village(t)
	sound, err := Check(dir, nil, nil)
	if err != nil || !sound.OK() || sound.Changes == 0 || sound.Sections == 0 || sound.Players != 1 || !sound.Clean {
		t.Fatalf("%+v, %v", sound, err)
	}
	copied := func() string {
		to := filepath.Join(t.TempDir(), "copy")
		if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		return to
	}
	raw := func(dir string, change func(db *cockroach.DB)) {
		db, err := cockroach.Open(filepath.Join(dir, "db"), &cockroach.Options{FormatMajorVersion: cockroach.FormatTableFormatV6, Logger: quiet{}})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { // also where there is no such record: what stays open is a leak to the tests after this one
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}()
		change(db)
	}
	key := func(db *cockroach.DB, prefix string, nth int) (k, v []byte) {
		it, _ := db.NewIter(&cockroach.IterOptions{LowerBound: []byte(prefix), UpperBound: []byte{prefix[0] + 1}})
		defer it.Close()
		for ok := it.First(); ok; ok = it.Next() {
			if nth--; nth < 0 {
				return append(k, it.Key()...), append(v, it.Value()...)
			}
		}
		t.Fatal("no such record")
		return nil, nil
	}
	for name, spoil := range map[string]func(db *cockroach.DB){
		"change gone":    func(db *cockroach.DB) { k, _ := key(db, "h", 3); db.Delete(k, cockroach.Sync) },
		"change damaged": func(db *cockroach.DB) { k, v := key(db, "h", 3); db.Set(k, v[:2], cockroach.Sync) },
		"cells damaged":  func(db *cockroach.DB) { k, v := key(db, "s", 0); db.Set(k, append(v, 1), cockroach.Sync) },
		"player damaged": func(db *cockroach.DB) { k, v := key(db, "p", 0); db.Set(k, v[1:], cockroach.Sync) },
		"strange key":    func(db *cockroach.DB) { db.Set([]byte("s1234567890123x"), nil, cockroach.Sync) },
	} {
		to := copied()
		raw(to, spoil)
		if r, err := Check(to, nil, nil); err == nil && r.OK() && name != "change gone" {
			t.Errorf("%s: nothing is found", name)
		} else if name == "change gone" && err == nil && r.OK() && r.Changes >= sound.Changes {
			t.Errorf("%s: nothing is found", name)
		}
	}
	found, flips := 0, 0
	files, _ := filepath.Glob(filepath.Join(dir, "db", "*"))
	for _, f := range files {
		if b, _ := os.ReadFile(f); len(b) > 0 && !strings.Contains(f, "OPTIONS") {
			to := copied()
			b[len(b)/3] ^= 0x10
			if err := os.WriteFile(filepath.Join(to, "db", filepath.Base(f)), b, 0o644); err != nil {
				t.Fatal(err)
			}
			r, err := Check(to, nil, nil)
			switch flips++; {
			case err != nil || !r.OK():
				found++
			case r.Hash != sound.Hash || r.Edits != sound.Edits || r.Changes != sound.Changes || r.Players != sound.Players:
				t.Errorf("%s: a wrong bit costs something and is not found: %+v", filepath.Base(f), r)
			}
		}
	}
	if found < 2 { // the others do not count any more: all has gone to tables when the world was stopped
		t.Errorf("of %d files with a wrong bit %d are found", flips, found)
	}
}

// quiet is a log for Pebble that drops everything.
type quiet struct{}

func (quiet) Infof(string, ...any)              {}
func (quiet) Errorf(string, ...any)             {}
func (quiet) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
