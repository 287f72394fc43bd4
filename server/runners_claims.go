package server

import (
	"errors"
	"fmt"

	"voxtide/access"
	"voxtide/commands"
)

// What commands do with land that belongs to somebody.

// ownClaim tells why a claim is not the giver's own: it is for somebody else.
func ownClaim(o *order) string {
	if n := o.get("NAME"); n.Given && n.Text != o.by.Who.Name {
		return "operators alone claim land for others"
	}
	return ""
}

// ownLand tells why the claimed land that is meant is not the giver's own.
func ownLand(o *order) string {
	c, ok := o.land()
	if !ok || c == nil || c.Owner.Is(o.by.Who) {
		return "" // what is nobody's has a word of its own
	}
	return "this land belongs to " + c.Owner.Name
}

// land returns the claim that is meant, nil if that land is nobody's; false after a word on where that is.
func (o *order) land() (*access.Claim, bool) {
	p, ok := o.point("POSITION")
	if !ok {
		return nil, false
	}
	return o.s.book.At(p.X, p.Z), true
}

// claimed returns the claim that is meant, nil after a word on it.
func (o *order) claimed() *access.Claim {
	c, ok := o.land()
	if ok && c == nil {
		o.no("this land is nobody's")
	}
	return c
}

// extent writes where a claim lies.
func extent(c *access.Claim) string {
	return fmt.Sprintf("%d %d to %d %d", c.LowX, c.LowZ, c.HighX, c.HighZ)
}

func claim(o *order) {
	p, ok := o.point("POSITION")
	if !ok {
		return
	}
	who := o.by.Who
	if o.get("NAME").Given {
		who = o.who("NAME")
	}
	n := int32(o.get("AROUND").Number)
	if g := int32(o.s.cfg.SpawnGuard); g > 0 && o.by.Rank < commands.Operator {
		if at := o.s.start(0).Block(); away(at.X, p.X) <= g+n && away(at.Z, p.Z) <= g+n {
			o.no("claim: the land where players begin is protected")
			return
		}
	}
	c := access.Around(who, p, n)
	switch err := o.s.book.AddClaim(c); {
	case errors.Is(err, access.ErrMany):
		o.no("claim: %s has %d claims, the most there may be; unclaim gives one up", who.Name, access.ClaimsEach)
	case err != nil:
		o.no("claim: %s", bookWords(err))
	default:
		o.changed = true
		o.say("the land from %s belongs to %s, from the bottom to the sky", extent(&c), who.Name)
	}
}

func claims(o *order) {
	who := o.by.Who
	all := o.by.Rank == commands.Console
	if o.get("NAME").Given {
		who, all = o.who("NAME"), false
	}
	n := 0
	for i := range o.s.book.Claims {
		c := &o.s.book.Claims[i]
		if !all && !c.Owner.Is(who) {
			continue
		}
		n++
		text := fmt.Sprintf("  %s: %s", c.Owner.Name, extent(c))
		for j, w := range c.Trusted {
			sep := ", "
			if j == 0 {
				sep = "; trusted: "
			}
			text += sep + w.Name
		}
		o.say("%s", text)
	}
	if n == 0 {
		o.say("no land is claimed")
	}
}

func unclaim(o *order) {
	if c := o.claimed(); c != nil {
		o.say("the land from %s is nobody's now", extent(c))
		o.s.book.RemoveClaim(c)
		o.changed = true
	}
}

func trust(o *order) {
	c := o.claimed()
	if c == nil {
		return
	}
	w := o.who("NAME")
	added, err := c.Trust(w)
	if o.changed = added || o.s.owed(); err != nil {
		o.no("trust: %d people are trusted here, the most there may be", access.TrustedMax)
		return
	}
	o.say("%s may build from %s", w.Name, extent(c))
}

func untrust(o *order) {
	c := o.claimed()
	if c == nil {
		return
	}
	w := o.who("NAME")
	if o.changed = c.Untrust(w); !o.changed {
		o.no("%s is not trusted here", w.Name)
		return
	}
	o.say("%s may build here no more", w.Name)
}
