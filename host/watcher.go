package host

import (
	"log/slog"
	"strings"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server"
	"voxtide/timestream"
)

// watcher writes to the log what people who run a server want to know: who comes and goes and why, and what is said. The
// loop calls it.
type watcher struct {
	log   *slog.Logger
	srv   func() *server.Server
	names map[timestream.Stream]string // of those who are here: at the end a name is gone already
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
		w.log.Warn("session ended", "player", name, "why", why)
		return
	}
	w.log.Info("player "+what, "player", name, "number", uint32(s))
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
	w.log.Info("said", "player", name, "text", d.Edit.Text)
}

// Action implements server.Observer.
func (*watcher) Action(timestream.Stream, *actions.Action, timestream.Time, actions.Refusal) {}

// Advanced implements server.Observer.
func (*watcher) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (*watcher) Transaction(string) {}
