//go:build unix

package pebble

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLinksAreRefused: in whatever place of a world a link, a pipe or a socket lies, nothing opens it: the file behind stays as it is
// to the last byte, and the error names the place. The folder of the world may be a link.
func TestLinksAreRefused(t *testing.T) {
	sound := filepath.Join(t.TempDir(), "world")
	o := Options{Seed: 5, Generator: 1, Blocks: []string{"air"}}
	s, err := Open(sound, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	inside, _ := os.ReadDir(filepath.Join(sound, "db"))
	names := []string{lockName, dbName, newName, probeName, "access.toml", "land.toml", "rollbacks.json", "db/LOCK", "db/000999.log", "db/999999.sst"}
	for _, e := range inside {
		names = append(names, filepath.Join("db", e.Name()))
	}
	n := 0
	for _, name := range names {
		for kind, put := range map[string]func(victim, at string) error{
			"link": os.Symlink, "dangling": func(_, at string) error { return os.Symlink("nowhere", at) },
			"pipe": func(_, at string) error { return syscall.Mkfifo(at, 0o600) },
		} {
			dir, victim := filepath.Join(t.TempDir(), "world"), filepath.Join(t.TempDir(), "victim")
			if err := os.CopyFS(dir, os.DirFS(sound)); err != nil {
				t.Fatal(err)
			}
			os.WriteFile(victim, []byte("mine"), 0o644)
			at := filepath.Join(dir, name)
			os.RemoveAll(at)
			if err := put(victim, at); err != nil {
				t.Fatal(err)
			}
			for _, readOnly := range []bool{true, false} {
				o.ReadOnly = readOnly
				s, err := Open(dir, o)
				if err == nil {
					s.Close()
				}
				if !errors.Is(err, ErrNotPlainFile) || !strings.Contains(err.Error(), name) {
					t.Errorf("%s as a %s: %v", name, kind, err)
				}
				if _, err := Restore(dir, filepath.Join(t.TempDir(), "copy"), o); !errors.Is(err, ErrNotPlainFile) {
					t.Errorf("%s as a %s, restored: %v", name, kind, err)
				}
			}
			if text, _ := os.ReadFile(victim); string(text) != "mine" {
				t.Errorf("%s as a %s: the file behind it is %q", name, kind, text)
			}
			n++
		}
	}
	// The lock alone refuses it, too.
	dir, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	os.WriteFile(victim, []byte("mine"), 0o644)
	os.Symlink(victim, filepath.Join(dir, lockName))
	os.Link(victim, filepath.Join(dir, "hard"))
	if _, err := (plainFS{}).Lock(filepath.Join(dir, lockName)); err == nil {
		t.Error("a lock follows a link")
	}
	l, err := (plainFS{}).Lock(filepath.Join(dir, "hard"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (plainFS{}).Lock(filepath.Join(dir, "hard")); err == nil {
		t.Error("a lock is given twice")
	}
	l.Close()
	if text, _ := os.ReadFile(victim); string(text) != "mine" {
		t.Errorf("a lock empties a file: %q", text)
	}
	link := filepath.Join(t.TempDir(), "link")
	os.Symlink(sound, link)
	o.ReadOnly = false
	if s, err = Open(link, o); err != nil {
		t.Fatalf("a linked folder: %v", err)
	}
	if _, err := Open(sound, o); !errors.Is(err, ErrLocked) {
		t.Errorf("the same world by another way: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	t.Logf("%d places", n)
}
