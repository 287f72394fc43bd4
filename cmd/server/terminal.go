package main

import (
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/lineedit"
	"voxtide/internal/logfile"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/host"
	"voxtide/settings"
)

// historyFile is the name of what was typed on the console, in the data folder.
const historyFile = "console_history"

// completePatience is how long Tab waits for a world.
const completePatience = time.Second

// openHistory opens what was typed before; nil without a data folder.
func openHistory(home string, log *slog.Logger) *lineedit.History {
	if home == "" {
		return nil
	}
	h, err := lineedit.OpenHistory(filepath.Join(home, historyFile))
	if err != nil && log != nil {
		log.Warn("what is typed on the console is not kept", "why", err)
	}
	return h
}

// terminal is where a server's lines come from and where its output goes: as they are, or with a console around them.
type terminal struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	console        *lineedit.Console // nil: they are no terminal
	current        func() *host.Host // the world whose names are completed; nil while there is none
	file           *logfile.File     // of the log; nil: there is none
}

// logger returns the server's log: on the standard error or, by the settings, in a file.
func (t *terminal) logger(s *settings.Server, home string, verbose bool) *slog.Logger {
	if s.LogFile == "" {
		return cli.ServerLogger(t.stderr, verbose)
	}
	path := s.LogFile
	if !filepath.IsAbs(path) {
		path = filepath.Join(home, path)
	}
	t.file = logfile.Open(logfile.Options{Path: path, Bytes: int64(s.LogFileMB) << 20, Files: s.LogFiles, Else: t.stderr})
	fmt.Fprintln(t.stderr, "server: the log is in", path)
	return cli.ServerLoggerTo(t.stderr, t.file, verbose)
}

// reopenLog goes on in a new file of the log, if another program has moved it away.
func (t *terminal) reopenLog() {
	if t.file != nil {
		t.file.Reopen()
	}
}

// closeLog closes the file of the log.
func (t *terminal) closeLog() {
	if t.file != nil {
		t.file.Close()
	}
}

// openTerminal returns the terminal of a server. interrupt is called for Ctrl-C.
func openTerminal(stdin io.Reader, stdout, stderr io.Writer, interrupt func()) *terminal {
	t := &terminal{stdin: stdin, stdout: stdout, stderr: stderr, current: func() *host.Host { return nil }}
	c, ok := lineedit.New(stdin, stdout, stderr, lineedit.Options{
		Prompt: "> ", Complete: t.complete, Interrupt: interrupt, AtEnd: "the server goes on; say stop, or press Ctrl-C, to stop it",
	})
	if ok {
		t.console, t.stdout, t.stderr = c, c.Out(), c.Err(stderr)
	}
	return t
}

// start takes the terminal, once there is somebody to take lines. close must follow.
func (t *terminal) start(home string, log *slog.Logger, current func() *host.Host) {
	if t.console == nil {
		return
	}
	t.current = current
	t.console.Keep(openHistory(home, log))
	if err := t.console.Start(); err != nil {
		log.Warn("the terminal edits no lines", "why", err)
		t.console = nil
	}
}

// close gives the terminal back.
func (t *terminal) close() {
	if t.console != nil {
		t.console.Close()
	}
}

// lines calls a function with each line, without space around it, until the input ends or the function returns false.
func (t *terminal) lines(each func(line string) bool) {
	if t.console == nil {
		eachLine(t.stdin, t.stdout, each)
		return
	}
	defer t.console.Close() // it has hung up: the server goes on
	for {
		line, err := t.console.ReadLine()
		if err != nil {
			return
		}
		if line = strings.TrimSpace(line); line != "" && !each(line) {
			return
		}
	}
}

// complete returns the options for the last word of a line, from the table of all commands and the names of the world.
func (t *terminal) complete(line string) (from int, options []string) {
	h := t.current()
	if h == nil {
		return 0, nil
	}
	type answer struct {
		from    int
		options []string
	}
	says := make(chan answer, 1)
	go h.Do(func(s *server.Server) {
		from, options := s.Complete(admin.Console, line)
		says <- answer{from, options}
	})
	select {
	case a := <-says:
		return a.from, a.options
	case <-time.After(completePatience): // a world that is busy completes nothing
	case <-h.Done():
	}
	return 0, nil
}
