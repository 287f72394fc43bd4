package pebble

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"voxtide/store"
	"voxtide/world"
)

// world7 makes a world in memory, and changes records of it.
func world7(t *testing.T, change func(*pebble.DB)) *vfs.MemFS {
	t.Helper()
	fs := vfs.NewMem()
	s := mustOpen(t, fs)
	s.Commit(0, &store.Batch{
		Edits: 1, Players: []store.PlayerRow{{Name: "ann", Stream: 1}}, Entities: []world.Entity{{ID: 5}},
		Changes: []store.BlockChange{{Block: world.Stone, Seq: 1}}, Chat: []store.ChatLine{{Text: "hi"}}, ChecksChanged: true,
		Snapshots: []store.Snapshot{{Section: world.SectionPos{X: 1}, Packed: []byte{1}}},
	})
	s.wait(1)
	if change != nil {
		change(s.db)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return fs
}

func put(key, value []byte) func(*pebble.DB) {
	return func(db *pebble.DB) {
		if err := db.Set(key, value, pebble.Sync); err != nil {
			panic(err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	file := func(fs vfs.FS, name, text string) {
		fs.MkdirAll(fs.PathDir(name), 0o755)
		f, err := fs.Create(name, vfs.WriteCategoryUnspecified)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		change func(*pebble.DB)
		files  func(*vfs.MemFS)
		ask    func(*Options)
		want   error
		text   string
	}{
		{name: "as it was"},
		{name: "newer format", change: put(metaKey(metaFormat), appendFormat(nil, Format+1)), want: ErrNewer, text: "7"},
		{name: "no format", change: func(db *pebble.DB) { db.Delete(metaKey(metaFormat), pebble.Sync) }, want: ErrUnreadable, text: "format"},
		{name: "format damaged", change: put(metaKey(metaFormat), []byte{9, 9, 9}), want: ErrUnreadable, text: "format"},
		{name: "meta damaged", change: put(metaKey(metaWorld), []byte{1, 2}), want: ErrUnreadable},
		{name: "meta missing", change: func(db *pebble.DB) { db.Delete(metaKey(metaWorld), pebble.Sync) }, want: ErrUnreadable},
		{name: "numbers damaged", change: put(metaKey(metaState), []byte("xxx")), want: ErrUnreadable},
		{name: "place in the log damaged", change: put(metaKey(metaLog), []byte{1, 2}), want: ErrUnreadable, text: "log"},
		{name: "chat key damaged", change: put([]byte{kindChat, 0xff}, nil), want: ErrUnreadable},
		{name: "newer files", change: func(db *pebble.DB) {
			if err := db.RatchetFormatMajorVersion(engineFormat + 3); err != nil {
				t.Fatal(err)
			}
		}, want: ErrNewer, text: "form"},
		{name: "same seed", ask: func(o *Options) { o.SeedSet = true }},
		{name: "seed not asked for", ask: func(o *Options) { o.Seed = 8 }},
		{name: "other seed", ask: func(o *Options) { o.Seed, o.SeedSet = 8, true }, want: ErrSeed, text: "8 was asked for, it has 7"},
		{name: "newer generator", ask: func(o *Options) { o.Generator = 2 }, want: ErrNewer, text: "generator 3"},
		{name: "older generator", ask: func(o *Options) { o.Generator = 4 }, want: ErrGenerator, text: "generator 3"},
		{name: "generator of its own", ask: func(o *Options) { o.Generator, o.Generators = 4, []int{2, 3, 4} }},
		{name: "generator gone", ask: func(o *Options) { o.Generator, o.Generators = 5, []int{2, 4, 5} }, want: ErrGenerator, text: "generator 3"},
		{name: "block gone", ask: func(o *Options) { o.Blocks = o.Blocks[:len(o.Blocks)-1] }, want: ErrNewer, text: names[len(names)-1]},
		{name: "block renamed", ask: func(o *Options) { o.Blocks = append([]string{"void"}, o.Blocks[1:]...) }, want: ErrNewer, text: `"air"`},
		{name: "block new", ask: func(o *Options) { o.Blocks = append(o.Blocks[:len(o.Blocks):len(o.Blocks)], "jelly") }},
		{name: "foreign folder", files: func(fs *vfs.MemFS) { fs.RemoveAll("world"); file(fs, "world/letter.txt", "dear") }, want: ErrNotAWorld, text: "letter.txt"},
		{name: "foreign db", files: func(fs *vfs.MemFS) { fs.RemoveAll("world"); file(fs, "world/db/table.csv", "1,2") }, want: ErrNotAWorld},
		{name: "a file", files: func(fs *vfs.MemFS) { fs.RemoveAll("world"); file(fs, "world", "text") }, want: ErrUnreadable},
		{name: "left half made", files: func(fs *vfs.MemFS) {
			fs.RemoveAll("world")
			file(fs, "world/db.new/LOCK", "")
			file(fs, "world/lock", "")
		}},
		{name: "manifest damaged", files: func(fs *vfs.MemFS) {
			list, _ := fs.List("world/db")
			for _, name := range list {
				if strings.HasPrefix(name, "MANIFEST") {
					file(fs, "world/db/"+name, "garbage garbage garbage")
				}
			}
		}, want: ErrUnreadable},
	} {
		t.Run(c.name, func(t *testing.T) {
			fs := world7(t, c.change)
			if c.files != nil {
				c.files(fs)
			}
			o := options(fs)
			if c.ask != nil {
				c.ask(&o)
			}
			before := fs.String()
			for range 2 { // the second time shows that the first left nothing open
				s, err := Open("world", o)
				if c.want == nil {
					if err == nil {
						err = s.Close()
					}
					if err != nil {
						t.Fatal(err)
					}
					continue
				}
				if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%v, want %v with %q", err, c.want, c.text)
				}
			}
			if errors.Is(c.want, ErrNotAWorld) && strings.HasPrefix(c.name, "foreign folder") && fs.String() != before {
				t.Fatalf("a foreign folder was touched:\n%s", fs)
			}
		})
	}
}

// TestBlocksGrow: a world that a program with one more block has opened is refused by the one without.
func TestBlocksGrow(t *testing.T) {
	fs := world7(t, nil)
	o := options(fs)
	o.Blocks = append(o.Blocks[:len(o.Blocks):len(o.Blocks)], "jelly")
	s, err := Open("world", o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open("world", options(fs)); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "jelly") {
		t.Fatal(err)
	}
}

func TestDamagedRecords(t *testing.T) {
	section := world.SectionPos{X: 3}
	for name, key := range map[string][]byte{
		"player": {kindPlayer, 'x'}, "inventory": appendNameKey(nil, kindInventory, "ann"), "avatar": appendNameKey(nil, kindAvatar, "ann"), "entity": appendNumberKey(nil, kindEntity, 9), "entity key": {kindEntity, 1},
		"checks": {kindChecks}, "said": appendNumberKey(nil, kindChat, 0),
		"change": appendChangeKey(nil, section, 1, 1), "snapshot": appendSnapshotKey(nil, section),
		"history key": append(appendCell(nil, section, 7), 'd'),
	} {
		s := mustOpen(t, world7(t, put(key, []byte{0xff, 1, 2})))
		if key[0] == kindSection || key[0] == kindHistory {
			if _, err := s.Section(section); !errors.Is(err, ErrUnreadable) {
				t.Errorf("%s: %v", name, err)
			}
		} else if _, err := s.Load(); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLock(t *testing.T) {
	for name, fs := range map[string]vfs.FS{"memory": vfs.NewMem(), "disk": vfs.Default} {
		dir := filepath.Join(t.TempDir(), "deep", "world")
		s, err := Open(dir, options(fs))
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := Open(dir, options(fs)); !errors.Is(err, ErrLocked) {
			t.Errorf("%s: a second store: %v", name, err)
		}
		s.Commit(0, &store.Batch{Edits: 5})
		if err := s.Close(); err != nil {
			t.Fatal(name, err)
		}
		if s, err = Open(dir, options(fs)); err != nil {
			t.Fatal(name, err)
		}
		if st, err := s.Load(); err != nil || st.Edits != 5 {
			t.Errorf("%s: %+v, %v", name, st, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(name, err)
		}
	}
}

func TestNoPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("root may do all: only the path through a file is tested")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(file, "world"), options(nil)); !errors.Is(err, ErrUnreadable) || strings.Contains(err.Error(), "\n") {
		t.Fatal(err)
	}
}

// TestBehind lets the disk hang until more waits than may.
func TestBehind(t *testing.T) {
	var gate sync.Mutex
	hang := errorfs.InjectorFunc(func(op errorfs.Op) error {
		if op.Kind.ReadOrWrite() == errorfs.OpIsWrite {
			gate.Lock()
			defer gate.Unlock()
		}
		return nil
	})
	s, err := Open("world", options(errorfs.Wrap(vfs.NewMem(), hang)))
	if err != nil {
		t.Fatal(err)
	}
	s.limit = 10_000
	s.wait(s.Commit(0, &store.Batch{}))
	gate.Lock()
	numbers := uint64(1)
	for s.Err() == nil {
		if numbers++; s.Commit(0, &store.Batch{Chat: []store.ChatLine{{Text: strings.Repeat("x", 100)}}}) != numbers {
			t.Fatal("numbers do not go on")
		}
		if numbers > 1000 {
			t.Fatal("no end to what waits")
		}
	}
	if !errors.Is(s.Err(), ErrTooSlow) || s.Commit(0, &store.Batch{}) != numbers+1 {
		t.Fatal(s.Err())
	}
	gate.Unlock()
	if err := s.Close(); !errors.Is(err, ErrTooSlow) {
		t.Fatal(err)
	}
	if s.Committed(0) > numbers {
		t.Fatal("what was given up is published")
	}
}
