package netlab

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
)

var (
	seeds    = flag.Int("seeds", seedsDefault, "seeds of TestLaws, TestKills, TestStands and TestCrowd")
	oneSeed  = flag.Uint64("seed", 0, "the first of them")
	duration = flag.Duration("duration", 20*time.Second, "of each seed of TestLaws, virtual")
)

const seedsDefault = 120 // as of `make test`

// run plays a config and fails the test with what broke.
func run(t *testing.T, c Config) Result {
	t.Helper()
	l := newRun(t, c)
	play(t, l)
	return l.result()
}

// newRun sets up a run, which play plays.
func newRun(t *testing.T, c Config) *simulation {
	t.Helper()
	l, err := newSimulation(c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func play(t *testing.T, l *simulation) {
	t.Helper()
	err := l.run()
	var b *Violation
	switch {
	case errors.As(err, &b):
		t.Fatalf("%v: %s", b, b.Detail)
	case err != nil:
		t.Fatal(err)
	}
}

// TestLaws checks all laws over many seeds, in random conditions. A failure names its seed; -seed N -seeds 1 repeats it.
func TestLaws(t *testing.T) {
	n := *seeds
	if testing.Short() {
		n = min(n, 20)
	}
	work := make(chan uint64)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for seed := range work {
				c := Config{Seed: seed, Duration: *duration, Scenario: "mixed", CheckEveryFrame: true}
				mixed(&c)
				if _, err := Run(c, nil); err != nil {
					why := ""
					if b := (*Violation)(nil); errors.As(err, &b) {
						why = b.Detail
					}
					t.Errorf("%v: %s\n%+v", err, why, c)
				}
			}
		})
	}
	for i := range n {
		if t.Failed() {
			break
		}
		work <- *oneSeed + uint64(i)
	}
	close(work)
	wait.Wait()
}

// TestScenarios runs each scenario over some round trips and jitters.
func TestScenarios(t *testing.T) {
	for _, s := range Scenarios {
		for i, rtt := range []time.Duration{20 * ms, 120 * ms, 300 * ms} {
			jitter := []time.Duration{0, 25 * ms, 50 * ms}[i]
			t.Run(fmt.Sprintf("%s/%v", s.Name, rtt), func(t *testing.T) {
				t.Parallel()
				if i > 0 && (testing.Short() || s.Name == "crowd") {
					t.Skip("short")
				}
				c := Config{Seed: uint64(i) + 1, RTT: rtt, Jitter: jitter, Scenario: s.Name}
				s.Set(&c)
				run(t, c)
			})
		}
	}
}

// TestTenMinutes checks long runs with loss, bursts and copies: without interference there is no correction.
func TestTenMinutes(t *testing.T) {
	long := 10 * time.Minute
	if testing.Short() {
		long = 30 * time.Second
	}
	for _, rtt := range []time.Duration{0, 50 * ms, 200 * ms, 500 * ms} {
		for _, name := range []string{"apart", "together"} {
			t.Run(fmt.Sprintf("%s/%v", name, rtt), func(t *testing.T) {
				t.Parallel()
				c := Config{Seed: 7, Duration: long, RTT: rtt, Jitter: 20 * ms, Loss: 0.05, Burst: true}
				if name == "apart" {
					apart(&c)
				}
				r := run(t, c)
				late := r.Causes["stall"] // at joining alone: a later one breaks law 5 where nobody interferes
				if r.Unexplained != 0 || c.Alone && (r.Corrections != late || r.Compared == 0) {
					t.Errorf("%d corrections, %d unexplained, %d places compared", r.Corrections, r.Unexplained, r.Compared)
				}
				t.Logf("%d corrections %v, %d shown, %d compared", r.Corrections, r.Causes, r.Shown, r.Compared)
			})
		}
	}
}

// TestSame checks that equal configs give equal results.
func TestSame(t *testing.T) {
	c := Config{Seed: 5, RTT: 200 * ms, Jitter: 50 * ms, Loss: 0.05, Burst: true}
	a, b := run(t, c), run(t, c)
	if a.Hash != b.Hash || a.Corrections != b.Corrections {
		t.Errorf("%x with %d corrections, then %x with %d", a.Hash, a.Corrections, b.Hash, b.Corrections)
	}
	late := Config{Seed: 2002, RTT: 120 * ms, Jitter: 20 * ms, Loss: 0.05, Burst: true, Scenario: "commit-2200"} // sections are opened again before they are confirmed
	Find(late.Scenario).Set(&late)
	late.Players = 13
	if a, b := run(t, late), run(t, late); a.Hash != b.Hash {
		t.Errorf("where the disk takes long: %x, then %x", a.Hash, b.Hash)
	}
	c.Seed++
	if other := run(t, c); other.Hash == a.Hash {
		t.Error("two seeds have the same hash")
	}
}

// TestEachMethod plays every method, and choices of its axes, in random conditions: whatever the method, undo is exact, the states
// converge, all see the same order, every action takes effect once, every queue has its bound, and nothing comes from nothing.
func TestEachMethod(t *testing.T) {
	texts := append(client.Strategies(), methodVariants[:]...)
	count := 3
	if testing.Short() {
		count = 1
	}
	for i, text := range texts {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			actions := 0
			for k := range count {
				c := Config{Seed: *oneSeed + uint64(i*count+k), Duration: 12 * time.Second, Strategy: text, Scenario: "mixed"}
				mixed(&c)
				r := run(t, c)
				for j := range r.Clients {
					actions += r.Clients[j].Actions
				}
			}
			if t.Logf("%d runs, %d actions", count, actions); actions < 100*count {
				t.Error("too few to tell")
			}
		})
	}
}

// TestMethods: the same laws while everybody goes on with another method again and again, and no correction without a cause under the
// own one.
func TestMethods(t *testing.T) {
	r := quick(t, "methods", 4)
	t.Logf("%d actions, %d edits, %d streams of others compared", r.Actions, r.Edits, r.Others)
}

// The tests below are those that the table of faults names: each is made to see its fault at once.

func TestConvergence(t *testing.T) {
	if r := quick(t, "mixed", 4); r.Others == 0 || r.Looks == 0 {
		t.Errorf("%d streams of others and %d looks were compared", r.Others, r.Looks)
	}
}
func TestNoWait(t *testing.T)       { quick(t, "one-spot", 2) }
func TestSameOrder(t *testing.T)    { quick(t, "come-back", 3) }
func TestAtMostOnce(t *testing.T)   { quick(t, "cut", 3) }
func TestBounds(t *testing.T)       { quick(t, "quarter", 2) }
func TestConservation(t *testing.T) { quick(t, "sand-together", 2) }
func TestNoCorrection(t *testing.T) {
	quick(t, "sand", 2)
	quick(t, "hitch", 2)
	quick(t, "commit-100", 1)
}

// TestFlowing: who digs, builds and pours in running water with nobody near is never corrected, and each cell shows at each instant what
// it would show without any delay, at any round trip, as long as no plan is cut by its bound; where several do it side by side, all
// corrections have a cause; and in the end each cell is what its neighbours make of it.
func TestFlowing(t *testing.T) {
	var exact atomic.Int64
	t.Cleanup(func() {
		if exact.Load() == 0 && !t.Failed() {
			t.Error("every plan was cut: nothing was held to be exact")
		}
	})
	for _, rtt := range []time.Duration{20 * ms, 80 * ms, 200 * ms, 500 * ms} {
		for _, scenario := range []string{"dam", "dam-together"} {
			t.Run(fmt.Sprintf("%s/%v", scenario, rtt), func(t *testing.T) {
				t.Parallel()
				n, cut := seedsEach(6, 2, 8), 0
				var sum runTotals
				for seed := range n {
					c := Config{Seed: *oneSeed + uint64(seed), RTT: rtt, Jitter: rtt / 20, Duration: *duration, Scenario: scenario, CheckEveryFrame: true}
					Find(scenario).Set(&c)
					r := run(t, c)
					sum.add(&r)
					sum.Running += r.Running
					cut += min(1, r.Spawned.Waits)
				}
				t.Logf("%d runs, in %d a plan was cut; %d actions, %d turns of water, in the end it runs in %d cells; compared with zero delay: %d places, %d wet cells, %d of these before any plan was cut, %d late; %d corrections, %d unexplained; refused %v",
					n, cut, sum.Actions, sum.Turns, sum.Running, sum.Compared, sum.Flowing, sum.FlowExact, sum.FlowLate, sum.Corrections, sum.Unexplained, sum.Refused)
				exact.Add(int64(sum.FlowExact))
				if sum.Turns < 100*n || sum.Running == 0 || sum.Unexplained > 0 {
					t.Error("not so")
				}
				if scenario == "dam" && (sum.Flowing < 1000*n || sum.Compared == 0 || sum.Corrections > 0 || sum.FlowLate > sum.Flowing/1000) {
					t.Error("not so where nobody interferes")
				}
			})
		}
	}
}

// seedsEach returns how many seeds each of some conditions is played with: all together as many as -seeds asks for, or the usual number.
func seedsEach(usual, short, conditions int) int {
	switch {
	case *seeds != seedsDefault:
		return (*seeds + conditions - 1) / conditions
	case testing.Short():
		return short
	}
	return usual
}

// TestHouse: players work doors, gates, lids, levers, buttons and plates, pour and scoop water, throw things, pick them up and make things,
// at one spot and each alone. All laws hold; who is alone is never corrected, and his path is that of zero delay. -seeds makes it longer.
func TestHouse(t *testing.T) {
	for _, rtt := range []time.Duration{20 * ms, 80 * ms, 200 * ms, 500 * ms} {
		for _, scenario := range []string{"house", "house-apart", "house-kills"} {
			t.Run(fmt.Sprintf("%s/%v", scenario, rtt), func(t *testing.T) {
				t.Parallel()
				n := seedsEach(3, 2, 12)
				sum := runTotals{}
				done, shown := map[string]int{}, map[string]int{}
				for seed := range n {
					c := Config{Seed: *oneSeed + uint64(seed), RTT: rtt, Jitter: rtt / 10, Loss: 0.05, Burst: true, Duration: *duration, Scenario: scenario, CheckEveryFrame: true}
					Find(scenario).Set(&c)
					r := run(t, c)
					sum.add(&r)
					for k, n := range r.Done {
						done[k] += n
					}
					for k, n := range r.ShownBy {
						shown[k] += n
					}
					if r.Unexplained > 0 || c.Alone && r.Corrections > 0 {
						t.Errorf("seed %d: %d corrections %v", c.Seed, r.Corrections, r.Causes)
					}
				}
				t.Logf("%d runs, %d corrections, %d unexplained, %d cells of water after a plan was cut, %d places compared with zero delay, %d kills; done %v; seen in their frame %v; refused %v",
					n, sum.Corrections, sum.Unexplained, sum.FlowCut, sum.Compared, sum.Kills, done, shown, sum.Refused)
				if n == 1 && scenario == "house-kills" {
					return
				}
				for _, k := range []actions.Kind{actions.Use, actions.Drop, actions.Craft, actions.Scoop, actions.Place} {
					if done[k.String()] < n/2+1 || k != actions.Scoop && scenario != "house-kills" && shown[k.String()] == 0 {
						t.Errorf("too little: %v", k)
					}
				}
			})
		}
	}
}

// TestItemsOnTheGround checks that items on the ground merge and expire, and that the laws hold.
func TestItemsOnTheGround(t *testing.T) {
	r := quick(t, "items", 3)
	if t.Logf("%d merged, %d gone", r.Merged, r.Gone); r.Merged == 0 || r.Gone == 0 {
		t.Error("nothing of it happened")
	}
}

// TestSandPumps: sand put where sand falls is refused alike on both sides, so that nobody is corrected, and makes no more edits
// than others.
func TestSandPumps(t *testing.T) {
	for _, scenario := range []string{"pump", "pump-together"} {
		r := quick(t, scenario, 2)
		t.Logf("%s: %d actions, %d edits, refused %v; %d corrections, %d unexplained", scenario, r.Actions, r.Edits, r.Refused, r.Corrections, r.Unexplained)
		if r.Refused[actions.FallingInTheWay.String()] == 0 || r.Edits > 10*uint64(r.Actions) || r.Unexplained > 0 {
			t.Error("not so")
		}
	}
}

// runTotals is the sum of several runs.
type runTotals struct {
	Result
	Actions int
	Refused map[string]int
}

func quick(t *testing.T, scenario string, seeds int) (sum runTotals) {
	t.Helper()
	for seed := range seeds {
		c := Config{Seed: uint64(seed), RTT: 120 * ms, Jitter: 20 * ms, Loss: 0.03, Burst: true, Duration: 15 * time.Second, Scenario: scenario}
		Find(scenario).Set(&c)
		r := run(t, c)
		sum.add(&r)
	}
	return sum
}

// add adds a run.
func (s *runTotals) add(r *Result) {
	s.Others, s.Looks = s.Others+r.Others, s.Looks+r.Looks
	s.Merged, s.Gone, s.Edits = s.Merged+r.Merged, s.Gone+r.Gone, s.Edits+r.Edits
	s.Corrections, s.Unexplained = s.Corrections+r.Corrections, s.Unexplained+r.Unexplained
	s.FlowExact, s.FlowCut, s.Kills = s.FlowExact+r.FlowExact, s.FlowCut+r.FlowCut, s.Kills+r.Kills
	s.Turns, s.Flowing, s.FlowLate, s.Compared = s.Turns+r.Turns, s.Flowing+r.Flowing, s.FlowLate+r.FlowLate, s.Compared+r.Compared
	if s.Refused == nil {
		s.Refused = map[string]int{}
	}
	for i := range r.Clients {
		s.Actions += r.Clients[i].Actions
		for why, n := range r.Clients[i].Refused {
			s.Refused[why] += n
		}
	}
}
