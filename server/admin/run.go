package admin

import (
	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/textline"
)

// RunQueued runs the commands that were typed in the chat in this step.
func (x *Executor) RunQueued() {
	for _, c := range x.queued {
		by, online, late := x.game.Admit(c.stream)
		switch {
		case !online:
		case late:
			x.Counts[CommandRateLimited]++
			x.game.Tell(c.stream, "too many commands at once: wait a moment")
		default:
			x.Run(by, c.line, func(lines []string) {
				for _, l := range lines {
					x.game.Tell(c.stream, l)
				}
			})
		}
	}
	clear(x.queued)
	x.queued = x.queued[:0]
}

// AnswerWaiting answers the commands that waited for the store, as far as it has come.
func (x *Executor) AnswerWaiting() {
	x.answerSaves()
	x.sendQueries()
}

// Run executes a line as a command, with or without its slash. The answer comes once, at once or between later steps; it does not
// come if the world ends before.
func (x *Executor) Run(by Issuer, line string, answer func(lines []string)) {
	o := &invocation{Executor: x, by: by, answer: answer}
	outcome := o.execute(line)
	x.Counts[outcome]++
	if x.observer != nil {
		x.observer.CommandRun(by, textline.Clean(commands.Redact(line), textline.ChatMax), outcome == CommandDone)
	}
	x.game.EndCommand()
	switch {
	case o.deferred:
	case o.changed:
		x.Access.Save(func(err error) {
			if err != nil {
				o.print(unsavedText, err)
			}
			answer(o.lines)
		})
	default:
		answer(o.lines)
	}
}

// execute parses a line, judges whether it may be given, and runs it.
func (o *invocation) execute(line string) (outcome int) {
	row, rest, err := commands.Split(line)
	if err != nil {
		o.print("%v", err)
		return CommandInvalid
	}
	if !row.Permission.Allows(o.by.Rank) {
		o.print("%s: not allowed: it is for %v", row.Name, row.Permission)
		return CommandDenied
	}
	if o.call, err = row.Parse(rest, nameSource{o.Executor}); err != nil {
		o.print("%v", err)
		return CommandInvalid
	}
	h := handlers[row.Name]
	if h.run == nil {
		o.print("%s: not in this version", row.Name)
		return CommandUnsupported
	}
	if row.Permission == commands.OwnerOnly && o.by.Rank < commands.Operator {
		why := "it is for operators"
		if h.ownerOnly != nil {
			why = h.ownerOnly(o)
		}
		if why != "" {
			o.print("%s: not allowed: %s", row.Name, why)
			return CommandDenied
		}
	}
	if why := o.game.ReadOnly(); row.Persistent && why != actions.Done {
		o.print("%s: %v", row.Name, why)
		return CommandDenied
	}
	h.run(o)
	return o.outcome
}

// nameSource is whom commands may name.
type nameSource struct{ x *Executor }

// Online implements commands.Names.
func (n nameSource) Online() (out []string) {
	for _, p := range n.x.game.Players(nil) {
		out = append(out, p.Name)
	}
	return out
}

// Known implements commands.Names.
func (n nameSource) Known(begin string) []string {
	return n.x.roster.WithPrefix(begin, commands.KnownMax)
}
