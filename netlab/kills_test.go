package netlab

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"
)

// totals adds up runs, so that a test can say what it has seen.
type totals struct {
	mu      sync.Mutex
	runs    int
	sum     Result
	refused map[string]int
}

func (s *totals) add(r *Result) {
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
	s.sum.Stood += r.Stood
	s.sum.Resumes += r.Resumes
	s.sum.Again += r.Again
	s.sum.Edits += r.Edits
	s.sum.Born.Items += r.Born.Items
	s.sum.Born.Falling += r.Born.Falling
	s.sum.Born.Checks += r.Born.Checks
	s.sum.Corrections += r.Corrections
	s.sum.Unexplained += r.Unexplained
}

// String is what a soak prints.
func (s *totals) String() string {
	r := &s.sum
	return fmt.Sprintf("%d runs: %d kills, %d batches lost, stood %v, %d resumes, %d actions sent again, %d items, %d falling blocks, %d checks, %d corrections %v, unexplained %d",
		s.runs, r.Kills, r.Lost, r.Stood, r.Resumes, r.Again, r.Born.Items, r.Born.Falling, r.Born.Checks, r.Corrections, r.Causes, r.Unexplained)
}

// many plays a config made by each seed and fails with the first that broke; fewer is how many seeds when nobody asked for a number.
func many(t *testing.T, fewer int, set func(c *Config)) *totals {
	t.Helper()
	n := *seeds
	if n == seedsDefault {
		n = fewer
	}
	if testing.Short() {
		n = max(2, n/10)
	}
	var sum totals
	work := make(chan uint64)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for seed := range work {
				c := Config{Seed: seed, Duration: *duration, Scenario: "mixed"}
				mixed(&c)
				set(&c)
				r, err := Run(c, nil)
				if err != nil {
					why := ""
					if b := (*Broken)(nil); errors.As(err, &b) {
						why = b.Why
					}
					t.Errorf("%v: %s\n%+v", err, why, c)
				}
				sum.add(&r)
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

// TestKills: all laws over servers that are killed 1 to 3 times, in conditions drawn by each seed.
func TestKills(t *testing.T) {
	sum := many(t, 40, func(c *Config) {
		c.Kills = 1 + int(c.Seed%3)
		c.Sandy, c.FullBags = c.Seed%2 == 0, c.Seed%4 == 0
		if c.Commit == 0 && c.Seed%5 > 0 {
			c.Commit = []time.Duration{5 * ms, 30 * ms, 70 * ms, 300 * ms}[c.Seed%5-1]
		}
	})
	if r := &sum.sum; !t.Failed() && sum.runs > 3 && (r.Kills < sum.runs || r.Lost == 0 || r.Again == 0 || r.Born.Items == 0 || r.Born.Falling == 0) {
		t.Error("that is too little to say anything")
	}
}

// TestStands: all laws where the server's machine stands still for 0.5 to 60 s, and its clock with it.
func TestStands(t *testing.T) {
	sum := many(t, 12, func(c *Config) {
		c.Stand = []time.Duration{500 * ms, time.Second, 2 * time.Second, 3 * time.Second, 8 * time.Second, 15 * time.Second, 60 * time.Second}[c.Seed%7]
		c.StandAt = 6 * time.Second
		c.Duration = max(c.Duration, c.StandAt+c.Stand+10*time.Second)
	})
	if r := &sum.sum; !t.Failed() && r.Stood == 0 {
		t.Error("nothing stood still")
	}
}

// TestStandsOfTwenty: a server's machine that stands still for 3, 8 and 60 s costs none of 20 players the session, nor a correction
// that nothing explains, and all play on.
func TestStandsOfTwenty(t *testing.T) {
	for i, stand := range []time.Duration{3 * time.Second, 8 * time.Second, time.Minute} {
		for _, rtt := range []time.Duration{20 * ms, 300 * ms} {
			if testing.Short() && (rtt == 20*ms) == (i == 1) {
				continue
			}
			c := Config{Seed: *oneSeed + uint64(i), Players: 20, RTT: rtt, Jitter: rtt / 10, Loss: 0.01, Duration: 14*time.Second + stand}
			c.Spread, c.Stand, c.StandAt = 6, stand, 6*time.Second
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
			if r.Unexplained > 0 || r.Stood != stand || acts < 20*50 {
				t.Errorf("unexplained %d, stood %v, %d actions", r.Unexplained, r.Stood, acts)
			}
		}
	}
}

// TestCrowd: all laws with 24 players near each other, of whom the nearest 8 alone are told in every frame.
func TestCrowd(t *testing.T) {
	many(t, 4, func(c *Config) {
		c.Players, c.Spread = 24, []int32{0, 4}[c.Seed%2]
	})
	for _, seed := range []uint64{200074, 200075} { // an own item that another took; own sand that landed by who stood beside
		c := Config{Seed: seed, Duration: *duration, Scenario: "mixed"}
		mixed(&c)
		c.Players, c.Spread = 24, []int32{0, 4}[seed%2]
		run(t, c)
	}
}

// TestNothingSeenIsLost: what clients hear of is durable, over all lanes and at resumes: law 8.
func TestNothingSeenIsLost(t *testing.T) {
	for seed := range uint64(3) {
		c := Config{Seed: seed, RTT: 60 * ms, Duration: 12 * time.Second, Scenario: "kills"}
		Find(c.Scenario).Set(&c)
		c.Commit = 170 * ms
		c.Cut, c.CutEvery = 300*ms, 3*time.Second
		if seed == 2 {
			c.Commit = 2200 * ms // frames wait too long, are dropped, and the state comes whole
		}
		if r := run(t, c); r.Resumes == 0 || r.Born.Items == 0 || r.Lost == 0 {
			t.Errorf("seed %d: %d resumes, %d items, %d batches lost", seed, r.Resumes, r.Born.Items, r.Lost)
		}
	}
}

// TestKeptOverKills: what a killed server leaves on its disk is what was durable: laws 8, 9 and 12.
func TestKeptOverKills(t *testing.T) {
	for seed := range uint64(4) {
		c := Config{Seed: seed, RTT: 60 * ms, Duration: 14 * time.Second, Scenario: "kills"}
		Find(c.Scenario).Set(&c)
		c.Kills = 4
		c.Commit = 10 * ms
		if seed > 0 {
			c.MidFall = KillTrouble
		}
		c.Leave, c.LeaveEvery = time.Second, 2*time.Second
		if r := run(t, c); r.Kills != 4 || r.Born.Items == 0 || r.Born.Falling == 0 || r.Born.Checks == 0 {
			t.Errorf("seed %d: %d kills, %+v", seed, r.Kills, r.Born)
		}
	}
}

// TestSectionsAhead: sections overtake the frames that they rest on, and wait for them: law 6.
func TestSectionsAhead(t *testing.T) { quick(t, "bulk-first", 3) }

// TestSentAgain: what a cut or a kill has lost of a client's actions is sent again, once: law 9.
func TestSentAgain(t *testing.T) {
	again := 0
	for seed := range uint64(3) {
		c := Config{Seed: seed, RTT: 120 * ms, Duration: 15 * time.Second, Scenario: "cut"}
		Find("cut").Set(&c)
		c.Kills = 1
		r := run(t, c)
		again += r.Again
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
			again, resumes = again+r.Again, resumes+r.Resumes
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

// TestBoundedWork: whatever players put together, an action brings about so much at most: law 14. It is judged in every run; these
// are those who try.
func TestBoundedWork(t *testing.T) {
	edits := 0
	for _, scenario := range []string{"pump", "pump-together", "sand-together"} {
		for seed := range uint64(2) {
			c := Config{Seed: seed, RTT: 60 * ms, Duration: 15 * time.Second, Scenario: scenario}
			Find(scenario).Set(&c)
			r := run(t, c)
			t.Logf("%s: %d actions on blocks, %d edits by them, bodies moved on %d times", scenario, r.Worked, r.Worth, r.Moves)
			edits += r.Worth
		}
	}
	if edits < 500 {
		t.Errorf("%d edits are too few to tell", edits)
	}
}
