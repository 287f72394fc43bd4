package server

import (
	"strings"

	"voxtide/commands"
	"voxtide/edits"
)

// runners attaches what commands do to the rows of the table of commands. A row without one answers that this version
// cannot do it.
var runners map[string]runner

func init() { // the runner of help looks at the table itself
	runners = map[string]runner{
		"help": {run: help}, "list": {run: list}, "say": {run: say}, "msg": {run: msg}, "kick": {run: kick},
		"ban": {run: ban}, "unban": {run: unban}, "bans": {run: bans}, "whitelist": {run: whitelist},
		"op": {run: op}, "deop": {run: deop}, "ops": {run: ops},
		"save": {run: saveNow}, "backup": {run: ask("backup")}, "stop": {run: ask("stop")}, "reload": {run: ask("reload")},
		"seed": {run: seed}, "hash": {run: hashNow}, "stats": {run: stats}, "status": {run: status},
		"gamemode": {run: gamemode}, "give": {run: give}, "tp": {run: teleport}, "setspawn": {run: setSpawn}, "spawn": {run: spawn}, "time": {run: dayTime},
		"who": {who, ownBlock}, "rollback": {run: rollback}, "replay": {run: replay},
		"claim": {claim, ownClaim}, "claims": {run: claims}, "unclaim": {unclaim, ownLand}, "trust": {trust, ownLand}, "untrust": {untrust, ownLand},
	}
}

// usageWide is the width of the column of usages on the console; a longer one has a line of its own.
const usageWide = 44

// help lists what the giver may give, in few lines for the chat, or explains one command.
func help(o *order) {
	if c := o.get("COMMAND"); c.Given {
		row := commands.Find(c.Text)
		if !row.Permission.Allows(o.by.Rank) {
			o.no("%s is for %v", row.Name, row.Permission)
			return
		}
		o.say("%s", row.Explain())
		return
	}
	rows := commands.For(nil, o.by.Rank)
	if o.by.Rank == commands.Console {
		for _, r := range rows {
			usage := r.Usage()
			if len(usage) > usageWide {
				o.say("%s", usage)
				usage = ""
			}
			o.say("%-*s %s", usageWide, usage, r.Help)
		}
		return
	}
	text := "You may give:"
	for i, r := range rows {
		word := " /" + r.Name
		if i < len(rows)-1 {
			word += ","
		}
		if len(text)+len(word) > edits.TextMax {
			o.say("%s", text)
			text = ""
		}
		text += word
	}
	o.say("%s", strings.TrimSpace(text))
	o.say("/help COMMAND explains one; Tab completes.")
}

// missing says that nobody is there who could do it.
func (o *order) missing() {
	o.say("%s: not in this version", o.call.Row.Name)
	o.outcome = OrderMissing
}

// ask hands a command on to whoever runs the server.
func ask(what string) func(o *order) {
	return func(o *order) {
		if o.s.cfg.House == nil || !o.s.cfg.House.Ask(what, o.get("REASON").Text, o.answer) {
			o.missing()
			return
		}
		o.later = true
	}
}
