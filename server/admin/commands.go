package admin

import (
	"strings"

	"voxtide/commands"
	"voxtide/internal/textline"
)

// handlers holds what each row of the table of commands does. A row without a handler answers that this version cannot do it.
var handlers map[string]handler

func init() { // the handler of help reads the table itself
	handlers = map[string]handler{
		"help": {run: help}, "list": {run: list}, "say": {run: say}, "msg": {run: msg}, "reply": {run: reply}, "kick": {run: kick},
		"ban": {run: ban}, "unban": {run: unban}, "bans": {run: bans}, "ban-ip": {run: banAddress}, "unban-ip": {run: unbanAddress}, "mute": {run: mute}, "unmute": {run: unmute}, "mutes": {run: mutes},
		"warn": {run: warn}, "note": {run: note}, "record": {run: record}, "name": {run: nameCommand}, "alts": {run: alts}, "whitelist": {run: whitelist},
		"op": {run: op}, "deop": {run: deop}, "ops": {run: ops},
		"save": {run: saveNow}, "backup": {run: backup}, "stop": {run: stop}, "reload": {run: reload},
		"seed": {run: seed}, "hash": {run: hashNow}, "stats": {run: stats}, "status": {run: status},
		"gamemode": {run: gamemode}, "give": {run: give}, "tp": {run: teleport}, "setspawn": {run: setSpawn}, "spawn": {run: spawn}, "time": {run: dayTime}, "rule": {run: rule}, "deaths": {run: deaths},
		"who": {who, anyBlock}, "rollback": {run: rollbackCommand}, "replay": {run: replay},
		"friend": {run: local}, "unfriend": {run: local}, "peers": {run: local}, "emote": {run: local},
		"claim": {claim, claimsForOther}, "claims": {run: claims}, "unclaim": {unclaim, claimOfOther}, "trust": {trust, claimOfOther}, "untrust": {untrust, claimOfOther},
	}
}

// usageWidth is the width of the column of usages on the console; a longer usage has a line of its own.
const usageWidth = 44

// help lists the commands that the issuer may give, in few lines for the chat, or explains one command.
func help(o *invocation) {
	if c := o.arg("COMMAND"); c.Given {
		row := commands.Find(c.Text)
		if !row.Permission.Allows(o.by.Rank) {
			o.fail("%s is for %v", row.Name, row.Permission)
			return
		}
		o.print("%s", row.HelpLine())
		return
	}
	rows := commands.AppendAllowed(nil, o.by.Rank)
	if o.by.Rank == commands.Console {
		for _, r := range rows {
			usage := r.Usage()
			if len(usage) > usageWidth {
				o.print("%s", usage)
				usage = ""
			}
			o.print("%-*s %s", usageWidth, usage, r.Help)
		}
		return
	}
	text := "You may give:"
	for i, r := range rows {
		word := " /" + r.Name
		if i < len(rows)-1 {
			word += ","
		}
		if len(text)+len(word) > textline.ChatMax {
			o.print("%s", text)
			text = ""
		}
		text += word
	}
	o.print("%s", strings.TrimSpace(text))
	o.print("/help COMMAND explains one; Tab completes.")
}

// local answers a command that the game's client does itself: this one did not, or somebody typed it on the console.
func local(o *invocation) {
	o.fail("%s is a command of the game itself, in its window", o.call.Command.Name)
}

func stop(o *invocation) {
	if o.backend == nil || !o.backend.Stop(o.arg("REASON").Text) {
		o.unsupported()
		return
	}
	o.print("the server stops")
}

func reload(o *invocation) {
	o.later(o.backend != nil && o.backend.Reload(o.Access.Version, o.answer))
}

func backup(o *invocation) { o.later(o.backend != nil && o.backend.Backup(o.answer)) }

// later leaves the answer to the backend, if that has begun the work.
func (o *invocation) later(begun bool) {
	if !begun {
		o.unsupported()
		return
	}
	o.deferred = true
}
