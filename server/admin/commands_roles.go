package admin

import (
	"fmt"
	"slices"
	"strings"

	"voxtide/commands"
	"voxtide/server/access"
)

// Commands about roles.

// noRole is the word that takes a role away.
const noRole = "none"

// role gives a player a role, or takes it away. It counts at once: each command is judged by the lists as they are then.
func role(o *invocation) {
	name := o.arg("ROLE").Text
	if name == noRole {
		w := o.principal("NAME")
		if o.changed = o.Access.Lists.RemoveHolder(w); !o.changed {
			o.fail("%s has no role", w.Name)
			return
		}
		o.noteRecord(w, "role", noRole)
		o.notify(w, "You have no role any more.")
		o.print("%s has no role any more", w.Name)
		return
	}
	if o.Access.Lists.Role(name) == nil || name == access.PlayerRole {
		given := slices.DeleteFunc(o.Access.Lists.RoleNames(), func(n string) bool { return n == access.PlayerRole })
		o.fail("role: there is no role %q to give: there are %s, and none; more can be written into access.toml", name, strings.Join(given, ", "))
		return
	}
	w, ok := o.principalWithKey("NAME")
	if !ok {
		return
	}
	until, ok := o.until()
	if !ok {
		return
	}
	if err := o.Access.Lists.SetHolder(access.Holder{Principal: w, Role: name, Until: until, By: o.issuerName()}, o.game.BanTime()); err != nil {
		o.fail("role: %s", accessErrorText(err))
		return
	}
	o.noteRecord(w, "role", name+untilText(until))
	o.game.UpdateRanks()
	o.notify(w, fmt.Sprintf("You are %s%s; /help lists what you may do.", name, untilText(until)))
	o.print("%s is %s%s", w.Name, name, untilText(until))
}

// listRoles lists the roles with what they may, and who has them.
func listRoles(o *invocation) {
	l := o.Access.Lists
	for _, name := range l.RoleNames() {
		r := l.Role(name)
		text := "  " + name
		if len(r.Inherits) > 0 {
			text += ", with all of " + strings.Join(r.Inherits, ", ")
		}
		switch {
		case name == access.PlayerRole && len(r.May) == 0:
			text += ": what every player may"
		case len(r.May) > 0:
			text += ": " + strings.Join(r.May, ", ")
		}
		if r.Slots {
			text += "; comes in at a full server"
		}
		if r.Claims > 0 {
			text += fmt.Sprintf("; %d claims", r.Claims)
		}
		o.print("%s", text)
	}
	n := 0
	for i := range l.Holders {
		if h := &l.Holders[i]; h == l.ActiveHolder(h.Principal, o.game.BanTime()) {
			n++
			o.print("  %s is %s%s, by %s", h.Principal.Name, h.Role, untilText(h.Until), h.By)
		}
	}
	if n == 0 {
		o.print("nobody has a role: role NAME moderator gives one")
	}
}

// may says whether a player may give a line as a command, and which line says so. Without arguments it is the command within some limit.
func may(o *invocation) {
	w := o.principal("NAME")
	row, rest, err := commands.Split(o.arg("LINE").Text)
	if err != nil {
		o.fail("may: %v", err)
		return
	}
	rank := commands.Player
	if o.Access.Lists.IsOperator(w) {
		rank = commands.Operator
	}
	var call *commands.Call
	if rest != "" {
		c, err := row.Parse(rest, nameSource{o.Executor, &o.by})
		if err != nil {
			o.fail("may: %v", err)
			return
		}
		call = &c
	}
	v := o.judgeOf().Command(rank, w, row, call, o.game.BanTime())
	switch {
	case !v.Allowed:
		o.print("no: %s: %s: %s", w.Name, row.Name, v.Why)
	case row.Permission == commands.OwnerOnly && !v.Granted:
		o.print("yes: %s: %s: %s, for what is their own", w.Name, row.Name, v.Why)
	default:
		o.print("yes: %s: %s: %s", w.Name, row.Name, v.Why)
	}
}
