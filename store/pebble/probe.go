package pebble

import (
	"cmp"
	"errors"
	"fmt"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// What a disk must offer to count as one that takes changes again.
const (
	probeBytes = 256 << 10
	// freeSpaceMin is the free space in bytes that a disk must have; an eighth of the disk is enough if it is small.
	freeSpaceMin = 64 << 20
)

// probeName is the file that Probe writes.
const probeName = "probe"

// IsFull reports whether an error says that the disk is full.
func IsFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// FreeSpace returns the free bytes on the disk of a world, and the size of the disk. It may wait as long as a hanging disk.
func FreeSpace(dir string) (free, all uint64, err error) {
	usage, err := vfs.Default.GetDiskUsage(dir)
	return usage.AvailBytes, usage.TotalBytes, err
}

// Probe returns why the disk of a world takes no changes, nil if it does: it has free space, and a file can be written and
// fsynced. It may wait as long as a hanging disk; any goroutine may call it.
func Probe(dir string, o Options) error {
	o.defaults()
	if usage, err := o.FS.GetDiskUsage(dir); err == nil && usage.AvailBytes < min(freeSpaceMin, usage.TotalBytes/8) {
		return fmt.Errorf("%d MB are left: %w", usage.AvailBytes>>20, syscall.ENOSPC)
	}
	name := o.FS.PathJoin(dir, probeName)
	err := probe(o.FS, name)
	if e := o.FS.Remove(name); err == nil {
		err = e
	}
	return err
}

func probe(fs vfs.FS, name string) error {
	f, err := fs.Create(name, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, probeBytes))
	return cmp.Or(err, f.Sync(), f.Close())
}
