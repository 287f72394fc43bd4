package host

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"voxtide/store/pebble"
)

// timestampFormat is the time in the name of a backup, and timestampSuffix such a time behind the name of the world.
const timestampFormat = "20060102-150405"

var timestampSuffix = regexp.MustCompile(`^-\d{8}-\d{6}$`)

// IsWorld reports whether a folder holds a world, readable or not.
func IsWorld(dir string) bool { return pebble.IsWorld(dir) }

// CopySummary describes a copy of a world in the words of the command hash.
func CopySummary(dir string, hash, edits uint64) string {
	return fmt.Sprintf("%s holds hash %016x edits %d", dir, hash, edits)
}

// backups makes copies of a world in folders that it names itself, and removes the oldest.
type backups struct {
	world string                                    // the world's folder
	max   int                                       // copies that are kept; 0: all
	copy  func(dir string) (pebble.CopyInfo, error) // copies the world into a new folder
	log   *slog.Logger
}

// folder returns the folder of the copies and what their names begin with: "backups" beside the folder of all worlds or, of a world
// that lies elsewhere, a folder beside it.
func (b *backups) folder() (dir, name string) {
	world := filepath.Clean(b.world)
	worlds, name := filepath.Dir(world), filepath.Base(world)
	if filepath.Base(worlds) == "worlds" {
		return filepath.Join(filepath.Dir(worlds), "backups"), name
	}
	return world + "-backups", name
}

// newDir names a new folder for a copy.
func (b *backups) newDir() string {
	dir, name := b.folder()
	return filepath.Join(dir, name+"-"+time.Now().Format(timestampFormat))
}

// list returns the folders of the copies, the oldest first. A folder with another name, or without a world in it, is none of them.
func (b *backups) list() (all []string) {
	dir, name := b.folder()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if n := e.Name(); e.IsDir() && len(n) > len(name) && n[:len(name)] == name && timestampSuffix.MatchString(n[len(name):]) && pebble.IsWorld(filepath.Join(dir, n)) {
			all = append(all, filepath.Join(dir, n))
		}
	}
	slices.Sort(all)
	return all
}

// make makes a copy, and removes the oldest copies beyond max, but never the one that it just made. It returns the answer of the
// command backup.
func (b *backups) make() ([]string, error) {
	dir := b.newDir()
	c, err := b.copy(dir)
	if err != nil {
		return nil, err
	}
	lines := []string{CopySummary(dir, c.Hash, c.Edits)}
	all := b.list()
	if n := len(all) - b.max; b.max > 0 {
		for _, old := range all[:max(n, 0)] {
			if old == dir {
				break
			}
			if err := pebble.Remove(old); err != nil {
				lines = append(lines, fmt.Sprintf("an old one stays: %v", err))
				b.log.Error("an old backup cannot be removed", "backup", old, "why", err)
				continue
			}
			lines = append(lines, "removed "+old)
			b.log.Info("an old backup was removed", "backup", old)
		}
		all = b.list()
	}
	text := "it lies on the disk of the world, and shares files with it: against the loss of that disk copy it elsewhere"
	if n := len(all); n > 1 {
		text += fmt.Sprintf("; there are %d", n)
		if b.max == 0 {
			text += ": backups in server.toml says how many are kept"
		}
	}
	return append(lines, text), nil
}
