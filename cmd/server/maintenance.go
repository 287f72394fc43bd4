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
)

// Commands for a world that does not run: check, backup, restore.

// maintenanceTasks holds the commands by name.
var maintenanceTasks = map[string]struct {
	usage string
	args  int
	run   func(t *maintenance, args []string) (code int, err error)
}{
	"check":   {"check WORLD", 1, (*maintenance).check},
	"backup":  {"backup WORLD DIR", 2, (*maintenance).backup},
	"restore": {"restore DIR WORLD", 2, (*maintenance).restore},
}

// maintenance is a command under way.
type maintenance struct {
	ctx        context.Context
	home       string
	out        io.Writer
	log        *slog.Logger
	reportedAt time.Time // when the progress was logged last
}

// runMaintenance runs a command; words are its name and its arguments.
func (c *runCmd) runMaintenance(ctx context.Context, words []string, stdout, stderr io.Writer) int {
	chore := maintenanceTasks[words[0]]
	if len(words)-1 != chore.args {
		return cli.UsageError(stderr, "server", "say server %s", chore.usage)
	}
	home, err := settings.Home(c.Data)
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	t := &maintenance{ctx: ctx, home: home, out: stdout, log: cli.Logger(stderr, c.Verbose), reportedAt: time.Now()}
	code, err := chore.run(t, words[1:])
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Interrupted(ctx)
	case err != nil:
		return cli.Fail(stderr, "server", err)
	}
	return code
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
	fmt.Fprintln(t.out, "in order")
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

// backupTo is the command backup with a folder, on the console: it copies the running world and says when it is done; the
// world goes on meanwhile.
func backupTo(h *host.Host, dir string, out io.Writer) {
	if strings.HasPrefix(dir, "~") {
		fmt.Fprintln(out, "no backup: ~ means nothing here; write the folder out")
		return
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		fmt.Fprintf(out, "no backup: %v\n", err)
		return
	}
	c, err := h.Backup(dir)
	if err != nil {
		fmt.Fprintf(out, "no backup: %v\n", err)
		return
	}
	fmt.Fprintln(out, host.CopySummary(dir, c.Hash, c.Edits))
}
