package cluster

import (
	"errors"
	"path/filepath"
	"time"

	"voxtide/internal/atomicfile"
	"voxtide/server/host"
	"voxtide/store/pebble"
)

// takeLists writes the lists of people and land, as the owner before kept them, into the folder of the world. It waits for the engine.
func (n *Node) takeLists() error {
	for {
		if ok, err := n.writeLists(n.cfg.Host.Dir); ok || err != nil {
			return err
		}
		time.Sleep(lookEvery)
	}
}

// writeLists writes the lists of people and land, as they are in the engine, into a folder; ok is false where the engine does not answer.
func (n *Node) writeLists(dir string) (ok bool, err error) {
	all, ok := n.dir.list(keyLists)
	for name, text := range all {
		if name == filepath.Base(name) && host.IsList(name) {
			err = errors.Join(err, atomicfile.Replace(filepath.Join(dir, name), text, 0o600))
		}
	}
	return ok, err
}

// ErrNoBackup says that this machine has no world to be copied now.
var ErrNoBackup = errors.New("this machine has no copy of the world yet")

// Backup copies the world of a machine that stands by, as far as it has followed, with its lists into a new folder; the owner's host has a
// method of the same name. Any goroutine may call it; nobody waits for it. Errors: ErrNoBackup, those of pebble.Store.Backup.
func (n *Node) Backup(dir string) (c pebble.CopyInfo, err error) {
	disk := n.disk.Load()
	if disk == nil {
		return c, ErrNoBackup
	}
	if c, err = disk.Backup(dir); err != nil {
		return c, err
	}
	if err = host.CopyLists(n.cfg.Host.Dir, dir); err == nil { // those of before, in case the engine does not answer
		_, err = n.writeLists(dir)
	}
	return c, err
}
