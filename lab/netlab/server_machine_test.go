package netlab

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"voxtide/lab/netlab/players"
)

// killTotals adds up runs, so that a test can say what it has seen.
type killTotals struct {
	mu      sync.Mutex
	runs    int
	sum     Result
	refused map[string]int
}

func (s *killTotals) add(r *Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sum.Causes == nil {
		s.sum.Causes, s.refused = map[string]int{}, map[string]int{}
	}
	s.runs++
	for c, n := range r.Causes {
		s.sum.Causes[c] += n
	}
	for i := range r.Clients {
		for why, n := range r.Clients[i].Refused {
			s.refused[why] += n
		}
	}
	s.sum.Kills += r.Kills
	s.sum.Lost += r.Lost
	s.sum.Seats += r.Seats
	s.sum.SeatsMoved += r.SeatsMoved
	s.sum.ServerStood += r.ServerStood
	s.sum.Resumes += r.Resumes
	s.sum.SentAgain += r.SentAgain
	s.sum.Edits += r.Edits
	s.sum.Spawned.Items += r.Spawned.Items
	s.sum.Spawned.Falling += r.Spawned.Falling
	s.sum.Spawned.Checks += r.Spawned.Checks
	s.sum.Corrections += r.Corrections
	s.sum.Unexplained += r.Unexplained
}

// String is what a soak prints.
func (s *killTotals) String() string {
	r := &s.sum
	return fmt.Sprintf("%d runs: %d kills with %d players, %d of them past their rows, %d batches lost, stood %v, %d resumes, %d actions sent again, %d items, %d falling blocks, %d checks, %d corrections %v, unexplained %d",
		s.runs, r.Kills, r.Seats, r.SeatsMoved, r.Lost, r.ServerStood, r.Resumes, r.SentAgain, r.Spawned.Items, r.Spawned.Falling, r.Spawned.Checks, r.Corrections, r.Causes, r.Unexplained)
}

// runMany plays a config made by each seed and fails with the first that broke; fewer is how many seeds when nobody asked for a number.
func runMany(t *testing.T, fewer int, set func(c *Config)) *killTotals {
	return runManyOf(t, fewer, "mixed", set, func(*Result) {})
}

// runManyOf is runMany under a scenario; each is told of all results.
func runManyOf(t *testing.T, fewer int, scenario string, set func(c *Config), each func(r *Result)) *killTotals {
	t.Helper()
	n := *seeds
	if n == seedsDefault {
		n = fewer
	}
	if testing.Short() {
		n = max(2, n/10)
	}
	var sum killTotals
	work := make(chan uint64)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for seed := range work {
				c := Config{Seed: seed, Duration: *duration, Scenario: scenario}
				Find(scenario).Set(&c)
				set(&c)
				r, err := Run(c, nil)
				if err != nil {
					why := ""
					if b := (*Violation)(nil); errors.As(err, &b) {
						why = b.Detail
					}
					t.Errorf("%v: %s\n%+v", err, why, c)
				}
				sum.add(&r)
				each(&r)
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
	t.Log(&sum)
	return &sum
}

// TestKills checks all laws over servers that are killed 1 to 3 times, in random conditions.
func TestKills(t *testing.T) {
	sum := runMany(t, 40, func(c *Config) {
		c.Kills = 1 + int(c.Seed%3)
		c.Sandy, c.FullBags = c.Seed%2 == 0, c.Seed%4 == 0
		if c.Commit == 0 && c.Seed%5 > 0 {
			c.Commit = []time.Duration{5 * ms, 30 * ms, 70 * ms, 300 * ms}[c.Seed%5-1]
		}
	})
	if r := &sum.sum; !t.Failed() && sum.runs > 3 && (r.Kills < sum.runs || r.Lost == 0 || r.SentAgain == 0 || r.Spawned.Items == 0 || r.Spawned.Falling == 0) {
		t.Error("that is too little to say anything")
	}
}

// TestStands checks all laws with a server machine that stands still for 0.5 to 60 s, with its clock.
func TestStands(t *testing.T) {
	sum := runMany(t, 12, func(c *Config) {
		c.StandStill = []time.Duration{500 * ms, time.Second, 2 * time.Second, 3 * time.Second, 8 * time.Second, 15 * time.Second, 60 * time.Second}[c.Seed%7]
		c.StandStillAt = 6 * time.Second
		c.Duration = max(c.Duration, c.StandStillAt+c.StandStill+10*time.Second)
	})
	if r := &sum.sum; !t.Failed() && r.ServerStood == 0 {
		t.Error("nothing stood still")
	}
}

// TestTwentyPlayersOverAStandstill: a server's machine that stands still for 3, 8 and 60 s costs none of 20 players the session, nor a correction
// that nothing explains, and all play on.
func TestTwentyPlayersOverAStandstill(t *testing.T) {
	for i, stand := range []time.Duration{3 * time.Second, 8 * time.Second, time.Minute} {
		for _, rtt := range []time.Duration{20 * ms, 300 * ms} {
			if testing.Short() && (rtt == 20*ms) == (i == 1) {
				continue
			}
			c := Config{Seed: *oneSeed + uint64(i), Players: 20, RTT: rtt, Jitter: rtt / 10, Loss: 0.01, Duration: 14*time.Second + stand}
			c.Spread, c.StandStill, c.StandStillAt = 6, stand, 6*time.Second
			r, err := Run(c, nil)
			if err != nil {
				t.Errorf("stood %v, round trip %v: %v", stand, rtt, err)
				continue
			}
			acts, resumes := 0, 0
			for _, k := range r.Clients {
				acts, resumes = acts+k.Actions, resumes+k.Resumes
			}
			t.Logf("stood %v, round trip %v: %d players, %d actions, %d resumes, corrections %v", stand, rtt, len(r.Clients), acts, resumes, r.Causes)
			if r.Unexplained > 0 || r.ServerStood != stand || acts < 20*50 {
				t.Errorf("unexplained %d, stood %v, %d actions", r.Unexplained, r.ServerStood, acts)
			}
		}
	}
}

// TestCrowd checks all laws with 24 players near each other, of whom only the nearest 8 are in every update.
func TestCrowd(t *testing.T) {
	runMany(t, 4, func(c *Config) {
		c.Players, c.Spread = 24, []int32{0, 4}[c.Seed%2]
	})
	for _, seed := range []uint64{200074, 200075} { // an own item that another took; own sand that landed by who stood beside
		c := Config{Seed: seed, Duration: *duration, Scenario: "mixed"}
		mixed(&c)
		c.Players, c.Spread = 24, []int32{0, 4}[seed%2]
		run(t, c)
	}
}

// TestNothingSeenIsLost checks law 8: whatever clients receive is durable, over all lanes and at resumes.
func TestNothingSeenIsLost(t *testing.T) {
	for seed := range uint64(3) {
		c := Config{Seed: seed, RTT: 60 * ms, Duration: 12 * time.Second, Scenario: "kills"}
		Find(c.Scenario).Set(&c)
		c.Commit = 170 * ms
		c.Cut, c.CutEvery = 300*ms, 3*time.Second
		if seed == 2 {
			c.Commit = 2200 * ms // frames wait too long, are dropped, and the state comes whole
		}
		if r := run(t, c); r.Resumes == 0 || r.Spawned.Items == 0 || r.Lost == 0 {
			t.Errorf("seed %d: %d resumes, %d items, %d batches lost", seed, r.Resumes, r.Spawned.Items, r.Lost)
		}
	}
}

// TestKeptOverKills checks laws 8, 9 and 12: a killed server's disk holds exactly what was durable.
func TestKeptOverKills(t *testing.T) {
	for seed := range uint64(4) {
		c := Config{Seed: seed, RTT: 60 * ms, Duration: 24 * time.Second, Scenario: "kills"}
		Find(c.Scenario).Set(&c)
		c.Kills = 4
		c.Commit = 10 * ms
		if seed > 0 {
			c.MidFall = KillTrouble
		}
		c.Leave, c.LeaveEvery = time.Second, 2*time.Second
		if r := run(t, c); r.Kills != 4 || r.Spawned.Items == 0 || r.Spawned.Falling == 0 || r.Spawned.Checks == 0 {
			t.Errorf("seed %d: %d kills, %+v", seed, r.Kills, r.Spawned)
		}
	}
}

// TestSectionsAhead checks law 6 with sections that overtake the updates that they depend on, and wait for them.
func TestSectionsAhead(t *testing.T) { quick(t, "bulk-first", 3) }

// TestSentAgain checks law 9: actions lost by a cut or a kill are resent and performed once.
func TestSentAgain(t *testing.T) {
	again := 0
	for seed := range uint64(3) {
		c := Config{Seed: seed, RTT: 120 * ms, Duration: 15 * time.Second, Scenario: "cut"}
		Find("cut").Set(&c)
		c.Kills = 1
		r := run(t, c)
		again += r.SentAgain
	}
	if again == 0 {
		t.Error("nothing had to be sent again")
	}
	t.Logf("%d actions sent again", again)
}

// TestCuts: all laws over cuts that lose what is on its way: for less than a second, for so long that connections are given up, and for
// so long that sessions end.
func TestCuts(t *testing.T) {
	for _, scenario := range []string{"cut", "cut-long", "cut-linger"} {
		again, resumes, actions := 0, 0, 0
		seeds := uint64(2)
		if scenario == "cut" { // short ones lose little
			seeds = 8
		}
		for seed := range seeds {
			c := Config{Seed: seed, RTT: 400 * ms, Duration: 15 * time.Second, Scenario: scenario}
			Find(scenario).Set(&c)
			r := run(t, c)
			again, resumes = again+r.SentAgain, resumes+r.Resumes
			for i := range r.Clients {
				actions += r.Clients[i].Actions
			}
		}
		t.Logf("%s: %d resumes, %d of %d actions sent again", scenario, resumes, again, actions)
		if again == 0 || resumes == 0 {
			t.Errorf("%s: nothing was lost", scenario)
		}
	}
}

// TestBoundedWork: whatever players build, the work that an action causes is bounded: law 14. It is judged in every run; these
// are those who try.
func TestBoundedWork(t *testing.T) {
	edits := 0
	for _, scenario := range []string{"pump", "pump-together", "sand-together"} {
		for seed := range uint64(2) {
			c := Config{Seed: seed, RTT: 60 * ms, Duration: 15 * time.Second, Scenario: scenario}
			Find(scenario).Set(&c)
			r := run(t, c)
			t.Logf("%s: %d actions on blocks, %d edits by them, bodies moved on %d times", scenario, r.BlockActions, r.BlockEdits, r.BodiesMoved)
			edits += r.BlockEdits
		}
	}
	if edits < 500 {
		t.Errorf("%d edits are too few to tell", edits)
	}
}

// TestSeats kills servers under players who are alone, 3 times each and with batches on their way, and starts them again within half a
// second: nobody is set back. No correction of a body, a block or a slot, and each path is that of zero delay.
func TestSeats(t *testing.T) {
	compared, fell := 0, 0
	var mu sync.Mutex
	sum := runManyOf(t, 24, "kills-alone", func(c *Config) {
		c.Duration = max(c.Duration, 15*time.Second)
		c.Loss, c.Burst = float64(c.Seed%3)*0.02, c.Seed%2 == 0
		c.RTT, c.Jitter = []time.Duration{0, 20 * ms, 60 * ms, 120 * ms, 250 * ms, 500 * ms}[c.Seed%6], time.Duration(c.Seed%3)*15*ms
		if c.RTT > 200*ms { // the full update is in many packets, and lost twice it is later than a stream may be
			c.Loss = 0
		}
		c.Players = 6
		c.Roles = [][]players.Role{
			nil, {players.SandDigger, players.SandPumper, players.Miner}, {players.Householder, players.Builder}, {players.Walker, players.Jumper, players.Builder},
		}[c.Seed%4]
	}, func(r *Result) {
		mu.Lock()
		defer mu.Unlock()
		compared += r.Compared
		fell += r.Spawned.Falling
	})
	t.Logf("%d places as at zero delay", compared)
	if r := &sum.sum; !t.Failed() && sum.runs > 3 && (r.Kills < 3*sum.runs || r.Lost == 0 || r.SentAgain < 20*sum.runs || compared < 1000*sum.runs || fell == 0) {
		t.Error("that is too little to say anything")
	}
}
