package server

import (
	"fmt"
	"testing"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/chance"
	"voxtide/world"
)

// TestClaimsAreJudgedWhereTheBlockIs: for random claims, whether somebody may build in a column is what a look through all
// claims gives for that very column.
func TestClaimsAreJudgedWhereTheBlockIs(t *testing.T) {
	r, _, _, bob := village(t, nil)
	src := chance.Source(t)
	at := func() world.Pos { return world.Pos{X: src.Int32N(600) - 300, Z: src.Int32N(600) - 300} }
	for i := range 40 {
		if err := r.s.book.AddClaim(access.Around(access.Who{Name: fmt.Sprint("p", i)}, at(), 1+src.Int32N(access.ClaimAround))); err != nil {
			continue // the land is another's already
		}
	}
	c := r.s.session(bob.stream())
	shut, open := 0, 0
	for range 4000 {
		p := at()
		want := actions.Done
		for i := range r.s.book.Claims {
			if l := &r.s.book.Claims[i]; p.X >= l.LowX && p.X <= l.HighX && p.Z >= l.LowZ && p.Z <= l.HighZ {
				want = actions.Claimed
			}
		}
		if want == actions.Done {
			open++
		} else {
			shut++
		}
		if got := r.s.forbids(c, &actions.Action{Kind: actions.Place, Pos: p}); got != want {
			t.Fatalf("%v: %v, want %v", p, got, want)
		}
	}
	t.Logf("%d claims, %d columns shut, %d open", len(r.s.book.Claims), shut, open)
	if shut < 100 || open < 100 {
		t.Error("hardly anything was tried")
	}
}
