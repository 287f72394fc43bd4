package bots

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"voxtide/internal/leaktest"
	"voxtide/internal/testrand"
	"voxtide/server"
	"voxtide/server/host"
	"voxtide/transport/netem"
	"voxtide/world"
)

func TestMain(m *testing.M) { leaktest.Main(m, goleak.IgnoreCurrent()) } // KCP has some from the start

// runAgainst plays a Config against a server in this process, over sockets, and returns what came of it; the server's hash
// is asked for while all is still.
func runAgainst(t *testing.T, cfg Config, loss float64, change func(*host.Config)) (*Report, uint64) {
	t.Helper()
	return runWatched(t, cfg, loss, change, nil)
}

// runWatched is runAgainst, with a look at the server whenever a part begins or ends.
func runWatched(t *testing.T, cfg Config, loss float64, change func(*host.Config), look func(s *server.Server)) (*Report, uint64) {
	t.Helper()
	hc := host.Config{Dir: filepath.Join(t.TempDir(), "w"), Seed: 3, SeedSet: true, PlayersMax: cfg.Players + 4}
	if change != nil {
		change(&hc)
	}
	h, err := host.Open(hc)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close("over")
	addr, err := h.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &Network{Seed: cfg.Seed}
	if loss > 0 {
		way := netem.Conditions{Loss: loss, Delay: 15 * time.Millisecond, Jitter: 10 * time.Millisecond}
		n.Up, n.Down, n.Bad = way, way, true
	}
	if err := n.Resolve(addr.String()); err != nil {
		t.Fatal(err)
	}
	cfg.Dial = n.Dial
	if look != nil {
		cfg.Scrape = func() *Scrape { h.Do(look); return nil }
	}
	var hash uint64
	cfg.OnQuiet = func() { h.Do(func(s *server.Server) { hash = s.Hash() }) }
	r, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r, hash
}

// logReport prints a report, and keeps the drawings of a broken one.
func logReport(t *testing.T, r *Report) {
	t.Helper()
	for i, b := range r.Broken {
		r.Broken[i].File = filepath.Join(os.TempDir(), fmt.Sprintf("bots-%d.html", i))
		os.WriteFile(r.Broken[i].File, b.HTML, 0o644)
	}
	r.Table(t.Output())
}

// TestContend is law 7, with 8 and 9 as far as cuts without a crash show them: eight bots fight over the same blocks over
// real KCP with loss, and lose their sockets meanwhile; what they saw has a legal order, and nothing was unexplained.
func TestContend(t *testing.T) {
	seed := testrand.Seed(t)
	var answered, resumes, refused int
	for fight := 0; answered < 20 || resumes < 4 || refused == 0; fight++ { // a busy machine makes a lame one
		if fight == 30 {
			t.Fatalf("that were no fights: %d answered, %d resumes, %d refused", answered, resumes, refused)
		}
		r, _ := runAgainst(t, Config{
			Players: 8, Duration: 5 * time.Second, Rate: 8, Workload: "contend", Seed: seed + uint64(fight), Check: true, FramesPerSecond: 60,
			DropSocketEvery: 2 * time.Second,
		}, 0.03, nil)
		logReport(t, r)
		broken := r.CameIn < r.Players || slices.ContainsFunc(r.Checks, func(c Check) bool { return !c.Holds && c.Name != checkDecided })
		switch {
		case broken:
			t.Fatal("something broke")
		case !r.OK: // a busy machine has not decided it: another fight has to show it
			continue
		}
		answered, resumes, refused = answered+r.Answered, resumes+r.Resumes, refused+r.Refused["the target changed"]+r.Refused["already taken"]
	}
}

// TestJoinLeave: bots that leave and join again, and lose their sockets, keep the laws too, and hold in the end what the server
// has.
func TestJoinLeave(t *testing.T) {
	for _, w := range []string{"join-leave", "mixed"} {
		seed := testrand.Seed(t)
		for round, leaves := 0, 0; leaves == 0; round++ {
			if round == 30 {
				t.Fatal("nobody left")
			}
			r, _ := runAgainst(t, Config{
				Players: 8, Duration: 4 * time.Second, Workload: w, Seed: seed + uint64(round), Check: true, LeaveEvery: time.Second, DropSocketEvery: 3 * time.Second,
			}, 0, nil)
			logReport(t, r)
			if !r.OK {
				t.Fatal("something broke")
			}
			leaves += r.Leaves
		}
	}
}

// TestTrade: eight bots shuffle chests over real KCP with loss, and lose their sockets meanwhile: every slot has a legal order, so nothing
// was doubled or lost, and those who are refused were too late indeed.
func TestTrade(t *testing.T) {
	seed := testrand.Seed(t)
	var moves, late, resumes int
	for round := 0; moves < 60 || late == 0 || resumes < 4; round++ { // a busy machine makes a lame market
		if round == 30 {
			t.Fatalf("that was no market: %d moves, %d too late, %d resumes", moves, late, resumes)
		}
		r, _ := runAgainst(t, Config{
			Players: 8, Duration: 5 * time.Second, Rate: 8, Workload: "trade", Seed: seed + uint64(round), Check: true, FramesPerSecond: 60,
			DropSocketEvery: 2 * time.Second,
		}, 0.03, func(c *host.Config) { c.Survival, c.StartingItems = true, tradeInventory() })
		logReport(t, r)
		if r.CameIn < r.Players || slices.ContainsFunc(r.Checks, func(c Check) bool { return !c.Holds && !strings.HasSuffix(c.Name, "was decided in time") }) {
			t.Fatal("something broke")
		}
		moves, late, resumes = moves+r.Moves, late+r.LateMoves, resumes+r.Resumes
	}
	t.Logf("%d moves, %d too late, %d resumes", moves, late, resumes)
}

// tradeInventory is what bots of the test begin with.
func tradeInventory() []world.Stack {
	chest, _ := world.BlockNamed("chest")
	return []world.Stack{world.StackOf(chest, 1), world.StackOf(world.Dirt, 64), world.StackOf(world.Planks, 64), world.StackOf(world.Cobblestone, 30)}
}
