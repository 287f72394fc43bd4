package admin

import (
	"fmt"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/rollback"
	"voxtide/timestream"
)

// Commands about players who are new here.

// isNew reports whether a player is new here, for whom the policy has limits.
func (x *Executor) isNew(w access.Principal, of timestream.Stream) bool {
	r := x.roster.ByStream(of)
	return r != nil && !x.Access.Lists.IsOperator(w) && x.game.Rules().Policy.IsNew(time.Duration(r.PlayTime)*time.Microsecond, r.HasBuilt, x.Access.Lists.IsAccepted(w))
}

// newcomerText returns why the issuer may not do it yet, "" if the issuer is not new here.
func (o *invocation) newcomerText() string {
	switch {
	case o.by.Rank >= commands.Operator || !o.isNew(o.by.Who, o.by.Stream):
		return ""
	case o.game.Rules().Policy.Newcomers == access.NewcomersAsked:
		return actions.NotAccepted.String()
	}
	return actions.TooNew.String()
}

// accept ends what newcomers may not do, for a player who is here or was here.
func accept(o *invocation) {
	w, ok := o.principalWithKey("NAME")
	if !ok {
		return
	}
	if r := o.takeRequest(w); r != nil {
		if why := o.addClaim(r.claim); why != "" {
			o.fail("accept: %s", why)
			return
		}
		o.noteRecord(w, "accept", "land "+claimArea(&r.claim))
		o.notify(w, "You get what you asked for: "+claimedText(&r.claim))
		o.print("%s", claimedText(&r.claim))
		if !o.isNew(w, r.stream) {
			return
		}
	}
	added, err := o.Access.Lists.Accept(w)
	switch {
	case err != nil:
		o.fail("accept: %s", accessErrorText(err))
		return
	case !added && !o.Access.Unsaved():
		o.print("%s is accepted already", w.Name)
		return
	}
	o.noteRecord(w, "accept", "")
	o.game.UpdateRanks()
	o.notify(w, "You are accepted: you may build and speak here now.")
	o.print("%s is accepted", w.Name)
}

// asked lists who is here and new.
func asked(o *invocation) {
	n := 0
	for _, p := range o.game.Players(nil) {
		if o.isNew(p.Principal, p.Stream) {
			n++
			o.print("  %s is new here: accept %[1]s", p.Name)
		}
	}
	for i := range o.requests {
		n++
		r := &o.requests[i]
		o.print("  %s asks for the land %s, where %s has built: accept %[1]s, or refuse %[1]s", r.claim.Owner.Name, claimArea(&r.claim), r.builder)
	}
	if n == 0 {
		o.print("nobody waits")
	}
}

// claimRequest is the wish of a player to claim land where another has built.
type claimRequest struct {
	claim   access.Claim
	stream  timestream.Stream
	builder string // who has built there
}

// claimRequestsMax bounds the wishes that wait; each player has one, and the oldest go.
const claimRequestsMax = 64

// askForClaim notes that a player wants land where another has built, tells those who can grant it, and returns what the player is told.
func (x *Executor) askForClaim(q *rollback.Query, builder, at string) string {
	x.takeRequest(q.Claim.Owner)
	if len(x.requests) == claimRequestsMax {
		x.requests = x.requests[1:]
	}
	x.requests = append(x.requests, claimRequest{q.Claim, q.Stream, builder})
	for _, p := range x.game.Players(nil) {
		if x.Access.Lists.IsOperator(p.Principal) || x.MayGive(p.Principal, "accept") {
			x.game.Tell(p.Stream, fmt.Sprintf("%s asks for the land %s, where %s has built: /accept %[1]s, or /refuse %[1]s", q.Claim.Owner.Name, claimArea(&q.Claim), builder))
		}
	}
	return fmt.Sprintf("%s has built there, at %s: ask them to take it away, or an operator to claim it for you. They are asked now", builder, at)
}

// takeRequest removes the wish of a player and returns it, nil if there is none.
func (x *Executor) takeRequest(w access.Principal) *claimRequest {
	for i := range x.requests {
		if r := x.requests[i]; r.claim.Owner.Matches(w) {
			x.requests = slices.Delete(x.requests, i, i+1)
			return &r
		}
	}
	return nil
}

// refuse refuses a player's wish for land.
func refuse(o *invocation) {
	w, reason := o.principal("NAME"), limitReason(o.arg("REASON").Text)
	r := o.takeRequest(w)
	if r == nil {
		o.fail("refuse: %s does not ask for land; asked lists who does", w.Name)
		return
	}
	o.notify(w, withReason("You do not get the land "+claimArea(&r.claim), reason))
	o.print("%s does not get the land %s", w.Name, claimArea(&r.claim))
}
