package server

import (
	"fmt"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/store"
	"voxtide/world"
)

// What commands ask of the past, and take back.

// ownBlock lets everybody ask: whether they built there is known once the block's past is, and Tale judges it.
func ownBlock(*order) string { return "" }

// who asks for the past of a block: the one that is named, or else the one on which the giver stands.
func who(o *order) {
	p, ok := o.point("POSITION")
	if !ok {
		return
	}
	if !o.get("POSITION").Given {
		p = p.Below()
	}
	if !p.InHeight() {
		o.no("who: y is %d, not %d to %d", p.Y, world.MinY, world.MaxY)
		return
	}
	o.recall(&Recall{At: p, Here: true})
}

// span enters since when and where changes are asked for; false after a word on it.
func (o *order) span(r *Recall) bool {
	now := o.s.wall()
	if now == 0 {
		o.no("%s: this server has no clock", o.call.Row.Name)
		return false
	}
	since := o.get("SINCE").Number
	r.Query.Since = (now - since) * 1000
	r.Text = "in the last " + commands.Span(since)
	c := o.s.session(o.by.Stream)
	if c != nil {
		r.At, r.Here = o.s.feet(c), true
	}
	if o.get("FROM").Given {
		a, ok := o.point("FROM")
		b, ok2 := o.point("TO")
		if !ok || !ok2 {
			return false
		}
		r.Query.Box = &store.Box{
			Min: world.Pos{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)},
			Max: world.Pos{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)},
		}
		r.Text += fmt.Sprintf(" from %s to %s", cell(r.Query.Box.Min), cell(r.Query.Box.Max))
	}
	if v := o.get("AROUND"); v.Given {
		if c == nil {
			o.no("%s: name a region, two positions; the console is nowhere in the world", o.call.Row.Name)
			return false
		}
		n, p := int32(v.Number), r.At
		r.Query.Box = &store.Box{Min: world.Pos{X: p.X - n, Y: p.Y - n, Z: p.Z - n}, Max: world.Pos{X: p.X + n, Y: p.Y + n, Z: p.Z + n}}
		r.Text += fmt.Sprintf(" within %d blocks of %s", n, cell(p))
	}
	return true
}

func replay(o *order) {
	r := &Recall{}
	if o.span(r) {
		o.recall(r)
	}
}

// rollback looks at what somebody changed, takes it back, or sees to what is being taken back.
func rollback(o *order) {
	r := &Recall{What: o.get("WHAT").Text, Number: int(o.get("NUMBER").Number)}
	if why := o.s.cfg.Frozen; why != actions.Done && (r.What == "apply" || r.What == "undo") {
		o.say("rollback: %v", why)
		o.outcome = OrderRefused
		return
	}
	if c := o.s.session(o.by.Stream); c != nil {
		r.At, r.Here = o.s.feet(c), true
	}
	if n := o.get("NAME"); n.Given {
		row := o.s.rows[n.Text]
		if row == nil {
			o.no("rollback: nobody called %s was ever here", n.Text)
			return
		}
		if !o.span(r) {
			return
		}
		r.Of, r.Query.ByAuthor, r.Query.Author = n.Text, true, row.Stream
		r.Text = "of " + n.Text + " " + r.Text
		if b := o.get("BLOCK"); b.Given {
			r.Query.Made, r.Query.Block = true, b.Block
			r.Text += fmt.Sprintf(" of %v", b.Block)
		}
	}
	o.recall(r)
}
