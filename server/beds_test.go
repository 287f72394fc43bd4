package server

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/store"
	"voxtide/world"
)

// bedFor puts a bed beside where a player stands, and returns its foot.
func bedFor(r *harness, h *testClient) world.Pos {
	k, _ := world.KindNamed("bed")
	foot := h.avatar().Motion.Pos.Block().Next(world.South)
	r.s.rec.PutHalves(h.stream(), foot, k.Block().With(world.PropFacing, int(world.South-world.North)))
	r.s.endTransaction("build")
	return foot
}

func (h *testClient) lies() bool { return h.avatar().Motion.Flags&world.Lying != 0 }

// useBed lets a player use a bed, whose aim is at the middle of its top.
func (h *testClient) useBed(r *harness, foot world.Pos) {
	h.do(actions.Action{Kind: actions.Use, Pos: foot, Aim: actions.Aim{8, 9, 8}, Want: true}, r.s.Now())
	r.play(2)
}

// TestNightPasses lets three players lie down one after the other: the day comes when all lie, all get up, and lines say how many sleep.
func TestNightPasses(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative = false })
	ann, bob, cem := r.join("ann"), r.join("bob"), r.join("cem")
	r.play(60)
	r.s.rec.Do(edits.Edit{Kind: edits.SetDayOffset, Number: uint64(r.s.rec.W.DayOffsetFor(r.s.Now(), 23*60))})
	r.s.endTransaction("night")
	for i, h := range []*testClient{ann, bob, cem} {
		h.useBed(r, bedFor(r, h))
		if !h.lies() {
			t.Fatalf("%s does not lie: %v", h.name, h.why)
		}
		r.play(150)
		if night := r.s.rec.W.IsNight(r.s.Now()); night != (i < 2) {
			t.Fatalf("%d of 3 lie, night: %v", i+1, night)
		}
	}
	r.play(20)
	for _, h := range []*testClient{ann, bob, cem} {
		if h.lies() {
			t.Errorf("%s lies by day", h.name)
		}
		h.agrees()
	}
	if minutes := r.s.rec.W.TimeOfDay(r.s.Now()); minutes < 6*60 || minutes > 6*60+30 || r.s.admin.Access.Lists.DayOffset == 0 {
		t.Errorf("it is %d minutes past midnight", minutes)
	}
	said := strings.Join(ann.chatLines(), "\n")
	for _, line := range []string{"1 of 3 sleep.", "2 of 3 sleep.", "The night is over."} {
		if !strings.Contains(said, line) {
			t.Errorf("nobody said %q, but %q", line, said)
		}
	}
}

// TestBedIsHome kills the server after a bed was used: its player comes back to it, until it is broken, by whom and whenever.
func TestBedIsHome(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store, c.Creative = m, false })
	ann := r.join("ann")
	r.play(60)
	c := r.s.clients.session(ann.stream())
	r.s.changeMotion(c, func(m *world.Motion) { m.Pos[0] += 2 * world.Unit })
	r.s.endTransaction("walk")
	stood, foot := ann.avatar().Motion.Pos, bedFor(r, ann)
	begin := r.s.respawnPoint(c)
	ann.useBed(r, foot)
	if got := r.s.respawnPoint(c); got != stood {
		t.Errorf("the home is %v, not %v", got, stood)
	}
	r.play(30)
	before := r.hands
	r, m = r.crash(m, func(c *Config) { c.Creative = false })
	r.hands = before
	ann.resume(r)
	r.play(60)
	c = r.s.clients.session(ann.stream())
	if got := r.s.respawnPoint(c); got != stood {
		t.Errorf("after a crash the home is %v, not %v", got, stood)
	}
	putBlocks(r, world.Air, foot)
	if got := r.s.respawnPoint(c); got != begin || begin == stood {
		t.Errorf("the home is %v, and the bed is gone", got)
	}
	if c.row.Home != (world.Vec{}) {
		t.Error("the home is known, and the bed is gone")
	}
	r.play(30)
	r, _ = r.crash(m, func(c *Config) { c.Creative = false })
	if row := r.s.roster.Find("ann"); row == nil || row.Home != (world.Vec{}) {
		t.Errorf("after a crash the home of a bed that is gone is %v", row)
	}
}
