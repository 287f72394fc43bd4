package netlab

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// takeOverTotals adds up runs with two machines.
type takeOverTotals struct {
	mu                sync.Mutex
	runs, alone       int
	sum               Result
	seen              TakeOverResult
	compared, actions int
}

func (s *takeOverTotals) add(r *Result, alone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sum.Causes == nil {
		s.sum.Causes, s.seen.Troubles = map[string]int{}, map[string]int{}
	}
	if s.runs++; alone {
		s.alone++
	}
	for c, n := range r.Causes {
		s.sum.Causes[c] += n
	}
	for c, n := range r.TakeOver.Troubles {
		s.seen.Troubles[c] += n
	}
	a, b := &s.seen, &r.TakeOver
	for _, p := range [][2]*int{{&a.Claims, &b.Claims}, {&a.TakeOvers, &b.TakeOvers}, {&a.Fenced, &b.Fenced}, {&a.Unknown, &b.Unknown}, {&a.LookedUp, &b.LookedUp},
		{&a.Again, &b.Again}, {&a.Voids, &b.Voids}, {&a.Left, &b.Left}, {&a.Lost, &b.Lost}, {&a.Young, &b.Young}} {
		*p[0] += *p[1]
	}
	a.Freezes = append(a.Freezes, b.Freezes...)
	s.sum.Seats, s.sum.SeatsMoved = s.sum.Seats+r.Seats, s.sum.SeatsMoved+r.SeatsMoved
	s.sum.SentAgain, s.sum.Resumes = s.sum.SentAgain+r.SentAgain, s.sum.Resumes+r.Resumes
	s.sum.Unexplained += r.Unexplained
	s.compared += r.Compared
	for i := range r.Clients {
		s.actions += r.Clients[i].Actions
	}
}

// String is what the test prints.
func (s *takeOverTotals) String() string {
	t := &s.seen
	slices.Sort(t.Freezes)
	freeze := func(share float64) time.Duration {
		if len(t.Freezes) == 0 {
			return 0
		}
		return t.Freezes[int(share*float64(len(t.Freezes)-1))].Round(time.Millisecond)
	}
	return fmt.Sprintf("%d runs, %d of them of players alone: %v; %d claims, %d take-overs, %d owners fenced; %d appends unknown, %d found by a look, %d again, %d void; %d updates left, %d sections with one of the last edits; "+
		"%d steps were not in the log at a take-over; %d seats taken on, %d past their rows; %d freezes, p50 %v, p99 %v, longest %v; %d actions, %d sent again, %d resumes; corrections %v, unexplained %d; %d places as at zero delay",
		s.runs, s.alone, t.Troubles, t.Claims, t.TakeOvers, t.Fenced, t.Unknown, t.LookedUp, t.Again, t.Voids, t.Left, t.Young, t.Lost, s.sum.Seats, s.sum.SeatsMoved,
		len(t.Freezes), freeze(0.5), freeze(0.99), freeze(1), s.actions, s.sum.SentAgain, s.sum.Resumes, s.sum.Causes, s.sum.Unexplained, s.compared)
}

// takeOverRuns plays a scenario with many seeds.
func takeOverRuns(t *testing.T, scenario string, n int, set func(c *Config)) *takeOverTotals {
	t.Helper()
	var sum takeOverTotals
	work := make(chan uint64)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for seed := range work {
				c := Config{Seed: seed, Duration: 15 * time.Second, Scenario: scenario}
				Find(scenario).Set(&c)
				set(&c)
				r, err := Run(c, nil)
				if err != nil {
					why := ""
					if b := (*Violation)(nil); errors.As(err, &b) {
						why = b.Detail
					}
					t.Errorf("%v: %s\n%v %+v", err, why, r.TakeOver.Troubles, c)
				}
				sum.add(&r, c.Alone)
			}
		})
	}
	for i := range n {
		if t.Failed() && n < 100 {
			break
		}
		work <- *oneSeed + uint64(i)
	}
	close(work)
	wait.Wait()
	t.Log(&sum)
	return &sum
}

// TestTakeovers: all laws over two machines of one world, whose owner is killed, loses its disk, stands, is cut off from the engine or from
// the clients, while answers of the engine are lost and late or it has no majority: by seed each player alone, where nobody is ever corrected,
// and all together.
func TestTakeovers(t *testing.T) {
	n := *seeds
	if n == seedsDefault {
		n = 24
	}
	if testing.Short() {
		n = max(4, n/6)
	}
	sum := takeOverRuns(t, "take-overs", n, func(*Config) {})
	s := &sum.seen
	if !t.Failed() && n >= 4 && (s.TakeOvers < 2*n || s.Fenced == 0 || sum.sum.Seats < 2*n || sum.compared < 200*sum.alone || sum.sum.SentAgain < n || s.Lost == 0 || s.Left < 1000*n) {
		t.Error("that is too little to say anything")
	}
	if !t.Failed() && n >= 24 && (len(s.Troubles) < int(ownerTroubleCount)-1 || s.Unknown == 0 || s.LookedUp == 0 || s.Again == 0) {
		t.Error("something never happened")
	}
}

// TestComers: players come to where others build, so that sections are opened with changes that are not in the log yet; they leave when these are.
func TestComers(t *testing.T) {
	sum := takeOverRuns(t, "comers", 8, func(c *Config) { c.RTT = 60 * ms })
	if s := &sum.seen; !t.Failed() && s.Young < 40 {
		t.Errorf("%d sections left with one of the last edits: too few to say anything", s.Young)
	}
}

// TestTroubles plays each scenario of two machines.
func TestTroubles(t *testing.T) {
	for _, name := range []string{"owner-killed", "owner-killed-alone", "owner-burnt", "owner-paused", "engine-away", "owner-cut", "clients-cut", "engine-bad", "machines-clocks"} {
		t.Run(name, func(t *testing.T) {
			takeOverRuns(t, name, 3, func(c *Config) { c.RTT = 60 * ms })
		})
	}
}
