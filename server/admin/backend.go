package admin

import (
	"voxtide/commands"
	"voxtide/schematic/schemfile"
	"voxtide/server/access"
	"voxtide/server/chatlog"
	"voxtide/server/chores"
	"voxtide/server/itemlog"
	"voxtide/server/profiler"
	"voxtide/server/roles"
	"voxtide/server/rollback"
	"voxtide/server/visits"
	"voxtide/timestream"
	"voxtide/world"
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
	// Backups lists the copies of the world; VerifyBackup reads the one of a number to the end.
	Backups(done func(lines []string)) bool
	VerifyBackup(number int, done func(lines []string)) bool
	// Status returns lines about the process and its machine.
	Status(done func(lines []string)) bool
	// Report writes down what came of a profile that is over, and shows it on the console.
	Report(p *profiler.Run, done func(lines []string)) bool
	// Visits looks up when a player was here, at most a number of the last times, and which others came from there. It returns false if
	// nobody keeps that.
	Visits(name string, most int, done func(own []visits.Event, others []string, err error)) bool
	// Search looks through what was said, and answers with the newest lines that fit and how many there are in all. It returns false if nobody
	// keeps that.
	Search(q chatlog.Query, done func(found []chatlog.Entry, all int, err error)) bool
	// Items looks through what players got and gave away. Had finds what one of them had at a time, or before the last death; what is given
	// while done runs is given back by a name. They return false if nobody keeps that.
	Items(q itemlog.Query, done func(found itemlog.Found, err error)) bool
	Had(name, by string, at int64, death bool, done func(p itemlog.Past, err error)) bool
	// Brought notes that things were given back to a player who is not here.
	Brought(name, by string, item world.Item, n int)
	// Chore begins a long job on the land, and returns false if nobody does that here. jobs lists it, cancel ends it.
	Chore(o chores.Order, done func(lines []string)) bool
	// Schematics returns the folder of the world's schematics, nil if there is none. Its methods take their time.
	Schematics() *schemfile.Folder
	// QueryHistory begins a question about past changes and has it answered. It returns false if nobody does that here.
	QueryHistory(s rollback.Server, q *rollback.Query) bool
}

// Issuer is who gives a command.
type Issuer struct {
	Rank   commands.Rank
	Stream timestream.Stream // of a player; the server's for the console
	Who    access.Principal
	Grant  *roles.Grant // of a machine, which is no player; nil for the others
}

// Machine is the issuer of commands that come with a token. Its name is none that a player can have.
func Machine(g *roles.Grant) Issuer {
	if g.Name == "" && g.Role == roles.ConsoleRole {
		return Console // the local socket
	}
	return Issuer{Rank: g.Rank(), Stream: timestream.Server, Who: access.Principal{Name: "token:" + g.Name}, Grant: g}
}

// outside reports whether an issuer is nowhere in the world: the console, or a machine.
func (i *Issuer) outside() bool { return i.Stream == timestream.Server }

// Console is the issuer of commands on the server's console.
var Console = Issuer{Rank: commands.Console, Stream: timestream.Server}

// CommandObserver is told of each command.
type CommandObserver interface {
	// CommandRun reports a command: as it was typed, and what a log may show of it.
	CommandRun(by Issuer, typed, line string, done bool)
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
