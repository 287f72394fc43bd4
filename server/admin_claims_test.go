package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/server/access"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// TestClaimsAreJudgedWhereTheBlockIs: for random claims, whether a player may build in a column is what a search through all claims
// gives for that very column.
func TestClaimsAreJudgedWhereTheBlockIs(t *testing.T) {
	r, _, _, bob := newAdminFixture(t, nil)
	src := testrand.New(t)
	at := func() world.Pos { return world.Pos{X: src.Int32N(600) - 300, Z: src.Int32N(600) - 300} }
	for i := range 40 {
		if err := r.s.admin.Access.Lists.AddClaim(access.NewClaim(access.Principal{Name: fmt.Sprint("p", i)}, at(), 1+src.Int32N(access.ClaimRadiusMax))); err != nil {
			continue // another claim is there already
		}
	}
	c := r.s.clients.session(bob.stream())
	shut, open := 0, 0
	for range 4000 {
		p := at()
		want := actions.Done
		for i := range r.s.admin.Access.Lists.Claims {
			if l := &r.s.admin.Access.Lists.Claims[i]; p.X >= l.LowX && p.X <= l.HighX && p.Z >= l.LowZ && p.Z <= l.HighZ {
				want = actions.Claimed
			}
		}
		if want == actions.Done {
			open++
		} else {
			shut++
		}
		if got := r.s.actionDenial(c, &actions.Action{Kind: actions.Place, Pos: p}); got != want {
			t.Fatalf("%v: %v, want %v", p, got, want)
		}
	}
	t.Logf("%d claims, %d columns closed, %d open", len(r.s.admin.Access.Lists.Claims), shut, open)
	if shut < 100 || open < 100 {
		t.Error("hardly anything was tried")
	}
}

// TestClaimsTakePlay: each claim of a player takes an hour of play, a claim of an operator none; a player who may not claim yet is
// told how long it takes.
func TestClaimsTakePlay(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, func(c *Config) { c.ClaimPlaytime = time.Hour })
	if got := ann.typeCommand("/claim 3"); !strings.Contains(got, "played here for 1h may claim land; you have for") {
		t.Errorf("at once: %q", got)
	}
	row := r.s.clients.session(ann.stream()).row
	for i := range access.ClaimsPerPlayer {
		row.PlayTime = timestream.Duration(i+1)*3600*timestream.Second - timestream.Duration(timestream.Second)*30
		r.consoleCommand(fmt.Sprintf("tp ann %d 0 0", 100*i))
		r.play(60)
		if got := ann.typeCommand("/claim 3"); !strings.Contains(got, "of play") && !strings.Contains(got, "may claim land") {
			t.Errorf("half a minute before hour %d: %q", i+1, got)
		}
		row.PlayTime += 31 * timestream.Duration(timestream.Second)
		if got := ann.typeCommand("/claim 3"); !strings.Contains(got, "belongs to ann") {
			t.Errorf("after hour %d: %q", i+1, got)
		}
	}
	r.consoleCommand("op bob")
	r.consoleCommand("tp bob 0 0 500")
	r.play(30)
	if got := bob.typeCommand("/claim 3"); !strings.Contains(got, "belongs to bob") {
		t.Errorf("an operator: %q", got)
	}
}

// TestClaimsAreNotUsedUp: identities that cost only an hour each fill half of what may be claimed; the rest is for players who have
// played for long.
func TestClaimsAreNotUsedUp(t *testing.T) {
	r, _, ann, _ := newAdminFixture(t, func(c *Config) { c.ClaimPlaytime = time.Hour })
	row := r.s.clients.session(ann.stream()).row
	row.PlayTime = 3601 * timestream.Duration(timestream.Second)
	for i := range access.ClaimsMax / 2 {
		w := access.Principal{Name: fmt.Sprint("free ", i)}
		if err := r.s.admin.Access.Lists.AddClaim(access.NewClaim(w, world.Pos{X: int32(i%128) * 10, Z: 1000 + int32(i/128)*10}, 2)); err != nil {
			t.Fatal(err)
		}
	}
	if got := ann.typeCommand("/claim 3"); !strings.Contains(got, "takes 8h of play") {
		t.Errorf("%q", got)
	}
	row.PlayTime = 9 * 3600 * timestream.Duration(timestream.Second)
	if got := ann.typeCommand("/claim 3"); !strings.Contains(got, "belongs to ann") {
		t.Errorf("after long play: %q", got)
	}
}

// TestClaimsSpareOthersBlocks: if the history knows of a standing block of another player, a player is told whose it is, and an
// operator can claim the land for them. A player's own blocks, and blocks that were taken away, do not hinder a claim.
func TestClaimsSpareOthersBlocks(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, nil)
	me := &rollback.Query{Stream: ann.stream()}
	for _, c := range []struct {
		by    timestream.Stream
		block world.Block
		want  bool
	}{{bob.stream(), world.Stone, true}, {ann.stream(), world.Stone, false}, {timestream.Server, world.Sand, false}, {bob.stream(), world.Air, false}, {unknownStream, world.Glass, true}} {
		cell := store.CellHistory{Last: store.HistoryEntry{BlockChange: store.BlockChange{Author: c.by, Block: c.block}}}
		if me.BlocksClaim(&cell) != c.want {
			t.Errorf("%v by %d hinders: %v", c.block, c.by, !c.want)
		}
	}
	h.built = &store.HistoryEntry{BlockChange: store.BlockChange{Pos: world.Pos{X: 1, Y: 2, Z: 3}, Block: world.Glass, Author: bob.stream()}}
	if got := ann.typeCommand("/claim 3"); got != "0 claim: bob has built there, at 1 2 3: ask them to take it away, or an operator to claim it for you. They are asked now" || len(r.s.admin.Access.Lists.Claims) != 0 {
		t.Errorf("%q", got)
	}
	if got := r.consoleCommand("claim 3 0 0 0 ann"); !strings.Contains(got, "belongs to ann") {
		t.Errorf("the console: %q", got)
	}
	h.built = nil
	r.consoleCommand("tp ann 200 0 0")
	r.play(60)
	kept := len(h.kept)
	if got := ann.typeCommand("/claim 3"); !strings.Contains(got, "belongs to ann") || len(h.kept) != kept+1 {
		t.Errorf("%q, kept %d times", got, len(h.kept)-kept)
	}
}

// TestUnclaimAll: a player gives up all their own claims, operators those of anybody; others stay.
func TestUnclaimAll(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	r.play(30)
	for _, line := range []string{"claim 3 200 0 200 ann", "claim 3 300 0 300 ann", "claim 3 400 0 400 bob"} {
		r.consoleCommand(line)
	}
	if got := bob.typeCommand("/unclaim all ann"); !strings.Contains(got, "unclaim: not allowed") || len(r.s.AccessView().Claims) != 3 {
		t.Error(got)
	}
	if got := ann.typeCommand("/unclaim all ann"); !strings.Contains(got, "ann has 2 claims less") {
		t.Error(got)
	}
	l := r.s.AccessView()
	if len(l.Claims) != 1 || l.ClaimAt(world.Pos{X: 400, Z: 400}) == nil || l.ClaimAt(world.Pos{X: 200, Z: 200}) != nil {
		t.Errorf("%+v", l.Claims)
	}
	if got := r.consoleCommand("unclaim all ann"); !strings.Contains(got, "ann has no claims") {
		t.Error(got)
	}
	if got := r.consoleCommand("unclaim all bob"); !strings.Contains(got, "bob has 1 claims less") || len(r.s.AccessView().Claims) != 0 {
		t.Error(got)
	}
}

// TestRectangles: a player claims a rectangle that they stand on, within the bounds of a side, and not over the land of others or where players
// begin; several of one player may overlap, so that land has any shape of rectangles.
func TestRectangles(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, func(c *Config) { c.SpawnProtection = 2 })
	r.consoleCommand("setspawn 500 0 500")
	r.consoleCommand("tp bob 100 5 100")
	r.consoleCommand("tp ann 100 5 140")
	r.play(30)
	tried := 0
	for _, c := range []struct{ line, want string }{
		{"/claim from 95 98 130 104", "the land from 95 98 to 130 104 belongs to bob"}, {"/claim from 104 120 98 90", "the land from 98 90 to 104 120 belongs to bob"},
		{"/claim from 0 0 40 40", "stand on the land that you claim"}, {"/claim from 90 90 155 101", "is not 1 to 65 blocks wide"}, {"/claim from 100 100 100 100", "the land from 100 100 to 100 100 belongs"},
		{"/claim from 1 2 3", "claim: "}, {"/claim from 90 90 99999999999 101", "claim: "},
	} {
		if got := bob.typeCommand(c.line); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, not %q", c.line, got, c.want)
		}
		tried++
	}
	if got := ann.typeCommand("/claim from 99 119 101 141"); !strings.Contains(got, "bob") {
		t.Errorf("over bob's land: %q", got)
	}
	a := r.s.clients.session(ann.stream())
	for p, want := range map[world.Pos]actions.Refusal{{X: 129, Z: 99}: actions.Claimed, {X: 99, Z: 119}: actions.Claimed, {X: 129, Z: 119}: actions.Done, {X: 97, Z: 97}: actions.Done} {
		if got := r.s.actionDenial(a, &actions.Action{Kind: actions.Place, Pos: p}); got != want {
			t.Errorf("%v: %v, not %v", p, got, want)
		}
		tried++
	}
	r.consoleCommand("tp bob 500 5 505")
	r.play(30)
	if got := bob.typeCommand("/claim from 495 500 510 510"); !strings.Contains(got, "the land where players begin is protected") {
		t.Errorf("%q", got)
	}
	t.Logf("%d answers", tried+2)
}

// TestBoxClaims: a player claims a box that they stand in; others claim what is above and below it, and nobody what is within, at no height of a whole column; all
// commands count with heights, and so does who may build.
func TestBoxClaims(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, nil)
	r.consoleCommand("tp ann 100 5 100")
	r.consoleCommand("tp bob 104 5 100")
	r.play(30)
	tried := 0
	says := func(c *testClient, line, want string) {
		t.Helper()
		tried++
		if got := c.typeCommand(line); !strings.Contains(got, want) {
			t.Errorf("%s: %q, not %q", line, got, want)
		}
	}
	floor := ann.avatar().Motion.Pos.Block().Y
	says(ann, fmt.Sprintf("/claim box 110 %d 95 90 %d 105", floor+9, floor-4), fmt.Sprintf("the land from 90 %d 95 to 110 %d 105 belongs to ann; what is above and below does not", floor-4, floor+9))
	says(bob, fmt.Sprintf("/claim box 95 %d 95 105 %d 105", floor, floor+2), "ann")
	says(bob, "/claim 3", "ann")
	says(bob, fmt.Sprintf("/claim box 95 %d 95 105 %d 105", floor+10, floor+20), "stand on the land that you claim")
	says(bob, fmt.Sprintf("/claim box 95 %d 95 99999 %d 105", floor, floor), "claim: ")
	says(bob, "/claim box 95 -999 95 99 0 105", "claim: ")
	for y, want := range map[int32]string{floor + 10: "belongs to bob", floor - 5: "belongs to bob"} { // right above, right below
		if err := r.s.admin.Access.Lists.AddClaim(access.BoxClaim(access.Principal{Name: "bob"}, world.Pos{X: 90, Y: y, Z: 95}, world.Pos{X: 110, Y: y, Z: 105})); err != nil {
			t.Errorf("%d: %v, not %s", y, err, want)
		}
		tried++
	}
	a, b := r.s.clients.session(ann.stream()), r.s.clients.session(bob.stream())
	for y, want := range map[int32][2]actions.Refusal{floor + 11: {}, floor + 10: {actions.Claimed, actions.Done}, floor + 9: {actions.Done, actions.Claimed}, floor - 4: {actions.Done, actions.Claimed}, floor - 5: {actions.Claimed, actions.Done}, floor - 6: {}} {
		for i, c := range []*session{a, b} {
			if got := r.s.actionDenial(c, &actions.Action{Kind: actions.Place, Pos: world.Pos{X: 100, Y: y, Z: 100}}); got != want[i] && !(want[i] == 0 && got == actions.Done) {
				t.Errorf("%s at %d: %v, not %v", c.name, y, got, want[i])
			}
			tried++
		}
	}
	says(bob, "/claim box 300 1 300 301 2 301 ann", "claim: not allowed")
	if got := r.consoleCommand("claim box 300 1 300 301 2 301 ann"); !strings.Contains(got, "the land from 300 1 300 to 301 2 301 belongs to ann") {
		t.Errorf("the console: %q", got)
	}
	if got := r.consoleCommand("claim box 300 3 300 301 4 301"); !strings.Contains(got, "say for whom") {
		t.Errorf("the console, for nobody: %q", got)
	}
	says(ann, "/claims", fmt.Sprintf("ann: 90 %d 95 to 110 %d 105", floor-4, floor+9))
	says(ann, "/trust bob", fmt.Sprintf("bob may build from 90 %d 95 to 110 %d 105", floor-4, floor+9))
	if box := h.claimed; box == nil || box.Min.Y != floor-4 || box.Max.Y != floor+9 {
		t.Errorf("blocks of others were looked for in %+v", box)
	}
	says(ann, "/unclaim", "is nobody's now")
	if got := r.s.actionDenial(b, &actions.Action{Kind: actions.Place, Pos: world.Pos{X: 100, Y: floor, Z: 100}}); got != actions.Done {
		t.Errorf("unclaimed: %v", got)
	}
	t.Logf("%d answers", tried)
}
