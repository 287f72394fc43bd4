// Package admin executes commands: it parses a line, judges whether its issuer may give it, and runs its handler on the server
// through the interface Game. Slow work (saving the lists, backups, looking through the history) is handed to a Backend, which
// answers later.
//
// Owner: the server's loop. Invariants: a command is answered once, unless the world ends first; permissions are judged here and
// nowhere else.
package admin

import (
	"fmt"

	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/building"
	"voxtide/server/market"
	"voxtide/server/roles"
	"voxtide/server/rollback"
	"voxtide/server/roster"
	"voxtide/timestream"
)

// Executor runs commands and holds those that wait.
type Executor struct {
	Access Access
	Counts [CommandOutcomes]int // commands by outcome

	game     Game
	history  rollback.Server
	roster   *roster.Roster
	backend  Backend         // nil: nobody is there
	observer CommandObserver // nil: nobody

	queued  []queuedCommand // typed in the chat in this step
	saves   []saveWait
	queries []historyQuery

	judge *roles.Judge // of the access lists; see judgeOf

	requests []claimRequest // for land over what others built, of players who ask
	builders building.Table // what players have selected and copied

	places map[timestream.Stream]place // where players were before commands took them away

	comers []visitRequest // who asks to come to whom, the oldest first

	sales market.Sales // at shops

	whispers map[string]string // by player, who sent the last private message

	profile profileState
}

// New returns an executor for a game. Backend and observer may be nil.
func New(game Game, history rollback.Server, r *roster.Roster, lists *access.Lists, backend Backend, observer CommandObserver) *Executor {
	lists.IndexClaims()
	return &Executor{Access: Access{Lists: lists, backend: backend}, game: game, history: history, roster: r, backend: backend, observer: observer, whispers: map[string]string{}, places: map[timestream.Stream]place{}}
}

// queuedCommand is a command that a player typed in the chat.
type queuedCommand struct {
	stream timestream.Stream
	line   string
}

// Queue takes a command that a player typed in the chat.
func (x *Executor) Queue(of timestream.Stream, line string) {
	x.queued = append(x.queued, queuedCommand{of, line})
}

const unsavedText = "this counts, but could not be kept for after a restart: %v"

// invocation is a command while it is executed.
type invocation struct {
	*Executor
	by       Issuer
	call     commands.Call
	lines    []string
	deferred bool // somebody else answers
	changed  bool // the access lists
	granted  bool // a role, or the rank of an operator, gives the command: it counts for what is others', too
	outcome  int  // CommandDone, unless running it says otherwise
	answer   func(lines []string)
}

// handler belongs to a row of the table of commands: how it runs and, where its permission is OwnerOnly, why the thing is not the
// issuer's own, "" if it is.
type handler struct {
	run       func(o *invocation)
	ownerOnly func(o *invocation) (why string)
}

// replyLinesMax bounds the lines of an answer in the chat, consoleLinesMax those on the console.
const (
	replyLinesMax   = 40
	consoleLinesMax = 400
)

func (o *invocation) print(format string, args ...any) {
	most := replyLinesMax
	if o.by.outside() {
		most = consoleLinesMax
	}
	switch {
	case len(o.lines) < most:
		o.lines = append(o.lines, fmt.Sprintf(format, args...))
	case len(o.lines) == most:
		o.lines = append(o.lines, "... and more")
	}
}

// fail says why a command that was understood and allowed is not done.
func (o *invocation) fail(format string, args ...any) {
	o.print(format, args...)
	o.outcome = CommandFailed
}

// unsupported says that nobody is there who could do it.
func (o *invocation) unsupported() {
	o.print("%s: not in this version", o.call.Command.Name)
	o.outcome = CommandUnsupported
}

func (o *invocation) arg(name string) commands.Value { return o.call.Get(name) }

// saveWait is a save command that waits.
type saveWait struct {
	*invocation
	commitSeq uint64 // everything up to it must be durable; 0 while snapshots are due
}

// historyQuery is a query that waits until everything that has happened before it is on the disk, where its answer is looked for.
type historyQuery struct {
	*rollback.Query
	commitSeq uint64 // what must be durable first; 0 until the step's batch is committed
}
