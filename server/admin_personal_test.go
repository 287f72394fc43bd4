package server

import (
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/server/access"
	"voxtide/world"
)

// TestLettersAndIgnoring: a letter waits for who is not here, is told when they come, and is read once; who is ignored is read by nobody who ignores
// them, in the chat or in private or by letter; both outlive a restart.
func TestLettersAndIgnoring(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, nil)
	carl := r.join("carl")
	r.play(60)
	for _, c := range r.s.clients.sessions {
		c.row.Persistent = true
	}
	say := func(by *testClient, text string) (heard [2]bool) {
		ann.chatLines()
		carl.chatLines()
		by.do(actions.Action{Kind: actions.Chat, Text: text}, r.s.Now())
		r.play(30)
		for i, to := range []*testClient{ann, carl} {
			heard[i] = strings.Contains(strings.Join(to.chatLines(), "\n"), text)
		}
		return heard
	}
	if got := ann.typeCommand("/mail bob hello"); !strings.Contains(got, "bob is here: /msg") {
		t.Error(got)
	}
	if got := ann.typeCommand("/mail zed hello"); !strings.Contains(got, "was ever here") {
		t.Error(got)
	}
	if say(bob, "one") != [2]bool{true, true} {
		t.Error("bob is not heard")
	}
	kept := len(h.kept)
	if got := ann.typeCommand("/ignore bob"); !strings.Contains(got, "you read nothing of bob any more") || len(h.kept) == kept {
		t.Error(got, len(h.kept))
	}
	if got := ann.typeCommand("/ignore"); !strings.Contains(got, "you ignore bob") {
		t.Error(got)
	}
	if heard := say(bob, "two"); heard != [2]bool{false, true} {
		t.Errorf("heard: %v", heard)
	}
	if got := bob.typeCommand("/msg ann psst"); !strings.Contains(got, "ann reads nothing of you") {
		t.Error(got)
	}
	if got := ann.typeCommand("/ignore ann"); !strings.Contains(got, "that is you") {
		t.Error(got)
	}
	r.s.clients.online["ann"].left = true
	r.play(10)
	if got := bob.typeCommand("/mail ann psst"); !strings.Contains(got, "ann reads nothing of you") {
		t.Error(got)
	}
	if got := carl.typeCommand("/mail ann the gate is open"); !strings.Contains(got, "ann finds it when they come") {
		t.Error(got)
	}
	for range access.LettersMax {
		r.play(40)
		carl.typeCommand("/mail ann more")
	}
	if got := carl.typeCommand("/mail ann more"); !strings.Contains(got, "16 letters wait already") {
		t.Error(got)
	}
	ann = r.join("ann")
	r.play(60)
	if got := strings.Join(ann.chatLines(), "\n"); !strings.Contains(got, "16 letters wait for you: /mail reads them") {
		t.Errorf("on joining: %s", got)
	}
	if heard := say(bob, "three"); heard[0] {
		t.Error("after she came back bob is heard")
	}
	if got := ann.typeCommand("/mail"); !strings.Contains(got, "carl") || !strings.Contains(got, "the gate is open") || strings.Contains(got, "psst") {
		t.Error(got)
	}
	if got := ann.typeCommand("/mail"); !strings.Contains(got, "no letters") {
		t.Error(got)
	}
	ann.typeCommand("/unignore bob")
	if heard := say(bob, "four"); !heard[0] {
		t.Error("bob is ignored still")
	}
	if n := len(r.s.AccessView().Personals); n != 0 {
		t.Errorf("%d entries that say nothing", n)
	}
	dora := r.join("dora")
	r.play(60)
	if got := dora.typeCommand("/ignore bob"); !strings.Contains(got, "play for a minute first") {
		t.Error(got)
	}
}

// TestWarpsAndVisits: places with names, and coming to others who agree; back leads back.
func TestWarpsAndVisits(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	r.play(60)
	if got := bob.typeCommand("/warp"); !strings.Contains(got, "not allowed") {
		t.Error(got)
	}
	r.consoleCommand("op ann")
	r.consoleCommand("op bob")
	r.play(40)
	for _, c := range [][2]string{{"setwarp mill 40 5 -40", "warp mill leads to 40 5 -40"}, {"warp", "warps (1): mill"}, {"delwarp gate", "there is no warp"}, {"setwarp gate 1 9999 1", "setwarp:"}} {
		if got := r.consoleCommand(c[0]); !strings.Contains(got, c[1]) {
			t.Errorf("%s: %s", c[0], got)
		}
	}
	if got := r.consoleCommand("warp"); got != "warps (1): mill" {
		t.Error(got)
	}
	stood := ann.avatar().Motion.Pos
	if got := ann.typeCommand("/warp Mill"); !strings.Contains(got, "you are at mill") {
		t.Error(got)
	}
	if at := ann.avatar().Motion.Pos.Block(); at != (world.Pos{X: 40, Y: 5, Z: -40}) && at.X != 40 {
		t.Errorf("she is at %v", at)
	}
	ann.typeCommand("/back")
	if ann.avatar().Motion.Pos != stood {
		t.Errorf("back at %v", ann.avatar().Motion.Pos)
	}
	ann.typeCommand("/warp mill")
	if got := bob.typeCommand("/tpaccept"); !strings.Contains(got, "nobody asks") {
		t.Error(got)
	}
	bob.chatLines()
	ann.typeCommand("/tpa bob")
	if got := strings.Join(bob.chatLines(), "\n"); !strings.Contains(got, "ann asks to come to you") {
		t.Error(got)
	}
	bob.typeCommand("/tpdeny")
	if got := bob.typeCommand("/tpaccept"); !strings.Contains(got, "nobody asks") {
		t.Error(got)
	}
	ann.typeCommand("/tpa bob")
	if got := bob.typeCommand("/tpaccept"); !strings.Contains(got, "ann comes to you") || ann.avatar().Motion.Pos.Block() != bob.avatar().Motion.Pos.Block() {
		t.Errorf("%s: %v and %v", got, ann.avatar().Motion.Pos, bob.avatar().Motion.Pos)
	}
	if got := r.consoleCommand("delwarp mill"); !strings.Contains(got, "no warp mill any more") || len(r.s.AccessView().Warps) != 0 {
		t.Error(got)
	}
}

// TestPages: the rules as they are written down, and lines that are told to all in turn.
func TestPages(t *testing.T) {
	r, _, ann, _ := newAdminFixture(t, func(c *Config) {
		c.Policy.RulesPage, c.Policy.Announcements, c.Policy.AnnounceEvery = "Be kind.\nDo not dig at spawn.", "Vote today.\nThe mill is open.", 2*time.Second
	})
	r.play(10)
	if got := ann.typeCommand("/rules"); !strings.Contains(got, "Be kind.") || !strings.Contains(got, "Do not dig at spawn.") {
		t.Error(got)
	}
	ann.chatLines()
	r.play(60 * 9)
	got := strings.Join(ann.chatLines(), "\n")
	if a, b := strings.Count(got, "Vote today."), strings.Count(got, "The mill is open."); a < 2 || b < 2 || a+b > 5 {
		t.Errorf("told %d and %d times: %s", a, b, got)
	}
}
