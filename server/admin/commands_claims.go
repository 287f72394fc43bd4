package admin

import (
	"errors"
	"fmt"
	"slices"

	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Commands about claims.

// claimsForOther returns why a new claim is not the issuer's own: it is for another player.
func claimsForOther(o *invocation) string {
	if n := o.arg("NAME"); n.Given && n.Text != o.by.Who.Name {
		return "operators alone claim land for others"
	}
	return ""
}

// claimOfOther returns why the claim at POSITION is not the issuer's own.
func claimOfOther(o *invocation) string {
	if o.arg("WHAT").Given { // all of a player
		if o.principal("NAME").Matches(o.by.Who) {
			return ""
		}
		return "it is for operators"
	}
	c, ok := o.claimAt()
	if !ok || c == nil || c.Owner.Matches(o.by.Who) {
		return "" // unclaimed land is refused in other words
	}
	return "this land belongs to " + c.Owner.Name
}

// claimAt returns the claim at POSITION, nil if that land is nobody's. It says why and returns false if there is no position.
func (o *invocation) claimAt() (*access.Claim, bool) {
	p, ok := o.position("POSITION")
	if !ok {
		return nil, false
	}
	return o.Access.Lists.ClaimAt(p), true
}

// requireClaim returns the claim at POSITION; if there is none it says so and returns nil.
func (o *invocation) requireClaim() *access.Claim {
	c, ok := o.claimAt()
	if ok && c == nil {
		o.fail("this land is nobody's")
	}
	return c
}

// claimArea returns the corners of a claim, for people.
func claimArea(c *access.Claim) string {
	if !c.Whole() {
		return fmt.Sprintf("%d %d %d to %d %d %d", c.LowX, c.LowY, c.LowZ, c.HighX, c.TopY-1, c.HighZ)
	}
	return fmt.Sprintf("%d %d to %d %d", c.LowX, c.LowZ, c.HighX, c.HighZ)
}

func claim(o *invocation) {
	who, p := o.by.Who, world.Pos{}
	switch {
	case o.arg("NAME").Given:
		who = o.principal("NAME")
	case o.by.outside() && o.arg("X").Given:
		o.fail("claim: say for whom")
		return
	}
	if !o.granted || !o.arg("X").Given {
		ok := false
		if p, ok = o.position("POSITION"); !ok {
			return
		}
	}
	c := access.NewClaim(who, p, int32(o.arg("RADIUS").Number))
	if o.arg("X").Given {
		if c = o.rectangle(who); o.arg("Y").Given {
			c = o.box(who)
		}
		if !o.granted && !c.Contains(p) { // or somebody claims land where they never were
			o.fail("claim: stand on the land that you claim")
			return
		}
	}
	if !o.granted && o.isNearSpawn(&c) {
		o.fail("claim: the land where players begin is protected")
		return
	}
	if !o.granted {
		if why := o.newcomerText(); why != "" {
			o.fail("claim: %s", why)
			return
		}
		if why := o.claimDenial(who, o.by.Stream); why != "" {
			o.fail("claim: %s", why)
			return
		}
	}
	if err := o.Access.Lists.CheckClaim(c); err != nil {
		o.fail("claim: %s", o.claimErrorText(err, who))
		return
	}
	if !o.granted && o.backend != nil {
		r := &rollback.Query{Claim: c, Text: "from " + claimArea(&c)}
		low, high := c.Box()
		r.Changes.Box = &store.Box{Min: low, Max: high}
		o.queryHistory(r)
		return
	}
	if why := o.addClaim(c); why != "" {
		o.fail("claim: %s", why)
		return
	}
	o.changed = true
	o.print("%s", claimedText(&c))
}

// rectangle returns the claim from one column to another.
func (o *invocation) rectangle(who access.Principal) access.Claim {
	x, z, x2, z2 := int32(o.arg("X").Number), int32(o.arg("Z").Number), int32(o.arg("X2").Number), int32(o.arg("Z2").Number)
	return access.Claim{Owner: who, LowX: min(x, x2), LowZ: min(z, z2), HighX: max(x, x2), HighZ: max(z, z2)}
}

// box returns the claim from one cell to another.
func (o *invocation) box(who access.Principal) access.Claim {
	n := func(name string) int32 { return int32(o.arg(name).Number) }
	return access.BoxClaim(who, world.Pos{X: n("X"), Y: n("Y"), Z: n("Z")}, world.Pos{X: n("X2"), Y: n("Y2"), Z: n("Z2")})
}

// isNearSpawn reports whether a claim lies on the land that is protected because players begin there.
func (o *invocation) isNearSpawn(c *access.Claim) bool {
	g, at := int32(o.game.Rules().SpawnProtection), o.game.SpawnPoint(0).Block()
	return g > 0 && c.LowX <= at.X+g && c.HighX >= at.X-g && c.LowZ <= at.Z+g && c.HighZ >= at.Z-g
}

func claimedText(c *access.Claim) string {
	if !c.Whole() {
		return fmt.Sprintf("the land from %s belongs to %s; what is above and below does not", claimArea(c), c.Owner.Name)
	}
	return fmt.Sprintf("the land from %s belongs to %s, from the bottom to the sky", claimArea(c), c.Owner.Name)
}

func (x *Executor) claimErrorText(err error, who access.Principal) string {
	if errors.Is(err, access.ErrTooManyClaims) {
		return fmt.Sprintf("%s has %d claims, the most there may be; unclaim gives one up", who.Name, x.Access.Lists.MostClaims(who))
	}
	return accessErrorText(err)
}

// addClaim enters a claim; it returns why it cannot be entered, "" if it is.
func (x *Executor) addClaim(c access.Claim) string {
	if err := x.Access.Lists.AddClaim(c); err != nil {
		return x.claimErrorText(err, c.Owner)
	}
	return ""
}

// claimDenial returns why a player may not claim land yet, "" if they may. Each claim takes Rules.ClaimPlaytime of play. The second
// half of all claims that there may be is for players who have played long enough for all of their claims: keys are free, and
// hours are not.
func (x *Executor) claimDenial(w access.Principal, of timestream.Stream) string {
	r, each := x.roster.ByStream(of), x.game.Rules().ClaimPlaytime
	if each <= 0 || r == nil {
		return ""
	}
	after := timestream.Duration(each.Microseconds())
	n := timestream.Duration(x.Access.Lists.ClaimCount(w) + 1)
	if len(x.Access.Lists.Claims) >= access.ClaimsMax/2 {
		n = timestream.Duration(x.Access.Lists.MostClaims(w))
	}
	if r.PlayTime >= n*after {
		return ""
	}
	takes := commands.FormatDuration(int64(n * after / timestream.Second))
	played := commands.FormatDuration(int64(r.PlayTime / timestream.Second))
	if n == 1 {
		return fmt.Sprintf("who has played here for %s may claim land; you have for %s. An operator can claim it for you", takes, played)
	}
	return fmt.Sprintf("another claim takes %s of play here; you have played for %s. An operator can claim it for you", takes, played)
}

// FinishClaim answers a query of kind rollback.Claim: blocking is a change by which a block of another player stands there, nil if
// there is none.
func (x *Executor) FinishClaim(q *rollback.Query, blocking *store.HistoryEntry, err error) {
	why := ""
	switch {
	case err != nil:
		why = err.Error()
	case blocking != nil:
		why = x.askForClaim(q, x.NameOf(blocking.Author), rollback.CellText(blocking.Pos))
	default:
		why = x.addClaim(q.Claim)
	}
	if why != "" {
		x.Counts[CommandFailed]++
		q.Answer(x.history, "claim: "+why)
		return
	}
	lines := []string{claimedText(&q.Claim)}
	x.Access.Save(func(err error) {
		if err != nil {
			lines = append(lines, fmt.Sprintf(unsavedText, err))
		}
		q.Answer(x.history, lines...)
	})
}

func claims(o *invocation) {
	who := o.by.Who
	all := o.by.outside() && o.granted
	if o.arg("NAME").Given {
		who, all = o.principal("NAME"), false
	}
	n := 0
	for i := range o.Access.Lists.Claims {
		c := &o.Access.Lists.Claims[i]
		if !all && !c.Owner.Matches(who) {
			n += o.plotsOf(c, &who)
			continue
		}
		n++
		text := fmt.Sprintf("  %s: %s", c.Owner.Name, claimArea(c))
		for j, w := range c.Trusted {
			sep := ", "
			if j == 0 {
				sep = "; trusted: "
			}
			text += sep + w.Name
		}
		o.print("%s", text)
		o.plotsOf(c, nil)
	}
	if n == 0 {
		o.print("no land is claimed")
	}
}

func unclaim(o *invocation) {
	if o.arg("WHAT").Given {
		o.unclaimAll()
		return
	}
	if c := o.requireClaim(); c != nil {
		if len(c.Plots) > 0 && !o.granted {
			o.fail("unclaim: it has plots (%d); plot remove takes one back", len(c.Plots))
			return
		}
		o.print("the land from %s is nobody's now", claimArea(c))
		o.Access.Lists.RemoveClaim(c)
		o.changed = true
	}
}

// unclaimAll gives up all claims of a player.
func (o *invocation) unclaimAll() {
	w, l := o.principal("NAME"), o.Access.Lists
	n, plots := 0, 0
	for i := range l.Claims {
		if l.Claims[i].Owner.Matches(w) {
			plots += len(l.Claims[i].Plots)
		}
	}
	if plots > 0 && !o.granted {
		o.fail("unclaim: it has plots (%d); plot remove takes one back", plots)
		return
	}
	for i := len(l.Claims) - 1; i >= 0; i-- {
		if l.Claims[i].Owner.Matches(w) {
			l.Claims = slices.Delete(l.Claims, i, i+1)
			n++
		}
	}
	if n == 0 {
		o.fail("unclaim: %s has no claims", w.Name)
		return
	}
	l.IndexClaims()
	o.changed = true
	o.print("%s has %d claims less: that land is nobody's now", w.Name, n)
}

func trust(o *invocation) {
	c := o.requireClaim()
	if c == nil {
		return
	}
	w, trust, where := o.principal("NAME"), c.Trust, claimArea(c)
	if t := o.plotAt(); t != nil {
		trust, where = t.Trust, plotArea(t)
	}
	added, err := trust(w)
	if o.changed = added || o.Access.Unsaved(); err != nil {
		o.fail("trust: %d people are trusted here, the most there may be", access.TrustedMax)
		return
	}
	o.print("%s may build from %s", w.Name, where)
}

func untrust(o *invocation) {
	c := o.requireClaim()
	if c == nil {
		return
	}
	w, untrust := o.principal("NAME"), c.Untrust
	if t := o.plotAt(); t != nil {
		untrust = t.Untrust
	}
	if o.changed = untrust(w); !o.changed {
		o.fail("%s is not trusted here", w.Name)
		return
	}
	o.print("%s may no longer build here", w.Name)
}

func distance(a, b int32) int32 { return max(a-b, b-a) }
