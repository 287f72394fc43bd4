package host

import (
	"context"
	"encoding/hex"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/keep"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/chatlog"
	"voxtide/server/events"
	"voxtide/server/itemlog"
	"voxtide/server/rendezvous"
	"voxtide/server/visits"
	"voxtide/timestream"
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
	visits      *visits.Log             // nil: none; set before the first line
	events      *events.Log             // what machines outside are told, of all worlds of the process,
	texts       keep.Texts              // what the events say of where somebody comes from: they are remembered
	world       string                  // and the name of this one among several; set before the first event
	items       *itemlog.Watch          // nil: none; set before the loop runs
	said        saidLog                 // what was said, and which commands were given
	visitsFail  bool                    // the last visit could not be kept, which was logged
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
	visit *visits.Event // goes into the log of visits, too
}

func newEventLog(log *slog.Logger, srv func() *server.Server) *eventLog {
	w := &eventLog{
		log: log, srv: srv, names: map[timestream.Stream]string{}, lines: make(chan logLine, logLinesMax), done: make(chan struct{}),
		addressText: netip.Addr.String, events: events.New(),
	}
	go w.run()
	return w
}

// publish tells those outside of the game what happened in this world. Any goroutine may call it.
func (w *eventLog) publish(e events.Event) {
	e.World = w.world
	w.events.Publish(e)
}

func (w *eventLog) run() {
	defer close(w.done)
	for l := range w.lines {
		w.log.Log(context.Background(), l.level, l.text, l.with...)
		w.keep(l.visit)
	}
}

// keep writes an event into the log of visits. A disk that does not take it is logged once.
func (w *eventLog) keep(e *visits.Event) {
	if e == nil || w.visits == nil {
		return
	}
	err := w.visits.Append(*e)
	if err != nil && !w.visitsFail {
		w.log.Warn("who comes and who leaves is not kept", "why", err)
	}
	w.visitsFail = err != nil
}

// visit returns an event of the log of visits, of now.
func (w *eventLog) visit(kind visits.Kind, name string, from access.Origin, reason string) *visits.Event {
	e := &visits.Event{At: time.Now().Unix(), Kind: kind, Name: name, Text: reason}
	if from.Address.IsValid() {
		e.From = w.texts.Keep(w.addressText(from.Address))
	}
	if from.Key != (access.Identity{}) {
		e.Key = w.texts.Keep(shortKey(from.Key))
	}
	return e
}

// enqueue queues a line, if there is room.
func (w *eventLog) enqueue(level slog.Level, text string, with ...any) {
	w.enqueueVisit(nil, level, text, with...)
}

// enqueueVisit queues a line with an event of the log of visits.
func (w *eventLog) enqueueVisit(visit *visits.Event, level slog.Level, text string, with ...any) {
	if w.dropped > 0 {
		with = append(with, "lines lost before", w.dropped)
	}
	select {
	case w.lines <- logLine{level, text, with, visit}:
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
	var visit *visits.Event
	with := []any{"player", name, "number", uint32(s)}
	switch event {
	case server.SessionEnded:
		level := slog.LevelWarn
		if reason == protocol.ReasonElsewhere.String() { // the player is in another world, or on another machine
			level = slog.LevelInfo
		}
		w.enqueueVisit(w.visit(visits.Ended, name, access.Origin{}, reason), level, "session ended", "player", name, "why", reason)
		w.publish(events.Event{Kind: events.Ended, Player: name, Text: reason})
		return
	case server.SessionDied:
		w.enqueue(slog.LevelInfo, "player died", "player", name, "how", reason)
		if w.srv().Unseen(s) {
			return
		}
		w.publish(events.Event{Kind: events.Death, Player: name, Text: reason})
		return
	case server.SessionLeft:
		delete(w.names, s)
		visit = w.visit(visits.Left, name, access.Origin{}, "")
		if reason != server.LeftUnseen {
			w.publish(events.Event{Kind: events.Leave, Player: name})
		}
	case server.SessionJoined, server.SessionResumed:
		from := w.srv().Origin(s)
		with = append(with, w.origin(from)...)
		visit = w.visit(visits.Came, name, from, "")
		if event == server.SessionJoined && !w.srv().Unseen(s) {
			w.publishVisit(events.Join, visit)
		}
	}
	w.enqueueVisit(visit, slog.LevelInfo, "player "+event.String(), with...)
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
	visit := w.visit(visits.Refused, name, from, reason)
	w.publishVisit(events.Refused, visit)
	w.enqueueVisit(visit, slog.LevelInfo, "not let in", with...)
}

// publishVisit tells machines outside of somebody who came, or was not let in.
func (w *eventLog) publishVisit(kind string, v *visits.Event) {
	w.publish(events.Event{Kind: kind, Player: v.Name, Text: v.Text, Address: v.From, Key: v.Key})
}

// keyDigits is how many hexadecimal digits of a key the log has: enough to tell players apart.
const keyDigits = 8

// origin returns what the log says of where somebody comes from.
func (w *eventLog) origin(from access.Origin) (with []any) {
	if from.Address.IsValid() {
		with = append(with, "address", w.addressText(from.Address))
	}
	if from.Key != (access.Identity{}) {
		with = append(with, "key", shortKey(from.Key))
	}
	return with
}

func shortKey(key access.Identity) string { return hex.EncodeToString(key[:keyDigits/2]) }

// Edit implements server.Observer.
func (w *eventLog) Edit(_ uint64, d *edits.LogEntry) {
	if w.items != nil {
		w.items.Edit(d)
	}
	if d.Edit.Kind != edits.Chat {
		return
	}
	name := w.names[d.Edit.Stream]
	if d.Edit.Stream == timestream.Server {
		name = "server"
	}
	w.enqueue(slog.LevelInfo, "said", "player", name, "text", d.Edit.Text)
	w.publish(events.Event{Kind: events.Chat, Player: name, Text: d.Edit.Text})
	w.said.add(chatlog.Entry{Kind: chatlog.Said, Name: name, Text: d.Edit.Text, Done: true})
}

// CommandRun implements admin.CommandObserver.
func (w *eventLog) CommandRun(by admin.Issuer, typed, line string, done bool) {
	name := by.Who.Name
	if name == "" {
		name = "console"
	}
	if w.items != nil {
		w.items.Command(name)
	}
	w.enqueue(slog.LevelInfo, "command", "player", name, "line", line, "done", done)
	w.publish(events.Event{Kind: events.Command, Player: name, Text: line, Done: done})
	if word, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "/"), " "); word == "search" {
		return // it would find itself, and those before it; the log has it
	}
	e := chatlog.Entry{Kind: chatlog.Command, Name: name, Text: line, Done: done}
	if w.said.private && typed != line {
		e.Kind, e.Text = chatlog.Private, typed
	}
	w.said.add(e)
}

// Worded implements server.WordObserver.
func (w *eventLog) Worded(player, what, word, text string, refused bool) {
	with := []any{"player", player, "what", what, "word", word, "refused", refused}
	if text != "" {
		with = append(with, "text", text)
	}
	w.enqueue(slog.LevelInfo, "a word that is not said here", with...)
}

// saidLog is the history of what was said.
type saidLog struct {
	log     *chatlog.Log // nil: none; set before the first line
	private bool         // it has private messages, too
}

func (l saidLog) add(e chatlog.Entry) {
	if l.log != nil {
		e.At = time.Now().Unix()
		l.log.Add(e)
	}
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
func (w *eventLog) Action(by timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	if w.items != nil {
		w.items.Action(by, a, why)
	}
}

// Advanced implements server.Observer.
func (*eventLog) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (w *eventLog) Transaction(kind string) {
	if w.items != nil {
		w.items.Transaction(kind)
	}
}
