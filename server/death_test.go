package server

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

var dangerous = world.Rules{Difficulty: world.Normal, Falls: true, Hunger: true}

// fling lifts a player's body up and lets it fall.
func (h *testClient) fling(to world.Pos) {
	h.r.s.changeMotion(h.r.s.clients.session(h.stream()), func(m *world.Motion) {
		m.Pos, m.Vel = world.BottomCentre(to), world.Vec{}
		m.Flags &^= world.OnGround
	})
	h.r.s.endTransaction("test")
}

// things counts the items of a player, and those of all boxes.
func things(w *world.World, of timestream.Stream) (own, boxed int) {
	for _, st := range w.Player(of).Slots {
		own += int(st.Count)
	}
	for _, p := range w.AppendSections(nil) {
		s := w.Section(p)
		for _, cell := range s.AppendBlockEntityCells(nil) {
			for _, st := range s.BlockEntity(cell).Slots {
				boxed += int(st.Count)
			}
		}
	}
	return own, boxed
}

// TestDeath: two players fall to their deaths in one place. Each leaves a cairn with all he had, lives again whole at his spawn point,
// and what he did before he knew is refused. Nobody else takes from a cairn; its owner does, and with its last item it goes. All of it
// stands after a kill of the server.
func TestDeath(t *testing.T) {
	m := store.NewMemory(nil)
	survival := func(c *Config) { c.Store, c.Creative, c.Rules = m, false, dangerous }
	r := newHarness(t, survival)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	place := world.Pos{X: 6, Y: 12, Z: 6}
	for _, h := range []*testClient{ann, bob} {
		h.fling(world.Pos{X: place.X, Y: 40, Z: place.Z})
	}
	if got := ann.avatar().Motion.Needs.Damage; got != 0 {
		t.Fatal("hurt before")
	}
	before := ann.updates[len(ann.updates)-1]
	r.play(240)
	if r.s.metrics.Deaths != 2 {
		t.Fatalf("%d deaths; %+v", r.s.metrics.Deaths, ann.avatar().Motion)
	}
	late := ann.do(actions.Action{Kind: actions.MoveItem, Slot: 0, ToSlot: 9, Count: 1, LastUpdate: before}, r.s.Now())
	keys := ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward, LastUpdate: before}, r.s.Now())
	r.play(20)
	if a, k := ann.why[late.Number], ann.why[keys.Number]; a != actions.Dead || k != actions.Done {
		t.Errorf("actions of before the death: %v, %v", a, k)
	}
	ann.do(actions.Action{Kind: actions.SetKeys}, r.s.Now())
	r.play(20)
	var cairns []world.Pos
	for _, h := range []*testClient{ann, bob} {
		a := h.avatar()
		if a.Motion.Needs.Damage != 0 || a.Motion.Pos[world.AxisY] != 0 || h.dumb.World().Player(h.stream()).Slots != [world.InventorySize]world.Stack{} {
			t.Errorf("%s: %+v", h.name, a.Motion)
		}
		h.agrees()
		w := r.s.World()
		found := false
		for y := int32(0); y < 24; y++ {
			p := world.Pos{X: place.X, Y: y, Z: place.Z}
			if b, _ := w.Block(p); b.Class() == world.ClassCairn && w.BlockEntityAt(p).Text == h.name {
				cairns, found = append(cairns, p), true
				if x := w.BlockEntityAt(p); x.Slot(0) != world.StackOf(world.Stone, 64) || x.Slot(1) != world.StackOf(world.Sand, 64) {
					t.Errorf("the cairn of %s holds %+v", h.name, x)
				}
			}
		}
		if !found {
			t.Fatalf("no cairn of %s", h.name)
		}
	}
	own, boxed := things(r.s.World(), ann.stream())
	if own != 0 || boxed != 256 {
		t.Fatalf("ann has %d, all boxes hold %d of 256", own, boxed)
	}
	said := strings.Join(ann.chatLines(), "\n")
	if !strings.Contains(said, "ann fell to the ground") || !strings.Contains(said, "Your things lie in a cairn at") {
		t.Errorf("ann was told %q", said)
	}

	listed := adminGame{r.s}.Deaths(nil)
	if len(listed) != 2 || listed[0].Items != 128 || listed[0].How != "fell to the ground" || listed[1].Cairn == listed[0].Cairn {
		t.Errorf("operators are told of %+v", listed)
	}

	beside := world.Pos{X: place.X - 1, Z: place.Z}
	take := func(h *testClient, from world.Pos, slot uint8) actions.Refusal {
		x := r.s.World().BlockEntityAt(from)
		h.fling(beside)
		r.play(10)
		a := h.do(actions.Action{Kind: actions.BoxMove, Pos: from, Slot: slot, ToSlot: 20 + slot, Count: x.Slot(int(slot)).Count, Item: x.Slot(int(slot)).Item}, r.s.Now())
		r.play(20)
		return h.why[a.Number]
	}
	if why := take(bob, cairns[0], 0); why != actions.NotYours {
		t.Errorf("bob takes from the cairn of ann: %v", why)
	}
	b := bob.do(actions.Action{Kind: actions.StartBreak, Pos: cairns[0], Aim: actions.Aim{8, 8, 8}}, r.s.Now())
	r.play(20)
	if why := bob.why[b.Number]; why != actions.NotYours {
		t.Errorf("bob breaks the cairn of ann: %v", why)
	}

	hash := r.s.Hash()
	r, m = r.crash(m, survival)
	r.s.loadNow(cairns[0].Section())
	if r.s.Hash() != hash {
		t.Error("the hash differs after a kill")
	}
	ann = r.join("ann")
	r.play(60)
	if own, boxed := things(r.s.World(), ann.stream()); own != 0 || boxed != 256 {
		t.Fatalf("after a kill ann has %d, all boxes hold %d of 256", own, boxed)
	}
	for slot := range uint8(2) {
		if why := take(ann, cairns[0], slot); why != actions.Done {
			t.Errorf("ann takes slot %d back: %v", slot, why)
		}
	}
	if b, _ := r.s.World().Block(cairns[0]); b != world.Air {
		t.Errorf("an empty cairn stays: %v", b)
	}
	if own, boxed := things(r.s.World(), ann.stream()); own != 128 || boxed != 128 {
		t.Errorf("ann has %d, all boxes hold %d", own, boxed)
	}
	ann.agrees()
	t.Logf("%d deaths, cairns at %v, %v", 2, cairns, said)
}

// TestDeathKeeps: by the rules, without a disk and without anything to lose there is no cairn.
func TestDeathKeeps(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"rules":   func(c *Config) { c.Rules.KeepThings = true },
		"disk":    func(c *Config) { c.ReadOnly = actions.DiskFull },
		"nothing": func(c *Config) { c.StartingInventory = nil },
	} {
		r := newHarness(t, func(c *Config) {
			c.Creative, c.Rules = false, dangerous
			change(c)
		})
		ann := r.join("ann")
		r.play(60)
		before := r.s.World().Player(ann.stream()).Slots
		ann.fling(world.Pos{X: 6, Y: 40, Z: 6})
		r.play(240)
		if got := r.s.World().Player(ann.stream()).Slots; got != before || r.s.metrics.Deaths != 1 {
			t.Errorf("%s: %d deaths, %v", name, r.s.metrics.Deaths, got)
		}
		if _, boxed := things(r.s.World(), ann.stream()); boxed != 0 {
			t.Errorf("%s: %d items in boxes", name, boxed)
		}
	}
}

// TestRuleCommand changes rules in the game: they count at once and for all, also for who comes later, win over the settings, and stay
// over a start; a day that stops keeps its time.
func TestRuleCommand(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Rules = dangerous })
	ann := r.join("ann")
	r.play(20)
	for _, c := range [...][2]string{
		{"rule", "difficulty normal, falls on, hunger on, keep_things off, day_stops off, pvp off"},
		{"rule falls off", "falls is off"}, {"rule difficulty hard", "difficulty is hard"}, {"rule pvp on", "pvp is on"}, {"rule hunger", "hunger is on"},
		{"rule falls hard", `rule: falls is "hard", not on or off`}, {"rule day_stops on", "day_stops is on"},
	} {
		if got := r.consoleCommand(c[0]); got != c[1] {
			t.Errorf("%s: %q, want %q", c[0], got, c[1])
		}
	}
	want := world.Rules{Difficulty: world.Hard, Hunger: true, DayStops: true, PvP: true}
	bob := r.join("bob")
	r.play(20)
	for _, h := range []*testClient{ann, bob} {
		if got := h.dumb.World().Rules(); got != want || !r.s.PvP() {
			t.Errorf("%s was told %+v", h.name, got)
		}
	}
	minute := r.s.World().TimeOfDay(r.s.Now())
	r.play(60 * 5)
	if got := r.s.World().TimeOfDay(r.s.Now()); got != minute || ann.dumb.World().TimeOfDay(r.s.Now()) != minute {
		t.Errorf("it is minute %d, was %d when the day stopped", got, minute)
	}
	r.s.Reconfigure(RuntimeConfig{Rules: world.Rules{Difficulty: world.Easy, Falls: true, KeepThings: true}, MaxPlayers: 9, View: 1, UpdateRate: 60})
	r.play(20)
	want.KeepThings, want.Falls = true, false // what the command changed stays
	want.Hunger = false                       // this one it did not
	if got := ann.dumb.World().Rules(); got != want {
		t.Errorf("after a reload %+v, want %+v", got, want)
	}
	lists := r.s.AccessList()
	next := newHarness(t, func(c *Config) { c.Rules, c.AccessList = dangerous, lists })
	want.KeepThings, want.Hunger = false, true
	if got := next.s.World().Rules(); got != want {
		t.Errorf("after a start %+v, want %+v", got, want)
	}
}
