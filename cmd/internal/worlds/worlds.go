// Package worlds lists the worlds that a player has on the disk, with a card of each: its seed, the player's mode in it, and a picture.
//
// Owner: the goroutine of the window. Invariants: a world is a folder with a folder "db" in it, whatever else is there; a card lies
// outside of its world's folder, hangs on nothing, and what of it is missing or broken counts as not known.
package worlds

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// World is a world on the disk.
type World struct {
	Name   string
	Played time.Time // last
	Bytes  int64
	Card   Card
}

// List lists the worlds under a data folder, the last played first.
func List(home string) ([]World, error) {
	dirs, err := os.ReadDir(filepath.Join(home, "worlds"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var out []World
	for _, d := range dirs {
		dir := filepath.Join(home, "worlds", d.Name())
		if i, err := os.Stat(filepath.Join(dir, "db")); err == nil && i.IsDir() {
			out = append(out, World{Name: d.Name(), Played: i.ModTime(), Bytes: folderSize(dir), Card: loadCard(home, d.Name())})
		}
	}
	slices.SortFunc(out, func(a, b World) int { return cmp.Or(b.Played.Compare(a.Played), cmp.Compare(a.Name, b.Name)) })
	return out, nil
}

// folderSize returns the bytes of the files in a folder; what cannot be read counts as nothing.
func folderSize(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if i, err := d.Info(); err == nil && i.Mode().IsRegular() {
			bytes += i.Size()
		}
		return nil
	})
	return bytes
}

// SizeText returns a number of bytes as people read it: "14 MB".
func SizeText(bytes int64) string {
	switch {
	case bytes < 1e6:
		return fmt.Sprintf("%d kB", (bytes+999)/1000)
	case bytes < 1e9:
		return fmt.Sprintf("%d MB", bytes/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

// TimeAgo returns in words how long ago something was: "2 hours ago".
func TimeAgo(d time.Duration) string {
	for _, u := range []struct {
		span time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := int(d / u.span); n == 1 {
			return "1 " + u.name + " ago"
		} else if n > 1 {
			return fmt.Sprintf("%d %ss ago", n, u.name)
		}
	}
	return "just now"
}
