package pebble

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestRemove: a world goes with all that lies in its folder, but not while a program has it open, and nothing else goes.
func TestRemove(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home", "w")
	if err := Remove(dir); !errors.Is(err, ErrNotAWorld) {
		t.Errorf("where there is none: %v", err)
	}
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); !errors.Is(err, ErrLocked) {
		t.Errorf("an open world: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	other := filepath.Dir(dir)
	if err := os.WriteFile(filepath.Join(other, "diary"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Remove(other); !errors.Is(err, ErrNotAWorld) {
		t.Errorf("a folder of somebody: %v", err)
	}
	if _, err := os.Stat(filepath.Join(other, "diary")); err != nil {
		t.Error(err)
	}
}
