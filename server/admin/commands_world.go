package admin

import (
	"fmt"
	"strings"
	"time"

	"voxtide/commands"
	"voxtide/world"
)

// Commands about the world and the server.

// saveNow makes a snapshot of each changed section due; the command is answered when they are durable.
func saveNow(o *invocation) {
	o.deferred = true
	o.game.SaveSoon()
	o.saves = append(o.saves, saveWait{invocation: o})
}

// answerSaves answers the save commands whose snapshots are durable.
func (x *Executor) answerSaves() {
	if len(x.saves) == 0 {
		return
	}
	n, all := x.game.Saved()
	rest := x.saves[:0]
	for _, w := range x.saves {
		if w.commitSeq == 0 && all {
			w.commitSeq = max(x.game.CommitSeq(), 1)
		}
		if w.commitSeq == 0 || x.game.DurableSeq() < w.commitSeq && x.game.CommitSeq() > 0 {
			rest = append(rest, w)
			continue
		}
		w.print("saved: edit %d, %d sections since the start", x.game.Edits(), n)
		w.answer(w.lines)
	}
	clear(x.saves[len(rest):])
	x.saves = rest
}

func seed(o *invocation) { o.print("seed %d", o.game.Rules().WorldSeed) }

func hashNow(o *invocation) { o.print("hash %016x edits %d", o.game.Hash(), o.game.Edits()) }

func status(o *invocation) {
	for _, l := range o.game.Status() {
		o.print("%s", l)
	}
	if o.backend != nil { // it adds lines about the machine
		o.deferred = o.backend.Status(func(lines []string) {
			for _, l := range lines {
				o.print("%s", l)
			}
			o.answer(o.lines)
		})
	}
}

func stats(o *invocation) {
	for _, l := range o.game.Stats() {
		o.print("%s", l)
	}
	n := &o.Counts
	o.print("commands: %d done, %d failed, %d not understood, %d refused", n[CommandDone], n[CommandFailed], n[CommandInvalid], n[CommandDenied])
}

// dayTime says what time of day it is, or sets it.
func dayTime(o *invocation) {
	if v := o.arg("TIME"); v.Given {
		o.Access.Lists.DayOffset, o.changed = o.game.SetTimeOfDay(v.Number), true
	}
	o.print("it is %s", commands.FormatTimeOfDay(o.game.TimeOfDay()))
}

// rule says what the rules of the game are, or changes one.
func rule(o *invocation) {
	name, value := o.arg("RULE"), o.arg("VALUE")
	if value.Given {
		offset, err := o.game.SetRule(name.Text, value.Text)
		if err != nil {
			o.fail("rule: %v", err)
			return
		}
		o.Access.Lists.DayOffset, o.changed = offset, true
	}
	g := o.game.GameRules()
	if name.Given {
		o.print("%s is %s", name.Text, g.Value(name.Text))
		return
	}
	o.printGameRules()
}

// printGameRules prints all rules of the game.
func (o *invocation) printGameRules() {
	g := o.game.GameRules()
	var all []string
	for _, n := range world.RuleNames() {
		all = append(all, n+" "+g.Value(n))
	}
	o.print("%s", strings.Join(all, ", "))
}

func gamemode(o *invocation) {
	p := o.target("PLAYER")
	if p == nil {
		return
	}
	mode := o.arg("MODE").Text
	o.game.SetCreative(p.Stream, mode == "creative")
	o.print("%s plays in %s mode", p.Name, mode)
	if p.Stream != o.by.Stream {
		o.game.Tell(p.Stream, "You play in "+mode+" mode now.")
	}
}

func give(o *invocation) {
	p := o.target("PLAYER")
	if p == nil {
		return
	}
	n := 1
	if v := o.arg("COUNT"); v.Given {
		n = int(v.Number)
	}
	it := o.arg("ITEM").Item
	if !o.game.Give(p.Stream, world.Stack{Item: it, Count: 1}, n) {
		o.fail("%s has no room for %d %s", p.Name, n, it)
		return
	}
	o.print("%s has %d more %s", p.Name, n, it)
}

// position returns a position argument, relative to where the issuer stands. If the console gives a relative one, or none, it says
// so and returns false.
func (o *invocation) position(arg string) (world.Pos, bool) {
	v := o.arg(arg)
	p := o.game.OnlineStream(o.by.Stream)
	switch {
	case v.Given && !v.Position.IsRelative():
		return v.Position.Resolve(world.Pos{}), true
	case p == nil:
		o.fail("%s: give a position, three numbers without ~; the console is nowhere in the world", o.call.Command.Name)
		return world.Pos{}, false
	case !v.Given:
		return p.Cell, true
	}
	return v.Position.Resolve(p.Cell), true
}

// inTeleportRange reports whether a player can be brought to a cell.
func inTeleportRange(p world.Pos) bool { return p.Y >= world.MinY && p.Y <= world.MaxY+64 }

func teleport(o *invocation) {
	p := o.target("PLAYER")
	if p == nil {
		return
	}
	if to := o.arg("WHERE"); to.Text != "" {
		d := o.online("WHERE")
		if d.Stream == p.Stream {
			o.fail("%s is there already", p.Name)
			return
		}
		at, ok := o.game.Position(d.Stream)
		if !ok {
			o.fail("%s has no body", d.Name)
			return
		}
		o.teleport(p.Stream, at)
		o.print("%s is with %s", p.Name, d.Name)
		return
	}
	to, ok := o.position("WHERE")
	if !ok {
		return
	}
	if !inTeleportRange(to) {
		o.fail("tp: y is %d, not %d to %d", to.Y, world.MinY, world.MaxY+64)
		return
	}
	if b := o.Access.Lists.Border; !b.Inside(to.X, to.Z) {
		o.fail("tp: that is beyond the border, which is %d blocks from %d %d", b.R, b.X, b.Z)
		return
	}
	free := o.game.FreeRoom(to)
	o.teleport(p.Stream, world.BottomCentre(free))
	if free != to {
		o.print("%s is at %d %d %d: below it there is no room", p.Name, free.X, free.Y, free.Z)
		return
	}
	o.print("%s is at %d %d %d", p.Name, to.X, to.Y, to.Z)
}

func setSpawn(o *invocation) {
	p, ok := o.position("POSITION")
	if !ok {
		return
	}
	if !p.InHeight() {
		o.fail("setspawn: y is %d, not %d to %d", p.Y, world.MinY, world.MaxY)
		return
	}
	o.Access.Lists.Spawn, o.Access.Lists.SpawnSet, o.changed = p, true, true
	o.print("players begin at %d %d %d from now on", p.X, p.Y, p.Z)
}

func spawn(o *invocation) {
	if p := o.self(); p != nil {
		o.teleport(p.Stream, o.game.SpawnPoint(int(p.Stream)-1))
		o.print("back at the start")
	}
}

func deaths(o *invocation) {
	name, n := o.arg("NAME"), 0
	for _, d := range o.game.Deaths(nil) {
		if name.Given && !strings.EqualFold(d.Name, name.Text) {
			continue
		}
		n++
		things := "he had nothing on him"
		if d.Items > 0 {
			things = fmt.Sprintf("%d items in the cairn at %d %d %d", d.Items, d.Cairn.X, d.Cairn.Y, d.Cairn.Z)
		}
		o.print("  %v ago at %d %d %d: %s %s; %s", d.Ago.Truncate(time.Second), d.At.X, d.At.Y, d.At.Z, d.Name, d.How, things)
	}
	if n == 0 {
		o.print("nobody has died since the server started")
	}
}
