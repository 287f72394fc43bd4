package disk

import (
	"cmp"
	"errors"
	"fmt"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// What a disk must have before it counts as one that takes changes again.
const (
	probeBytes = 256 << 10
	// roomMax is the room in bytes that is asked for; on a small disk an eighth of it will do.
	roomMax = 64 << 20
)

// probeName is the file that Probe writes.
const probeName = "probe"

// Full tells whether an error says that the disk has no room.
func Full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// Room returns the bytes that are free on the disk of a world, and those that it has. It may take as long as a disk that hangs.
func Room(dir string) (free, all uint64, err error) {
	usage, err := vfs.Default.GetDiskUsage(dir)
	return usage.AvailBytes, usage.TotalBytes, err
}

// Probe tells whether the disk of a world takes changes: whether there is room, and a file can be written and fsynced. It
// may take as long as a disk that hangs; any goroutine may call it.
func Probe(dir string, o Options) error {
	o.defaults()
	if usage, err := o.FS.GetDiskUsage(dir); err == nil && usage.AvailBytes < min(roomMax, usage.TotalBytes/8) {
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
