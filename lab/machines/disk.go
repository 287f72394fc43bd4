package machines

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// diskSize is the size of a machine's disk; its file takes what is written to it.
const diskSize = 1 << 30

// disk is a file with a file system, mounted at a machine's folder. A copy of the file has what a disk has after a power cut: what the kernel
// had given it, and nothing that only was in memory.
type disk struct {
	file, at string
	device   string // of the kernel, such as loop3
}

// newDisk makes a disk and mounts it.
func newDisk(file, at string) (*disk, error) {
	d := &disk{file: file, at: at}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Truncate(diskSize), f.Close()); err != nil {
		return nil, err
	}
	if err := command("mkfs.ext4 -q -E lazy_itable_init=1,lazy_journal_init=1 " + file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	return d, d.mount()
}

func (d *disk) mount() error {
	if err := command("mount -o loop " + d.file + " " + d.at); err != nil {
		return fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	// The mounts of this process say which device it is; the kernel's own list has the file by a path that holds outside of a chroot.
	mounts, _ := os.ReadFile("/proc/self/mounts")
	at, err := filepath.EvalSymlinks(d.at)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(mounts)) {
		if words := strings.Fields(line); len(words) > 2 && words[1] == at && strings.HasPrefix(words[0], "/dev/loop") {
			d.device = filepath.Base(words[0])
		}
	}
	if d.writes() == "" {
		return errors.Join(fmt.Errorf("%w: the kernel tells nothing of what is written to %s", ErrForbidden, d.at), command("umount "+d.at))
	}
	return nil
}

// unmount waits for killed programs, which may need a moment to be gone.
func (d *disk) unmount() (err error) {
	for end := time.Now().Add(stopFor); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if err = command("umount " + d.at); err == nil {
			return nil
		}
	}
	return err
}

// writes returns a text that changes whenever the kernel gives the disk something.
func (d *disk) writes() string {
	b, _ := os.ReadFile("/sys/block/" + d.device + "/stat")
	words := strings.Fields(string(b))
	if len(words) < 7 {
		return ""
	}
	return words[4] + " " + words[6] // requests and sectors that were written
}

// copy copies the disk as it is at one moment: what writes to it stands still, and if the kernel gives it something meanwhile, the
// copy, which then is of no moment, is made again.
func (d *disk) copy() error {
	for range 50 {
		before := d.writes()
		if before == "" {
			return fmt.Errorf("%w: no numbers of %s", ErrForbidden, d.device)
		}
		if err := copySparse(d.file, d.file+".cut"); err != nil {
			return err
		}
		if d.writes() == before {
			return nil
		}
	}
	return errors.New("the kernel goes on writing to the disk")
}

// replace mounts the copy in place of the disk, which nobody uses any more.
func (d *disk) replace() error {
	return errors.Join(d.unmount(), os.Rename(d.file+".cut", d.file), d.mount())
}

// copySparse copies a file without what it never had.
func copySparse(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := out.Truncate(diskSize); err != nil {
		return err
	}
	for at := int64(0); ; {
		begin, err := in.Seek(at, seekData)
		if err != nil { // nothing comes after it
			return out.Close()
		}
		end, err := in.Seek(begin, seekHole)
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.NewOffsetWriter(out, begin), io.NewSectionReader(in, begin, end-begin)); err != nil {
			return err
		}
		at = end
	}
}

// The ways to seek in a file with holes, of Linux.
const (
	seekData = 3
	seekHole = 4
)
