package host

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"voxtide/store/disk"
)

// stampForm is the time in the name of a backup, and stamped a name that has one behind that of the world.
const stampForm = "20060102-150405"

var stamped = regexp.MustCompile(`^-\d{8}-\d{6}$`)

// backupsPlace returns the folder of backups for which nobody names one: backups beside that of all worlds or, of a world that
// lies somewhere else, one beside it.
func (h *Host) backupsPlace() (dir, name string) {
	world := filepath.Clean(h.cfg.Dir)
	worlds, name := filepath.Dir(world), filepath.Base(world)
	if filepath.Base(worlds) == "worlds" {
		return filepath.Join(filepath.Dir(worlds), "backups"), name
	}
	return world + "-backups", name
}

// BackupPlace names a new folder for a backup.
func (h *Host) BackupPlace() string {
	dir, name := h.backupsPlace()
	return filepath.Join(dir, name+"-"+time.Now().Format(stampForm))
}

// backups returns the copies of this world that were made without a folder being named, the oldest first. What has another name, or
// is no world, is none.
func (h *Host) backups() (all []string) {
	dir, name := h.backupsPlace()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if n := e.Name(); e.IsDir() && len(n) > len(name) && n[:len(name)] == name && stamped.MatchString(n[len(name):]) && disk.IsWorld(filepath.Join(dir, n)) {
			all = append(all, filepath.Join(dir, n))
		}
	}
	slices.Sort(all)
	return all
}

// backup is what the command does: a copy, and a word on what it is good for and how many there are. If it is so configured, the oldest
// go, and never the one that was just made.
func (h *Host) backup() ([]string, error) {
	dir := h.BackupPlace()
	c, err := h.Backup(dir)
	if err != nil {
		return nil, err
	}
	lines := []string{Copied(dir, c.Hash, c.Edits)}
	all := h.backups()
	if n := len(all) - h.cfg.Backups; h.cfg.Backups > 0 {
		for _, old := range all[:max(n, 0)] {
			if old == dir {
				break
			}
			if err := disk.Remove(old); err != nil {
				lines = append(lines, fmt.Sprintf("an old one stays: %v", err))
				h.cfg.Log.Error("an old backup cannot be removed", "backup", old, "why", err)
				continue
			}
			lines = append(lines, "removed "+old)
			h.cfg.Log.Info("an old backup was removed", "backup", old)
		}
		all = h.backups()
	}
	text := "it lies on the disk of the world, and shares files with it: against the loss of that disk copy it elsewhere"
	if n := len(all); n > 1 {
		text += fmt.Sprintf("; there are %d", n)
		if h.cfg.Backups == 0 {
			text += ": backups in server.toml says how many are kept"
		}
	}
	return append(lines, text), nil
}
