package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestListWorlds: the list has what lies on the disk with its size, and no folder that is no world.
func TestListWorlds(t *testing.T) {
	home := t.TempDir()
	if worlds, fail := listWorlds(home); len(worlds) != 0 || fail != "" {
		t.Errorf("without a folder: %v, %q", worlds, fail)
	}
	for name, size := range map[string]int{"worlds/old/db/a": 1_500_000, "worlds/old/db/deeper/b": 600_000, "worlds/none/notes": 5} {
		if err := os.MkdirAll(filepath.Join(home, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, name), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	worlds, fail := listWorlds(home)
	if fail != "" || len(worlds) != 1 || worlds[0].Name != "old" || worlds[0].Size != "2 MB" || worlds[0].LastPlayed != "just now" {
		t.Errorf("%+v, %q", worlds, fail)
	}
}
