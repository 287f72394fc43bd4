package server

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"voxtide/server/itemlog"
	"voxtide/store"
	"voxtide/world"
)

// TestItemsRestore: what would be given back is told first, with where the things went; only what is missing is given, worn as it was, to who is
// here; who runs nothing gives nothing back.
func TestItemsRestore(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, nil)
	count := func(name string) (n int) {
		it, _ := world.ItemNamed(name)
		for _, s := range r.s.rec.W.Player(bob.stream()).Slots {
			if s.Item == it {
				n += int(s.Count)
			}
		}
		return n
	}
	r.consoleCommand("give bob bread 2")
	h.had = itemlog.Past{Known: true, At: 1_799_990_000, Had: []itemlog.Stack{{Item: "bread", Count: 5}, {Item: "iron_pick", Count: 1, Wear: 20}, {Item: "tideglass", Count: 3}}, After: []itemlog.Line{
		{Name: "bob", How: itemlog.Died, Item: "tideglass", Count: -3, Pos: [3]int32{4, 65, 6}}, {Name: "bob", How: itemlog.Eaten, Item: "bread", Count: -3}, {Name: "bob", How: itemlog.Crafted, Item: "bread", Count: 3},
	}}
	asked := 0
	answer := func(got string, want ...string) {
		t.Helper()
		asked++
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("no %q in %q", w, got)
			}
		}
	}
	shown := r.consoleCommand("giveback bob death")
	answer(shown, "bob had at", "5 bread, 1 iron_pick (worn 20), 3 tideglass", "3 bread less now: 3 eaten", "1 iron_pick less now: nothing is known", "3 tideglass less now: 3 into the cairn at 4 65 6", `with "now" behind it`)
	if count("bread") != 2 || count("tideglass") != 0 {
		t.Error("the question gives things")
	}
	answer(r.consoleCommand("giveback bob death now"), "bob has 7 things back", "there twice")
	if count("bread") != 5 || count("iron_pick") != 1 || count("tideglass") != 3 {
		t.Errorf("bob has %v", r.s.rec.W.Player(bob.stream()).Slots)
	}
	if pick, _ := world.ItemNamed("iron_pick"); r.s.rec.W.Player(bob.stream()).Slots[0].Item == pick || !strings.Contains(r.consoleCommand("see bob"), "iron_pick") {
		t.Errorf("%s", r.consoleCommand("see bob"))
	}
	answer(r.consoleCommand("giveback bob death now"), "bob has all of that")
	if count("bread") != 5 {
		t.Error("given twice")
	}
	if heard := strings.Join(bob.chatLines(), "\n"); !strings.Contains(heard, "You were given things back") {
		t.Errorf("bob heard %q", heard)
	}
	r.consoleCommand("role ann moderator")
	answer(ann.typeCommand("/giveback bob 2h now"), "giveback: not allowed")
	answer(ann.typeCommand("/items bob 2h"), "nothing that came or went fits")
	answer(r.consoleCommand("giveback zoe 2h now"), "of zoe nothing is kept here now")
	h.had.Known = false
	answer(r.consoleCommand("giveback bob 2h now"), "does not reach back")
	answer(r.consoleCommand("giveback bob death now"), "no death of bob is known")
	h.had, h.err = itemlog.Past{}, errors.New("the disk is gone")
	answer(r.consoleCommand("giveback bob death now"), "the disk is gone")
	t.Logf("%d answers", asked)
}

// TestItemsRestoreAway: what is given back to a player who has left is there when they come back, also over a kill of the server, once, and is noted;
// nothing of it is given where not all of a kind fits.
func TestItemsRestoreAway(t *testing.T) {
	m := store.NewMemory(nil)
	r, h, _, bob := newAdminFixture(t, func(c *Config) { c.Store = m })
	bread, _ := world.ItemNamed("bread")
	count := func(r *harness, slots []world.Stack) (n int) {
		for _, s := range slots {
			if s.Item == bread {
				n += int(s.Count)
			}
		}
		return n
	}
	r.consoleCommand("give bob bread 2")
	stream := bob.stream()
	bob.conn.Close(LeaveReason)
	for i := 0; r.s.clients.online["bob"] != nil && i < 100; i++ {
		r.play(10)
	}
	h.had = itemlog.Past{Known: true, At: 1_799_990_000, Had: []itemlog.Stack{{Item: "bread", Count: 70}, {Item: "planks", Count: 5000}}}
	got := r.consoleCommand("giveback bob death now")
	for _, want := range []string{"68 bread less now", "bob has no room for 5000 planks", "bob has 68 things back", "bob is not here, and has them on coming back"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if !slices.Contains(h.asked, "brought bob 68 bread by console") {
		t.Errorf("noted: %q", h.asked)
	}
	if got := r.consoleCommand("giveback bob death now"); !strings.Contains(got, "no room for 5000 planks") || strings.Contains(got, "bread less") {
		t.Errorf("again: %q", got)
	}
	r.play(60)
	next, _ := r.crash(m, func(c *Config) { c.Creative, c.Backend = true, &fakeBackend{} })
	for _, r := range []*harness{r, next} {
		bob := r.join("bob")
		r.play(30)
		if n := count(r, r.s.rec.W.Player(bob.stream()).Slots[:]); n != 70 || bob.stream() != stream {
			t.Errorf("he comes back with %d, as %d, who was %d", n, bob.stream(), stream)
		}
		if r.s.GiveAway("bob", world.Stack{Item: bread, Count: 1}, 1) {
			t.Error("he is here, and is given things as if he were not")
		}
		bob.agrees()
	}
}
