package admin

import (
	"slices"
	"strings"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/textline"
	"voxtide/server/access"
	"voxtide/server/roles"
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
	x.tellSales()
	x.sendQueries()
}

// Run executes a line as a command, with or without its slash. The answer comes once, at once or between later steps; it does not
// come if the world ends before.
func (x *Executor) Run(by Issuer, line string, answer func(lines []string)) {
	x.RunTo(by, line, func(_ int, lines []string) { answer(lines) })
}

// RunTo is Run with the outcome of the command: CommandDone for one that goes on beside the game, whatever becomes of it.
func (x *Executor) RunTo(by Issuer, line string, answered func(outcome int, lines []string)) {
	o := &invocation{Executor: x, by: by}
	answer := func(lines []string) { answered(o.outcome, lines) }
	o.answer = answer
	outcome := o.execute(line)
	o.outcome = outcome
	x.Counts[outcome]++
	if x.observer != nil {
		x.observer.CommandRun(by, textline.Clean(line, commands.LineMax), textline.Clean(commands.Redact(line), textline.ChatMax), outcome == CommandDone)
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
	if v := o.verdict(row, nil); !v.Allowed {
		o.print("%s: %s", row.Name, v.Why)
		return CommandDenied
	}
	if o.call, err = row.Parse(rest, nameSource{o.Executor, &o.by}); err != nil {
		if o.runElsewhere(row, line, rest) {
			return CommandDone
		}
		o.print("%v", err)
		return CommandInvalid
	}
	v := o.verdict(row, &o.call)
	if o.granted = v.Granted; !v.Allowed {
		o.print("%s: %s", row.Name, v.Why)
		return CommandDenied
	}
	h := handlers[row.Name]
	if h.run == nil {
		o.print("%s: not in this version", row.Name)
		return CommandUnsupported
	}
	if row.Permission == commands.OwnerOnly && !o.granted {
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

// verdict judges whether the issuer may give a command; call is nil while its arguments are unknown.
func (o *invocation) verdict(row *commands.Command, call *commands.Call) roles.Verdict {
	return o.judgeIssuer(&o.by, row, call)
}

// judgeIssuer is the one place where it is judged who may give a command.
func (x *Executor) judgeIssuer(by *Issuer, row *commands.Command, call *commands.Call) roles.Verdict {
	if by.Grant != nil {
		return x.judgeOf().Grant(by.Grant, row, call)
	}
	return x.judgeOf().Command(by.Rank, by.Who, row, call, x.game.BanTime())
}

// May returns what an issuer may of a command by name, within some limit.
func (x *Executor) May(by Issuer, name string) roles.Verdict {
	row := commands.Find(name)
	if row == nil {
		return roles.Verdict{Why: "there is no such command"}
	}
	return x.judgeIssuer(&by, row, nil)
}

// Complete returns the options for the last word of a line of an issuer, and where in the line that word begins.
func (x *Executor) Complete(by Issuer, line string) (from int, options []string) {
	rank := by.Rank
	if by.Grant != nil {
		rank = max(rank, commands.Operator) // what it may not is left out below
	}
	from, options = commands.Complete(line, rank, nameSource{x, &by})
	if word, _, more := strings.Cut(strings.TrimPrefix(strings.TrimLeft(line, " "), "/"), " "); more {
		if !x.May(by, word).Allowed {
			return from, nil
		}
		return from, options
	}
	return from, slices.DeleteFunc(options, func(name string) bool { return !x.May(by, name).Allowed || commands.Find(name).Local })
}

// judgeOf returns the judge of the access lists that count.
func (x *Executor) judgeOf() *roles.Judge {
	if !x.judge.Of(x.Access.Lists) {
		x.judge = roles.New(x.Access.Lists)
	}
	return x.judge
}

// MayGive reports whether a player may give a command by a role, within some limit.
func (x *Executor) MayGive(w access.Principal, command string) bool {
	row := commands.Find(command)
	return row != nil && x.judgeOf().Command(commands.Player, w, row, nil, x.game.BanTime()).Granted
}

// nameSource is whom commands may name.
type nameSource struct {
	x  *Executor
	by *Issuer
}

// Online implements commands.Names.
func (n nameSource) Online() (out []string) {
	for _, p := range n.x.game.Players(nil) {
		if n.x.seesPlayer(n.by, &p) {
			out = append(out, p.Name)
		}
	}
	return out
}

// seesPlayer reports whether an issuer may know that a player is here: who is vanished is here for those alone who may vanish.
func (x *Executor) seesPlayer(by *Issuer, p *Player) bool {
	return !p.Unseen || p.Stream == by.Stream || x.May(*by, "vanish").Allowed
}

// Known implements commands.Names.
func (n nameSource) Known(begin string) []string {
	return n.x.game.KnownElsewhere(n.x.roster.WithPrefix(begin, commands.KnownMax), begin, commands.KnownMax)
}
