package host

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
)

// TestIdle: a world without players steps seldom, and a player who comes does not wait for the next of these steps.
func TestIdle(t *testing.T) { runInMemory(t, testIdle) }

func testIdle(t *testing.T) {
	h, at := openHost(t, t.TempDir(), nil)
	var before, after server.Metrics
	time.Sleep(2 * idleEvery)
	h.Do(func(s *server.Server) { before = s.Metrics() })
	time.Sleep(40 * idleEvery)
	h.Do(func(s *server.Server) { after = s.Metrics() })
	if n := after.Steps - before.Steps; n < 39 || n > 41 || after.LateSteps != 0 {
		t.Errorf("%d steps, %d of them late", n, after.LateSteps)
	}
	most := time.Duration(0)
	for i := range 20 {
		begin := time.Now()
		r := dialRaw(t, fmt.Sprint("guest", i), at)
		most = max(most, time.Since(begin))
		r.Conn.Close(server.LeaveReason)
		for idle := false; !idle; time.Sleep(5 * time.Millisecond) {
			h.Do(func(s *server.Server) { idle = s.Idle() })
		}
		time.Sleep(time.Duration(i) * 13 * time.Millisecond) // anywhere between two steps
	}
	if most > idleEvery/4 {
		t.Errorf("a join took %v", most)
	}
	t.Logf("the slowest of 20 joins took %v", most)
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}

// TestRareGarbage: garbage is collected less often from the first step of a job until a second after the last one.
func TestRareGarbage(t *testing.T) {
	const usual = 50 // however much is in use here, rare is 100 at least
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	percent := func() int {
		p := debug.SetGCPercent(usual)
		debug.SetGCPercent(p)
		return p
	}
	var g rareGarbage
	for i, c := range []struct {
		rebuilding bool
		at         time.Duration
		rare       bool
	}{{false, 0, false}, {true, time.Second, true}, {true, 3 * time.Second, true}, {false, 3500 * time.Millisecond, true}, {true, 3700 * time.Millisecond, true}, {false, 4500 * time.Millisecond, true}, {false, 4700 * time.Millisecond, false}, {false, 5 * time.Second, false}} {
		g.note(c.rebuilding, c.at)
		if got := percent() > usual; got != c.rare {
			t.Errorf("step %d: rare %v, want %v", i, got, c.rare)
		}
	}
	g.note(true, 6*time.Second)
	if g.end(); percent() != usual {
		t.Error("a host that ends leaves it rare")
	}
}

// TestProfileAtTheEnd: a world that ends while its steps are measured says on the console what there is, and one whose time is over says it once.
func TestProfileAtTheEnd(t *testing.T) { runInMemory(t, testProfileAtTheEnd) }

func testProfileAtTheEnd(t *testing.T) {
	said := make(chan string, 200)
	h, at := openHost(t, t.TempDir(), func(c *Config) { c.Console = func(l string) { said <- l } })
	guest := dialRaw(t, "guest", at)
	order(t, h, "profile 1")
	first := <-said
	order(t, h, "profile 600")
	time.Sleep(300 * time.Millisecond)
	guest.Conn.Close(server.LeaveReason)
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	close(said)
	all := first
	for l := range said {
		all += "\n" + l
	}
	t.Log("\n" + all)
	time.Sleep(time.Second) // the guest ends
	if n := strings.Count(all, "steps in "); n != 2 || !strings.Contains(all, "longest in them: ") || !strings.Contains(all, "busiest players") {
		t.Errorf("%d reports", n)
	}
	steps := 0
	if fmt.Sscanf(first, "profile: %d steps", &steps); steps < 20 || steps > 62 {
		t.Errorf("%d steps in a second: %q", steps, first)
	}
}
