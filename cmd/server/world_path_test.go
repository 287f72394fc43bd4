package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWorldPath: a path in the settings begins at the data folder wherever the server is started, one on the command line where it
// is given; a world that lies where such a path of the settings began before is found, with a word on it.
func TestWorldPath(t *testing.T) {
	home, here := t.TempDir(), t.TempDir()
	t.Chdir(here)
	var text bytes.Buffer
	log := slog.New(slog.NewTextHandler(&text, nil))
	at := func(c runCmd, name, want string) {
		t.Helper()
		if got, err := c.world(home, name, log); err != nil || got != want {
			t.Errorf("%q is %q, %v, not %q", name, got, err, want)
		}
	}
	given := "a/b"
	at(runCmd{}, "w", filepath.Join(home, "worlds", "w"))
	at(runCmd{}, "a/b", filepath.Join(home, "a", "b"))
	at(runCmd{World: &given}, "a/b", filepath.Join(here, "a", "b"))
	at(runCmd{}, filepath.Join(here, "a/b"), filepath.Join(here, "a", "b"))
	if text.Len() > 0 {
		t.Errorf("%s", text.String())
	}
	os.MkdirAll(filepath.Join(here, "a", "b", "db"), 0o755)
	at(runCmd{}, "a/b", filepath.Join(here, "a", "b"))
	if !strings.Contains(text.String(), "write it out") {
		t.Errorf("%q", text.String())
	}
	os.MkdirAll(filepath.Join(home, "a", "b", "db"), 0o755)
	at(runCmd{}, "a/b", filepath.Join(home, "a", "b"))
}
