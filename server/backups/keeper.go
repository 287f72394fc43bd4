// Package backups makes copies of a running world by a schedule, looks each over, hands it on, and removes old ones by a rule.
//
// Data flow: a Keeper waits until a copy is due, or is asked for one; the copy is the disk's checkpoint, which nobody waits for; then it is read to
// the end with half of one core at most; then a program of the admin's may carry it elsewhere; then the rule says which older ones go. What is
// known of a copy is in a file in its folder, so it holds over restarts.
//
// Owner: the Keeper's goroutine, but for the methods that commands call from goroutines of their own. Invariants: one copy is made at a time, and one read; the
// rule counts and removes good copies alone: one that was not looked over, or is damaged, is never removed by it, and the newest good one never
// is; a copy that fails leaves nothing behind and harms no other; what was due while the server did not run is made soon after it starts.
package backups

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"voxtide/internal/faults"
)

// Config says how copies are made. Each change counts from then on.
type Config struct {
	Schedule Schedule
	Keep     Rule
	MinFree  int    // percent of the disk of the copies that have to be free for another one
	After    string // a program with its arguments that is called after a good copy, with the folder for %s; "" for none
	Max      int    // with a zero Keep: the newest copies that are kept, checked or not; 0 for all
}

// Validate returns what is wrong with a configuration, nil if nothing is.
func (c *Config) Validate() error {
	r := c.Keep
	switch {
	case min(r.Last, r.Hourly, r.Daily, r.Weekly) < 0 || max(r.Last, r.Hourly, r.Daily, r.Weekly) > 10_000:
		return errors.New("keep has numbers that are not 0 to 10000")
	case c.MinFree < 0 || c.MinFree > 90:
		return fmt.Errorf("min_free is %d%%, not 0%% to 90%%", c.MinFree)
	case strings.ContainsAny(c.After, "\n\x00") || len(c.After) > 1000:
		return errors.New("after is not one line of at most 1000 bytes")
	}
	return c.Schedule.Validate()
}

// World is what a Keeper needs of the world that it copies. All may take their time, and are called by one goroutine at a time.
type World struct {
	Copy   func(dir string) (hash string, edits uint64, err error)
	Check  func(dir string, progress func() error) (problem string, err error) // "" for one in order; the error says that it was not read to the end
	Remove func(dir string) error
	Free   func(dir string) (free, all uint64, err error)
	Tell   func(text string) // of a copy that was made, is in order or not; it must not wait. nil: nobody is told
}

// Keeper keeps copies of a world. Use New.
type Keeper struct {
	catalogue Catalogue
	world     World
	log       *slog.Logger
	now       func() time.Time

	making  sync.Mutex // one copy is made at a time; a command waits for it, so nothing slow is done under it
	reading sync.Mutex // one copy is read, or removed by the rule, at a time
	mu      sync.Mutex // over what follows
	cfg     Config
	failed  int           // copies that could not be made, or are damaged
	unready []string      // folders of copies that were made and not looked over
	began   time.Time     // when the Keeper began
	tried   time.Time     // when a copy was last begun by the schedule
	pace    time.Duration // tests: in the place of pauses while a copy is looked over; 0: as long as it took

	wake chan struct{}
	ctx  context.Context
	stop context.CancelFunc
	done sync.WaitGroup
}

// New returns a Keeper of a catalogue. now is the wall clock; nil: time.Now.
func New(c Catalogue, w World, cfg Config, log *slog.Logger, now func() time.Time) *Keeper {
	if now == nil {
		now = time.Now
	}
	k := &Keeper{catalogue: c, world: w, cfg: cfg, log: log, now: now, wake: make(chan struct{}, 1), began: now()}
	k.ctx, k.stop = context.WithCancel(context.Background())
	return k
}

// Start starts the goroutine.
func (k *Keeper) Start() { k.done.Go(k.run) }

// Close ends the goroutine and waits for it; a copy that is being looked over is looked over again another time.
func (k *Keeper) Close() {
	k.stop()
	k.done.Wait()
}

// Reconfigure changes the configuration.
func (k *Keeper) Reconfigure(cfg Config) {
	k.mu.Lock()
	k.cfg = cfg
	k.mu.Unlock()
	k.signal()
}

func (k *Keeper) signal() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

func (k *Keeper) config() Config {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.cfg
}

// sleepMax bounds the sleep of the goroutine, so that a clock that is set is noticed.
const sleepMax = time.Minute

// run is the goroutine.
func (k *Keeper) run() {
	for {
		wait := sleepMax
		if due, ok := k.due(); ok {
			if wait = due.Sub(k.now()); wait <= 0 {
				k.mu.Lock()
				k.tried = k.now()
				k.mu.Unlock()
				if _, err := k.Make(); err != nil {
					k.log.Error("no backup was made", "why", err)
				}
				wait = 0
			}
		}
		k.finish()
		select {
		case <-k.ctx.Done():
			return
		case <-k.wake:
		case <-time.After(max(10*time.Millisecond, min(wait, sleepMax))):
		}
	}
}

// due returns when the next copy is due: after the last one, or the last try, of this or an earlier run of the server.
func (k *Keeper) due() (time.Time, bool) {
	k.mu.Lock()
	cfg, last := k.cfg, k.tried
	k.mu.Unlock()
	if all := k.catalogue.List(); len(all) > 0 && all[len(all)-1].At.After(last) && !all[len(all)-1].At.After(k.now()) {
		last = all[len(all)-1].At
	}
	if last.IsZero() {
		last = k.began
	}
	return cfg.Schedule.Next(last)
}

// Make makes a copy now. It is looked over afterwards, by the goroutine. It returns what to say of it. Errors: those of the disk, and that there is
// too little room.
func (k *Keeper) Make() (lines []string, err error) {
	k.making.Lock()
	defer k.making.Unlock()
	defer func() {
		if err != nil {
			k.fail()
			k.tell("no backup was made: %v", err)
		}
	}()
	cfg := k.config()
	if why := k.roomFor(&cfg); why != nil {
		return nil, why
	}
	dir := k.catalogue.Path(k.now())
	hash, edits, err := k.world.Copy(dir)
	if err != nil {
		return nil, err
	}
	info := Info{Hash: hash, Edits: edits, Bytes: sizeOf(dir)}
	if err := writeInfo(dir, &info); err != nil {
		return nil, errors.Join(err, k.world.Remove(dir))
	}
	lines = append(lines, fmt.Sprintf("%s holds hash %s edits %d", dir, hash, edits))
	lines = append(lines, k.removeBeyond(&cfg, dir)...)
	k.mu.Lock()
	k.unready = append(k.unready, dir)
	k.mu.Unlock()
	k.signal()
	k.log.Info("a backup was made", "backup", dir, "hash", hash, "edits", edits)
	k.tell("a backup was made: %s", filepath.Base(dir))
	return lines, nil
}

// roomFor returns why there is no room for another copy.
func (k *Keeper) roomFor(cfg *Config) error {
	if cfg.MinFree == 0 {
		return nil
	}
	at := k.catalogue.Dir
	free, all, err := k.world.Free(at)
	if err != nil { // the folder is made with the first copy
		free, all, err = k.world.Free(filepath.Dir(at))
	}
	if err == nil && free < all/100*uint64(cfg.MinFree) {
		return fmt.Errorf("%d%% of the disk of %s are free, and min_free asks for %d%%: make room, or keep fewer copies", free*100/max(1, all), at, cfg.MinFree)
	}
	return nil
}

// removeBeyond removes the oldest copies beyond Config.Max, where there is no rule, but never the one that was just made.
func (k *Keeper) removeBeyond(cfg *Config, made string) (lines []string) {
	if cfg.Max == 0 || !cfg.Keep.IsZero() {
		return nil
	}
	all := k.catalogue.List()
	for _, old := range all[:max(0, len(all)-cfg.Max)] {
		if old.Dir == made {
			break
		}
		lines = append(lines, k.remove(old.Dir))
	}
	return lines
}

// remove removes a copy and says so.
func (k *Keeper) remove(dir string) string {
	if err := k.world.Remove(dir); err != nil {
		k.log.Error("an old backup cannot be removed", "backup", dir, "why", err)
		return fmt.Sprintf("an old one stays: %v", err)
	}
	k.log.Info("an old backup was removed", "backup", dir)
	return "removed " + dir
}

// tell tells those outside of a copy.
func (k *Keeper) tell(format string, args ...any) {
	if k.world.Tell != nil {
		k.world.Tell(fmt.Sprintf(format, args...))
	}
}

func (k *Keeper) fail() {
	k.mu.Lock()
	k.failed++
	k.mu.Unlock()
}

// finish looks the copies over that were made, hands the good ones on, and removes those that the rule does not keep.
func (k *Keeper) finish() {
	for {
		k.mu.Lock()
		dir := ""
		if len(k.unready) > 0 {
			dir, k.unready = k.unready[0], k.unready[1:]
		}
		k.mu.Unlock()
		if dir == "" {
			return
		}
		info, err := k.check(dir)
		switch {
		case k.ctx.Err() != nil:
			return
		case !k.catalogue.IsWorld(dir): // somebody took it away meanwhile
			continue
		case err != nil:
			k.fail()
			k.log.Error("a backup could not be looked over", "backup", dir, "why", err)
			continue
		case info.State == Damaged:
			k.fail()
			k.log.Error("a backup is damaged: it is kept, and counts as none", "backup", dir, "why", info.Problem)
			k.tell("the backup %s is damaged: %s", filepath.Base(dir), info.Problem)
			continue
		}
		k.log.Info("a backup is in order", "backup", dir, "hash", info.Hash)
		k.tell("the backup %s is in order", filepath.Base(dir))
		k.handOn(dir)
		k.Prune()
	}
}

// check looks a copy over and writes what it finds into the file of the copy.
func (k *Keeper) check(dir string) (Info, error) {
	k.reading.Lock()
	defer k.reading.Unlock()
	last := time.Now()
	problem, err := k.world.Check(dir, func() error { // half of a core at most
		if k.pace == 0 {
			select {
			case <-time.After(time.Since(last)):
			case <-k.ctx.Done():
			}
		}
		last = time.Now()
		return k.ctx.Err()
	})
	if k.ctx.Err() != nil {
		return Info{}, k.ctx.Err()
	}
	info := readInfo(dir)
	info.Checked, info.State, info.Problem = k.now().Unix(), Good, ""
	if err != nil {
		problem = err.Error()
	}
	if problem != "" && !faults.Active(faults.BackupUnverified) {
		info.State, info.Problem = Damaged, problem
	}
	return info, writeInfo(dir, &info)
}

// Verify looks a copy over by its number, and returns what to say of it.
func (k *Keeper) Verify(number int) ([]string, error) {
	c, err := k.catalogue.Number(number)
	if err != nil {
		return nil, err
	}
	info, err := k.check(c.Dir)
	if err != nil {
		return nil, err
	}
	if info.State == Damaged {
		return []string{fmt.Sprintf("%s is damaged: %s", c.Dir, info.Problem), "it is kept, and counts as none"}, nil
	}
	return []string{c.Dir + " is in order"}, nil
}

// Prune removes the good copies that the rule does not keep.
func (k *Keeper) Prune() {
	k.reading.Lock()
	defer k.reading.Unlock()
	rule := k.config().Keep
	if rule.IsZero() {
		return
	}
	var good []Copy
	var times []time.Time
	for _, c := range k.catalogue.List() {
		if c.State == Good || faults.Active(faults.BackupUnverified) {
			good, times = append(good, c), append(times, c.At)
		}
	}
	for i, kept := range rule.Kept(times) {
		if !kept {
			k.remove(good[i].Dir)
		}
	}
}

// afterMax bounds the time of the program that is called after a copy.
const afterMax = 6 * time.Hour

// handOn calls the admin's program with a good copy. No shell reads the line: a folder's name is one word.
func (k *Keeper) handOn(dir string) {
	words := strings.Fields(k.config().After)
	if len(words) == 0 {
		return
	}
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "%s", dir)
	}
	ctx, cancel := context.WithTimeout(k.ctx, afterMax)
	defer cancel()
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.WaitDelay = 5 * time.Second
	out, err := c.CombinedOutput()
	text := strings.TrimSpace(string(out[max(0, len(out)-300):]))
	if err != nil {
		k.fail()
		k.log.Error("a backup could not be handed on", "backup", dir, "program", words[0], "why", err, "it said", text)
		return
	}
	k.log.Info("a backup was handed on", "backup", dir, "program", words[0], "it said", text)
}
