package host

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/rendezvous"
	"voxtide/timestream"
	"voxtide/transport"
)

const (
	// logLinesMax bounds the lines that wait for a slow log; further lines are counted and dropped.
	logLinesMax = 256
	// logFlushTimeout is how long close waits for the lines to be written.
	logFlushTimeout = time.Second
)

// eventLog writes to the log what operators of a server want to know: who joins, who leaves and why, and what is said. The
// loop calls it and never waits for the log, which may be a pipe that nobody reads: a goroutine writes.
type eventLog struct {
	log     *slog.Logger
	srv     func() *server.Server
	names   map[timestream.Stream]string // of players who are here: when a session ends its name is gone already
	lines   chan logLine
	dropped int           // lines dropped since the last one that was queued
	done    chan struct{} // closed when the goroutine has ended

	addressText func(netip.Addr) string // what the log says for an address
	rejections  rejectionCount
}

// rejectionCount bounds the lines about connections that were not let in: strangers cannot fill the disk with them.
type rejectionCount struct {
	since time.Time // the second in which they were counted
	lines int
	more  int // not logged since the last one that was
}

// rejectionsEach is how many of them a second are logged.
const rejectionsEach = 20

// logLine is a line of the log that waits.
type logLine struct {
	level slog.Level
	text  string
	with  []any
}

func newEventLog(log *slog.Logger, srv func() *server.Server) *eventLog {
	w := &eventLog{
		log: log, srv: srv, names: map[timestream.Stream]string{}, lines: make(chan logLine, logLinesMax), done: make(chan struct{}),
		addressText: netip.Addr.String,
	}
	go w.run()
	return w
}

func (w *eventLog) run() {
	defer close(w.done)
	for l := range w.lines {
		w.log.Log(context.Background(), l.level, l.text, l.with...)
	}
}

// enqueue queues a line, if there is room.
func (w *eventLog) enqueue(level slog.Level, text string, with ...any) {
	if w.dropped > 0 {
		with = append(with, "lines lost before", w.dropped)
	}
	select {
	case w.lines <- logLine{level, text, with}:
		w.dropped = 0
	default:
		w.dropped++
	}
}

// close waits until all lines are written, at most logFlushTimeout. No line may be queued any more.
func (w *eventLog) close() {
	close(w.lines)
	select {
	case <-w.done:
	case <-time.After(logFlushTimeout):
	}
}

// Session implements server.Observer.
func (w *eventLog) Session(s timestream.Stream, event server.SessionEvent, reason string) {
	if p := w.srv().World().Player(s); p != nil {
		w.names[s] = p.Name
	}
	name := w.names[s]
	with := []any{"player", name, "number", uint32(s)}
	switch event {
	case server.SessionEnded:
		w.enqueue(slog.LevelWarn, "session ended", "player", name, "why", reason)
		return
	case server.SessionDied:
		w.enqueue(slog.LevelInfo, "player died", "player", name, "how", reason)
		return
	case server.SessionLeft:
		delete(w.names, s)
	case server.SessionJoined, server.SessionResumed:
		with = append(with, w.origin(w.srv().Origin(s))...)
	}
	w.enqueue(slog.LevelInfo, "player "+event.String(), with...)
}

// Rejected implements server.EntryObserver.
func (w *eventLog) Rejected(from access.Origin, name, reason string) {
	if faults.Active(faults.RejectionUnlogged) {
		return
	}
	r := &w.rejections
	if now := time.Now(); now.Sub(r.since) >= time.Second {
		r.since, r.lines = now, 0
	}
	if r.lines++; r.lines > rejectionsEach {
		r.more++
		return
	}
	with := append([]any{"player", name, "why", reason}, w.origin(from)...)
	if r.more > 0 {
		with = append(with, "others before", r.more)
		r.more = 0
	}
	w.enqueue(slog.LevelInfo, "not let in", with...)
}

// keyDigits is how many hexadecimal digits of a key the log has: enough to tell players apart.
const keyDigits = 8

// origin returns what the log says of where somebody comes from.
func (w *eventLog) origin(from access.Origin) (with []any) {
	if from.Address.IsValid() {
		with = append(with, "address", w.addressText(from.Address))
	}
	if from.Key != (access.Identity{}) {
		with = append(with, "key", hex.EncodeToString(from.Key[:])[:keyDigits])
	}
	return with
}

// hashedAddress returns a text for addresses that says no more than which of them are one: without the secret it cannot be found out by
// trying all addresses.
func hashedAddress(secret []byte) func(netip.Addr) string {
	return func(at netip.Addr) string {
		h := hmac.New(sha256.New, secret)
		h.Write(transport.Source(at).AsSlice())
		return "hashed-" + hex.EncodeToString(h.Sum(nil))[:12]
	}
}

// Edit implements server.Observer.
func (w *eventLog) Edit(_ uint64, d *edits.LogEntry) {
	if d.Edit.Kind != edits.Chat {
		return
	}
	name := w.names[d.Edit.Stream]
	if d.Edit.Stream == timestream.Server {
		name = "server"
	}
	w.enqueue(slog.LevelInfo, "said", "player", name, "text", d.Edit.Text)
}

// CommandRun implements admin.CommandObserver.
func (w *eventLog) CommandRun(by admin.Issuer, line string, done bool) {
	name := by.Who.Name
	if by.Rank == commands.Console {
		name = "console"
	}
	w.enqueue(slog.LevelInfo, "command", "player", name, "line", line, "done", done)
}

// Link implements server.LinkObserver. Addresses of players are in the log at debug alone.
func (w *eventLog) Link(n *rendezvous.News) {
	if !w.log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	with := []any{"player", w.names[n.To]}
	switch {
	case n.Peer != nil:
		with = append(with, "meets", w.names[n.Peer.Stream], "pair", n.Peer.Pair)
		for _, a := range n.Peer.Addresses {
			with = append(with, a.How.String(), net.JoinHostPort(w.addressText(netip.AddrFrom16(a.IP).Unmap()), strconv.Itoa(int(a.Port))))
		}
	case n.Gone != nil:
		with = append(with, "loses", w.names[n.Gone.Stream], "why", n.Gone.Why.String())
	default:
		with = append(with, "may be asked for", w.names[n.Offer.Stream])
	}
	w.enqueue(slog.LevelDebug, "direct link", with...)
}

// Action implements server.Observer.
func (*eventLog) Action(timestream.Stream, *actions.Action, timestream.Time, actions.Refusal) {}

// Advanced implements server.Observer.
func (*eventLog) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (*eventLog) Transaction(string) {}
