package server

import (
	"errors"
	"fmt"

	"voxtide/access"
	"voxtide/commands"
	"voxtide/faults"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
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
	if o.by.Rank < commands.Operator {
		if why := o.s.earned(who, o.by.Stream); why != "" {
			o.no("claim: %s", why)
			return
		}
	}
	if err := o.s.book.Claimable(c); err != nil {
		o.no("claim: %s", claimWords(err, who))
		return
	}
	if o.by.Rank < commands.Operator && o.s.cfg.House != nil {
		r := &Recall{claim: c, Text: "from " + extent(&c)}
		r.Query.Box = &store.Box{Min: world.Pos{X: c.LowX, Y: world.MinY, Z: c.LowZ}, Max: world.Pos{X: c.HighX, Y: world.MaxY, Z: c.HighZ}}
		o.recall(r)
		return
	}
	if why := o.s.addClaim(c); why != "" {
		o.no("claim: %s", why)
		return
	}
	o.changed = true
	o.say("%s", claimedWords(&c))
}

func claimedWords(c *access.Claim) string {
	return fmt.Sprintf("the land from %s belongs to %s, from the bottom to the sky", extent(c), c.Owner.Name)
}

func claimWords(err error, who access.Who) string {
	if errors.Is(err, access.ErrMany) {
		return fmt.Sprintf("%s has %d claims, the most there may be; unclaim gives one up", who.Name, access.ClaimsEach)
	}
	return bookWords(err)
}

// addClaim enters a claim; it returns why it cannot be.
func (s *Server) addClaim(c access.Claim) string {
	if err := s.book.AddClaim(c); err != nil {
		return claimWords(err, c.Owner)
	}
	return ""
}

// earned returns why somebody may not claim land yet, "" if they may. Each claim takes Config.ClaimAfter of play, and the second
// half of all claims there may be is for who has played as long as a player with all their claims: keys are free, and hours are not.
func (s *Server) earned(w access.Who, of timestream.Stream) string {
	r := s.register.streams[of]
	if s.cfg.ClaimAfter <= 0 || r == nil {
		return ""
	}
	after := timestream.Duration(s.cfg.ClaimAfter.Microseconds())
	n := timestream.Duration(s.book.Of(w) + 1)
	if len(s.book.Claims) >= access.ClaimsMax/2 {
		n = access.ClaimsEach
	}
	if r.Played >= n*after {
		return ""
	}
	takes := commands.Span(int64(n * after / timestream.Second))
	played := commands.Span(int64(r.Played / timestream.Second))
	if n == 1 {
		return fmt.Sprintf("who has played here for %s may claim land; you have for %s. An operator can claim it for you", takes, played)
	}
	return fmt.Sprintf("another claim takes %s of play here; you have played for %s. An operator can claim it for you", takes, played)
}

// ClaimFound answers a Recall of what "claim": other is a change by which somebody else's block stands there, nil if there is none.
func (s *Server) ClaimFound(r *Recall, other *store.Past, err error) {
	why := ""
	switch {
	case err != nil:
		why = err.Error()
	case other != nil:
		why = fmt.Sprintf("%s has built there, at %s: ask them to take it away, or an operator to claim it for you", s.NameOf(other.Author), cell(other.Pos))
	default:
		why = s.addClaim(r.claim)
	}
	if why != "" {
		s.metrics.Orders[OrderFailed]++
		r.Answer(s, "claim: "+why)
		return
	}
	lines := []string{claimedWords(&r.claim)}
	s.keep(func(err error) {
		if err != nil {
			lines = append(lines, fmt.Sprintf("this counts, but could not be kept for after a restart: %v", err))
		}
		r.Answer(s, lines...)
	})
}

// Theirs reports whether a cell keeps somebody from claiming the land around it: what stands there was put by somebody else.
func (r *Recall) Theirs(c *store.Cell) bool {
	a := c.Last.Author
	if faults.Active(faults.ClaimsOverOthers) {
		return false
	}
	return c.Last.Block != world.Air && a != timestream.Server && a != r.By.Stream
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
