package server

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/world"
)

// build lets somebody place a stone on the ground beside them, and returns why it was refused.
func (h *hand) build(dx, dz int32) actions.Refusal {
	p := h.avatar().Motion.Pos.Block()
	a := h.do(actions.Action{Kind: actions.Place, Pos: world.Pos{X: p.X + dx, Z: p.Z + dz}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}, h.r.s.Now())
	h.r.play(10)
	return h.why[a.Number]
}

// TestLand: on claimed land its owner, whom that trusts, and operators build; around where players begin operators alone;
// others are told why not, and their clients agree with the server.
func TestLand(t *testing.T) {
	r, h, ann, bob := village(t, nil)
	r.orders("tp ann 100 0 100")
	r.orders("tp bob 104 0 100")
	r.play(60)
	if got := ann.types("/claim 10"); got != "0 the land from 90 90 to 110 110 belongs to ann, from the bottom to the sky" {
		t.Fatalf("%q", got)
	}
	if len(h.kept) != 1 || len(h.kept[0].Claims) != 1 {
		t.Errorf("%d kept", len(h.kept))
	}
	if why := bob.build(1, 0); why != actions.Claimed {
		t.Errorf("bob builds: %v", why)
	}
	d := bob.do(actions.Action{Kind: actions.Dug, Pos: world.Pos{X: 105, Y: -1, Z: 100}, Aim: actions.Aim{8, 16, 8}}, r.s.Now())
	r.play(10)
	if bob.why[d.Number] != actions.Claimed {
		t.Errorf("bob digs: %v", bob.why[d.Number])
	}
	if why := ann.build(1, 0); why != actions.Done {
		t.Errorf("ann builds: %v", why)
	}
	if got := bob.types("/claim 5"); !strings.Contains(got, "belongs to somebody else: ann") {
		t.Errorf("%q", got)
	}
	if got := bob.types("/unclaim"); got != "0 unclaim: not allowed: this land belongs to ann" {
		t.Errorf("%q", got)
	}
	if got := bob.types("/trust bob"); !strings.Contains(got, "not allowed") {
		t.Errorf("%q", got)
	}
	ann.types("/trust bob")
	if why := bob.build(1, 0); why != actions.Done {
		t.Errorf("bob, trusted, builds: %v", why)
	}
	if got := ann.types("/claims"); got != "0 ann: 90 90 to 110 110; trusted: bob" && got != "0   ann: 90 90 to 110 110; trusted: bob" {
		t.Errorf("%q", got)
	}
	ann.types("/untrust bob")
	if why := bob.build(0, 1); why != actions.Claimed {
		t.Errorf("bob, trusted no more, builds: %v", why)
	}
	r.orders("op bob")
	if why := bob.build(0, 1); why != actions.Done {
		t.Errorf("bob, an operator, builds: %v", why)
	}
	r.orders("deop bob")
	ann.types("/unclaim")
	if why := bob.build(-1, 0); why != actions.Done {
		t.Errorf("on nobody's land: %v", why)
	}
	if got := ann.types("/unclaim"); got != "0 this land is nobody's" {
		t.Errorf("%q", got)
	}
	for i := range access.ClaimsEach + 1 {
		got := r.orders(fmt.Sprintf("claim 3 %d 0 0 bob", 1000+50*i))
		if full := i == access.ClaimsEach; full != strings.Contains(got, "the most there may be") {
			t.Errorf("claim %d: %q", i, got)
		}
	}
	r.s.Adjust(Rules{SpawnGuard: 8, Players: 10, View: 1, Frames: 60})
	r.orders("setspawn 104 0 100")
	if why := bob.build(0, -1); why != actions.NearSpawn {
		t.Errorf("near the start: %v", why)
	}
	if got := bob.types("/claim 3"); !strings.Contains(got, "is protected") {
		t.Errorf("%q", got)
	}
	r.orders("op bob")
	if why := bob.build(0, -1); why != actions.Done {
		t.Errorf("an operator near the start: %v", why)
	}
	ann.agrees()
	bob.agrees()
}

// TestForbidsAllocatesNothing: whose land a cell is, is asked with each action.
func TestForbidsAllocatesNothing(t *testing.T) {
	r, _, _, bob := village(t, func(c *Config) { c.SpawnGuard = 4 })
	for i := range access.ClaimsMax {
		c := access.Around(access.Who{Name: fmt.Sprint("p", i)}, world.Pos{X: int32(i%64) * 70, Z: int32(i/64) * 70}, 30)
		if err := r.s.book.AddClaim(c); err != nil {
			t.Fatal(err)
		}
	}
	c := r.s.session(bob.stream())
	a := actions.Action{Kind: actions.Place, Pos: world.Pos{X: 141, Z: 70}}
	if r.s.forbids(c, &a) != actions.Claimed {
		t.Fatal("not claimed")
	}
	if n := testing.AllocsPerRun(1000, func() { r.s.forbids(c, &a) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSave answers when all that changed is written whole.
func TestSave(t *testing.T) {
	r, _, ann, _ := village(t, nil)
	if why := ann.build(1, 0); why != actions.Done {
		t.Fatal(why)
	}
	if m := r.s.Metrics(); m.Saved != 0 {
		t.Fatalf("%d saved", m.Saved)
	}
	if got := r.orders("save"); !strings.HasPrefix(got, "saved: edit ") || r.s.Metrics().Saved == 0 {
		t.Errorf("%q, %d saved", got, r.s.Metrics().Saved)
	}
	if got := r.orders("save"); !strings.HasPrefix(got, "saved: edit ") {
		t.Errorf("with nothing to do: %q", got)
	}
}

// TestMessageOfTheDay: whoever comes hears it, whoever resumes does not again.
func TestMessageOfTheDay(t *testing.T) {
	r, _, ann, _ := village(t, func(c *Config) { c.MOTD = "Welcome.\nBe kind." })
	if got := strings.Join(ann.heard(), "|"); got != "0 Welcome.|0 Be kind." {
		t.Errorf("%q", got)
	}
	ann.conn.closed = true
	r.play(4)
	ann.resume(r)
	r.play(20)
	if got := ann.heard(); len(got) > 0 || ann.conn.closed {
		t.Errorf("%q", got)
	}
	r.s.Adjust(Rules{MOTD: "Changed.", Players: 3, View: 1, Frames: 60})
	carl := r.join("carl")
	r.play(20)
	if got := strings.Join(carl.heard(), "|"); got != "0 Changed." {
		t.Errorf("%q", got)
	}
	dora := r.join("dora")
	r.play(4)
	if dora.conn.reason != "the server is full" {
		t.Errorf("%q", dora.conn.reason)
	}
}
