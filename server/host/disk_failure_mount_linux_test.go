package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"voxtide/store/pebble"
)

// TestFullMount is TestFullDisk on a real file system of 20 MB. It needs the right to mount one.
func TestFullMount(t *testing.T) {
	if testing.Short() {
		t.Skip("TestFullDisk does the same")
	}
	mount := t.TempDir()
	if err := syscall.Mount("tmpfs", mount, "tmpfs", 0, "size=20m"); err != nil {
		t.Skipf("no file system can be mounted here: %v; TestFullDisk does the same without", err)
	}
	defer syscall.Unmount(mount, syscall.MNT_DETACH)
	filler := filepath.Join(mount, "filler")
	testFullDisk(t, mount, func(*pebble.Options) {}, func() { fill(t, filler) }, func() {
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
	})
}

// fill fills the disk.
func fill(t *testing.T, name string) {
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 4
		} else if err != nil {
			t.Fatal(fmt.Errorf("filling: %w", err))
		}
	}
}
