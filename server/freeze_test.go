package server

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// TestFreeze: who is frozen is told to take no keys, stands, builds and breaks nothing, and speaks; also after coming back, until it is taken back. What
// a client sends all the same is refused.
func TestFreeze(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	r.play(60)
	r.consoleCommand("op ann")
	bob.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
	r.play(10)
	if got := ann.typeCommand("/freeze bob stand still"); !strings.Contains(got, "bob is frozen") {
		t.Fatal(got)
	}
	if got := strings.Join(bob.chatLines(), " "); !strings.Contains(got, "frozen by somebody who keeps order here: stand still") {
		t.Error(got)
	}
	if len(bob.watches) != 1 || bob.watches[0] != bob.stream() {
		t.Errorf("told %v", bob.watches)
	}
	r.play(150)
	stood := bob.avatar().Motion.Pos
	keys := bob.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
	r.play(60)
	if bob.why[keys.Number] != actions.Frozen || bob.avatar().Motion.Pos != stood {
		t.Errorf("%v: from %v to %v", bob.why[keys.Number], stood, bob.avatar().Motion.Pos)
	}
	if why := bob.placeNear(1, 0); why != actions.Frozen {
		t.Errorf("bob builds: %v", why)
	}
	tp := bob.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 50}}, r.s.Now())
	said := bob.do(actions.Action{Kind: actions.Chat, Text: "sorry"}, r.s.Now())
	ann.chatLines()
	r.play(30)
	if bob.why[tp.Number] != actions.Frozen || bob.why[said.Number] != actions.Done {
		t.Errorf("he goes elsewhere: %v, speaks: %v", bob.why[tp.Number], bob.why[said.Number])
	}
	if got := r.consoleCommand("freeze ann"); !strings.Contains(got, "ann is frozen") { // the console may
		t.Error(got)
	}
	r.consoleCommand("unfreeze ann")
	r.consoleCommand("role carl moderator")
	r.s.clients.online["bob"].row.Persistent = true
	r.s.clients.online["bob"].left = true
	r.play(10)
	bob = r.join("bob")
	r.play(200)
	if len(bob.watches) != 1 || bob.watches[0] != bob.stream() || bob.placeNear(1, 0) != actions.Frozen {
		t.Errorf("after he came back: told %v", bob.watches)
	}
	if got := r.consoleCommand("record bob"); !strings.Contains(got, "freeze") || !strings.Contains(got, "stand still") {
		t.Error(got)
	}
	if got := ann.typeCommand("/unfreeze bob"); !strings.Contains(got, "bob can move again") {
		t.Error(got)
	}
	r.play(10)
	if why := bob.placeNear(1, 0); why != actions.Done || bob.watches[len(bob.watches)-1] != timestream.Stream(0) {
		t.Errorf("let go: %v, told %v", why, bob.watches)
	}
	if got := ann.typeCommand("/unfreeze bob"); !strings.Contains(got, "bob is not frozen") {
		t.Error(got)
	}
}
