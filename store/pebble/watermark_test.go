package pebble

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/world"
)

// TestMissingTail: of a world that was killed the newest log is lost, cut short, or damaged in its last part, which the database takes
// for what a cut tears: it opens, and a check says that batches are missing, and how many. A world that was killed and
// left as it was, and one of a program without marks, are fine.
func TestMissingTail(t *testing.T) {
	const batches = 400
	rnd := testrand.New(t)
	for _, interval := range []bool{false, true} {
		mem := vfs.NewCrashableMem()
		synctest.Test(t, func(t *testing.T) {
			o := options(mem)
			o.NoSync = interval
			s, err := Open("world", o)
			if err != nil {
				t.Fatal(err)
			}
			for n := uint64(1); n <= batches; n++ {
				b := store.Batch{Edits: 10 * n}
				for i := range uint64(20) {
					b.Changes = append(b.Changes, store.BlockChange{Pos: world.Pos{X: int32(n * i)}, Block: world.Stone, Seq: n})
				}
				s.wait(s.Commit(0, &b))
			}
			time.Sleep(syncEvery + time.Second)
			synctest.Wait()
			killed := mem.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 100, RNG: rnd}) // of the program, not of the power
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			mem = killed
		})
		fresh := func() *vfs.MemFS { return mem.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 100, RNG: rnd}) }
		log := newestLog(t, mem)
		text := contents(t, mem, log)
		found := 0
		for name, spoil := range map[string]func(fs *vfs.MemFS) bool{ // whether something is missing
			"as it was":      func(*vfs.MemFS) bool { return false },
			"no watermark":   func(fs *vfs.MemFS) bool { fs.Remove("world/" + watermarkName); return false },
			"torn watermark": func(fs *vfs.MemFS) bool { damagedFile(t, fs, "world/"+watermarkName, 20); return false }, // the other line is a batch older
			"no log":         func(fs *vfs.MemFS) bool { fs.Remove(log); return true },
			"empty log":      func(fs *vfs.MemFS) bool { putFile(t, fs, log, nil); return true },
			"half a log":     func(fs *vfs.MemFS) bool { putFile(t, fs, log, text[:len(text)/2]); return true },
			"last tenth":     func(fs *vfs.MemFS) bool { damagedFile(t, fs, log, len(text)-1-rnd.IntN(len(text)/10)); return true },
		} {
			fs := fresh()
			missing := spoil(fs)
			o := options(fs)
			o.ReadOnly = true
			s, err := Open("world", o)
			if err != nil {
				if missing && errors.Is(err, ErrUnreadable) { // found by the database itself
					continue
				}
				t.Fatalf("%s: %v", name, err)
			}
			err = s.MissingTail()
			if missing != (err != nil) || missing && (!errors.Is(err, ErrMissingTail) || !strings.Contains(err.Error(), "there were edit 4000 and batch 400")) {
				t.Errorf("interval %v, %s: %v", interval, name, err)
			}
			if missing && err != nil {
				found++
			}
			s.Close()
			// It goes on, and is whole from then on.
			o.ReadOnly = false
			if s, err = Open("world", o); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			s.wait(s.Commit(0, &store.Batch{Edits: 9999}))
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if s, err = Open("world", o); err != nil || s.MissingTail() != nil {
				t.Errorf("%s, gone on with: %v, %v", name, err, s.MissingTail())
			}
			s.Close()
		}
		if found < 3 {
			t.Errorf("%d were found", found)
		}
		t.Logf("interval %v: %d found by the watermark", interval, found)
	}
}

func newestLog(t *testing.T, fs vfs.FS) (name string) {
	names, err := fs.List("world/db")
	slices.Sort(names)
	for _, n := range names {
		if strings.HasSuffix(n, ".log") {
			name = "world/db/" + n
		}
	}
	if err != nil || name == "" {
		t.Fatal("no log: ", names, err)
	}
	return name
}

func contents(t *testing.T, fs vfs.FS, name string) []byte {
	f, err := fs.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func putFile(t *testing.T, fs vfs.FS, name string, text []byte) {
	f, err := fs.Create(name, vfs.WriteCategoryUnspecified)
	if err == nil {
		_, err = f.Write(text)
	}
	if err != nil || f.Close() != nil {
		t.Fatal(err)
	}
}

// damagedFile turns a bit over.
func damagedFile(t *testing.T, fs vfs.FS, name string, at int) {
	text := contents(t, fs, name)
	text[at] ^= 4
	putFile(t, fs, name, text)
}

// FuzzWatermark: no file makes a watermark that was not written.
func FuzzWatermark(f *testing.F) {
	f.Add(progress{7, 9}.line())
	f.Add([]byte("batch 1 edits 2\n"))
	f.Add(make([]byte, watermarkLine))
	f.Fuzz(func(t *testing.T, line []byte) {
		if m, ok := parseProgress(line); ok && string(m.line()) != string(line) {
			t.Fatalf("%q is read as %+v", line, m)
		}
	})
}
