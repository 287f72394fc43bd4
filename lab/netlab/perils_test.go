package netlab

import (
	"fmt"
	"testing"
	"time"

	"voxtide/actions"
)

// TestPerils: players fall, drown, burn, starve, eat, die and take their things back, at one spot, each alone, and over kills of the
// server. All laws hold: nothing is lost or doubled by death, no correction is without a cause; and who is alone is never corrected but
// by death itself, and his health, food and breath are at all times those of zero delay: there packets are lost one by one, because about
// once in four hours at 500 ms a burst is a stall, which is the network's doing and named. -seeds makes it longer.
func TestPerils(t *testing.T) {
	for _, rtt := range []time.Duration{20 * ms, 80 * ms, 200 * ms, 500 * ms} {
		for _, scenario := range []string{"perils", "perils-apart", "perils-kills"} {
			t.Run(fmt.Sprintf("%s/%v", scenario, rtt), func(t *testing.T) {
				t.Parallel()
				n := seedsEach(2, 1, 12)
				sum, done, harmBy := runTotals{}, map[string]int{}, map[string]int{}
				for seed := range n {
					c := Config{Seed: *oneSeed + uint64(seed), RTT: rtt, Jitter: rtt / 10, Loss: 0.05, Burst: scenario != "perils-apart", Duration: 2 * *duration, Scenario: scenario, CheckEveryFrame: true}
					Find(scenario).Set(&c)
					r := run(t, c)
					sum.add(&r)
					sum.Deaths, sum.Harmed, sum.Healed = sum.Deaths+r.Deaths, sum.Harmed+r.Harmed, sum.Healed+r.Healed
					for k, n := range r.HarmBy {
						harmBy[k] += n
					}
					for k, n := range r.Done {
						done[k] += n
					}
					if r.Unexplained > 0 {
						t.Errorf("seed %d: %d corrections %v", c.Seed, r.Corrections, r.Causes)
					}
				}
				t.Logf("%d runs, %d deaths, %d harm (times by %v), %d healed, %d corrections, %d unexplained, %d places and bodies compared with zero delay, %d kills; done %v; refused %v",
					n, sum.Deaths, sum.Harmed, harmBy, sum.Healed, sum.Corrections, sum.Unexplained, sum.Compared, sum.Kills, done, sum.Refused)
				if n > 1 && (sum.Deaths == 0 && n > 8 || sum.Harmed < 10 || sum.Healed == 0 || done[actions.StartEat.String()] == 0 || done[actions.FinishEat.String()] == 0) {
					t.Error("too little happened")
				}
				for _, by := range []string{"water", "fall", "hunger", "lava", "cactus"} {
					if harmBy[by] == 0 && (n > 2 || by == "water") {
						t.Errorf("nobody was harmed by %s", by)
					}
				}
			})
		}
	}
}
