package admin

import (
	"fmt"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/server/rollback"
	"voxtide/store"
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
	if o.arg("FROM").Given {
		a, ok := o.position("FROM")
		b, ok2 := o.position("TO")
		if !ok || !ok2 {
			return false
		}
		r.Changes.Box = &store.Box{
			Min: world.Pos{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)},
			Max: world.Pos{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)},
		}
		r.Text += fmt.Sprintf(" from %s to %s", rollback.CellText(r.Changes.Box.Min), rollback.CellText(r.Changes.Box.Max))
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

func replay(o *invocation) {
	r := &rollback.Query{}
	if o.readRange(r) {
		o.queryHistory(r)
	}
}

// rollbackCommand previews or begins a rollback of a player's changes, undoes one, or tells of those under way.
func rollbackCommand(o *invocation) {
	r := &rollback.Query{Kind: rollback.Kind(o.arg("WHAT").Text), Number: int(o.arg("NUMBER").Number)}
	if why := o.game.ReadOnly(); why != actions.Done && (r.Kind == rollback.Apply || r.Kind == rollback.Undo) {
		o.print("rollback: %v", why)
		o.outcome = CommandDenied
		return
	}
	if c := o.game.OnlineStream(o.by.Stream); c != nil {
		r.Pos, r.HasPos = c.Cell, true
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
