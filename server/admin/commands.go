package admin

import (
	"slices"
	"strings"

	"voxtide/commands"
	"voxtide/internal/textline"
)

// handlers holds what each row of the table of commands does. A row without a handler answers that this version cannot do it.
var handlers map[string]handler

func init() { // the handler of help reads the table itself
	handlers = map[string]handler{
		"accept": {run: accept}, "asked": {run: asked}, "refuse": {run: refuse}, "role": {run: role}, "roles": {run: listRoles}, "may": {run: may},
		"help": {run: help}, "giveback": {run: giveBack}, "items": {run: items}, "list": {run: list}, "say": {run: say}, "msg": {run: msg}, "reply": {run: reply}, "kick": {run: kick},
		"ban": {run: ban}, "unban": {run: unban}, "bans": {run: bans}, "ban-ip": {run: banAddress}, "unban-ip": {run: unbanAddress}, "mute": {run: mute}, "unmute": {run: unmute}, "mutes": {run: mutes},
		"warn": {run: warn}, "note": {run: note}, "record": {run: record}, "name": {run: nameCommand}, "alts": {run: alts}, "whitelist": {run: whitelist}, "words": {run: listWords}, "search": {run: search},
		"op": {run: op}, "deop": {run: deop}, "ops": {run: ops},
		"save": {run: saveNow}, "backup": {run: backup}, "backups": {run: listBackups}, "stop": {run: stop}, "reload": {run: reload},
		"seed": {run: seed}, "hash": {run: hashNow}, "stats": {run: stats}, "status": {run: status}, "profile": {run: profile},
		"gamemode": {run: gamemode}, "give": {run: give}, "tp": {run: teleport}, "setspawn": {run: setSpawn}, "spawn": {run: spawn}, "time": {run: dayTime}, "rule": {run: rule}, "deaths": {run: deaths},
		"who": {who, anyBlock}, "rollback": {run: rollbackCommand}, "rollback-where": {run: rollbackCommand}, "replay": {run: replay},
		"friend": {run: local}, "unfriend": {run: local}, "peers": {run: local}, "emote": {run: local},
		"regenerate": {run: regenerate}, "freeze": {run: freeze}, "unfreeze": {run: unfreeze}, "rules": {run: rulesPage}, "map": {run: mapCommand}, "ignore": {run: ignore}, "unignore": {run: unignore}, "mail": {run: mail},
		"warp": {run: warp}, "setwarp": {run: setWarp}, "delwarp": {run: deleteWarp}, "tpa": {run: askToCome}, "tpaccept": {run: letCome}, "tpdeny": {run: refuseToCome}, "world": {run: goToWorld}, "send": {run: sendToWorld}, "in": {run: inWorld}, "vanish": {run: vanish}, "spectate": {run: spectate}, "pregenerate": {run: pregenerate}, "prune": {run: prune}, "jobs": {run: jobs}, "cancel": {run: cancel}, "home": {run: home}, "sethome": {run: setHome}, "back": {run: back}, "see": {run: see}, "border": {run: border}, "region": {run: region},
		"pos1": {run: pos1}, "pos2": {run: pos2}, "select": {run: selectBox}, "fill": {run: fill}, "replace": {run: replaceBlocks}, "stack": {run: stack}, "copy": {run: copySelection},
		"paste": {run: paste}, "rotate": {run: rotate}, "flip": {run: flip}, "undo": {run: undo}, "redo": {run: redo}, "confirm": {run: confirm}, "schematic": {run: schematicCommand},
		"shop": {shop, shopOfOther}, "shops": {run: listShops}, "buy": {run: buy}, "pay": {run: pay},
		"claim": {claim, claimsForOther}, "claims": {run: claims}, "unclaim": {unclaim, claimOfOther}, "trust": {trust, trustOfOther}, "untrust": {untrust, trustOfOther}, "plot": {plot, plotOfOther},
	}
}

// usageWidth is the width of the column of usages on the console; a longer usage has a line of its own.
const usageWidth = 44

// help lists the commands that the issuer may give, in few lines for the chat, or explains one command.
func help(o *invocation) {
	if c := o.arg("COMMAND"); c.Given {
		row := commands.Find(c.Text)
		if v := o.verdict(row, nil); !v.Allowed {
			o.fail("%s: %s", row.Name, strings.TrimPrefix(v.Why, "not allowed: "))
			return
		}
		o.print("%s", row.HelpLine())
		return
	}
	rows := slices.DeleteFunc(slices.Clone(commands.All()), func(c commands.Command) bool {
		return !o.verdict(&c, nil).Allowed || c.Local && o.by.outside()
	})
	if o.by.outside() {
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

func backup(o *invocation) {
	if n := o.arg("NUMBER"); n.Given {
		o.later(o.backend != nil && o.backend.VerifyBackup(int(n.Number), o.answer))
		return
	}
	o.later(o.backend != nil && o.backend.Backup(o.answer))
}

func listBackups(o *invocation) { o.later(o.backend != nil && o.backend.Backups(o.answer)) }

// later leaves the answer to the backend, if that has begun the work.
func (o *invocation) later(begun bool) {
	if !begun {
		o.unsupported()
		return
	}
	o.deferred = true
}
