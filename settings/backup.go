package settings

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"voxtide/server/backups"
)

// Backup is the settings of copies that are made by themselves.
type Backup struct {
	At      string     `toml:"at"`
	Every   string     `toml:"every"`
	Keep    BackupKeep `toml:"keep"`
	To      string     `toml:"to"`
	MinFree string     `toml:"min_free"`
	After   string     `toml:"after"`
}

// BackupKeep is which copies are kept.
type BackupKeep struct {
	Last   int `toml:"last"`
	Hourly int `toml:"hourly"`
	Daily  int `toml:"daily"`
	Weekly int `toml:"weekly"`
}

// Config returns the settings as package backups has them; most is how many copies are kept without a rule. The error says what is wrong.
func (b *Backup) Config(most int) (c backups.Config, err error) {
	c = backups.Config{Schedule: backups.Schedule{At: strings.TrimSpace(b.At)}, Keep: backups.Rule(b.Keep), After: b.After, Max: most}
	if b.Every != "" {
		if c.Schedule.Every, err = time.ParseDuration(b.Every); err != nil || c.Schedule.Every <= 0 {
			return c, fmt.Errorf("every is %.40q, not a span such as 6h or 30m", b.Every)
		}
	}
	percent, ok := strings.CutSuffix(b.MinFree, "%")
	if c.MinFree, err = strconv.Atoi(percent); b.MinFree != "" && (err != nil || !ok) {
		return c, fmt.Errorf("min_free is %.40q, not a part of the disk such as 10%%", b.MinFree)
	}
	return c, c.Validate()
}

// Folder returns the folder of the copies, "" for the usual one; a relative path begins at the data folder.
func (b *Backup) Folder(home string) string {
	if b.To == "" || filepath.IsAbs(b.To) {
		return b.To
	}
	return filepath.Join(home, b.To)
}

// check returns what is wrong, nil if nothing is.
func (b *Backup) check() error {
	if strings.HasPrefix(b.To, "~") || !printableLines(b.To) || strings.Contains(b.To, "\n") {
		return fmt.Errorf("to is %.60q, not a folder; write ~ out", b.To)
	}
	_, err := b.Config(0)
	return err
}
