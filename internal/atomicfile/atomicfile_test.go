package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestReplace: a file is written and written over with its mode, and nothing else is left in the folder.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, text := range []string{"first", "second", ""} {
		if err := Replace(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Fatalf("%q, %v", got, err)
		}
		if i, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && i.Mode().Perm() != 0o600 {
			t.Fatalf("%v, %v", i.Mode(), err)
		}
	}
	onlyFile(t, dir)
}

// TestCreate: the first text stays, even when others write later, and the folders above it are made.
func TestCreate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "deeper")
	path := filepath.Join(dir, "a")
	for _, text := range []string{"first", "second"} {
		if err := Create(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
		t.Fatalf("%q, %v", got, err)
	}
	onlyFile(t, dir)
}

// TestErrors: an error names the file that was asked for, and leaves nothing behind.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "a"), filepath.Join(dir, "none", "a")} {
		err := Replace(path, []byte("text"), 0o644)
		if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".new-") {
			t.Errorf("%s: %v", path, err)
		}
	}
	onlyFile(t, dir)
}

// onlyFile fails the test unless a folder holds exactly one entry.
func onlyFile(t *testing.T, dir string) {
	t.Helper()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
