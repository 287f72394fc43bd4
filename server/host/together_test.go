package host

import (
	"path/filepath"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/server"
	"voxtide/server/admin"
)

// TestSeveralWorlds: a player goes back and forth between two worlds of a process, whose loops take turns, while commands about people are given
// in both; at the end both are saved, and no goroutine is left.
func TestSeveralWorlds(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	config := func(name string) Config {
		return Config{Dir: filepath.Join(dir, name), Seed: 5, SeedSet: true, ViewDistance: 32, Land: Land{NoFarLand: true}}
	}
	h, err := OpenAll(config("home"), "home", []World{{Config: config("mine"), Name: "mine"}})
	if err != nil {
		t.Fatal(err)
	}
	g := client.New(client.Config{Name: "ann", ViewDistance: 2, Dial: h.Dial})
	defer g.Close()
	in := func(world string) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); g.WorldName() != world || !g.Playable(); time.Sleep(5 * time.Millisecond) {
			if g.Frame(Monotonic(), client.Input{}); time.Now().After(end) {
				t.Fatalf("ann is in %s, not in %s: %v %s", g.WorldName(), world, g.State(), g.Reason())
			}
		}
	}
	in("home")
	mine := h.Others()[0]
	journeys, orders := 0, 0
	for range 3 {
		for _, to := range []string{"mine", "home"} {
			g.Frame(Monotonic(), client.Input{Actions: []actions.Action{{Kind: actions.Chat, Text: "/world " + to}}})
			for _, o := range []*Host{h, mine} {
				if err := o.Do(func(s *server.Server) {
					s.RunCommand(admin.Console, "note bob seen in "+to, func([]string) { orders++ })
				}); err != nil {
					t.Fatal(err)
				}
			}
			in(to)
			journeys++
		}
	}
	var here, there int
	h.Do(func(s *server.Server) { here = len(s.AccessView().Record) })
	mine.Do(func(s *server.Server) { there = len(s.AccessView().Record) })
	if here != 12 || there != 12 {
		t.Errorf("the record has %d and %d entries, not 12 each", here, there)
	}
	g.Leave()
	if err := h.Close("over"); err != nil {
		t.Error(err)
	}
	kept, err := (&accessFiles{dir: filepath.Join(dir, "home")}).read()
	if err != nil || len(kept.Record) != 12 {
		t.Errorf("the files of the first world hold %d entries, %v", len(kept.Record), err)
	}
	if !missing(filepath.Join(dir, "mine"), recordFileName) {
		t.Error("the second world keeps the record, too")
	}
	t.Logf("%d journeys, %d notes answered in time", journeys, orders)
}
