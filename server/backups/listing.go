package backups

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Status is how copies do, for metrics.
type Status struct {
	LastGood Copy // the newest good copy; zero: none
	Age      time.Duration
	Known    bool // Age is known: there is a good copy, or one should have been made by now
	Failed   int  // copies that could not be made or handed on, or are damaged, since the start
}

// Status returns how copies do.
func (k *Keeper) Status() (s Status) {
	for _, c := range slices.Backward(k.catalogue.List()) {
		if c.State == Good {
			s.LastGood, s.Age, s.Known = c, k.now().Sub(c.At), true
			break
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	s.Failed = k.failed
	if !s.Known && !k.cfg.Schedule.IsZero() {
		s.Age, s.Known = k.now().Sub(k.began), true
	}
	return s
}

// Lines lists the copies, the newest first, and when the next one is due.
func (k *Keeper) Lines() (lines []string) {
	all := k.catalogue.List()
	for i, c := range slices.Backward(all) {
		state := cmp.Or(string(c.State), "not checked")
		if c.State == Good {
			state = "in order, checked " + time.Unix(c.Checked, 0).Format("2006-01-02 15:04")
		} else if c.State == Damaged {
			state = "DAMAGED: " + c.Problem
		}
		lines = append(lines, fmt.Sprintf("  %d: %s, %s old, %s, hash %s: %s", len(all)-i, c.At.Format("2006-01-02 15:04:05"), age(k.now().Sub(c.At)), size(c.Bytes), cmp.Or(c.Hash, "unknown"), state))
	}
	if len(all) == 0 {
		lines = append(lines, "there are no backups in "+k.catalogue.Dir)
	} else {
		lines = append(lines, "in "+k.catalogue.Dir)
	}
	cfg := k.config()
	switch due, ok := k.due(); {
	case !ok:
		lines = append(lines, "none are made by themselves: [backup] in server.toml says when")
	default:
		lines = append(lines, fmt.Sprintf("the next one is due %s; kept are %v", due.Format("2006-01-02 15:04:05"), cfg.Keep))
	}
	return lines
}

// age writes how old a copy is.
func age(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%dd", int(d/(24*time.Hour)))
	case d >= time.Hour:
		return fmt.Sprintf("%dh%dm", int(d/time.Hour), int(d%time.Hour/time.Minute))
	case d >= time.Minute:
		return fmt.Sprintf("%dm", int(d/time.Minute))
	}
	return fmt.Sprintf("%ds", int(max(0, d)/time.Second))
}

// size writes a number of bytes.
func size(n int64) string {
	if n >= 10<<20 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d kB", n>>10)
}

// Read calls f with the copy of a number, 1 is the newest, while nobody else reads or removes it. Errors: ErrNoCopy, that it is damaged, those of f.
func (k *Keeper) Read(number int, f func(Copy) error) error {
	k.reading.Lock()
	defer k.reading.Unlock()
	c, err := k.catalogue.Number(number)
	if err != nil {
		return err
	}
	if c.State == Damaged {
		return fmt.Errorf("backup %d is damaged: %s", number, c.Problem)
	}
	return f(c)
}

// Copies returns the copies, the oldest first.
func (k *Keeper) Copies() []Copy { return k.catalogue.List() }

// Count returns the number of copies.
func (k *Keeper) Count() int { return len(k.catalogue.List()) }
