package host

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/server"
	"voxtide/timestream"
)

const (
	// linesMax bounds the lines that wait for a log that is slow; more are counted and lost.
	linesMax = 256
	// linesPatience is how long the end waits for them.
	linesPatience = time.Second
)

// watcher writes to the log what people who run a server want to know: who comes and goes and why, and what is said. The
// loop calls it and never waits for the log, which may be a pipe that nobody reads: a goroutine writes.
type watcher struct {
	log   *slog.Logger
	srv   func() *server.Server
	names map[timestream.Stream]string // of those who are here: at the end a name is gone already
	lines chan logLine
	lost  int           // lines that found no room since the last that did
	over  chan struct{} // closed when the goroutine has ended
}

// logLine is a line of the log that waits.
type logLine struct {
	level slog.Level
	text  string
	with  []any
}

func newWatcher(log *slog.Logger, srv func() *server.Server) *watcher {
	w := &watcher{
		log: log, srv: srv, names: map[timestream.Stream]string{}, lines: make(chan logLine, linesMax), over: make(chan struct{}),
	}
	go w.write()
	return w
}

func (w *watcher) write() {
	defer close(w.over)
	for l := range w.lines {
		w.log.Log(context.Background(), l.level, l.text, l.with...)
	}
}

// say hands a line over, if there is room.
func (w *watcher) say(level slog.Level, text string, with ...any) {
	if w.lost > 0 {
		with = append(with, "lines lost before", w.lost)
	}
	select {
	case w.lines <- logLine{level, text, with}:
		w.lost = 0
	default:
		w.lost++
	}
}

// end waits until all is written, but not for ever. Nothing may be said any more.
func (w *watcher) end() {
	close(w.lines)
	select {
	case <-w.over:
	case <-time.After(linesPatience):
	}
}

// Session implements server.Observer.
func (w *watcher) Session(s timestream.Stream, what string) {
	if p := w.srv().World().Player(s); p != nil {
		w.names[s] = p.Name
	}
	name := w.names[s]
	if what == "left" {
		delete(w.names, s)
	}
	if why, ended := strings.CutPrefix(what, "ended: "); ended {
		w.say(slog.LevelWarn, "session ended", "player", name, "why", why)
		return
	}
	w.say(slog.LevelInfo, "player "+what, "player", name, "number", uint32(s))
}

// Edit implements server.Observer.
func (w *watcher) Edit(_ uint64, d *edits.Done) {
	if d.Edit.Kind != edits.Chat {
		return
	}
	name := w.names[d.Edit.Stream]
	if d.Edit.Stream == timestream.Server {
		name = "server"
	}
	w.say(slog.LevelInfo, "said", "player", name, "text", d.Edit.Text)
}

// Ordered implements server.Clerk.
func (w *watcher) Ordered(by server.Giver, line string, done bool) {
	name := by.Who.Name
	if by.Rank == commands.Console {
		name = "console"
	}
	w.say(slog.LevelInfo, "command", "player", name, "line", line, "done", done)
}

// Action implements server.Observer.
func (*watcher) Action(timestream.Stream, *actions.Action, timestream.Time, actions.Refusal) {}

// Advanced implements server.Observer.
func (*watcher) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (*watcher) Transaction(string) {}
