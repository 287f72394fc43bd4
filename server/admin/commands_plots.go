package admin

import (
	"errors"
	"fmt"

	"voxtide/server/access"
	"voxtide/world"
)

// Commands about plots: parts of a claim with rights of their own.

// plotArea returns the corners of a plot, for people.
func plotArea(t *access.Plot) string {
	return fmt.Sprintf("%d %d %d to %d %d %d", t.Low.X, t.Low.Y, t.Low.Z, t.High.X, t.High.Y, t.High.Z)
}

// plotOfOther returns why the land that a plot command is about is not the issuer's own claim.
func plotOfOther(o *invocation) string {
	p, ok := o.plotCell()
	if !ok {
		return ""
	}
	if c := o.claimOfPlot(p); c != nil && !c.Owner.Matches(o.by.Who) {
		return "this land belongs to " + c.Owner.Name
	}
	return "" // unclaimed land is refused in other words
}

// trustOfOther returns why the issuer may not say who builds at POSITION: neither the claim nor the plot is theirs.
func trustOfOther(o *invocation) string {
	if p, ok := o.position("POSITION"); ok {
		if _, t := o.Access.Lists.PlotAt(p); t != nil && t.Let() && t.Holder.Matches(o.by.Who) {
			return ""
		}
	}
	return claimOfOther(o)
}

// plotCell returns a cell of the plot that a command is about.
func (o *invocation) plotCell() (world.Pos, bool) {
	if o.arg("X").Given {
		return world.Pos{X: int32(o.arg("X").Number), Y: int32(o.arg("Y").Number), Z: int32(o.arg("Z").Number)}, true
	}
	return o.position("POSITION")
}

// plotAt returns the plot at POSITION, nil if there is none.
func (o *invocation) plotAt() *access.Plot {
	p, ok := o.position("POSITION")
	if !ok {
		return nil
	}
	_, t := o.Access.Lists.PlotAt(p)
	return t
}

// claimOfPlot returns the claim of the plot over a cell, or else the claim there; nil if there is none.
func (o *invocation) claimOfPlot(p world.Pos) *access.Claim {
	if c, t := o.Access.Lists.PlotAt(p); t != nil {
		return c
	}
	return o.Access.Lists.ClaimAt(p)
}

// plot marks a part of a claim, lets it to somebody, or takes it back.
func plot(o *invocation) {
	p, ok := o.plotCell()
	if !ok {
		return
	}
	c := o.claimOfPlot(p)
	if c == nil {
		o.fail("this land is nobody's")
		return
	}
	if o.arg("X").Given {
		o.addPlot(p)
		return
	}
	t := c.PlotAt(p)
	switch what := o.arg("WHAT").Text; {
	case t == nil:
		o.fail("plot: there is no plot here; plot box X Y Z X2 Y2 Z2 marks one")
	case what == "remove":
		o.print("the plot from %s is a part of the claim again", plotArea(t))
		c.RemovePlot(p)
		o.changed = true
	case what == "free":
		if !t.Let() {
			o.fail("plot: it is let to nobody")
			return
		}
		o.print("the plot from %s is let to nobody now; who was trusted there is not any more", plotArea(t))
		t.Holder, t.Trusted = access.Principal{}, nil
		o.changed = true
	default:
		w := o.principal("NAME")
		if c.Owner.Matches(w) {
			o.fail("plot: the land is %s's already; plot free takes it back", w.Name)
			return
		}
		t.Holder, t.Trusted = w, nil
		o.changed = true
		o.print("the plot from %s is let to %s, who may build there and say who else may", plotArea(t), w.Name)
		o.notify(w, fmt.Sprintf("The plot from %s is yours to build on now; trust lets others build there.", plotArea(t)))
	}
}

// addPlot marks the plot between two cells.
func (o *invocation) addPlot(p world.Pos) {
	q := world.Pos{X: int32(o.arg("X2").Number), Y: int32(o.arg("Y2").Number), Z: int32(o.arg("Z2").Number)}
	t := access.BoxPlot(p, q)
	var in *access.Claim // that has all of it: claims of one owner may overlap
	l := o.Access.Lists
	for i := range l.Claims {
		if c := &l.Claims[i]; c.Contains(t.Low) && c.Contains(t.High) && (o.granted || c.Owner.Matches(o.by.Who)) {
			in = c
			break
		}
	}
	if in == nil {
		o.fail("plot: it has to lie within one claim of yours")
		return
	}
	switch err := l.AddPlot(in, t); {
	case errors.Is(err, access.ErrOverlap):
		o.fail("plot: another plot has some of these cells")
	case errors.Is(err, access.ErrFull):
		o.fail("plot: a claim has at most %d plots", access.PlotsMax)
	case err != nil:
		o.fail("plot: %s", accessErrorText(err))
	default:
		o.changed = true
		o.print("the plot from %s has rights of its own now: you alone build there. plot let NAME gives it to somebody, trust lets others build", plotArea(&t))
	}
}

// plotsOf writes the plots of a claim below it, those of a player alone where whose says so.
func (o *invocation) plotsOf(c *access.Claim, whose *access.Principal) (n int) {
	for i := range c.Plots {
		t := &c.Plots[i]
		if whose != nil && !(t.Let() && t.Holder.Matches(*whose)) {
			continue
		}
		n++
		text := "    plot " + plotArea(t)
		if whose != nil {
			text = fmt.Sprintf("  %s: plot %s, in the land of %s", t.Holder.Name, plotArea(t), c.Owner.Name)
		} else if t.Let() {
			text += ": let to " + t.Holder.Name
		}
		for j, w := range t.Trusted {
			sep := ", "
			if j == 0 {
				sep = "; trusted: "
			}
			text += sep + w.Name
		}
		o.print("%s", text)
	}
	return n
}
