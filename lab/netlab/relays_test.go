package netlab

import (
	"slices"
	"sync/atomic"
	"testing"
)

// relayScenarios are those that TestRelays plays where -seeds does not ask for all: of each sort one.
var relayScenarios = []string{"mixed", "crowd", "house", "perils", "sand-together", "dam-together", "items", "cut", "leave", "boxes-kills", "methods", "peers", "comers"}

// relaysFull is the least number of players of whom four relays each write some: one takes four at a time.
const relaysFull = 13

// TestRelays: whatever happens, a run with 4 relays, which write the server's updates side by side, is the same as with one: its hash is
// over all worlds and all packets. With -seeds N all scenarios are played, with 1, 2 and 4 relays and N seeds in all, from -seed on for each.
func TestRelays(t *testing.T) {
	n, all := seedsEach(1, 1, len(Scenarios)), *seeds != seedsDefault
	counts := []int{1, 4}
	if all {
		counts = []int{1, 2, 4}
	}
	var scenarios, runs, compared atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d of %d scenarios, with %d seeds each from %d on, with %v relays: %d runs, %d compared with those of one relay",
			scenarios.Load(), len(Scenarios), n, *oneSeed, counts, runs.Load(), compared.Load())
	})
	for _, s := range Scenarios {
		if !all && !slices.Contains(relayScenarios, s.Name) {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			scenarios.Add(1)
			for seed := range n {
				var one Result
				for _, relays := range counts {
					c := Config{Seed: *oneSeed + uint64(seed), RTT: 120 * ms, Jitter: 20 * ms, Loss: 0.05, Burst: true, Scenario: s.Name, Relays: relays}
					s.Set(&c)
					c.Players = max(c.Players, relaysFull) // fewer have fewer relays
					r := run(t, c)
					if runs.Add(1); relays == 1 {
						one = r
						continue
					}
					if compared.Add(1); r.Hash != one.Hash || r.Corrections != one.Corrections || r.Unexplained > 0 {
						t.Errorf("seed %d with %d relays: hash %x, %d corrections, %d unexplained; with one %x, %d", c.Seed, relays, r.Hash, r.Corrections, r.Unexplained, one.Hash, one.Corrections)
					}
				}
			}
		})
	}
}
