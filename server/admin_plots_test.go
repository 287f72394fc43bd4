package server

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/world"
)

// TestPlotCommands: ann marks a shop in her land and lets it to bob, who builds there, makes it a shop and trusts carl; carl, whom she trusts on her land,
// does not build there before. Each refusal says why. She takes the plot back, and all is as it was. Clients have the plots in their books.
func TestPlotCommands(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, nil)
	carl := r.join("carl")
	r.play(30)
	says := func(of *testClient, line, want string) {
		t.Helper()
		if got := of.typeCommand(line); !strings.Contains(got, want) {
			t.Errorf("%s: %s answers %q, without %q", of.name, line, got, want)
		}
	}
	// May somebody build in a cell of the plot, and in one of the land around it?
	in, out := world.Pos{X: 3, Y: 1, Z: 3}, world.Pos{X: -3, Y: 1, Z: 3}
	may := func(of *testClient, p world.Pos) bool {
		return r.s.actionDenial(r.s.clients.session(of.stream()), &actions.Action{Kind: actions.Place, Pos: p}) != actions.Claimed
	}
	check := func(what string, want ...bool) {
		t.Helper()
		got := []bool{may(ann, in), may(bob, in), may(carl, in), may(ann, out), may(bob, out), may(carl, out)}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: ann, bob, carl in the plot, and outside: %v, not %v", what, got, want)
				break
			}
		}
	}
	says(ann, "/plot box 1 0 1 5 4 5", "this land is nobody's")
	says(ann, "/claim 10", "belongs to ann")
	says(ann, "/trust carl", "carl may build from")
	check("a claim", true, false, true, true, false, true)
	says(bob, "/plot box 1 0 1 5 4 5", "not allowed: this land belongs to ann")
	says(carl, "/plot box 1 0 1 5 4 5", "not allowed: this land belongs to ann")
	says(ann, "/plot box 1 0 1 500 4 5", "within one claim of yours")
	says(ann, "/plot let bob", "there is no plot here")
	kept := len(h.kept)
	says(ann, "/plot box 5 4 5 1 0 1", "the plot from 1 0 1 to 5 4 5 has rights of its own now")
	if len(h.kept) != kept+1 || len(h.kept[kept].Claims[0].Plots) != 1 {
		t.Error("it is not kept")
	}
	check("a plot of nobody", true, false, false, true, false, true)
	says(ann, "/plot box 4 4 4 7 7 7", "another plot has some of these cells")
	says(bob, "/plot let bob 3 1 3", "not allowed: this land belongs to ann")
	says(ann, "/plot free 3 1 3", "it is let to nobody")
	says(ann, "/plot let ann 3 1 3", "the land is ann's already")
	says(ann, "/plot let bob 3 1 3", "is let to bob")
	if got := strings.Join(bob.chatLines(), "\n"); !strings.Contains(got, "The plot from 1 0 1 to 5 4 5 is yours") {
		t.Errorf("bob reads %q", got)
	}
	check("bob's plot", true, true, false, true, false, true)
	says(bob, "/claims", "bob: plot 1 0 1 to 5 4 5, in the land of ann")
	says(ann, "/claims", "plot 1 0 1 to 5 4 5: let to bob")
	says(carl, "/trust carl 3 1 3", "not allowed: this land belongs to ann")
	says(bob, "/trust carl", "not allowed: this land belongs to ann") // where he stands is not his
	says(bob, "/trust carl 3 1 3", "carl may build from 1 0 1 to 5 4 5")
	check("bob trusts carl", true, true, true, true, false, true)
	if name := r.s.claimant(r.s.clients.session(carl.stream()), out); name != "" {
		t.Errorf("carl is refused by %q", name)
	}
	says(bob, "/untrust carl 3 1 3", "carl may no longer build here")
	check("bob trusts nobody", true, true, false, true, false, true)
	if name := r.s.claimant(r.s.clients.session(carl.stream()), in); name != "bob" {
		t.Errorf("carl is refused by %q", name)
	}
	says(bob, "/unclaim 3 1 3", "not allowed: this land belongs to ann")
	says(bob, "/plot remove 3 1 3", "not allowed: this land belongs to ann")
	says(ann, "/unclaim", "it has plots (1)")
	says(ann, "/unclaim all ann", "it has plots (1)")
	r.as(bob.stream(), func(rec *edits.Recorder) { rec.PutBlock(bob.stream(), in, boxNamed(t, "chest")) })
	says(carl, "/shop 3 glass for 16 stone 3 1 3", "not allowed: this land belongs to bob")
	says(bob, "/shop 3 glass for 16 stone 3 1 3", "everybody buys 3 glass for 16 stone here, and you alone open it")
	for _, c := range []*testClient{ann, bob, carl} {
		c.agrees()
		if w := c.dumb.World(); w.Claims().Hash() != r.s.World().Claims().Hash() || len(w.Claims().Claims()) != 2 {
			t.Errorf("the book of %s has %v", c.name, w.Claims().Claims())
		}
	}
	says(ann, "/plot free 3 1 3", "is let to nobody now")
	check("free again", true, false, false, true, false, true)
	says(ann, "/plot remove 3 1 3", "is a part of the claim again")
	check("removed", true, false, true, true, false, true)
	says(ann, "/unclaim", "is nobody's now")
	if got := r.consoleCommand("plot box 1 0 1 5 4 5"); !strings.Contains(got, "nobody's") {
		t.Error(got)
	}
}
