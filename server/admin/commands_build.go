package admin

import (
	"fmt"
	"strconv"

	"voxtide/commands"
	"voxtide/schematic"
	"voxtide/server/access"
	"voxtide/server/building"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/world"
)

// Commands of builders. What they change goes by way of a rollback's job (package server/rollback).

// outline is the block as which the edges of a selection are shown.
const outline = world.Glass

// builder returns what is remembered of the issuer.
func (o *invocation) builder() *building.Builder { return o.builders.Of(o.by.Stream) }

// selection returns the selected box. If there is none, or it is too large, it says so and returns false.
func (o *invocation) selection() (box building.Box, ok bool) {
	if box, ok = o.builder().Selection(); !ok {
		o.fail("%s: select a box first: //pos1 and //pos2 where you stand, or //select X Y Z X Y Z", o.call.Command.Name)
		return box, false
	}
	return box, o.fitsBounds(box.Cells())
}

// mostCells returns how many cells the issuer may change at once.
func (o *invocation) mostCells() int64 {
	if o.by.Rank >= commands.Operator {
		return access.BuildCellsMax
	}
	return int64(o.Access.Lists.MostBuildCells(o.by.Who, o.game.BanTime()))
}

// fitsBounds reports whether the issuer may change that number of cells at once, and says it if not.
func (o *invocation) fitsBounds(cells int64) bool {
	if most := o.mostCells(); cells > most {
		o.fail("%s: that is %d cells, and you may change %d at once", o.call.Command.Name, cells, most)
		return false
	}
	return true
}

// mayBuild returns where the issuer may build, nil for everywhere.
func (o *invocation) mayBuild() func(world.Pos) bool {
	if o.by.Rank >= commands.Operator {
		return nil
	}
	x, who := o.Executor, o.by.Who
	last, known, may := world.Pos{}, false, false // of one column
	return func(p world.Pos) bool {
		if regions := len(x.Access.Lists.Regions) > 0; !known || regions || p.X != last.X || p.Z != last.Z {
			last, known = p, true
			may, _ = x.Access.Lists.MayChange(who, p, false)
			may = may && !x.nearSpawn(p)
		}
		return may
	}
}

// nearSpawn reports whether a column is protected as those around where players begin.
func (x *Executor) nearSpawn(p world.Pos) bool {
	n := int32(x.game.Rules().SpawnProtection)
	if n == 0 {
		return false
	}
	at := x.game.SpawnPoint(0).Block()
	return distance(at.X, p.X) <= n && distance(at.Z, p.Z) <= n
}

// corner selects a corner of the issuer's box, by number from 0.
func (o *invocation) corner(i int) {
	p, ok := o.position("POSITION")
	if !ok {
		return
	}
	if err := building.BoxOf(p, p).Check(); err != nil {
		o.fail("%s: %v", o.call.Command.Name, err)
		return
	}
	b := o.builder()
	b.Corners[i], b.Set[i], b.Pending = p, true, nil
	text := fmt.Sprintf("corner %d is %s", i+1, rollback.CellText(p))
	if box, ok := b.Selection(); ok {
		text += fmt.Sprintf("; that is %d cells", box.Cells())
	}
	o.print("%s", text)
	o.showSelection()
}

func pos1(o *invocation) { o.corner(0) }

func pos2(o *invocation) { o.corner(1) }

// selectBox selects the box between two positions, or says what is selected.
func selectBox(o *invocation) {
	b := o.builder()
	if o.arg("FROM").Given {
		from, ok := o.position("FROM")
		to, ok2 := o.position("TO")
		if !ok || !ok2 {
			return
		}
		if err := building.BoxOf(from, to).Check(); err != nil {
			o.fail("select: %v", err)
			return
		}
		b.Corners, b.Set, b.Pending = [2]world.Pos{from, to}, [2]bool{true, true}, nil
	}
	box, ok := b.Selection()
	if !ok {
		o.fail("select: nothing is selected: //pos1 and //pos2 where you stand, or //select X Y Z X Y Z")
		return
	}
	o.print("selected: %d cells %v", box.Cells(), box)
	o.showSelection()
}

// showSelection shows the issuer the edges of the selected box.
func (o *invocation) showSelection() {
	if box, ok := o.builder().Selection(); ok {
		o.showBox(box)
	}
}

// propose shows what an operation changes, to be confirmed, or does it: on the console, which sees nothing, and with NOW.
func (o *invocation) propose(op *building.Operation, err error) {
	if err != nil {
		o.fail("%s: %v", o.call.Command.Name, err)
		return
	}
	if o.fitsBounds(op.Box.Cells()) {
		o.proposeAny(op)
	}
}

// proposeAny is propose for an operation of any size.
func (o *invocation) proposeAny(op *building.Operation) {
	if o.arg("NOW").Given || o.by.Rank == commands.Console {
		o.build(op)
		return
	}
	o.builder().Pending = op
	q := &rollback.Query{Kind: rollback.ShowBuild, Build: op, Text: op.Text}
	if p := o.game.OnlineStream(o.by.Stream); p != nil {
		q.Pos, q.HasPos = p.Cell, true
	}
	o.queryHistory(q)
}

// build has an operation done.
func (o *invocation) build(op *building.Operation) {
	o.builder().Pending = nil
	q := &rollback.Query{Kind: rollback.DoBuild, Build: op, Text: op.Text, Allowed: o.mayBuild()}
	q.Changes.Box = &store.Box{Min: op.Box.Low, Max: op.Box.High}
	o.queryHistory(q)
}

func confirm(o *invocation) {
	op := o.builder().Pending
	if op == nil {
		o.fail("confirm: nothing waits to be confirmed: //fill, //replace, //paste and //stack show something first")
		return
	}
	o.build(op)
}

func fill(o *invocation) {
	if box, ok := o.selection(); ok {
		o.propose(building.Fill(box, o.arg("BLOCK").Block))
	}
}

func replaceBlocks(o *invocation) {
	if box, ok := o.selection(); ok {
		o.propose(building.Replace(box, o.arg("FROM").Block, o.arg("TO").Block))
	}
}

var sides = map[string]world.Face{"north": world.North, "south": world.South, "west": world.West, "east": world.East, "up": world.Up, "down": world.Down}

func stack(o *invocation) {
	box, ok := o.selection()
	times := o.arg("TIMES").Number
	if ok && o.fitsBounds(times*box.Cells()) {
		o.propose(building.Stack(box, int32(times), sides[o.arg("SIDE").Text]))
	}
}

// copySelection reads the selected box beside the loop.
func copySelection(o *invocation) {
	box, ok := o.selection()
	if !ok {
		return
	}
	from := box.Low
	if p := o.game.OnlineStream(o.by.Stream); p != nil {
		from = p.Cell
	}
	x, stream := o.Executor, o.by.Stream
	o.queryHistory(&rollback.Query{Kind: rollback.Work, Text: "copy", Work: func(read building.Read) (func() []string, error) {
		c, err := building.Copy(read, box, from)
		if err != nil {
			return nil, err
		}
		return func() []string {
			x.builders.Of(stream).Clip = c.Schematic
			lines := []string{fmt.Sprintf("copied: %d cells %v", c.Cells(), box)}
			if c.Boxes > 0 {
				lines = append(lines, fmt.Sprintf("%d boxes are copied without what they hold", c.Boxes))
			}
			if c.Halves > 0 {
				lines = append(lines, fmt.Sprintf("%d halves of doors and beds are left out: their other halves are not selected", c.Halves))
			}
			return lines
		}, nil
	}})
}

// clipboard returns what the issuer has copied; nil if that is nothing, which it says.
func (o *invocation) clipboard() *schematic.Schematic {
	c := o.builder().Clip
	if c == nil {
		o.fail("%s: nothing is copied: //copy your selection first, or //schematic load FILE", o.call.Command.Name)
	}
	return c
}

func paste(o *invocation) {
	c := o.clipboard()
	if c == nil {
		return
	}
	var about world.Pos
	if p := o.game.OnlineStream(o.by.Stream); p != nil {
		about = p.Cell
	} else if box, ok := o.builder().Selection(); ok { // the console pastes at its first corner
		about = world.Pos{X: box.Low.X - c.Offset[0], Y: box.Low.Y - c.Offset[1], Z: box.Low.Z - c.Offset[2]}
	} else {
		o.fail("paste: the console is nowhere in the world: select a box first, whose lowest corner counts")
		return
	}
	o.propose(building.Paste(c, about, !o.arg("WHAT").Given))
}

// turn changes the clipboard.
func (o *invocation) turn(change func(*schematic.Schematic) *schematic.Schematic) {
	if c := o.clipboard(); c != nil {
		b := o.builder()
		b.Clip, b.Pending = change(c), nil
		s := b.Clip.Size
		o.print("what you have copied is %d by %d by %d now; //paste shows it", s[0], s[1], s[2])
	}
}

func rotate(o *invocation) {
	degrees, _ := strconv.Atoi(o.arg("DEGREES").Text)
	o.turn(func(s *schematic.Schematic) *schematic.Schematic { return s.Turned(degrees / 90) })
}

func flip(o *invocation) {
	axis := schematic.Axis(o.arg("AXIS").Text[0] - 'x')
	o.turn(func(s *schematic.Schematic) *schematic.Schematic { return s.Mirrored(axis) })
}

func undo(o *invocation) {
	o.queryHistory(&rollback.Query{Kind: rollback.UndoBuild, Allowed: o.mayBuild()})
}

func redo(o *invocation) {
	o.queryHistory(&rollback.Query{Kind: rollback.RedoBuild, Allowed: o.mayBuild()})
}

// regenerateMax bounds the columns of land along an axis that are regenerated at once, in blocks.
const regenerateMax = 1024

// regenerate shows land as it was before anybody changed it, to be confirmed.
func regenerate(o *invocation) {
	at := func(x, z string) world.Pos {
		return world.Pos{X: int32(o.arg(x).Number), Z: int32(o.arg(z).Number)}
	}
	box := building.BoxOf(at("X", "Z"), at("X2", "Z2"))
	box.Low.Y, box.High.Y = world.MinY, world.MaxY
	if size := box.Size(); size[0] > regenerateMax || size[2] > regenerateMax {
		o.fail("regenerate: that is %d by %d columns, and at most %d by %d are brought back at once", size[0], size[2], regenerateMax, regenerateMax)
		return
	}
	o.proposeAny(building.Regenerate(box))
}

// jobs lists what builders and rollbacks do beside the game, what waits, and what is over.
func jobs(o *invocation) { o.queryHistory(&rollback.Query{Kind: rollback.Status}) }

// cancel ends what is under way, or the job of a number.
func cancel(o *invocation) {
	o.queryHistory(&rollback.Query{Kind: rollback.Cancel, Number: int(o.arg("NUMBER").Number)})
}
