package admin

import (
	"fmt"
	"slices"
	"strings"

	"voxtide/commands"
	"voxtide/timestream"
)

// Commands about the other worlds of the process.

// goToWorld lists the worlds, or sends the issuer to one.
func goToWorld(o *invocation) {
	all := o.game.Worlds()
	if len(all) == 0 {
		o.print("this server has one world")
		return
	}
	if !o.arg("WORLD").Given {
		for _, w := range all {
			text := fmt.Sprintf("  %s: %s", w.Name, counted(len(w.Players), "player"))
			switch {
			case w.Here && !o.by.outside():
				text += "; you are here"
			case !w.Open:
				text = fmt.Sprintf("  %s: closed", w.Name)
			case len(w.Only) > 0:
				text += "; for " + strings.Join(w.Only, ", ") + " alone"
			}
			o.print("%s", text)
		}
		return
	}
	if p := o.self(); p != nil {
		o.sendTo(p, o.arg("WORLD").Text)
	}
}

// sendToWorld sends a player to a world.
func sendToWorld(o *invocation) { o.sendTo(o.online("PLAYER"), o.arg("WORLD").Text) }

func (o *invocation) sendTo(p *Player, world string) {
	if why := o.game.Travel(p.Stream, world); why != "" {
		o.fail("%s: %s; there is: %s", o.call.Command.Name, why, strings.Join(o.worldNames(), ", "))
		return
	}
	o.print("%s goes to %s", p.Name, world)
}

func (o *invocation) worldNames() (names []string) {
	for _, w := range o.game.Worlds() {
		names = append(names, w.Name)
	}
	return names
}

// inWorld runs a command in another world, where its issuer counts as somebody outside.
func inWorld(o *invocation) {
	world := o.arg("WORLD").Text
	if o.runIn(world, o.arg("LINE").Text); !o.deferred {
		o.fail("in: there is no world %q, or it is not open; there is: %s", world, strings.Join(o.worldNames(), ", "))
	}
}

// runElsewhere runs a command about a player, who is in another world, there; it reports whether it did.
func (o *invocation) runElsewhere(row *commands.Command, line, rest string) bool {
	if !slices.ContainsFunc(row.Forms, func(f []commands.Arg) bool { return len(f) > 0 && f[0].Kind == commands.OnlinePlayer && !f[0].Optional }) {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	for _, w := range o.game.Worlds() {
		if w.Here || !slices.ContainsFunc(w.Players, func(n string) bool { return strings.EqualFold(n, name) }) {
			continue
		}
		o.runIn(w.Name, line)
		return o.deferred
	}
	return false
}

// runIn runs a line in another world.
func (o *invocation) runIn(world, line string) {
	by := o.by
	by.Stream = timestream.Server
	o.deferred = o.game.RunIn(world, by, line, func(outcome int, lines []string) {
		o.outcome = outcome
		o.answer(lines)
	})
}

// printElsewhere lists who is in the other worlds.
func (o *invocation) printElsewhere() {
	for _, w := range o.game.Worlds() {
		if !w.Here && len(w.Players) > 0 {
			o.print("in %s: %s", w.Name, strings.Join(w.Players, ", "))
		}
	}
}

func counted(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
