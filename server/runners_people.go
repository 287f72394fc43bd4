package server

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"voxtide/access"
	"voxtide/commands"
)

// What commands do to people.

// here returns the session of a player who is named as being here.
func (o *order) here(arg string) *session { return o.s.names[o.get(arg).Text] }

// self returns the session of whoever gives the command, nil and a word on it for the console.
func (o *order) self() *session {
	c := o.s.session(o.by.Stream)
	if c == nil {
		o.no("%s: name a player; the console is nowhere in the world", o.call.Row.Name)
	}
	return c
}

// target returns the session of the player who is named, or else of the giver; nil after a word on it.
func (o *order) target(arg string) *session {
	if o.get(arg).Given {
		return o.here(arg)
	}
	return o.self()
}

// who returns somebody by name, with the key to which that name is bound.
func (o *order) who(arg string) access.Who {
	w := access.Who{Name: o.get(arg).Text}
	if c := o.s.names[w.Name]; c != nil {
		w = c.who
	} else if r := o.s.rows[w.Name]; r != nil {
		w.Key = access.Identity(r.Key)
	}
	return w
}

// giver returns the name of whoever gives the command.
func (o *order) giver() string {
	if o.by.Rank == commands.Console {
		return "the console"
	}
	return o.by.Who.Name
}

func list(o *order) {
	guests := o.s.Guests(nil)
	if len(guests) == 1 {
		o.say("1 player")
	} else {
		o.say("%d players", len(guests))
	}
	if o.by.Rank < commands.Operator { // where others are is theirs to tell
		var all []string
		for _, g := range guests {
			all = append(all, g.Name)
		}
		o.say("%s", strings.Join(all, ", "))
		return
	}
	for _, g := range guests {
		text := fmt.Sprintf("  %s at %d %d %d", g.Name, g.At.X, g.At.Y, g.At.Z)
		if g.Lost > 0 {
			text += fmt.Sprintf(", without a connection for %v", g.Lost.Round(time.Second))
		}
		o.say("%s", text)
	}
}

// bookWords is what an error of the lists says to people.
func bookWords(err error) string { return strings.TrimPrefix(err.Error(), "access: ") }

func say(o *order) {
	o.s.Say(o.get("TEXT").Text)
	if o.by.Rank == commands.Console { // who plays hears it with all others
		o.say("said: %s", o.get("TEXT").Text)
	}
}

func msg(o *order) {
	to := o.here("PLAYER")
	text := o.get("TEXT").Text
	o.s.Tell(to.stream, fmt.Sprintf("%s to you: %s", o.giver(), text))
	o.say("you to %s: %s", to.name, text)
}

func kick(o *order) {
	reason := cut(o.get("REASON").Text)
	if reason == "" {
		reason = "kicked by an operator"
	}
	c := o.here("PLAYER")
	o.s.Kick(c.name, reason)
	o.say("%s is gone: %s", c.name, reason)
}

// cut keeps a reason within its bound.
func cut(reason string) string {
	if len(reason) > access.ReasonMax {
		reason = strings.ToValidUTF8(reason[:access.ReasonMax], "")
	}
	return reason
}

func ban(o *order) {
	w, reason := o.who("NAME"), cut(o.get("REASON").Text)
	switch {
	case o.by.Rank < commands.Console && (o.s.book.Operator(w) || w.Is(o.by.Who)):
		o.no("ban: %s is an operator: the console alone can ban one", w.Name)
		return
	}
	b := access.Ban{Who: w, Reason: reason, By: o.giver()}
	if d := o.get("FOR"); d.Given {
		if o.s.date() == 0 {
			o.no("ban: this server has no clock: ban for ever, or not at all")
			return
		}
		b.Until = o.s.date() + d.Number
	}
	if err := o.s.book.AddBan(b, o.s.date()); err != nil {
		o.no("ban: %s", bookWords(err))
		return
	}
	o.changed = true
	text := reasonBanned
	if reason != "" {
		text += ": " + reason
	}
	o.s.Kick(w.Name, text)
	o.say("%s is banned%s", w.Name, until(&b))
}

func until(b *access.Ban) string {
	if b.Until == 0 {
		return " for ever"
	}
	return " until " + time.Unix(b.Until, 0).UTC().Format("2006-01-02 15:04 UTC")
}

func unban(o *order) {
	w := o.who("NAME")
	if o.changed = o.s.book.RemoveBan(w); !o.changed {
		o.no("%s is not banned", w.Name)
		return
	}
	o.say("%s may come in again", w.Name)
}

func bans(o *order) {
	n := 0
	for i := range o.s.book.Bans {
		b := &o.s.book.Bans[i]
		if b.Over(o.s.date()) {
			continue
		}
		n++
		text := fmt.Sprintf("  %s%s", b.Who.Name, until(b))
		if b.By != "" { // whoever wrote it into the file left no name
			text += ", by " + b.By
		}
		if b.Reason != "" {
			text += ": " + b.Reason
		}
		o.say("%s", text)
	}
	if n == 0 {
		o.say("nobody is banned")
	}
}

// keyed returns somebody whom a key tells from others of that name: one who is here, one who was here with a key, or one
// whose key is given. False after a word on what to do: a right of a mere name would be the first stranger's who takes it.
func (o *order) keyed(arg string) (access.Who, bool) {
	w := o.who(arg)
	switch k := o.get("KEY"); {
	case k.Given:
		key, err := hex.DecodeString(strings.TrimSpace(k.Text))
		if err != nil || len(key) != len(w.Key) || access.Identity(key) == (access.Identity{}) {
			o.no("%s: a key is %d hexadecimal digits, as in access.toml", o.call.Row.Name, 2*len(w.Key))
			return w, false
		}
		w.Key = access.Identity(key)
	case w.Key == (access.Identity{}) && o.s.names[w.Name] == nil:
		o.no("%s: nobody called %s was ever here with a key, and whoever comes first under that name would be it:", o.call.Row.Name, w.Name)
		o.say("give it while they are here, or with their key behind the name")
		return w, false
	}
	return w, true
}

func op(o *order) {
	w, ok := o.keyed("NAME")
	if !ok {
		return
	}
	switch added, err := o.s.book.AddOperator(w); {
	case err != nil:
		o.no("op: %s", bookWords(err))
	case !added && !o.s.owed():
		o.say("%s is an operator already", w.Name)
	default:
		o.changed = true
		o.s.judgeStandings()
		o.say("%s is an operator", w.Name)
		o.inform(w, "You are an operator now; /help lists what you may do.")
	}
}

func deop(o *order) {
	w := o.who("NAME")
	if o.changed = o.s.book.RemoveOperator(w); !o.changed {
		o.no("%s is no operator", w.Name)
		return
	}
	o.s.judgeStandings()
	o.say("%s is no operator any more", w.Name)
	o.inform(w, "You are no operator any more.")
}

// inform tells somebody who is here.
func (o *order) inform(w access.Who, text string) {
	if c := o.s.names[w.Name]; c != nil {
		o.s.Tell(c.stream, text)
	}
}

func ops(o *order) { o.people("operators", o.s.book.Operators) }

// people lists names.
func (o *order) people(what string, list []access.Who) {
	if len(list) == 0 {
		o.say("there are no %s", what)
		return
	}
	var all []string
	for _, w := range list {
		all = append(all, w.Name)
	}
	slices.Sort(all)
	o.say("%s (%d): %s", what, len(all), strings.Join(all, ", "))
}

func whitelist(o *order) {
	b := o.s.book
	switch what := o.get("WHAT").Text; what {
	case "on", "off":
		b.Guard = access.GuardOn
		if what == "off" {
			b.Guard = access.GuardOff
		}
		o.changed = true
		o.say("the whitelist is %s", what)
	case "list":
		state := "off: everybody may come in"
		if o.s.guarded() {
			state = "on"
		}
		o.say("the whitelist is %s", state)
		o.people("guests", b.Guests)
	case "add":
		w := o.who("NAME")
		added, err := b.AddGuest(w)
		if o.changed = added || o.s.owed(); err != nil {
			o.no("whitelist: %s", bookWords(err))
			return
		}
		o.say("%s is on the whitelist", w.Name)
	case "remove":
		w := o.who("NAME")
		if o.changed = b.RemoveGuest(w); !o.changed {
			o.no("%s is not on the whitelist", w.Name)
			return
		}
		o.say("%s is not on the whitelist any more", w.Name)
	}
}
