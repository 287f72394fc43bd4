package cluster

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/engine/enginetest"
	"voxtide/engine/secret"
	"voxtide/server/host"
	"voxtide/store/pebble"
)

// TestLeave: a machine that stands by makes a backup with the lists of the owner. Neither that copy nor the folder of a machine opens without the
// cluster; a world that was restored from it does, and the folder once it has left.
func TestLeave(t *testing.T) {
	db, key := enginetest.NewMemory(), secret.New()
	one := startMachine(t, db, 1, key, 0)
	one.expect(t, "owner")
	h := <-one.hosts
	two := startMachine(t, db, 2, key, 0)
	if _, err := two.node.Backup(filepath.Join(t.TempDir(), "early")); !errors.Is(err, ErrNoBackup) {
		t.Fatalf("a backup of nothing: %v", err)
	}
	two.expect(t, "standby")
	one.command(t, h, "ban griefer")
	backup := filepath.Join(t.TempDir(), "backup")
	for tries := 0; ; tries++ { // until the list is where the standby finds it
		if _, err := two.node.Backup(backup); err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(filepath.Join(backup, "access.toml")); strings.Contains(string(text), "griefer") {
			break
		}
		if tries > 200 {
			t.Fatal("the standby's backup lacks the lists")
		}
		time.Sleep(20 * time.Millisecond)
		os.RemoveAll(backup)
	}
	alone := func(dir string) error {
		h, err := host.Open(host.Config{Dir: dir})
		if err != nil {
			return err
		}
		return h.Close("over")
	}
	if err := alone(backup); !errors.Is(err, pebble.ErrFollowsLog) {
		t.Errorf("the copy opens without the cluster: %v", err)
	}
	restored := filepath.Join(t.TempDir(), "restored")
	if r, err := host.Restore(backup, restored, nil, func(int) error { return nil }); err != nil || !r.OK() {
		t.Fatalf("%v, %v", r, err)
	}
	if err := alone(restored); err != nil {
		t.Errorf("a restored world does not open: %v", err)
	}
	one.end()
	if err := <-one.over; err != nil {
		t.Logf("the owner ended: %v", err)
	}
	one.over <- nil // for the cleanup
	dir := one.node.cfg.Host.Dir
	if err := alone(dir); !errors.Is(err, pebble.ErrFollowsLog) {
		t.Errorf("the owner's folder opens without the cluster: %v", err)
	}
	if entry, err := host.Leave(dir, nil); err != nil || entry == 0 {
		t.Errorf("left at entry %d: %v", entry, err)
	}
	if entry, err := host.Leave(dir, nil); err != nil || entry != 0 {
		t.Errorf("left twice, at entry %d: %v", entry, err)
	}
	if err := alone(dir); err != nil {
		t.Errorf("a world that left does not open: %v", err)
	}
}
