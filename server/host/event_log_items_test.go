package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/world"
)

// TestItems: what a player is given, places and loses by dying is told, by player, item and place, also after the server was started again; what
// was there before the death is given back once, and a world without the setting keeps nothing.
func TestItems(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	begin := func(days int, names ...string) *playersFixture {
		h, at := openHost(t, dir, func(c *Config) { c.ItemDays, c.Survival = days, true })
		w := &playersFixture{t: t, h: h, timeout: time.Minute}
		for _, name := range names {
			w.clients = append(w.clients, join(t, name, at))
		}
		w.playUntil("in the world", func() bool {
			for _, c := range w.clients {
				if !c.Playable() {
					return false
				}
			}
			return true
		})
		return w
	}
	asked := 0
	ask := func(w *playersFixture, line string, want ...string) string {
		t.Helper()
		asked++
		got := w.consoleCommand(line)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %q in %q", line, part, got)
			}
		}
		return got
	}
	w := begin(30, "ann", "bob")
	bob := w.clients[1]
	ask(w, "give bob tideglass 5")
	ask(w, "give bob bread 3")
	ask(w, "items bob 1h", "bob came in with", "bob +5 tideglass, given by a command of console", "bob +3 bread")
	ask(w, "items of tideglass", "bob +5 tideglass")
	if got := ask(w, "items of bread 1h"); strings.Contains(got, "tideglass") {
		t.Errorf("%q", got)
	}
	slot := uint8(0)
	w.playUntil("the things", func() bool {
		for i, s := range bob.World().Player(bob.Stream()).Slots {
			if s.Item.String() == "bread" {
				slot = uint8(i)
				return true
			}
		}
		return false
	})
	bob.in.Actions = append(bob.in.Actions, actions.Action{Kind: actions.Drop, Slot: slot, Count: 2})
	w.play(time.Millisecond) // one frame
	bob.in.Actions = nil
	w.playUntil("dropped", func() bool { return strings.Contains(w.consoleCommand("items of bread"), "bob -2 bread, dropped") })
	t.Log(w.consoleCommand("gamemode survival bob"), w.consoleCommand("rule difficulty hard"), w.consoleCommand("rule falls on"), w.consoleCommand("tp bob 187 120 187"))
	for end := Monotonic() + 30*time.Second; !strings.Contains(w.consoleCommand("deaths"), "bob"); w.play(100 * time.Millisecond) {
		if Monotonic() > end {
			t.Fatal("bob lives: ", w.consoleCommand("list"))
		}
	}
	got := ask(w, "items bob 1h", "bob died with", "-5 tideglass, into the cairn at")
	t.Log("\n" + got)
	w.close()

	w = begin(30, "bob")
	ask(w, "items bob 1h", "bob died with", "bob came in with nothing", "bob +5 tideglass, given")
	ask(w, "giveback bob death", "5 tideglass", "5 tideglass less now: 5 into the cairn", `with "now" behind it`)
	ask(w, "giveback bob death now", "things back")
	ask(w, "giveback bob death now", "bob has all of that")
	t.Log("\n" + ask(w, "items of tideglass 1h", "bob +5 tideglass, given back by console"))
	if _, known := world.ItemNamed("tideglass"); !known {
		t.Error("there is no such thing")
	}
	w.close()
	if err := os.RemoveAll(filepath.Join(dir, itemsDir)); err != nil {
		t.Fatal(err)
	}
	w = begin(0)
	ask(w, "items bob 1h", "item_history_days")
	ask(w, "giveback bob 1h now", "item_history_days")
	w.close()
	if _, err := os.Stat(filepath.Join(dir, itemsDir)); err == nil {
		t.Error("it is kept all the same")
	}
	t.Logf("%d questions over 3 starts", asked)
}
