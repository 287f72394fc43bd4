package admin

import (
	"fmt"
	"strconv"
	"strings"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/server/building"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Commands about past changes.

// anyBlock lets every player ask: whether they have a part in the block's history is known once that is read (rollback.Query.Denied).
func anyBlock(*invocation) string { return "" }

// who asks for the history of a block: at POSITION, or else the block on which the issuer stands.
func who(o *invocation) {
	p, ok := o.position("POSITION")
	if !ok {
		return
	}
	if !o.arg("POSITION").Given {
		p = p.Below()
	}
	if !p.InHeight() {
		o.fail("who: y is %d, not %d to %d", p.Y, world.MinY, world.MaxY)
		return
	}
	o.queryHistory(&rollback.Query{Pos: p, HasPos: true})
}

// readRange enters since when and where changes are asked for. If that cannot be known it says why and returns false.
func (o *invocation) readRange(r *rollback.Query) bool {
	now := o.game.WallTime()
	if now == 0 {
		o.fail("%s: this server has no clock", o.call.Command.Name)
		return false
	}
	since := o.arg("SINCE").Number
	r.Changes.Since = (now - since) * 1000
	r.Text = "in the last " + commands.FormatDuration(since)
	c := o.game.OnlineStream(o.by.Stream)
	if c != nil {
		r.Pos, r.HasPos = c.Cell, true
	}
	if o.arg("FROM").Given && !o.readBox(r) {
		return false
	}
	if v := o.arg("RADIUS"); v.Given {
		if c == nil {
			o.fail("%s: name a region, two positions; the console is nowhere in the world", o.call.Command.Name)
			return false
		}
		n, p := int32(v.Number), r.Pos
		r.Changes.Box = &store.Box{Min: world.Pos{X: p.X - n, Y: p.Y - n, Z: p.Z - n}, Max: world.Pos{X: p.X + n, Y: p.Y + n, Z: p.Z + n}}
		r.Text += fmt.Sprintf(" within %d blocks of %s", n, rollback.CellText(p))
	}
	return true
}

// readBox enters the region from FROM to TO. If that cannot be known it says why and returns false.
func (o *invocation) readBox(r *rollback.Query) bool {
	a, ok := o.position("FROM")
	b, ok2 := o.position("TO")
	if !ok || !ok2 {
		return false
	}
	r.Changes.Box = &store.Box{
		Min: world.Pos{X: min(a.X, b.X), Y: max(world.MinY, min(a.Y, b.Y)), Z: min(a.Z, b.Z)},
		Max: world.Pos{X: max(a.X, b.X), Y: min(world.MaxY, max(a.Y, b.Y)), Z: max(a.Z, b.Z)},
	}
	r.Text += fmt.Sprintf(" from %s to %s", rollback.CellText(r.Changes.Box.Min), rollback.CellText(r.Changes.Box.Max))
	return true
}

func replay(o *invocation) {
	r := &rollback.Query{}
	if o.readRange(r) {
		o.queryHistory(r)
	}
}

// rollbackCommand previews or begins a rollback of a player's changes, undoes one, or tells of those under way.
func rollbackCommand(o *invocation) {
	r := &rollback.Query{Kind: rollback.Kind(o.arg("WHAT").Text), Number: int(o.arg("NUMBER").Number)}
	if why := o.game.ReadOnly(); why != actions.Done && (r.Kind == rollback.Apply || r.Kind == rollback.Undo || r.Kind == rollback.Bring) {
		o.print("rollback: %v", why)
		o.outcome = CommandDenied
		return
	}
	if c := o.game.OnlineStream(o.by.Stream); c != nil {
		r.Pos, r.HasPos = c.Cell, true
	}
	if r.Kind == rollback.Bring {
		if !o.readBox(r) {
			return
		}
		r.Text = fmt.Sprintf("of backup %d%s", r.Number, r.Text)
	}
	if where := o.arg("SELECTION"); where.Given && !o.readSelection(r, where.Text) {
		return
	}
	if n := o.arg("NAME"); n.Given {
		row := o.roster.Find(n.Text)
		if row == nil {
			o.fail("rollback: nobody called %s was ever here", n.Text)
			return
		}
		if !o.readRange(r) {
			return
		}
		r.Changes.ByAuthor, r.Changes.Author = true, row.Stream
		r.Text = "of " + n.Text + " " + r.Text
		if b := o.arg("BLOCK"); b.Given {
			r.Changes.ByBlock, r.Changes.Block = true, b.Block
			r.Text += fmt.Sprintf(" of %v", b.Block)
		}
	}
	o.queryHistory(r)
}

// selectionUsage says what a selection is made of.
const selectionUsage = "by=ann,bob (or all) not=carl since=2h until=1h kind=placed (or broken) block=stone radius=50 box=X,Y,Z,X,Y,Z; by and since are needed"

// readSelection enters what words such as by=ann,bob say of changes. If they cannot be understood it says why and returns false.
func (o *invocation) readSelection(r *rollback.Query, text string) bool {
	q, now, c := &r.Changes, o.game.WallTime(), o.game.OnlineStream(o.by.Stream)
	if now == 0 {
		o.fail("rollback-where: this server has no clock")
		return false
	}
	bad := func(format string, args ...any) bool {
		o.fail("rollback-where: %s", fmt.Sprintf(format, args...))
		return false
	}
	by := false
	for _, word := range strings.Fields(text) {
		key, value, found := strings.Cut(word, "=")
		switch {
		case !found || value == "":
			return bad("%.40q is no part of a selection: %s", word, selectionUsage)
		case key == "by" && value == "all":
			by, q.Except = true, append(q.Except, timestream.Server)
		case key == "by" || key == "not":
			list := &q.Except
			if key == "by" {
				by, list = true, &q.Authors
			}
			for name := range strings.SplitSeq(value, ",") {
				row := o.roster.Find(strings.ReplaceAll(name, "_", " "))
				if row == nil {
					row = o.roster.Find(name)
				}
				if row == nil {
					return bad("nobody called %.40s was ever here", name)
				}
				*list = append(*list, row.Stream)
			}
		case key == "since" || key == "until":
			seconds, ok := commands.ParseDuration(value)
			if !ok {
				return bad("%.40q is not a duration: use 90s, 30m, 2h or 7d", value)
			}
			if at := (now - seconds) * 1000; key == "since" {
				q.Since = at
			} else {
				q.Until = at
			}
		case key == "kind" && value == "placed":
			q.Only = store.Placed
		case key == "kind" && value == "broken":
			q.Only = store.Broken
		case key == "block":
			b, ok := world.BlockNamed(value)
			if !ok {
				return bad("there is no block %.40q", value)
			}
			q.ByBlock, q.Block = true, b
		case key == "radius":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > commands.RollbackMax || c == nil {
				return bad("radius is 1 to %d, around you: the console gives a box", commands.RollbackMax)
			}
			p, d := c.Cell, int32(n)
			q.Box = &store.Box{Min: world.Pos{X: p.X - d, Y: p.Y - d, Z: p.Z - d}, Max: world.Pos{X: p.X + d, Y: p.Y + d, Z: p.Z + d}}
		case key == "box":
			box, ok := parseBox(value)
			if !ok {
				return bad("%.60q is not six numbers: box=X,Y,Z,X,Y,Z", value)
			}
			q.Box = box
		default:
			return bad("%.40q is no part of a selection: %s", word, selectionUsage)
		}
	}
	switch {
	case !by || q.Since == 0:
		return bad("a selection is made of %s", selectionUsage)
	case q.Until != 0 && q.Until <= q.Since:
		return bad("until is before since: both are times ago, as since=2h until=1h")
	}
	r.Text = "where " + text
	return true
}

// parseBox reads a box of six numbers.
func parseBox(text string) (*store.Box, bool) {
	var n [6]int32
	parts := strings.Split(text, ",")
	if len(parts) != len(n) {
		return nil, false
	}
	for i, p := range parts {
		v, err := strconv.ParseInt(p, 10, 32)
		if err != nil || v < -30_000_000 || v > 30_000_000 {
			return nil, false
		}
		n[i] = int32(v)
	}
	b := building.BoxOf(world.Pos{X: n[0], Y: n[1], Z: n[2]}, world.Pos{X: n[3], Y: n[4], Z: n[5]})
	return &store.Box{Min: b.Low, Max: b.High}, true
}
