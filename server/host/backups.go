package host

import (
	"fmt"
	"log/slog"
	"path/filepath"

	"voxtide/server/backups"
	"voxtide/server/events"
	"voxtide/server/rollback"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// IsWorld reports whether a folder holds a world, readable or not.
func IsWorld(dir string) bool { return pebble.IsWorld(dir) }

// CopySummary describes a copy of a world in the words of the command hash.
func CopySummary(dir string, hash, edits uint64) string {
	return fmt.Sprintf("%s holds hash %016x edits %d", dir, hash, edits)
}

// Backups returns the catalogue of the copies of a world in a folder: those in place, or, if that is "", in "backups" beside the folder of all
// worlds or, of a world that lies elsewhere, in a folder beside it.
func Backups(world, place string) backups.Catalogue {
	world = filepath.Clean(world)
	worlds, name := filepath.Dir(world), filepath.Base(world)
	c := backups.Catalogue{Dir: place, Name: name, IsWorld: pebble.IsWorld}
	switch {
	case place != "":
	case filepath.Base(worlds) == "worlds":
		c.Dir = filepath.Join(filepath.Dir(worlds), "backups")
	default:
		c.Dir = world + "-backups"
	}
	return c
}

// newKeeper returns the keeper of the world's copies.
func (h *Host) newKeeper() *backups.Keeper {
	cfg := h.cfg.Backups
	if cfg.Max == 0 {
		cfg.Max = h.cfg.BackupsMax
	}
	return backups.New(Backups(h.cfg.Dir, h.cfg.BackupsTo), backups.World{
		Copy: func(dir string) (string, uint64, error) {
			c, err := h.Backup(dir)
			return fmt.Sprintf("%016x", c.Hash), c.Edits, err
		},
		Check: func(dir string, progress func() error) (string, error) {
			r, err := Check(dir, slog.New(slog.DiscardHandler), func(int) error { return progress() })
			if err != nil || r.OK() {
				return "", err
			}
			return r.Problems[0], nil
		},
		Remove: pebble.Remove, Free: pebble.FreeSpace,
		Tell: func(text string) { h.events.publish(events.Event{Kind: events.Backup, Text: text}) },
	}, cfg, h.cfg.Log, h.cfg.backupClock)
}

// makeBackup is the command backup: it makes a copy, which is looked over later.
func (h *Host) makeBackup() ([]string, error) {
	lines, err := h.keeper.Make()
	if err != nil {
		return lines, err
	}
	text := "it lies on the disk of the world, and shares files with it: against the loss of that disk copy it elsewhere"
	if h.cfg.BackupsTo != "" {
		text = "it is read to the end now; backups lists what is known of it"
	}
	if n := h.keeper.Count(); n > 1 {
		text += fmt.Sprintf("; there are %d", n)
		if h.cfg.BackupsMax == 0 && h.cfg.Backups.Keep.IsZero() {
			text += ": backups in server.toml says how many are kept"
		}
	}
	return append(lines, text), nil
}

// copyCells calls f with each cell of a region as it is in a copy, for a rollback that brings it back. It may take its time.
func (h *Host) copyCells(number int, box store.Box, f func(rollback.Restore) error) error {
	return h.keeper.Read(number, func(c backups.Copy) error { return readCells(c.Dir, box, f) })
}

// sectionReader returns a function that reads sections of the running world as they are durable or, with made, as they were made, and those alone that
// somebody has changed: nil for others. One goroutine at a time may call it.
func (h *Host) sectionReader(made bool) func(world.SectionPos) (*world.Section, error) {
	var m *sectionMaker
	return func(p world.SectionPos) (*world.Section, error) {
		if m == nil {
			m = &sectionMaker{gen: worldgen.New(landOf(h.worlds.info))}
		}
		stored, err := h.worlds.current.Load().disk.Section(p)
		if err != nil {
			return nil, err
		}
		if made {
			if stored.Packed == nil && len(stored.Changes) == 0 {
				return nil, nil
			}
			return m.gen.Section(p), nil
		}
		l := sections.Build(stored, m.gen.Section, &m.pack, p)
		return l.Section, l.Err
	}
}

// readCells calls f with each cell of a region of a world that no program has open.
func readCells(dir string, box store.Box, f func(rollback.Restore) error) error {
	cfg := Config{Dir: dir, Log: slog.New(slog.DiscardHandler)}
	o := cfg.DiskOptions()
	o.ReadOnly = true
	st, err := pebble.Open(dir, o)
	if err != nil {
		return err
	}
	defer st.Close()
	m := sectionMaker{gen: worldgen.New(landOf(st.Info()))}
	low, high := box.Min.Section(), box.Max.Section()
	for x := low.X; x <= high.X; x++ {
		for z := low.Z; z <= high.Z; z++ {
			for y := low.Y; y <= high.Y; y++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				stored, err := st.Section(p)
				if err != nil {
					return err
				}
				l := sections.Build(stored, m.gen.Section, &m.pack, p)
				if l.Err != nil {
					return l.Err
				}
				if err := rollback.EachCell(l.Section, p, box, f); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
