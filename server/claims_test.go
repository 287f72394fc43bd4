package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/chance"
	"voxtide/store"
	"voxtide/timestream"
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

// TestClaimsTakePlay: each claim of a player takes an hour of play, those of an operator none; whoever may not is told how long.
func TestClaimsTakePlay(t *testing.T) {
	r, _, ann, bob := village(t, func(c *Config) { c.ClaimAfter = time.Hour })
	if got := ann.types("/claim 3"); !strings.Contains(got, "played here for 1h may claim land; you have for") {
		t.Errorf("at once: %q", got)
	}
	row := r.s.session(ann.stream()).row
	for i := range access.ClaimsEach {
		row.Played = timestream.Duration(i+1)*3600*timestream.Second - timestream.Duration(timestream.Second)*30
		r.orders(fmt.Sprintf("tp ann %d 0 0", 100*i))
		r.play(60)
		if got := ann.types("/claim 3"); !strings.Contains(got, "of play") && !strings.Contains(got, "may claim land") {
			t.Errorf("half a minute before hour %d: %q", i+1, got)
		}
		row.Played += 31 * timestream.Duration(timestream.Second)
		if got := ann.types("/claim 3"); !strings.Contains(got, "belongs to ann") {
			t.Errorf("after hour %d: %q", i+1, got)
		}
	}
	r.orders("op bob")
	r.orders("tp bob 0 0 500")
	r.play(30)
	if got := bob.types("/claim 3"); !strings.Contains(got, "belongs to bob") {
		t.Errorf("an operator: %q", got)
	}
}

// TestClaimsAreNotUsedUp: identities that cost nothing but an hour each fill half of what may be claimed; the rest is for who has
// played for long.
func TestClaimsAreNotUsedUp(t *testing.T) {
	r, _, ann, _ := village(t, func(c *Config) { c.ClaimAfter = time.Hour })
	row := r.s.session(ann.stream()).row
	granted := 0
	for i := range 2 * access.ClaimsMax {
		w := access.Who{Name: fmt.Sprint("free ", i)}
		k := &row
		(*k).Played = 3601 * timestream.Duration(timestream.Second)
		if r.s.earned(w, ann.stream()) != "" {
			continue
		}
		if r.s.addClaim(access.Around(w, world.Pos{X: int32(i%128) * 10, Z: 1000 + int32(i/128)*10}, 2)) == "" {
			granted++
		}
	}
	if granted != access.ClaimsMax/2 {
		t.Errorf("%d claims are granted to free identities", granted)
	}
	if got := ann.types("/claim 3"); !strings.Contains(got, "takes 8h of play") {
		t.Errorf("%q", got)
	}
	row.Played = 9 * 3600 * timestream.Duration(timestream.Second)
	if got := ann.types("/claim 3"); !strings.Contains(got, "belongs to ann") {
		t.Errorf("who has played for long: %q", got)
	}
}

// TestClaimsSpareOthersBlocks: where the history knows of a block of somebody else that stands, a player is told whose; an operator
// claims it for them; one's own and what was taken away hinder nobody.
func TestClaimsSpareOthersBlocks(t *testing.T) {
	r, h, ann, bob := village(t, nil)
	me := &Recall{By: Giver{Stream: ann.stream()}}
	for _, c := range []struct {
		by    timestream.Stream
		block world.Block
		want  bool
	}{{bob.stream(), world.Stone, true}, {ann.stream(), world.Stone, false}, {timestream.Server, world.Sand, false}, {bob.stream(), world.Air, false}, {stranger0, world.Glass, true}} {
		cell := store.Cell{Last: store.Past{SectionChange: store.SectionChange{Author: c.by, Block: c.block}}}
		if me.Theirs(&cell) != c.want {
			t.Errorf("%v by %d hinders: %v", c.block, c.by, !c.want)
		}
	}
	h.built = &store.Past{SectionChange: store.SectionChange{Pos: world.Pos{X: 1, Y: 2, Z: 3}, Block: world.Glass, Author: bob.stream()}}
	if got := ann.types("/claim 3"); got != "0 claim: bob has built there, at 1 2 3: ask them to take it away, or an operator to claim it for you" || len(r.s.book.Claims) != 0 {
		t.Errorf("%q", got)
	}
	if got := r.orders("claim 3 0 0 0 ann"); !strings.Contains(got, "belongs to ann") {
		t.Errorf("the console: %q", got)
	}
	h.built = nil
	r.orders("tp ann 200 0 0")
	r.play(60)
	kept := len(h.kept)
	if got := ann.types("/claim 3"); !strings.Contains(got, "belongs to ann") || len(h.kept) != kept+1 {
		t.Errorf("%q, kept %d times", got, len(h.kept)-kept)
	}
}
