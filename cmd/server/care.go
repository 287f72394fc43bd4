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

	"voxtide/cmd/internal/start"
	"voxtide/host"
	"voxtide/settings"
)

// What is done for a world that does not run: check, backup, restore.

// chores is the table of them.
var chores = map[string]struct {
	usage string
	args  int
	run   func(t *task, args []string) (code int, err error)
}{
	"check":   {"check WORLD", 1, (*task).check},
	"backup":  {"backup WORLD DIR", 2, (*task).backup},
	"restore": {"restore DIR WORLD", 2, (*task).restore},
}

// task is a chore under way.
type task struct {
	ctx  context.Context
	home string
	out  io.Writer
	log  *slog.Logger
	said time.Time // when progress was told last
}

// do does a chore; words are its name and what it is about.
func (c *runCmd) do(ctx context.Context, words []string, stdout, stderr io.Writer) int {
	chore := chores[words[0]]
	if len(words)-1 != chore.args {
		return start.Wrong(stderr, "server", "say server %s", chore.usage)
	}
	home, err := settings.Home(c.Data)
	if err != nil {
		return start.Fail(stderr, "server", err)
	}
	t := &task{ctx: ctx, home: home, out: stdout, log: start.Logger(stderr, c.Verbose), said: time.Now()}
	code, err := chore.run(t, words[1:])
	switch {
	case errors.Is(err, context.Canceled):
		return start.Interrupted(ctx)
	case err != nil:
		return start.Fail(stderr, "server", err)
	}
	return code
}

// progress says each second on the log how far it is, and ends with Ctrl-C.
func (t *task) progress(sections int) error {
	if now := time.Now(); now.Sub(t.said) >= time.Second {
		t.said = now
		t.log.Info("checking", "sections", sections)
	}
	return t.ctx.Err()
}

func (t *task) check(args []string) (int, error) {
	dir, err := settings.World(t.home, args[0])
	if err != nil {
		return start.Failed, err
	}
	r, err := host.Check(dir, t.log, t.progress)
	if err != nil {
		return start.Failed, fmt.Errorf("world %s: %w", args[0], err)
	}
	r.Write(t.out)
	if !r.OK() {
		things := fmt.Sprintf("%d things are", r.Wrongs)
		if r.Wrongs == 1 {
			things = "1 thing is"
		}
		fmt.Fprintf(t.out, "not in order: %s wrong; bring a backup back with server restore\n", things)
		if r.Missing {
			fmt.Fprintln(t.out, "if the missing files of db are somewhere, put them back before the world is started: a start goes on with what is here")
		}
		return start.Failed, nil
	}
	fmt.Fprintln(t.out, "in order")
	return start.OK, nil
}

func (t *task) backup(args []string) (int, error) {
	dir, err := settings.World(t.home, args[0])
	if err != nil {
		return start.Failed, err
	}
	c, err := host.BackUp(dir, args[1], t.log)
	if err != nil {
		return start.Failed, err
	}
	fmt.Fprintln(t.out, host.Copied(args[1], c.Hash, c.Edits))
	return start.OK, nil
}

func (t *task) restore(args []string) (int, error) {
	dir, err := settings.World(t.home, args[1])
	if err != nil {
		return start.Failed, err
	}
	r, err := host.Restore(args[0], dir, t.log, t.progress)
	if errors.Is(err, host.ErrWrong) {
		r.Write(t.out)
	}
	if err != nil {
		return start.Failed, err
	}
	fmt.Fprintln(t.out, host.Copied(dir, r.Hash, r.Edits))
	return start.OK, nil
}

// backup is the console's where it names a folder: it copies the running world, and says so when it is done; the world
// goes on meanwhile.
func backup(h *host.Host, dir string, out io.Writer) {
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
	fmt.Fprintln(out, host.Copied(dir, c.Hash, c.Edits))
}
