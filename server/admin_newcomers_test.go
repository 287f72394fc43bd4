package server

import (
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server/access"
	"voxtide/timestream"
	"voxtide/world"
)

// TestNewcomers: who is new may not do what the policy says, is told so, and may once he has played long enough or somebody has accepted him;
// the policy counts at once when it changes; operators, guests and those who built here before have no limits.
func TestNewcomers(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, func(c *Config) {
		c.Policy = access.Policy{Newcomers: access.NewcomersWatched, NewcomerTime: time.Hour}
	})
	r.consoleCommand("op ann")
	here := world.Pos{X: 1, Y: 1, Z: 1}
	try := func(c *testClient, a actions.Action) actions.Refusal {
		t.Helper()
		return r.s.actionDenial(r.s.clients.session(c.stream()), &a)
	}
	lava, _ := world.BlockNamed("lava")
	hold := func(c *testClient, b world.Block) {
		p := *r.s.rec.W.Player(c.stream())
		r.s.rec.Do(edits.Edit{Kind: edits.SetInventorySlot, Stream: c.stream(), Slot: uint8(p.Selected), Stack: world.StackOf(b, 1)})
		r.s.endTransaction("test")
	}
	said, sign, place := actions.Action{Kind: actions.Chat, Text: "come to play.example.org, or http://x"}, actions.Action{Kind: actions.WriteSign, Text: "www.x"}, actions.Action{Kind: actions.Place, Pos: here}
	limited := func(c *testClient, want actions.Refusal, who string) {
		t.Helper()
		hold(c, lava)
		for _, a := range []actions.Action{said, sign, place} {
			if got := try(c, a); got != want {
				t.Errorf("%s, %v: %v, not %v", who, a.Kind, got, want)
			}
		}
		hold(c, world.Stone)
		for _, a := range []actions.Action{{Kind: actions.Chat, Text: "hello. How are you?"}, place} {
			if got := try(c, a); got != actions.Done {
				t.Errorf("%s, an ordinary %v: %v", who, a.Kind, got)
			}
		}
	}
	limited(bob, actions.TooNew, "a newcomer")
	limited(ann, actions.Done, "an operator")
	if got := bob.typeCommand("/claim 5"); !strings.Contains(got, "you are new here") {
		t.Errorf("a newcomer claims: %q", got)
	}
	if got := bob.typeCommand("/msg ann see http://x"); !strings.Contains(got, "you are new here") {
		t.Errorf("a newcomer whispers a link: %q", got)
	}
	if got := ann.typeCommand("/asked"); !strings.Contains(got, "bob is new here") || strings.Contains(got, "ann is") {
		t.Errorf("%q", got)
	}
	kept := len(h.kept)
	if got := ann.typeCommand("/accept bob"); !strings.Contains(got, "bob is accepted") || len(h.kept) == kept {
		t.Errorf("%q, kept %d times", got, len(h.kept)-kept)
	}
	limited(bob, actions.Done, "an accepted player")
	if got := ann.typeCommand("/asked"); !strings.Contains(got, "nobody waits") {
		t.Errorf("%q", got)
	}
	if got := r.consoleCommand("record bob"); !strings.Contains(got, "accept, by ann") {
		t.Errorf("%q", got)
	}

	carl := r.comeFrom("carl", "198.51.100.7", 3)
	limited(carl, actions.TooNew, "another newcomer")
	r.s.roster.Find("carl").PlayTime = timestream.Duration(time.Hour.Microseconds())
	limited(carl, actions.Done, "who has played for an hour")

	asked := RuntimeConfig{MaxPlayers: 100, View: 2, UpdateRate: 60, Policy: access.Policy{Newcomers: access.NewcomersAsked}}
	r.s.Reconfigure(asked)
	all := []actions.Action{{Kind: actions.Chat, Text: "hello"}, place, {Kind: actions.StartBreak, Pos: here}, {Kind: actions.MakeEmote, Emote: edits.EmoteWave}, {Kind: actions.Drop}, {Kind: actions.Hit}}
	for _, a := range all {
		if got := try(carl, a); got != actions.NotAccepted {
			t.Errorf("asked, %v: %v", a.Kind, got)
		}
		if got := try(bob, a); got != actions.Done {
			t.Errorf("accepted, %v: %v", a.Kind, got)
		}
	}
	for _, a := range []actions.Action{{Kind: actions.SetKeys}, {Kind: actions.SetYaw}, {Kind: actions.Chat, Text: "/list"}} {
		if got := try(carl, a); got != actions.Done {
			t.Errorf("he may not look around: %v: %v", a.Kind, got)
		}
	}
	ann.chatLines()
	dora := r.comeFrom("dora", "198.51.100.8", 4)
	if got := strings.Join(dora.chatLines(), "\n"); !strings.Contains(got, "has to accept you first") {
		t.Errorf("she reads %q", got)
	}
	if got := strings.Join(ann.chatLines(), "\n"); !strings.Contains(got, "dora is new here, and may do nothing yet: /accept dora") {
		t.Errorf("an operator reads %q", got)
	}
	if got := dora.typeCommand("/msg ann let me in"); !strings.Contains(got, "has to accept you first") {
		t.Errorf("%q", got)
	}
	r.s.roster.Find("dora").HasBuilt = true
	if got := try(dora, place); got != actions.Done {
		t.Errorf("who built before: %v", got)
	}
	r.consoleCommand("whitelist add carl")
	if got := try(carl, place); got != actions.Done {
		t.Errorf("a guest: %v", got)
	}
	asked.Policy = access.Policy{}
	r.s.Reconfigure(asked)
	eve := r.comeFrom("eve", "198.51.100.9", 5)
	limited(eve, actions.Done, "anybody without a policy")
	t.Logf("%d kinds of actions under each policy", len(all))
}
