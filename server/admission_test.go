package server

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/server/access"
	"voxtide/world"
)

// placeNear makes a client place a stone on the ground beside it, and returns why that was refused.
func (h *testClient) placeNear(dx, dz int32) actions.Refusal {
	p := h.avatar().Motion.Pos.Block()
	a := h.do(actions.Action{Kind: actions.Place, Pos: world.Pos{X: p.X + dx, Z: p.Z + dz}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}, h.r.s.Now())
	h.r.play(10)
	return h.why[a.Number]
}

// TestBuildingRights: on claimed land its owner, the players that the owner trusts, and operators build; around the spawn point
// operators alone. Others are told why not, and their clients agree with the server.
func TestBuildingRights(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, nil)
	r.consoleCommand("tp ann 100 0 100")
	r.consoleCommand("tp bob 104 0 100")
	r.play(60)
	if got := ann.typeCommand("/claim 10"); got != "0 the land from 90 90 to 110 110 belongs to ann, from the bottom to the sky" {
		t.Fatalf("%q", got)
	}
	if len(h.kept) != 1 || len(h.kept[0].Claims) != 1 {
		t.Errorf("%d kept", len(h.kept))
	}
	if why := bob.placeNear(1, 0); why != actions.Claimed {
		t.Errorf("bob builds: %v", why)
	}
	if bob.owner != "ann" {
		t.Errorf("bob is told that the land is claimed by %q", bob.owner)
	}
	d := bob.do(actions.Action{Kind: actions.FinishBreak, Pos: world.Pos{X: 105, Y: -1, Z: 100}, Aim: actions.Aim{8, 16, 8}}, r.s.Now())
	r.play(10)
	if bob.why[d.Number] != actions.Claimed {
		t.Errorf("bob digs: %v", bob.why[d.Number])
	}
	if why := ann.placeNear(1, 0); why != actions.Done {
		t.Errorf("ann builds: %v", why)
	}
	if got := bob.typeCommand("/claim 5"); !strings.Contains(got, "belongs to somebody else: ann") {
		t.Errorf("%q", got)
	}
	if got := bob.typeCommand("/unclaim"); got != "0 unclaim: not allowed: this land belongs to ann" {
		t.Errorf("%q", got)
	}
	if got := bob.typeCommand("/trust bob"); !strings.Contains(got, "not allowed") {
		t.Errorf("%q", got)
	}
	ann.typeCommand("/trust bob")
	if why := bob.placeNear(1, 0); why != actions.Done {
		t.Errorf("bob, trusted, builds: %v", why)
	}
	if got := ann.typeCommand("/claims"); got != "0 ann: 90 90 to 110 110; trusted: bob" && got != "0   ann: 90 90 to 110 110; trusted: bob" {
		t.Errorf("%q", got)
	}
	ann.typeCommand("/untrust bob")
	if why := bob.placeNear(0, 1); why != actions.Claimed {
		t.Errorf("bob, whom nobody trusts now, builds: %v", why)
	}
	r.consoleCommand("op bob")
	if why := bob.placeNear(0, 1); why != actions.Done {
		t.Errorf("bob, an operator, builds: %v", why)
	}
	r.consoleCommand("deop bob")
	ann.typeCommand("/unclaim")
	if why := bob.placeNear(-1, 0); why != actions.Done {
		t.Errorf("on unclaimed land: %v", why)
	}
	if got := ann.typeCommand("/unclaim"); got != "0 this land is nobody's" {
		t.Errorf("%q", got)
	}
	for i := range access.ClaimsPerPlayer + 1 {
		got := r.consoleCommand(fmt.Sprintf("claim 3 %d 0 0 bob", 1000+50*i))
		if full := i == access.ClaimsPerPlayer; full != strings.Contains(got, "the most there may be") {
			t.Errorf("claim %d: %q", i, got)
		}
	}
	r.s.Reconfigure(RuntimeConfig{SpawnProtection: 8, MaxPlayers: 10, View: 1, UpdateRate: 60})
	r.consoleCommand("setspawn 104 0 100")
	if why := bob.placeNear(0, -1); why != actions.NearSpawn {
		t.Errorf("near the start: %v", why)
	}
	if got := bob.typeCommand("/claim 3"); !strings.Contains(got, "is protected") {
		t.Errorf("%q", got)
	}
	r.consoleCommand("op bob")
	if why := bob.placeNear(0, -1); why != actions.Done {
		t.Errorf("an operator near the start: %v", why)
	}
	ann.agrees()
	bob.agrees()
}

// TestActionDenialAllocatesNothing: every action asks for the claim at its cell.
func TestActionDenialAllocatesNothing(t *testing.T) {
	r, _, _, bob := newAdminFixture(t, func(c *Config) { c.SpawnProtection = 4 })
	for i := range access.ClaimsMax {
		c := access.NewClaim(access.Principal{Name: fmt.Sprint("p", i)}, world.Pos{X: int32(i%64) * 70, Z: int32(i/64) * 70}, 30)
		if err := r.s.admin.Access.Lists.AddClaim(c); err != nil {
			t.Fatal(err)
		}
	}
	c := r.s.clients.session(bob.stream())
	a := actions.Action{Kind: actions.Place, Pos: world.Pos{X: 141, Z: 70}}
	if r.s.actionDenial(c, &a) != actions.Claimed {
		t.Fatal("not claimed")
	}
	if n := testing.AllocsPerRun(1000, func() { r.s.actionDenial(c, &a) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSave: the command is answered when snapshots of all changed sections are durable.
func TestSave(t *testing.T) {
	r, _, ann, _ := newAdminFixture(t, nil)
	if why := ann.placeNear(1, 0); why != actions.Done {
		t.Fatal(why)
	}
	if m := r.s.Metrics(); m.SectionsSaved != 0 {
		t.Fatalf("%d saved", m.SectionsSaved)
	}
	if got := r.consoleCommand("save"); !strings.HasPrefix(got, "saved: edit ") || r.s.Metrics().SectionsSaved == 0 {
		t.Errorf("%q, %d saved", got, r.s.Metrics().SectionsSaved)
	}
	if got := r.consoleCommand("save"); !strings.HasPrefix(got, "saved: edit ") {
		t.Errorf("with nothing to do: %q", got)
	}
}

// TestMessageOfTheDay: a player is told it on joining, and not again on resuming.
func TestMessageOfTheDay(t *testing.T) {
	r, _, ann, _ := newAdminFixture(t, func(c *Config) { c.MOTD = "Welcome.\nBe kind." })
	if got := strings.Join(ann.chatLines(), "|"); got != "0 Welcome.|0 Be kind." {
		t.Errorf("%q", got)
	}
	ann.conn.closed = true
	r.play(4)
	ann.resume(r)
	r.play(20)
	if got := ann.chatLines(); len(got) > 0 || ann.conn.closed {
		t.Errorf("%q", got)
	}
	r.s.Reconfigure(RuntimeConfig{MOTD: "Changed.", MaxPlayers: 3, View: 1, UpdateRate: 60})
	carl := r.join("carl")
	r.play(20)
	if got := strings.Join(carl.chatLines(), "|"); got != "0 Changed." {
		t.Errorf("%q", got)
	}
	dora := r.join("dora")
	r.play(4)
	if dora.conn.reason != "the server is full" {
		t.Errorf("%q", dora.conn.reason)
	}
}
