package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/store/pebble"
)

// Commands for a world that does not run: check, backup, restore, leave, upgrade.

// maintenanceTasks holds the commands by name.
var maintenanceTasks = map[string]struct {
	usage string
	args  int
	run   func(t *maintenance, args []string) (code int, err error)
}{
	"check":   {"check WORLD", 1, (*maintenance).check},
	"backup":  {"backup WORLD DIR", 2, (*maintenance).backup},
	"restore": {"restore DIR WORLD, or server restore --at TIME WORLD", 2, (*maintenance).restore},
	"leave":   {"leave WORLD", 1, (*maintenance).leave},
	"upgrade": {"upgrade WORLD [--generator N] [--dry-run]", 1, (*maintenance).upgrade},
}

// maintenance is a command under way.
type maintenance struct {
	ctx        context.Context
	home       string
	out        io.Writer
	log        *slog.Logger
	reportedAt time.Time // when the progress was logged last
	generator  int       // of upgrade; 0: the newest
	dryRun     bool
}

// runMaintenance runs a command; words are its name and its arguments.
func (c *runCmd) runMaintenance(ctx context.Context, words []string, dryRun bool, stdout, stderr io.Writer) int {
	chore := maintenanceTasks[words[0]]
	if c.At != "" {
		return c.restoreAt(ctx, words, stdout, stderr)
	}
	if len(words)-1 != chore.args {
		return cli.UsageError(stderr, "server", "say server %s", chore.usage)
	}
	home, err := settings.Home(c.Data)
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	t := &maintenance{ctx: ctx, home: home, out: stdout, log: cli.Logger(stderr, c.Verbose), reportedAt: time.Now(), generator: c.Generator, dryRun: dryRun}
	code, err := chore.run(t, words[1:])
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Interrupted(ctx)
	case err != nil:
		return cli.Fail(stderr, "server", err)
	}
	return code
}

// restoreAt is restore with --at: it makes a world of the newest copy that is not later than a time and is not known to be damaged.
func (c *runCmd) restoreAt(ctx context.Context, words []string, stdout, stderr io.Writer) int {
	at, err := parseTime(c.At)
	if words[0] != "restore" || len(words) != 2 || err != nil {
		return cli.UsageError(stderr, "server", "say server restore --at 2026-11-20T04:00 WORLD")
	}
	home, err := settings.Home(c.Data)
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	dir, err := settings.WorldDir(home, words[1])
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	s, err := settings.ReadServer(c.path(home))
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	all := host.Backups(dir, s.Backup.Folder(home))
	found, err := all.At(at)
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	fmt.Fprintf(stdout, "from %s, of %s\n", found.Dir, found.At.Format("2006-01-02 15:04:05"))
	c.At = ""
	return c.runMaintenance(ctx, []string{"restore", found.Dir, words[1]}, false, stdout, stderr)
}

// parseTime reads a local time to the day, the minute or the second.
func parseTime(text string) (t time.Time, err error) {
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", time.RFC3339} {
		if t, err = time.ParseInLocation(layout, text, time.Local); err == nil {
			return t, nil
		}
	}
	return t, err
}

// progress logs the progress each second, and ends with Ctrl-C.
func (t *maintenance) progress(sections int) error {
	if now := time.Now(); now.Sub(t.reportedAt) >= time.Second {
		t.reportedAt = now
		t.log.Info("checking", "sections", sections)
	}
	return t.ctx.Err()
}

func (t *maintenance) check(args []string) (int, error) {
	dir, err := settings.WorldDir(t.home, args[0])
	if err != nil {
		return cli.Failed, err
	}
	r, err := host.Check(dir, t.log, t.progress)
	if err != nil {
		return cli.Failed, fmt.Errorf("world %s: %w", args[0], err)
	}
	r.Write(t.out)
	if !r.OK() {
		things := fmt.Sprintf("%d things are", r.ProblemCount)
		if r.ProblemCount == 1 {
			things = "1 thing is"
		}
		fmt.Fprintf(t.out, "not in order: %s wrong; bring a backup back with server restore\n", things)
		if r.MissingTail {
			fmt.Fprintln(t.out, "if the missing files of db are somewhere, put them back before the world is started: a start goes on with what is here")
		}
		return cli.Failed, nil
	}
	fmt.Fprintf(t.out, "in order, generator %d\n", r.Info.Generator)
	return cli.OK, nil
}

// upgrade gives a world another generator.
func (t *maintenance) upgrade(args []string) (int, error) {
	dir, err := settings.WorldDir(t.home, args[0])
	if err != nil {
		return cli.Failed, err
	}
	if !host.IsWorld(dir) {
		return cli.Failed, fmt.Errorf("there is no world in %s", dir)
	}
	u := host.Upgrade{Dir: dir, Generator: t.generator, DryRun: t.dryRun, Log: t.log, Progress: func(doing string, done, all int) error {
		if now := time.Now(); now.Sub(t.reportedAt) >= time.Second {
			t.reportedAt = now
			t.log.Info(doing, "done", done, "of", all)
		}
		return t.ctx.Err()
	}}
	r, err := u.Run()
	if errors.Is(err, host.ErrUpgraded) {
		fmt.Fprintf(t.out, "nothing to do: %s has generator %d\n", args[0], r.To)
		return cli.OK, nil
	}
	if r.Kept > 0 {
		r.Write(t.out)
	}
	switch {
	case err != nil:
		return cli.Failed, fmt.Errorf("world %s: %w", args[0], err)
	case t.dryRun:
		fmt.Fprintln(t.out, "nothing was written; leave --dry-run out to do it, and a backup is made first")
	default:
		fmt.Fprintf(t.out, "backup %s\nupgraded: generator %d, hash %016x as before\n", r.Backup, r.To, r.Hash)
	}
	return cli.OK, nil
}

func (t *maintenance) backup(args []string) (int, error) {
	dir, err := settings.WorldDir(t.home, args[0])
	if err != nil {
		return cli.Failed, err
	}
	c, err := host.BackupOffline(dir, args[1], t.log)
	if err != nil {
		return cli.Failed, err
	}
	fmt.Fprintln(t.out, host.CopySummary(args[1], c.Hash, c.Edits))
	return cli.OK, nil
}

func (t *maintenance) restore(args []string) (int, error) {
	dir, err := settings.WorldDir(t.home, args[1])
	if err != nil {
		return cli.Failed, err
	}
	r, err := host.Restore(args[0], dir, t.log, t.progress)
	if errors.Is(err, host.ErrDamagedCopy) {
		r.Write(t.out)
	}
	if err != nil {
		return cli.Failed, err
	}
	fmt.Fprintln(t.out, host.CopySummary(dir, r.Hash, r.Edits))
	return cli.OK, nil
}

// leave takes a world out of its cluster.
func (t *maintenance) leave(args []string) (int, error) {
	dir, err := settings.WorldDir(t.home, args[0])
	if err != nil {
		return cli.Failed, err
	}
	if !host.IsWorld(dir) {
		return cli.Failed, fmt.Errorf("world %s: %s is not a world", args[0], dir)
	}
	entry, err := host.Leave(dir, t.log)
	switch {
	case err != nil:
		return cli.Failed, fmt.Errorf("world %s: %w", args[0], err)
	case entry == 0:
		fmt.Fprintf(t.out, "%s is in no cluster\n", args[0])
	default:
		fmt.Fprintf(t.out, "%s has left the cluster, with everything up to entry %d of its log; start it without --cluster\n", args[0], entry)
		fmt.Fprintln(t.out, "the other machines must not go on with it: see that they have stopped")
	}
	return cli.OK, nil
}

// backupTo is the command backup with a folder, on the console: it copies the running world and says when it is done; the
// world goes on meanwhile.
func backupTo(backup func(dir string) (pebble.CopyInfo, error), dir string, out io.Writer) {
	if dir == "" {
		fmt.Fprintln(out, "no backup: say backup DIR")
		return
	}
	if strings.HasPrefix(dir, "~") {
		fmt.Fprintln(out, "no backup: ~ means nothing here; write the folder out")
		return
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		fmt.Fprintf(out, "no backup: %v\n", err)
		return
	}
	c, err := backup(dir)
	if err != nil {
		fmt.Fprintf(out, "no backup: %v\n", err)
		return
	}
	fmt.Fprintln(out, host.CopySummary(dir, c.Hash, c.Edits))
}
