package admin

import (
	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/rollback"
	"voxtide/timestream"
)

// Backend does the parts of commands that the loop must not wait for. Its calls return at once; done is called by the loop,
// between two steps and once, and never if the world has ended before.
type Backend interface {
	// SaveAccess makes access lists durable; they are the backend's from then on.
	SaveAccess(l *access.Lists, done func(error))
	// AccessUnsaved reports whether lists could not be made durable, and still have to be.
	AccessUnsaved() bool
	// Stop ends the world after the command, with a reason for players.
	Stop(reason string) bool
	// Reload reads settings and lists again. The lists stay as they are if a command has changed them since version.
	Reload(version uint64, done func(lines []string)) bool
	// Backup copies the world.
	Backup(done func(lines []string)) bool
	// Status returns lines about the process and its machine.
	Status(done func(lines []string)) bool
	// QueryHistory begins a question about past changes and has it answered. It returns false if nobody does that here.
	QueryHistory(s rollback.Server, q *rollback.Query) bool
}

// Issuer is who gives a command.
type Issuer struct {
	Rank   commands.Rank
	Stream timestream.Stream // of a player; the server's for the console
	Who    access.Principal
}

// Console is the issuer of commands on the server's console.
var Console = Issuer{Rank: commands.Console, Stream: timestream.Server}

// CommandObserver is told of each command.
type CommandObserver interface {
	CommandRun(by Issuer, line string, done bool)
}

// Outcomes of commands, for Executor.Counts.
const (
	CommandDone        = iota
	CommandInvalid     // it could not be understood
	CommandDenied      // its issuer may not give it
	CommandUnsupported // this version cannot do it
	CommandRateLimited // too many at once, of one player
	CommandFailed      // it was allowed, and could not be done
	CommandOutcomes
)
